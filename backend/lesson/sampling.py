"""A network and a seed -> names, all of them advancing together.

At every step the contexts of the unfinished names are few and often the same, so one distribution is computed for each
distinct context, not for each name (embedding-and-mlp 7.6; S92, S93). The dice of draw t are the Philox stream with key
(seed, t), and name i takes its i-th number: name i depends on (seed, i) alone, not on how many are drawn beside it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backend.lesson.distinct import DistinctContexts
from backend.lesson.likelihood import log_probabilities, score
from backend.lesson.network import Network
from backend.lesson.vocabulary import Ids
from backend.refusal import Refusal

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Sampler:
    """How the next token is drawn: by tempered probabilities, of the `top_k` likeliest if that is set."""

    temperature: float = 1.0
    top_k: int | None = None

    def __post_init__(self) -> None:
        if not 0 < self.temperature <= 100:
            raise Refusal(f"temperature is {self.temperature}; it has to be above 0 and at most 100", "temperature")
        if self.top_k is not None and self.top_k < 1:
            raise Refusal(f"top_k is {self.top_k}; at least 1 token has to be left to draw from", "top_k")

    def cumulative(self, log_p: Floats) -> Floats:
        """Cumulative shares (U, V), not normalised, of the distribution to draw from."""
        tempered = (log_p - log_p.max(axis=1, keepdims=True)) / self.temperature
        shares = np.exp(tempered)
        if self.top_k is not None and self.top_k < log_p.shape[1]:
            order = np.argsort(-log_p, axis=1, kind="stable")
            np.put_along_axis(shares, order[:, self.top_k :], 0.0, axis=1)
        return np.cumsum(shares, axis=1)


@dataclass(frozen=True)
class Drawn:
    """N names, one row each, and how likely the untempered network finds each, its prefix and drawn end included."""

    ids: Ids  # (N, max_length), 0 from the end on
    lengths: Ids  # (N,) characters
    complete: NDArray[np.bool_]  # (N,) whether the end was drawn
    log_probabilities: Floats  # (N,) nats


def dice(seed: int, draw: int, count: int) -> Floats:
    """The numbers in [0, 1) that `count` names throw at draw `draw`: a prefix of one endless stream."""
    return np.random.Generator(np.random.Philox(key=np.array([seed, draw], dtype=np.uint64))).random(count)


class _Shares:
    """The distributions of every context met so far, in arrays that grow by doubling."""

    def __init__(self, network: Network, sampler: Sampler) -> None:
        self._network, self._sampler = network, sampler
        self._row_of: dict[bytes, int] = {}
        self.log_p = np.empty((64, network.shape.vocabulary_size))  # (at least U, V)
        self.upto = np.empty_like(self.log_p)

    def rows(self, contexts: Ids) -> Ids:
        """Where the distributions of distinct contexts (N, K) stand, (N,); new ones are evaluated together."""
        keys = np.ascontiguousarray(contexts).view(f"V{8 * contexts.shape[1]}").ravel().tolist()
        known = len(self._row_of)
        new = [i for i, key in enumerate(keys) if key not in self._row_of]
        self._row_of.update(zip((keys[i] for i in new), range(known, known + len(new)), strict=True))
        while known + len(new) > len(self.log_p):
            self.log_p = np.concatenate([self.log_p, np.empty_like(self.log_p)])
            self.upto = np.concatenate([self.upto, np.empty_like(self.upto)])
        if new:
            added = log_probabilities(self._network, contexts[new])
            self.log_p[known : known + len(new)] = added
            self.upto[known : known + len(new)] = self._sampler.cumulative(added)
        return np.array([self._row_of[key] for key in keys])


def fallen(upto: Floats, rows: Ids, thrown: Floats) -> Ids:
    """For each throw (L,) the first token of its row of `upto` (U, V) whose share reaches beyond it: (L,).

    Every row is searched by halving, all at once: log2 V look-ups a throw instead of V comparisons.
    """
    U, V = upto.shape
    flat, starts = upto.reshape(U * V), rows * V
    tokens = np.zeros(len(rows), dtype=np.int64)
    for stride in (2**bit for bit in reversed(range((V - 1).bit_length()))):
        probe = np.minimum(tokens + stride, V - 1)
        beyond = (flat[starts + probe - 1] <= thrown) & (tokens + stride < V)
        tokens = np.where(beyond, probe, tokens)
    return tokens


def draw_names(network: Network, count: int, seed: int, sampler: Sampler, prefix: list[int], max_length: int) -> Drawn:
    """Draw `count` names of at most `max_length` characters that begin with the ids `prefix`.

    Raises Refusal where the prefix alone is longer than `max_length`, or a number is below 1.
    """
    for field, number in (("count", count), ("max_length", max_length)):
        if number < 1:
            raise Refusal(f"{field} is {number}; it has to be at least 1", field)
    if len(prefix) > max_length:
        raise Refusal(
            f"prefix has {len(prefix)} characters and max_length is {max_length}, which counts them; raise max_length",
            "prefix",
        )
    K = network.shape.context_length
    ids = np.zeros((count, K + max_length), dtype=np.int64)  # K boundaries before every name
    ids[:, K : K + len(prefix)] = prefix
    lengths = np.full(count, len(prefix), dtype=np.int64)
    complete = np.zeros(count, dtype=bool)
    given = sum(token.log_probability for token in score(network, [prefix], [False])[0])
    likelihood = np.full(count, given, dtype=np.float64)
    live = np.arange(count)
    shares = _Shares(network, sampler)
    for draw, place in enumerate(range(len(prefix), max_length)):
        if not len(live):
            break
        distinct = DistinctContexts(ids[live, place : place + K], network.shape.vocabulary_size)
        rows = shares.rows(distinct.contexts)[distinct.rows]  # (L,)
        thrown = dice(seed, draw, live[-1] + 1)[live] * shares.upto[rows, -1]
        tokens = fallen(shares.upto, rows, thrown)  # (L,)
        ids[live, K + place] = tokens
        likelihood[live] += shares.log_p[rows, tokens]
        complete[live[tokens == 0]] = True
        live = live[tokens != 0]
        lengths[live] += 1
    return Drawn(ids[:, K:], lengths, complete, likelihood)
