"""A network and a seed -> names, all of them advancing together.

At every step the contexts of the unfinished names are few and often the same, so one distribution is computed for each
distinct context, not for each name (embedding-and-mlp 7.6; S92, S93). The dice of draw t are the Philox stream with key
(seed, t), and name i takes its i-th number: name i depends on (seed, i) alone, not on how many are drawn beside it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backend.lesson.dice import uniforms
from backend.lesson.distinct import DistinctContexts
from backend.lesson.likelihood import score
from backend.lesson.network import Network
from backend.lesson.shares import Shares, fallen
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
        with np.errstate(over="ignore"):  # a tiny temperature: -inf, so no share at all
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
    return uniforms(seed, draw, count)


def draw_names(network: Network, count: int, seed: int, sampler: Sampler, prefix: list[int], max_length: int) -> Drawn:
    """Draw `count` names of at most `max_length` characters that begin with the ids `prefix`.

    Raises Refusal where the prefix has an end in it or is longer than `max_length`, a number is below 1, or the seed
    has more than 64 bits.
    """
    for field, number in (("count", count), ("max_length", max_length)):
        if number < 1:
            raise Refusal(f"{field} is {number}; it has to be at least 1", field)
    if len(prefix) > max_length:
        raise Refusal(
            f"prefix has {len(prefix)} characters and max_length is {max_length}, which counts them; raise max_length",
            "prefix",
        )
    if 0 in prefix:
        raise Refusal("prefix has '.', which ends a name; leave it out", "prefix")
    K = network.shape.context_length
    ids = np.zeros((count, K + max_length), dtype=np.int64)  # K boundaries before every name
    ids[:, K : K + len(prefix)] = prefix
    lengths = np.full(count, len(prefix), dtype=np.int64)
    complete = np.zeros(count, dtype=bool)
    (known,) = score(network, [prefix], [False])
    likelihood = np.full(count, sum((token.log_probability for token in known), start=0.0))
    live = np.arange(count)
    shares = Shares(network, sampler.cumulative)
    for draw, place in enumerate(range(len(prefix), max_length)):
        if not len(live):
            break
        thrown = dice(seed, draw, live[-1] + 1)
        for some in np.split(live, range(shares.most, len(live), shares.most)):  # one part, unless V is large
            distinct = DistinctContexts(ids[some, place : place + K], network.shape.vocabulary_size)
            rows = shares.rows(distinct.contexts)[distinct.rows]  # (L,)
            tokens = fallen(shares.upto, rows, thrown[some] * shares.upto[rows, -1])  # (L,)
            ids[some, K + place] = tokens
            likelihood[some] += shares.log_p[rows, tokens]
        complete[live] = ids[live, K + place] == 0
        live = live[~complete[live]]
        lengths[live] += 1
    return Drawn(ids[:, K:], lengths, complete, likelihood)
