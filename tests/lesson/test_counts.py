"""Counts and counting losses against a Counter, plain sums and the published figures."""

import math
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.lesson import counts as counting
from backend.lesson.contexts import Examples, window
from backend.lesson.counts import ContextCounts, probabilities, table_loss
from backend.lesson.vocabulary import Vocabulary
from tests.lesson import plain


def counted(words, K):
    """The lesson's counts with a Counter over (context, next) pairs."""
    X, Y = plain.window(words, K)
    return Counter((tuple(x), y) for x, y in zip(X, Y, strict=True))


def pairs_of(counts):
    contexts = counts.contexts[counts.pair_rows].tolist()
    rows = zip(contexts, counts.pair_tokens.tolist(), counts.pair_counts.tolist(), strict=True)
    return {(tuple(context), token): n for context, token, n in rows}


def plain_loss(learnt, events, V, k):
    """Mean of -ln((n + k) / (N + kV)) over events, one after another; and how many have p = 0."""
    totals = defaultdict(int)
    for (context, _), n in learnt.items():
        totals[context] += n
    total, impossible = [], 0
    for (context, token), times in events.items():
        above, below = learnt[context, token] + k, totals[context] + k * V
        if above == 0:
            impossible += times
        else:
            total.append(-times * math.log(above / below))
    return (math.inf if impossible else math.fsum(total) / events.total()), impossible


@pytest.mark.parametrize("K", [1, 2, 3, 5])
def test_counts_of_the_names_equal_a_counter(lines, all_counts, K):
    assert pairs_of(all_counts(K)) == counted(lines, K)
    assert all_counts(K).examples == 228_146


WORDS = st.lists(st.text("abé𝒜", min_size=1, max_size=6), min_size=1, max_size=12)


@given(WORDS, WORDS, st.integers(1, 5), st.sampled_from([0, 0.1, 1, 2.5]))
def test_counts_and_loss_of_any_two_lists_of_words(words, others, K, k):
    vocabulary = Vocabulary("abé𝒜")
    everything = [*words, *others, "abé𝒜"]  # so that the oracle knows the same characters
    whole = counted(everything, K)
    learnt, events = (ContextCounts(window(part, vocabulary, K), 5) for part in (words, others))
    assert pairs_of(ContextCounts(window(everything, vocabulary, K), 5)) == whole
    loss, impossible = plain_loss(Counter(pairs_of(learnt)), Counter(pairs_of(events)), 5, k)
    made = table_loss(learnt, events, k)
    assert made.loss == pytest.approx(loss, abs=1e-12)
    assert (made.impossible_events, made.events) == (impossible, sum(map(len, others)) + len(others))


@given(WORDS, st.integers(1, 4))
def test_many_cells_are_counted_the_same_without_a_dense_table(words, K):
    examples = window(words, Vocabulary("abé𝒜"), K)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "DENSE_CELLS", 0)
        sparse = ContextCounts(examples, 5)
    dense = ContextCounts(examples, 5)
    assert pairs_of(sparse) == pairs_of(dense)
    assert np.array_equal(sparse.dense(slice(None)), dense.dense(slice(None)))


def test_a_row_its_total_and_a_range_of_rows(all_counts):
    counts = all_counts(2)
    dense = counts.dense(slice(None))
    assert dense.shape == (len(counts.contexts), 27)
    assert np.array_equal(dense.sum(axis=1), counts.totals)
    assert np.array_equal(counts.dense(slice(100, 117)), dense[100:117])
    assert np.array_equal(counts.dense(slice(5, 5)), dense[5:5])
    assert np.array_equal(counts.row(counts.contexts[100]), dense[100])
    assert counts.row(np.array([26, 0])).tolist() == [0] * 27


def test_the_bigrams_of_the_names(names, all_counts):
    decode = names.vocabulary.decode
    found = Counter({decode([*x, y]): n for (x, y), n in pairs_of(all_counts(1)).items()})
    assert len(found) == 627
    assert found.most_common(4) == [("n.", 6763), ("a.", 6640), ("an", 5438), (".a", 4410)]
    assert [found[pair] for pair in ("e.", "ar", "el", "ri", "ea", "qu")] == [3983, 3264, 3248, 3033, 679, 206]
    assert sum(n for pair, n in found.items() if pair[0] == "q") == 272


