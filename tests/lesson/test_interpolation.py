"""The interpolated n-gram against dictionaries and loops, its weights against a search, its losses against claims."""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.lesson import interpolation
from backend.lesson.contexts import window
from backend.lesson.counts import ContextCounts
from backend.lesson.interpolation import Interpolation, Met, Orders, buckets, fit, mixing_share
from backend.lesson.split import Split
from backend.lesson.vocabulary import Vocabulary

TRAIN = ("emma", "emma", "anna", "eve", "ava", "maeve", "nan", "amanda", "ada", "edna", "vera", "dana")
HELD_OUT = ("eva", "emma", "nadav", "dean", "rea", "anna")
VOCABULARY = Vocabulary("".join((*TRAIN, *HELD_OUT)))
V = len(VOCABULARY)


class PlainCounts:
    """n(c, x) and n(c) of every order, in dictionaries with tuples for keys."""

    def __init__(self, words: Sequence[str], K: int) -> None:
        self.K = K
        self.pairs: Counter[tuple[tuple[int, ...], int]] = Counter()
        self.contexts: Counter[tuple[int, ...]] = Counter()
        for context, token in examples(words, K):
            for j in range(K + 1):
                self.pairs[context[K - j :], token] += 1
                self.contexts[context[K - j :]] += 1

    def probability(self, weights: dict[tuple[int, int], float], context: tuple[int, ...], token: int) -> float:
        p = 1 / V
        for j in range(self.K + 1):
            c = context[self.K - j :]
            n = self.contexts[c]
            w = weights[j, bucket(n)] if n else 0.0
            p = w * (self.pairs[c, token] / n if n else 0.0) + (1 - w) * p
        return p

    def objective(self, weights: dict[tuple[int, int], float], words: Sequence[str]) -> float:
        """What the weights are chosen for: ln p of all events, and of two imaginary ones for each weight in use."""
        pairs = examples(words, self.K)
        used = {(j, bucket(self.contexts[c[self.K - j :]])) for c, _ in pairs for j in range(self.K + 1)}
        known = sum(math.log(self.probability(weights, c, x)) for c, x in pairs)
        return known + sum(math.log(weights[at]) + math.log(1 - weights[at]) for at in used if at[1])


def examples(words: Sequence[str], K: int) -> list[tuple[tuple[int, ...], int]]:
    ids = {token: i for i, token in enumerate(VOCABULARY.tokens)}
    rows = []
    for word in words:
        context = (0,) * K
        for character in word + ".":
            rows.append((context, ids[character]))
            context = (*context, ids[character])[1:]
    return rows


def bucket(n: int) -> int:
    return 0 if n == 0 else 1 + int(math.log2(n))


def held_out(orders: Orders, words: Sequence[str], K: int) -> tuple[ContextCounts, Met]:
    events = ContextCounts(window(words, VOCABULARY, K), V)
    return events, orders.met(events.contexts, events.pair_rows, events.pair_tokens)


def as_dictionary(fitted: Interpolation) -> dict[tuple[int, int], float]:
    return {(j, b): w for j, row in enumerate(fitted.weights.tolist()) for b, w in enumerate(row)}


def test_buckets_are_powers_of_two() -> None:
    counts = [0, 1, 2, 3, 4, 7, 8, 1023, 1024, 182_518]
    assert buckets(np.array(counts)).tolist() == [bucket(n) for n in counts]


@pytest.mark.parametrize("K", [1, 2, 3, 5])
def test_counts_of_every_order(K: int) -> None:
    known = PlainCounts(TRAIN, K)
    events, met = held_out(Orders(window(TRAIN, VOCABULARY, K), V), HELD_OUT, K)
    for i, (row, token) in enumerate(zip(events.pair_rows, events.pair_tokens, strict=True)):
        context = tuple(events.contexts[row].tolist())
        for j in range(K + 1):
            assert met.pairs[j, i] == known.pairs[context[K - j :], token]
            assert met.contexts[j, i] == known.contexts[context[K - j :]]


