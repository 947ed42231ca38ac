"""Counts of every order -> the interpolated n-gram: contexts of 0 to K tokens, each trusted as far as it is known.

Jelinek and Mercer (1980): p_j(x | c) = w * n(c, x) / n(c) + (1 - w) * p_(j-1)(x | c without its oldest token), down to
the bare frequencies and, below them, 1/V. A weight w belongs to an order and to a bucket of n(c), a power of two: a
context met a thousand times is trusted more than one met twice, and one never met not at all. The weights are fitted on
held-out words by expectation maximisation, never on the words that were counted: there the longest context would win.

It answers the lesson's empty table (embedding-27-to-2, the table that empties; findings, 4). What it leaves out: class
n-grams, which are the rival in Bengio et al. (2003), and discounting (Kneser and Ney).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backend.lesson.contexts import Examples
from backend.lesson.counts import ContextCounts
from backend.lesson.vocabulary import Ids

Floats = NDArray[np.float64]
MOST_ROUNDS = 200
ENOUGH = 3e-6  # nats per token by which a round has to change the mean


@dataclass(frozen=True)
class Met:
    """What the training words know of P pairs (context, token), for each order: n(c, x) and n(c), both (K + 1, P)."""

    pairs: Ids
    contexts: Ids

    @property
    def frequencies(self) -> Floats:
        """n(c, x) / n(c) (K + 1, P), and 0 where the context never occurred."""
        return np.divide(self.pairs, self.contexts, out=np.zeros(self.pairs.shape), where=self.contexts > 0)


class Orders:
    """The counts of contexts of 0, 1, ... K tokens of the same examples."""

    def __init__(self, examples: Examples, vocabulary_size: int) -> None:
        self.vocabulary_size, self.longest = vocabulary_size, examples.X.shape[1]
        shorter = (Examples(examples.X[:, self.longest - j :], examples.Y) for j in range(self.longest + 1))
        self.counts = [ContextCounts(one, vocabulary_size) for one in shorter]

    def met(self, contexts: Ids, rows: Ids, tokens: Ids) -> Met:
        """Pair i is `tokens[i]` after `contexts[rows[i]]`; contexts (U, K) or longer, of which the last K are read."""
        K = contexts.shape[1]
        found = [one.met(contexts[:, K - j :], rows, tokens) for j, one in enumerate(self.counts)]
        pairs, totals = zip(*found, strict=True)
        return Met(np.stack(pairs), np.stack(totals))

    def after(self, context: Ids) -> Met:
        """All V tokens after one context (K,) or longer."""
        V = self.vocabulary_size
        return self.met(context[None, :], np.zeros(V, dtype=np.int64), np.arange(V))


def buckets(counts: Ids) -> Ids:
    """0 for 0, 1 for 1, 2 for 2 and 3, 3 for 4 to 7, and so on: by powers of two."""
    return np.frexp(counts)[1].astype(np.int64)


@dataclass(frozen=True)
class Interpolation:
    """The weights (K + 1, buckets) of each order, and what is below them all: 1/V."""

    weights: Floats
    vocabulary_size: int

    def trust(self, met: Met) -> Floats:
        """The weight of each order for each pair (K + 1, P); no context is in a higher bucket than the empty one."""
        return np.take_along_axis(self.weights, buckets(met.contexts), axis=1)

    def probabilities(self, met: Met) -> Floats:
        """p (P,) of each pair."""
        return _levels(self.trust(met), met.frequencies, self.vocabulary_size)[-1]

    def shares(self, context: Met) -> Floats:
        """How much of one context's prediction comes from 1/V and from each order, (K + 2,), the sum 1."""
        shares = np.ones(1)
        for w in self.trust(context)[:, 0]:
            shares = np.append(shares * (1 - w), w)
        return shares


def fit(met: Met, weights: Ids, vocabulary_size: int) -> Interpolation:
    """The interpolation that makes held-out pairs, each seen `weights` (P,) times, likeliest; by EM from 1/2 on.

    Each weight is fitted with one imaginary pair on either side, so that none is exactly 0 or 1 and no pair gets p = 0.
    A bucket that no held-out pair falls into takes the weight of the nearest smaller one that some does; a context that
    never occurred has the weight 0.
    """
    places, frequencies = buckets(met.contexts), met.frequencies
    orders, size = len(places), int(places.max()) + 1
    flat = (places + size * np.arange(orders)[:, None]).ravel()
    fitted = np.full((orders, size), 0.5)
    fitted[:, 0] = 0.0
    events, before = weights.astype(np.float64), -np.inf
    for _ in range(MOST_ROUNDS):
        trust = np.take_along_axis(fitted, places, axis=1)
        levels = _levels(trust, frequencies, vocabulary_size)
        likelihood = float(events @ np.log(levels[-1])) / events.sum()
        if abs(likelihood - before) < ENOUGH:
            break
        before = likelihood
        arriving, kept = np.empty(trust.shape), trust * frequencies / levels[1:]
        arriving[-1] = events
        for j in range(orders - 1, 0, -1):
            arriving[j - 1] = arriving[j] * (1 - kept[j])
        taken = np.bincount(flat, (arriving * kept).ravel(), orders * size)
        reached = np.bincount(flat, arriving.ravel(), orders * size)
        fitted = ((taken + 1) / (reached + 2)).reshape(orders, size)
        fitted[:, 0] = 0.0
    used = np.bincount(flat, minlength=orders * size).reshape(orders, size) > 0
    nearest = np.maximum.accumulate(np.where(used, np.arange(size), 0), axis=1)
    return Interpolation(np.take_along_axis(fitted, nearest, axis=1), vocabulary_size)


def mixing_share(one: Floats, other: Floats, weights: Ids) -> float:
    """The share s for which s * one + (1 - s) * other makes pairs seen `weights` (P,) times likeliest; by EM."""
    share, events = 0.5, weights / weights.sum()
    for _ in range(MOST_ROUNDS):
        part = share * one
        after = float(events @ (part / (part + (1 - share) * other)))
        if abs(after - share) < ENOUGH:
            break
        share = after
    return share


def _levels(trust: Floats, frequencies: Floats, vocabulary_size: int) -> Floats:
    """p (K + 2, P): 1/V, then with the contexts of 0, 1, ... K tokens."""
    levels = np.empty((len(trust) + 1, trust.shape[1]))
    levels[0] = 1 / vocabulary_size
    for j, (w, f) in enumerate(zip(trust, frequencies, strict=True)):
        levels[j + 1] = w * f + (1 - w) * levels[j]
    return levels
