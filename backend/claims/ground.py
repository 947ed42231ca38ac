"""What a claim is computed over: a corpus with its split and its counts, and a model; each part made once.

Claims about words are computed over the lesson's names; claims about a model over that model and the words it learnt.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from threading import RLock
from typing import Any, TypeVar, cast

import torch
from torch import Tensor

from backend.claims.ruling import NotHere
from backend.lesson.card import ModelCard
from backend.lesson.contexts import Examples, window
from backend.lesson.corpus import Corpus
from backend.lesson.counts import ContextCounts
from backend.lesson.network import Network
from backend.lesson.run import SplitCounts
from backend.lesson.split import Split, SplitRecipe, split_words
from backend.lesson.vocabulary import Vocabulary
from backend.space.table import Table

Made = TypeVar("Made")


class Words:
    """A corpus, the published split, and for any K the examples and the counts of all words and of each part."""

    def __init__(self, corpus: Corpus) -> None:
        self.corpus = corpus
        self.vocabulary: Vocabulary = corpus.vocabulary
        self._lock = RLock()
        self._made: dict[tuple[str, int], object] = {}

    @cached_property
    def split(self) -> Split:
        """Train, dev and test words: seed 42, one shuffle, 80/10/10."""
        return split_words(self.corpus.words, SplitRecipe())

    def examples(self, K: int) -> Examples:
        """X (N, K) and Y (N,) of all words."""
        return self._once("examples", K, lambda: window(self.corpus.words, self.vocabulary, K))

    def contexts(self, K: int) -> Tensor:
        """Contexts (N, K) of all words, as a tensor."""
        return torch.from_numpy(self.examples(K).X)

    def labels(self, K: int) -> Tensor:
        """Next tokens (N,) of all words, as a tensor."""
        return torch.from_numpy(self.examples(K).Y)

    def counts(self, K: int) -> ContextCounts:
        """Counts over all words."""
        return self._once("counts", K, lambda: ContextCounts(self.examples(K), len(self.vocabulary)))

    def parts(self, K: int) -> SplitCounts:
        """Counts of train, dev and test."""
        return self._once("parts", K, lambda: SplitCounts(*(self._counted(part, K) for part in self._three())))

    def id_of(self, token: str) -> int:
        """The id of a token; raises NotHere where the corpus has no such character."""
        return _id_of(self.vocabulary, token)

    def ids(self, text: str) -> list[int]:
        """The ids of a text; raises NotHere where the corpus lacks one of its characters."""
        return [self.id_of(token) for token in text]

    def _three(self) -> tuple[tuple[str, ...], ...]:
        return (self.split.train, self.split.dev, self.split.test)

    def _counted(self, words: tuple[str, ...], K: int) -> ContextCounts:
        return ContextCounts(window(words, self.vocabulary, K), len(self.vocabulary))

    def _once(self, what: str, K: int, make: Callable[[], Made]) -> Made:
        with self._lock:
            if (what, K) not in self._made:
                self._made[what, K] = make()
            return cast(Made, self._made[what, K])


@dataclass(frozen=True)
class Model:
    """A network with its card."""

    card: ModelCard
    network: Network

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The tokens, '.' first."""
        return Vocabulary(self.card.vocabulary)

    @cached_property
    def table(self) -> Table:
        """C as a table: one row of D numbers a token."""
        return Table.build(self.card.vocabulary, self.network.table.numpy())

    def id_of(self, token: str) -> int:
        """The id of a token; raises NotHere where the model does not know the character."""
        return _id_of(self.vocabulary, token)


@dataclass(frozen=True)
class Ground:
    """Words, a model, and what the stored trainings gave: {name: numbers}, None where they were not run on these."""

    words: Words
    model: Model
    trained: dict[str, Any] | None = None


def _id_of(vocabulary: Vocabulary, token: str) -> int:
    if token not in vocabulary:
        raise NotHere(f"这里没有字符 {token!r}，无从检验。", f"There is no character {token!r} here to check it with.")
    return vocabulary.tokens.index(token)
