"""One context, five answers and their scores: counts, add-k, the interpolated n-gram, the network, a mixture.

The counting models are learnt from the network's own training words and from nothing else; what has to be fitted (the
weights of the interpolation, the share of the mixture) is fitted on dev, so that test is the column to trust (findings,
3 and 4; S6, S7). Losses are exact: every distinct context once, its pairs weighted by their counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backend.lesson.contexts import window
from backend.lesson.counts import ContextCounts
from backend.lesson.interpolation import Interpolation, Met, Orders, fit, mixing_share
from backend.lesson.likelihood import log_probabilities
from backend.lesson.network import Network
from backend.lesson.split import Split
from backend.lesson.vocabulary import Ids, Vocabulary
from backend.refusal import Refusal

Floats = NDArray[np.float64]
COUNT, ADD, INTERPOLATED, NETWORK, MIXTURE = CONTESTANTS = ("count", "add", "interpolated", "network", "mixture")
LONGEST_ORDER = 8
MOST_TOKENS = 2_000
MOST_WINDOWS = 2_000_000  # training examples times orders: two seconds, and some 80 MB that are kept
MOST_WORK = 10**10  # events times parameters
CELLS_AT_ONCE = 2**22


@dataclass(frozen=True)
class Score:
    """Mean surprise in nats per token, infinite where an event has p = 0, None where there is no event."""

    loss: float | None
    impossible: int
    events: int


@dataclass(frozen=True)
class Part:
    """Some words of dev or test: how many, how often each of their P pairs occurs, and what is known of it."""

    words: int
    weights: Ids  # (P,)
    met: Met
    network: Floats  # (P,)


@dataclass(frozen=True)
class Sight:
    """One order of the n-gram on one context: how often it occurs in train, and its share of the answer."""

    length: int
    count: int
    share: float


class Arena:
    """All five contestants of one model, made ready once; an order is how many tokens the counting ones read."""

    def __init__(self, network: Network, vocabulary: Vocabulary, split: Split, order: int) -> None:
        check_size(network, split, order)
        self.network, self.vocabulary, self.order = network, vocabulary, order
        self.longest = max(order, network.shape.context_length)
        self.orders = Orders(window(split.train, vocabulary, order), len(vocabulary))
        known = set(split.train)
        self.parts: dict[tuple[str, str], Part] = {}
        for name, words in (("dev", split.dev), ("test", split.test)):
            self.parts[name, "seen"] = self._part([word for word in words if word in known])
            self.parts[name, "unseen"] = self._part([word for word in words if word not in known])
        dev = _together([self.parts["dev", "seen"], self.parts["dev", "unseen"]])
        self.interpolation: Interpolation = fit(dev.met, dev.weights, len(vocabulary))
        self.network_share = mixing_share(dev.network, self.interpolation.probabilities(dev.met), dev.weights)

    def columns(self, context: Ids, smoothing: float) -> dict[str, Floats | None]:
        """p (V,) of every contestant after a context (L,) of the longest length; None for 0 counts out of 0."""
        met, K = self.orders.after(context), self.network.shape.context_length
        said = self._said(met, np.exp(log_probabilities(self.network, context[None, -K:])[0]), smoothing)
        known = met.contexts[-1, 0] > 0
        empty = {COUNT: not known, ADD: not known and smoothing == 0}
        return {name: None if empty.get(name) else p for name, p in said.items()}

    def sights(self, context: Ids) -> tuple[float, list[Sight]]:
        """The share of 1/V in the interpolated answer, and every order, the bare frequencies first."""
        met = self.orders.after(context)
        below, *shares = self.interpolation.shares(met).tolist()
        counts = met.contexts[:, 0].tolist()
        return below, [Sight(j, counts[j], share) for j, share in enumerate(shares)]

    def board(self, smoothing: float) -> dict[tuple[str, str, str], Score]:
        """The score of (contestant, dev or test, all or seen or unseen)."""
        scores: dict[tuple[str, str, str], Score] = {}
        for name in ("dev", "test"):
            each = {which: self.parts[name, which] for which in ("seen", "unseen")}
            each = {"all": _together(list(each.values())), **each}
            for which, part in each.items():
                for contestant, p in self._said(part.met, part.network, smoothing).items():
                    scores[contestant, name, which] = _score(p, part.weights)
        return scores

    def _said(self, met: Met, network: Floats, smoothing: float) -> dict[str, Floats]:
        """p (P,) of each pair by each contestant; 0 where a table has 0 of 0."""
        raised = met.pairs[-1] + smoothing
        below = met.contexts[-1] + smoothing * len(self.vocabulary)
        interpolated = self.interpolation.probabilities(met)
        return {
            COUNT: met.frequencies[-1],
            ADD: np.divide(raised, below, out=np.zeros(len(raised)), where=below > 0),
            INTERPOLATED: interpolated,
            NETWORK: network,
            MIXTURE: self.network_share * network + (1 - self.network_share) * interpolated,
        }

    def _part(self, words: Sequence[str]) -> Part:
        V, K = len(self.vocabulary), self.network.shape.context_length
        events = ContextCounts(window(words, self.vocabulary, self.longest), V)
        rows, tokens = events.pair_rows, events.pair_tokens
        chosen, block = np.empty(len(rows)), max(1, CELLS_AT_ONCE // V)
        for start in range(0, len(events.contexts), block):
            stop = min(start + block, len(events.contexts))
            pairs = slice(events.starts[start], events.starts[stop])
            log_p = log_probabilities(self.network, events.contexts[start:stop, -K:])
            chosen[pairs] = log_p[rows[pairs] - start, tokens[pairs]]
        return Part(len(words), events.pair_counts, self.orders.met(events.contexts, rows, tokens), np.exp(chosen))


def check_size(network: Network, split: Split, order: int) -> None:
    """Raise Refusal for what would take seconds: too long an order, too large an alphabet, corpus or network."""
    if not 1 <= order <= LONGEST_ORDER:
        raise Refusal(f"order is {order}; the counting columns read 1 to {LONGEST_ORDER} tokens", "order")
    if network.shape.vocabulary_size > MOST_TOKENS:
        raise Refusal(
            f"the model has V = {network.shape.vocabulary_size:,} tokens; the arena lists every one in five columns, "
            f"{MOST_TOKENS:,} at most; choose a model of a smaller alphabet",
            "id",
        )
    learnt, asked = (sum(len(word) + 1 for word in words) for words in (split.train, (*split.dev, *split.test)))
    if learnt * (order + 1) > MOST_WINDOWS:
        raise Refusal(
            f"train has {learnt:,} examples, counted for {order + 1} orders; examples times orders are at most "
            f"{MOST_WINDOWS:,} here; ask for a smaller order or choose a model of a smaller corpus",
            "order",
        )
    if asked * network.shape.parameters > MOST_WORK:
        raise Refusal(
            f"{asked:,} tokens of dev and test times {network.shape.parameters:,} parameters are more than "
            f"{MOST_WORK:,}; choose a smaller model or one of a smaller corpus",
            "id",
        )


def _together(parts: Sequence[Part]) -> Part:
    return Part(
        sum(part.words for part in parts),
        np.concatenate([part.weights for part in parts]),
        Met(*(np.concatenate([getattr(part.met, side) for part in parts], axis=1) for side in ("pairs", "contexts"))),
        np.concatenate([part.network for part in parts]),
    )


def _score(p: Floats, weights: Ids) -> Score:
    events, impossible = int(weights.sum()), int(weights[p == 0].sum())
    if not events:
        return Score(None, 0, 0)
    return Score(float("inf") if impossible else -float(weights @ np.log(p)) / events, impossible, events)