def test_the_bigram_losses(all_counts, lines):
    counts = all_counts(1)
    assert table_loss(counts, counts, 0).loss == pytest.approx(2.454014, abs=1e-6)
    assert table_loss(counts, counts, 1).loss == pytest.approx(2.454577, abs=1e-6)
    oracle = counted(lines, 1)
    for k in (0, 1):
        assert table_loss(counts, counts, k).loss == pytest.approx(plain_loss(oracle, oracle, 27, k)[0], abs=1e-12)


def test_the_published_bigram_loss_is_a_rounding_of_float32_sums(names, all_counts):
    log_p = np.log(probabilities(all_counts(1).dense(slice(None)), 1).astype(np.float32))
    examples = window(names.words, names.vocabulary, 1)
    summed = np.cumsum(log_p[examples.X[:, 0], examples.Y], dtype=np.float32)[-1]  # one after another
    assert -summed / 228_146 == pytest.approx(2.454356, abs=2e-6)


@pytest.mark.parametrize(
    ("K", "floor"),
    [(1, 2.4540), (2, 2.1857), (3, 1.8842), (4, 1.6058), (5, 1.4781), (6, 1.4472), (7, 1.4422), (8, 1.4413)],
)
def test_the_counting_floors(all_counts, K, floor):
    assert table_loss(all_counts(K), all_counts(K), 0).loss == pytest.approx(floor, abs=5e-5)


def test_the_first_32_examples_cannot_go_below_their_own_floor(names):
    counts = ContextCounts(window(names.words[:5], names.vocabulary, 3), 27)
    assert table_loss(counts, counts, 0).loss == pytest.approx(0.251475, abs=1e-6)


def test_how_empty_the_table_of_three_characters_is(all_counts):
    counts = all_counts(3)
    assert len(counts.contexts) == 5_686
    assert (counts.totals == 1).sum() == 1_132
    assert (counts.totals <= 2).sum() == 1_763
    assert len(counts.pair_counts) == 24_783
    assert (counts.pair_counts == 1).sum() == 9_440
    assert np.count_nonzero(counts.row(np.zeros(3, dtype=np.int64))) == 26


def test_what_follows_ana_and_ava(names, all_counts):
    encode = names.vocabulary.encode
    ana, ava = (all_counts(3).row(np.array(encode(text, ""))) for text in ("ana", "ava"))
    assert (ana[0], ana.sum()) == (470, 804)
    assert (ava[14], ava[0], ava.sum()) == (54, 15, 161)


def test_the_train_counts_of_the_shipped_split(parts):
    counts = parts(3).train
    assert (len(counts.contexts), len(counts.pair_counts), counts.examples) == (5_439, 22_722, 182_518)


@pytest.mark.parametrize(
    ("K", "k", "part", "loss"),
    [
        (3, 1, "dev", 2.1919),
        (3, 0.1, "dev", 2.0986),
        (3, 0.1, "test", 2.1065),
        (4, 0.1, "dev", 2.1359),
        (5, 0.1, "dev", 2.3026),
    ],
)
def test_smoothed_losses_of_the_shipped_split(parts, K, k, part, loss):
    assert table_loss(parts(K).train, getattr(parts(K), part), k).loss == pytest.approx(loss, abs=5e-5)


def test_without_smoothing_the_table_says_never_to_events_that_happen(parts):
    made = table_loss(parts(3).train, parts(3).dev, 0)
    assert (made.loss, made.impossible_events, made.events) == (math.inf, 1_161, 22_939)


def test_an_unseen_context_is_uniform_with_smoothing_and_0_without():
    none = np.zeros(27, dtype=np.int64)
    assert probabilities(none, 1) == pytest.approx([1 / 27] * 27)
    assert probabilities(none, 0).tolist() == [0] * 27
    assert probabilities(np.array([[1, 3], [0, 0]]), 0).tolist() == [[0.25, 0.75], [0, 0]]
    assert probabilities(np.array([1, 3]), 1) == pytest.approx([2 / 6, 4 / 6])


def test_raising_one_count_changes_one_row_of_the_table(all_counts):
    before = all_counts(1).dense(slice(None))
    raised = before.copy()
    raised[1, 14] += 1000  # `an`
    same = (probabilities(before, 0) == probabilities(raised, 0)).all(axis=1)
    assert same.tolist() == [True, False] + [True] * 25


def test_counts_of_examples_in_any_order_are_the_same(names):
    examples = window(names.words[:2000], names.vocabulary, 3)
    order = np.random.default_rng(1).permutation(len(examples.Y))
    shuffled = ContextCounts(Examples(examples.X[order], examples.Y[order]), 27)
    assert pairs_of(shuffled) == pairs_of(ContextCounts(examples, 27))
