"""Examples -> a corpus as its counts: every distinct context with how often each token followed it.

Cross-entropy over these rows is the same objective as over the examples, to the last digit, with a thirtieth of the
rows for the shipped names and K = 3. They are also the counting model of the lesson: smoothing k, and the loss of a
table that says "never" to a pair it has not met (embedding-27-to-2, the table that empties; S1, S6, S7).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backend.lesson.contexts import Examples
from backend.lesson.distinct import DistinctContexts
from backend.lesson.vocabulary import Ids

Floats = NDArray[np.float64]
DENSE_CELLS = 2**25


class ContextCounts:
    """Counts of next tokens for U distinct contexts, stored as the P pairs that occur, in context order."""

    def __init__(self, examples: Examples, vocabulary_size: int) -> None:
        self.vocabulary_size = vocabulary_size
        self.distinct = DistinctContexts(examples.X, vocabulary_size)
        cells = self.distinct.rows * vocabulary_size + examples.Y
        space = len(self.distinct) * vocabulary_size
        if space <= DENSE_CELLS:
            dense = np.bincount(cells, minlength=space)
            occupied = np.flatnonzero(dense)
            self.pair_counts: Ids = dense[occupied]
        else:
            occupied, self.pair_counts = np.unique(cells, return_counts=True)
        self.pair_rows: Ids = occupied // vocabulary_size  # (P,)
        self.pair_tokens: Ids = occupied % vocabulary_size  # (P,)
        self._cells = occupied
        self.totals: Ids = np.bincount(self.distinct.rows, minlength=len(self.distinct))  # (U,)
        self.starts: Ids = np.searchsorted(self.pair_rows, np.arange(len(self.distinct) + 1))  # (U + 1,)

    @property
    def contexts(self) -> Ids:
        """The distinct contexts (U, K)."""
        return self.distinct.contexts

    @property
    def examples(self) -> int:
        """How many examples these counts stand for."""
        return int(self.totals.sum())

    def dense(self, rows: slice) -> NDArray[np.int64]:
        """Counts (R, V) of a range of contexts."""
        start, stop, _ = rows.indices(len(self.distinct))
        pairs = slice(self.starts[start], self.starts[stop])
        counts = np.zeros((stop - start, self.vocabulary_size), dtype=np.int64)
        counts[self.pair_rows[pairs] - start, self.pair_tokens[pairs]] = self.pair_counts[pairs]
        return counts

    def row(self, context: Ids) -> Ids:
        """Counts (V,) after one context (K,), zeros where it never occurred."""
        place = int(self.distinct.find(context[None, :])[0])
        if place < 0:
            return np.zeros(self.vocabulary_size, dtype=np.int64)
        return self.dense(slice(place, place + 1))[0]

    def pairs_in(self, other: "ContextCounts") -> tuple[Ids, Ids]:
        """For each of `other`'s P' pairs: the count of that pair here, and of its context here; both (P',)."""
        return self.met(other.contexts, other.pair_rows, other.pair_tokens)

    def met(self, contexts: Ids, rows: Ids, tokens: Ids) -> tuple[Ids, Ids]:
        """The same for any pairs: pair i is `tokens[i]` after `contexts[rows[i]]`, contexts (U', K) of this K."""
        places = self.distinct.find(contexts)  # (U',)
        totals = np.where(places >= 0, self.totals[places], 0)[rows]
        cells = places[rows] * self.vocabulary_size + tokens
        found = np.minimum(np.searchsorted(self._cells, cells), len(self._cells) - 1)
        hit = (places[rows] >= 0) & (self._cells[found] == cells)
        return np.where(hit, self.pair_counts[found], 0), totals


@dataclass(frozen=True)
class TableLoss:
    """Mean negative log-likelihood in nats per token (infinite if any event has p = 0), and how many have it."""

    loss: float
    impossible_events: int
    events: int


def probabilities(counts: Ids, smoothing: float) -> Floats:
    """Add-k estimates (..., V) from counts (..., V): (n + k) / (N + kV); all 0 for an empty row and k = 0."""
    raised = counts + float(smoothing)
    totals = raised.sum(axis=-1, keepdims=True)
    return np.divide(raised, totals, out=np.zeros(raised.shape), where=totals > 0)


def table_loss(learnt: ContextCounts, events: ContextCounts, smoothing: float) -> TableLoss:
    """The exact loss of the add-k table of `learnt` on `events`; an unseen context without smoothing has p = 0."""
    counts, totals = learnt.pairs_in(events)
    raised = counts + float(smoothing)
    below = totals + float(smoothing) * learnt.vocabulary_size
    weights = events.pair_counts
    impossible = int(weights[raised == 0].sum())
    if impossible:
        return TableLoss(float("inf"), impossible, events.examples)
    return TableLoss(float((weights * (np.log(below) - np.log(raised))).sum() / events.examples), 0, events.examples)
