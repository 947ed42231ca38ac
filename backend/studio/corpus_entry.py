"""A corpus on the shelf: its words, its card, and counts for any context length, each computed once."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from backend.lesson.contexts import window
from backend.lesson.corpus import Corpus, decoded, read_corpus
from backend.lesson.counts import ContextCounts
from backend.lesson.split import Split, SplitRecipe, split_words
from backend.refusal import Damaged, Refusal
from backend.studio.kept import Kept

COUNTS_KEPT = 8


@dataclass(frozen=True)
class CountsOfCorpus:
    """Counts of all words, and of the default split's train and dev words, for one context length."""

    all: ContextCounts
    train: ContextCounts
    dev: ContextCounts | None


@dataclass
class CorpusEntry:
    """One corpus by id; `added` says that a user brought it, and may remove it."""

    id: str
    corpus: Corpus
    added: bool = True
    _counts: Kept[int, CountsOfCorpus] = field(default_factory=lambda: Kept(COUNTS_KEPT))

    @cached_property
    def split(self) -> Split:
        """The split of the published recipe."""
        return split_words(self.corpus.words, SplitRecipe())

    @cached_property
    def card(self) -> dict[str, Any]:
        """The card as the REST contract has it."""
        parts = {"train": self.split.train, "dev": self.split.dev, "test": self.split.test}
        return {
            "id": self.id,
            "words": len(self.corpus.words),
            "unique": len(self.corpus.unique),
            "examples": self.corpus.examples,
            "vocabulary": list(self.corpus.vocabulary.tokens),
            "sha256": self.corpus.sha256,
            "splits": {
                name: {"words": len(words), "examples": sum(map(len, words)) + len(words)}
                for name, words in parts.items()
            },
            "characters": [{"token": t, "count": n} for t, n in self.corpus.characters().items()],
            "added": self.added,
        }

    def counts(self, context_length: int) -> CountsOfCorpus:
        """The counts for a context length; the last few that were asked for are kept."""
        return self._counts.get(context_length, None, lambda: self._count(context_length))

    def _count(self, context_length: int) -> CountsOfCorpus:
        return CountsOfCorpus(
            self._counted(self.corpus.words, context_length),
            self._counted(self.split.train, context_length),
            self._counted(self.split.dev, context_length) if self.split.dev else None,
        )

    def _counted(self, words: tuple[str, ...], context_length: int) -> ContextCounts:
        vocabulary = self.corpus.vocabulary
        return ContextCounts(window(words, vocabulary, context_length), len(vocabulary))


def load_corpus(folder: Path, corpus_id: str, added: bool = True) -> CorpusEntry:
    """The corpus in `<id>.txt`; raises Damaged naming the file where no word of it can be read."""
    path = folder / f"{corpus_id}.txt"
    try:
        return CorpusEntry(corpus_id, read_corpus(decoded(path.read_bytes())), added)
    except Refusal as refusal:
        raise Damaged(f"{path.name}: {refusal}") from None
