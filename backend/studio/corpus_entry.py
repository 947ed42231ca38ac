"""A corpus on the shelf: its words, its card, and counts for any context length, each computed once."""

from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

from backend.lesson.contexts import window
from backend.lesson.corpus import Corpus, decoded, read_corpus
from backend.lesson.counts import ContextCounts
from backend.lesson.split import Split, SplitRecipe, split_words

COUNTS_KEPT = 8


@dataclass(frozen=True)
class CountsOfCorpus:
    """Counts of all words, and of the default split's train and dev words, for one context length."""

    all: ContextCounts
    train: ContextCounts
    dev: ContextCounts | None


@dataclass
class CorpusEntry:
    """One corpus by id."""

    id: str
    corpus: Corpus
    _counts: "OrderedDict[int, CountsOfCorpus]" = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

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
        }

    def counts(self, context_length: int) -> CountsOfCorpus:
        """The counts for a context length; the last few that were asked for are kept."""
        with self._lock:
            if context_length not in self._counts:
                self._counts[context_length] = CountsOfCorpus(
                    self._counted(self.corpus.words, context_length),
                    self._counted(self.split.train, context_length),
                    self._counted(self.split.dev, context_length) if self.split.dev else None,
                )
                if len(self._counts) > COUNTS_KEPT:
                    self._counts.popitem(last=False)
            self._counts.move_to_end(context_length)
            return self._counts[context_length]

    def _counted(self, words: tuple[str, ...], context_length: int) -> ContextCounts:
        vocabulary = self.corpus.vocabulary
        return ContextCounts(window(words, vocabulary, context_length), len(vocabulary))


def load_corpus(folder: Path, corpus_id: str) -> CorpusEntry:
    """The corpus in `<id>.txt`; raises Refusal where the file has no word that can be kept."""
    return CorpusEntry(corpus_id, read_corpus(decoded((folder / f"{corpus_id}.txt").read_bytes())))
