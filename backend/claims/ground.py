"""What a claim is computed over: a corpus with its split and its counts, and a model; each part made once.

Claims about words are computed over the lesson's names; claims about a model over that model and the words it learnt.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from threading import RLock
from typing import TypeVar, cast

import torch
from torch import Tensor

from backend.claims.ruling import NotHere
from backend.claims.trained import Trained
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
MOST_PAIRED, MOST_SPREAD = 5e7, 1e8  # numbers of one tensor: of every pair of characters, of every example


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
    """Words, a model, and the stored trainings, None where they were not run on these words.

    For a claim about words they are the lesson's names; for one about the model, the words that it learnt from.
    """

    words: Words
    model: Model
    trained: Trained | None = None

    @property
    def results(self) -> Trained:
        """The stored trainings; raises NotHere where there are none."""
        if self.trained is None:
            raise NotHere(
                "这条要先训练若干网络，而这份语料上还没有对应的结果；运行 make claims 就会算出来。",
                "This one needs trainings that have not been run on these words; `make claims` runs them.",
            )
        return self.trained

    def check_size(self) -> None:
        """Raise NotHere where claims about this model would take gigabytes; known before anything is computed."""
        shape, words = self.model.network.shape, self.words.corpus.words
        V, paired = shape.vocabulary_size, shape.embedding_dim + shape.hidden_size + shape.vocabulary_size
        examples = len(words) + sum(map(len, words))
        if V * V * paired > MOST_PAIRED or examples * V > MOST_SPREAD:
            raise NotHere(
                f"模型 {self.model.card.id} 太大：{V:,} 个字符、{examples:,} 个样本，逐一检验要占好几 GB 内存；"
                "请换一个字符更少或语料更小的模型。",
                f"{self.model.card.id} is too large: over its {V:,} characters and {examples:,} examples the claims "
                "would take gigabytes; choose a model of fewer characters or words.",
            )

    @property
    def own_words(self) -> Words:
        """The words, for what needs a model that reads the same characters; raises NotHere where it does not."""
        if self.words.vocabulary != self.model.vocabulary:
            raise NotHere(
                f"模型 {self.model.card.id} 学过的语料不在这里，它的字符与手头的名字不同。",
                f"The words that {self.model.card.id} learnt from are not here, and its characters are others.",
            )
        return self.words


def _id_of(vocabulary: Vocabulary, token: str) -> int:
    if token not in vocabulary:
        raise NotHere(f"这里没有字符 {token!r}，无从检验。", f"There is no character {token!r} here to check it with.")
    return vocabulary.tokens.index(token)