@pytest.mark.parametrize("K", [1, 2, 3, 5])
def test_probabilities_follow_the_recursion_and_add_up_to_one(K: int) -> None:
    known, orders = PlainCounts(TRAIN, K), Orders(window(TRAIN, VOCABULARY, K), V)
    events, met = held_out(orders, HELD_OUT, K)
    fitted = fit(met, events.pair_counts, V)
    weights = as_dictionary(fitted)
    for context, _ in [*examples(TRAIN, K), *examples(HELD_OUT, K)]:
        after = orders.after(np.array(context))
        p = fitted.probabilities(after)
        assert p.tolist() == pytest.approx([known.probability(weights, context, x) for x in range(V)], abs=1e-12)
        assert p.min() > 0 and p.sum() == pytest.approx(1, abs=1e-12)
        below, *shares = fitted.shares(after).tolist()
        again = below / V + sum(share * row for share, row in zip(shares, after.frequencies, strict=True))
        assert again.tolist() == pytest.approx(p.tolist(), abs=1e-12)


@pytest.mark.parametrize("K", [1, 2, 3])
def test_no_weight_can_be_moved_for_the_better(monkeypatch: pytest.MonkeyPatch, K: int) -> None:
    """A search by hand, in dictionaries, from where the fit ended."""
    monkeypatch.setattr(interpolation, "ENOUGH", -1.0)
    monkeypatch.setattr(interpolation, "MOST_ROUNDS", 3000)
    known = PlainCounts(TRAIN, K)
    events, met = held_out(Orders(window(TRAIN, VOCABULARY, K), V), HELD_OUT, K)
    weights = as_dictionary(fit(met, events.pair_counts, V))
    best = known.objective(weights, HELD_OUT)
    for at, w in weights.items():
        assert w == 0 if at[1] == 0 else 0 <= w < 1
        for moved in (w - 0.01, w + 0.01):
            if at[1] and 0 < moved < 1:
                assert known.objective({**weights, at: moved}, HELD_OUT) <= best + 1e-9


def test_the_fit_stops_early_and_close(monkeypatch: pytest.MonkeyPatch, split: Split, names) -> None:
    """With the shipped names the default number of rounds is within a thousandth of a nat of many more."""
    orders = Orders(window(split.train, names.vocabulary, 3), 27)
    dev = ContextCounts(window(split.dev, names.vocabulary, 3), 27)
    met = orders.met(dev.contexts, dev.pair_rows, dev.pair_tokens)

    def loss() -> float:
        p = fit(met, dev.pair_counts, 27).probabilities(met)
        return -float(dev.pair_counts @ np.log(p)) / dev.examples

    quick = loss()
    monkeypatch.setattr(interpolation, "ENOUGH", 1e-9)
    monkeypatch.setattr(interpolation, "MOST_ROUNDS", 1000)
    assert quick == pytest.approx(loss(), abs=1e-3)


def test_a_context_known_better_than_all_held_out_ones_is_not_trusted_less() -> None:
    """Held-out contexts of count 1 and of count 2; one of count 9 takes the weight of the latter."""
    pairs, contexts = np.array([[5, 5, 5], [1, 2, 0]]), np.array([[40, 40, 40], [1, 2, 2]])
    fitted = fit(Met(pairs, contexts), np.array([3, 5, 1]), V)
    rare = Met(np.array([[5], [9]]), np.array([[40], [9]]))
    assert fitted.trust(rare)[1, 0] == fitted.weights[1, bucket(2)] > 0


@given(st.lists(st.tuples(st.floats(0.001, 1), st.floats(0.001, 1), st.integers(1, 50)), min_size=1, max_size=20))
def test_the_mixing_share_is_the_best_of_a_thousand(rows: list[tuple[float, float, int]]) -> None:
    one, other, weights = (np.array(column) for column in zip(*rows, strict=True))

    def mean(share: float) -> float:
        return sum(n * math.log(share * a + (1 - share) * b) for a, b, n in rows) / sum(n for *_, n in rows)

    share = mixing_share(one, other, weights)
    assert 0 <= share <= 1
    assert mean(share) >= max(mean(step / 1000) for step in range(1001)) - 2e-3


@pytest.mark.parametrize(("K", "known", "about"), [(3, 2.068, 0.006), (4, 2.008, 0.02)])
def test_the_shipped_names(split: Split, names, K: int, known: float, about: float) -> None:
    """The claims' values are of coarser buckets; finer ones are a little better, and never worse."""
    orders = Orders(window(split.train, names.vocabulary, K), 27)
    parts = [ContextCounts(window(part, names.vocabulary, K), 27) for part in (split.dev, split.test)]
    dev, test = (orders.met(part.contexts, part.pair_rows, part.pair_tokens) for part in parts)
    fitted = fit(dev, parts[0].pair_counts, 27)
    loss = -float(parts[1].pair_counts @ np.log(fitted.probabilities(test))) / parts[1].examples
    assert known - about < loss < known
