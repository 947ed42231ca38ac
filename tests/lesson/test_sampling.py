"""Drawing names against a sampler that draws one at a time in plain Python, and against chance."""

import math
from collections import Counter

import numpy as np
import pytest

from backend.lesson.likelihood import score
from backend.lesson.network import Shape, initialised
from backend.lesson.sampling import Sampler, dice, draw_names
from backend.refusal import Refusal
from tests.lesson.plain import Plain

PLAIN_DRAWS = Sampler()


@pytest.fixture(scope="module")
def network(trained):
    return trained.network


def texts(drawn):
    rows = zip(drawn.ids.tolist(), drawn.lengths.tolist(), strict=True)
    return [tuple(ids[:length]) for ids, length in rows]


def one_name(oracle, i, seed, temperature, top_k, prefix, max_length):
    """The lesson's sampler: one name, one token after another, with the dice that name i is promised."""
    K = len(oracle.W1) // len(oracle.table[0])
    name, draw = list(prefix), 0
    while len(name) < max_length:
        log_p = oracle.log_probabilities(([0] * K + name)[-K:])
        likeliest = sorted(range(len(log_p)), key=lambda v: (-log_p[v], v))[:top_k]
        shares = [math.exp(p / temperature) if v in likeliest else 0.0 for v, p in enumerate(log_p)]
        key = np.array([seed, draw], dtype=np.uint64)
        thrown = np.random.Generator(np.random.Philox(key=key)).random(i + 1)[i] * sum(shares)
        token, upto = 0, shares[0]
        while upto <= thrown:
            token += 1
            upto += shares[token]
        if token == 0:
            return name, True
        name, draw = [*name, token], draw + 1
    return name, False


@pytest.mark.parametrize(
    ("seed", "temperature", "top_k", "prefix", "max_length"),
    [(1, 1.0, None, [], 20), (2, 0.7, 5, [1, 14], 9), (2**63 + 1, 3.0, None, [17], 5), (2**64 - 1, 1.5, 40, [], 12)],
)
def test_names_are_those_of_a_plain_sampler_that_draws_one_at_a_time(seed, temperature, top_k, prefix, max_length):
    small = initialised(Shape(3, 2, 8, 27), "lecture", 3)
    drawn = draw_names(small, 60, seed, Sampler(temperature, top_k), prefix, max_length)
    oracle = Plain(small.tensors)
    for i, name in enumerate(texts(drawn)):
        expected, complete = one_name(oracle, i, seed, temperature, top_k, prefix, max_length)
        assert (list(name), drawn.complete[i]) == (expected, complete)
        log_p = oracle.text_log_probability(expected, complete)
        assert drawn.log_probabilities[i] == pytest.approx(log_p, abs=1e-5)


@pytest.mark.parametrize("sampler", [PLAIN_DRAWS, Sampler(0.8, 7)], ids=str)
@pytest.mark.parametrize("prefix", [[], [5, 13]])
def test_name_i_depends_on_seed_and_i_alone(network, sampler, prefix):
    most = draw_names(network, 1000, 3, sampler, prefix, 20)
    for count in (1, 7):
        fewer = draw_names(network, count, 3, sampler, prefix, 20)
        assert np.array_equal(fewer.ids, most.ids[:count])
        assert np.array_equal(fewer.complete, most.complete[:count])
        assert fewer.log_probabilities.tolist() == most.log_probabilities[:count].tolist()


@pytest.mark.parametrize("cells", [27 * 4, 27 * 200])
def test_names_and_scores_do_not_depend_on_how_many_are_advanced_at_once(network, cells, monkeypatch):
    expected = draw_names(network, 300, 5, PLAIN_DRAWS, [], 8)
    scores = score(network, texts(expected), expected.complete.tolist())
    for module in ("shares", "likelihood"):
        monkeypatch.setattr(f"backend.lesson.{module}.CELLS_AT_ONCE", cells)
    found = draw_names(network, 300, 5, PLAIN_DRAWS, [], 8)
    assert np.array_equal(found.ids, expected.ids) and np.array_equal(found.complete, expected.complete)
    assert found.log_probabilities.tolist() == expected.log_probabilities.tolist()
    assert score(network, texts(found), found.complete.tolist()) == scores


def test_another_seed_gives_other_names_and_the_same_seed_the_same(network):
    seeds = [0, 1, 2**63, 2**63 + 1, 2**64 - 1, 0]
    made = [tuple(texts(draw_names(network, 20, seed, PLAIN_DRAWS, [], 20))) for seed in seeds]
    assert len(set(made)) == 5 and made[0] == made[-1]


def greedy(network, prefix, max_length):
    oracle, name = Plain(network.tensors), list(prefix)
    while len(name) < max_length:
        log_p = oracle.log_probabilities(([0] * 3 + name)[-3:])
        if log_p.index(max(log_p)) == 0:
            break
        name.append(log_p.index(max(log_p)))
    return tuple(name)


@pytest.mark.parametrize("sampler", [Sampler(1e-4), Sampler(1e-308), Sampler(5e-324), Sampler(1.0, 1), Sampler(100, 1)])
@pytest.mark.parametrize("prefix", [[], [26]])
def test_a_tiny_temperature_and_a_top_k_of_1_are_greedy(network, sampler, prefix):
    assert set(texts(draw_names(network, 50, 1, sampler, prefix, 12))) == {greedy(network, prefix, 12)}


def test_top_k_draws_only_from_the_likeliest(network):
    drawn = draw_names(network, 300, 1, Sampler(100.0, 3), [], 10)
    ends = drawn.complete.tolist()
    ranks = Counter(token.rank for text in score(network, texts(drawn), ends) for token in text)
    assert set(ranks) == {1, 2, 3}
    everything = draw_names(network, 50, 1, Sampler(1.0, 27), [], 20)
    assert texts(everything) == texts(draw_names(network, 50, 1, PLAIN_DRAWS, [], 20))
    assert texts(everything) == texts(draw_names(network, 50, 1, Sampler(1.0, 10**9), [], 20))


def test_of_equally_likely_tokens_top_k_keeps_the_first():
    assert Sampler(1.0, 2).cumulative(np.log([[0.2, 0.3, 0.2, 0.3]])).tolist() == [[0, 1, 1, 2]]
    assert Sampler(1.0, 1).cumulative(np.log([[0.25] * 4])).tolist() == [[1, 1, 1, 1]]
    log_p = -np.random.default_rng(1).integers(1, 4, (1, 500)).astype(float)
    kept = np.flatnonzero(np.diff(Sampler(1.0, 40).cumulative(log_p)[0], prepend=0)).tolist()
    assert kept == sorted(sorted(range(500), key=lambda v: (-log_p[0, v], v))[:40])


def test_a_prefix_is_kept_and_counts_towards_the_length(network):
    drawn = draw_names(network, 200, 1, PLAIN_DRAWS, [26, 24, 22, 17], 6)
    assert all(name[:4] == (26, 24, 22, 17) for name in texts(drawn))
    assert drawn.ids.shape == (200, 6)
    assert set(drawn.lengths.tolist()) == {4, 5, 6}


@pytest.mark.parametrize("max_length", [1, 2, 5, 40])
def test_no_name_is_longer_than_max_length(network, max_length):
    drawn = draw_names(network, 400, 1, Sampler(2.0), [], max_length)
    for ids, length, complete in zip(drawn.ids, drawn.lengths, drawn.complete, strict=True):
        assert length <= max_length
        assert complete or length == max_length
        assert ids[:length].all() and not ids[length:].any()


def test_a_prefix_as_long_as_max_length_is_the_whole_name(network):
    drawn = draw_names(network, 3, 1, PLAIN_DRAWS, [5, 13], 2)
    assert texts(drawn) == [(5, 13)] * 3
    assert not drawn.complete.any()
    expected = Plain(network.tensors).text_log_probability([5, 13], False)
    assert drawn.log_probabilities.tolist() == pytest.approx([expected] * 3, abs=1e-5)


@pytest.mark.parametrize("sampler", [PLAIN_DRAWS, Sampler(3.0), Sampler(0.5, 4)], ids=str)
@pytest.mark.parametrize("prefix", [[], [13, 1]])
def test_log_probability_is_the_untempered_score_with_prefix_and_end(network, sampler, prefix):
    drawn = draw_names(network, 60, 4, sampler, prefix, 7)
    assert 0 < drawn.complete.sum() < 60
    scored = score(network, texts(drawn), drawn.complete.tolist())
    oracle = Plain(network.tensors)
    for i, (name, tokens) in enumerate(zip(texts(drawn), scored, strict=True)):
        found = drawn.log_probabilities[i]
        assert found == pytest.approx(sum(token.log_probability for token in tokens), abs=1e-9)
        if i % 6 == 0:
            assert found == pytest.approx(oracle.text_log_probability(name, bool(drawn.complete[i])), abs=1e-5)


@pytest.mark.parametrize(("prefix", "temperature"), [([], 1.0), ([17], 1.0), ([1, 14], 2.0)])
def test_what_is_drawn_first_follows_the_models_distribution(network, prefix, temperature):
    """Pearson's chi-square over 20,000 names; its mean is the degrees of freedom, five deviations are allowed."""
    N = 20_000
    drawn = draw_names(network, N, 11, Sampler(temperature), prefix, len(prefix) + 1)
    log_p = Plain(network.tensors).log_probabilities(([0] * 3 + prefix)[-3:])
    shares = [math.exp(p / temperature) for p in log_p]
    expected = N * np.array(shares) / sum(shares)
    found = np.bincount(drawn.ids[:, len(prefix)], minlength=27)
    common = expected >= 5
    found = np.append(found[common], found[~common].sum())
    expected = np.append(expected[common], max(expected[~common].sum(), 1e-9))
    statistic, freedom = float(((found - expected) ** 2 / expected).sum()), len(found) - 1
    assert statistic < freedom + 5 * math.sqrt(2 * freedom)


def test_letters_along_whole_names_follow_the_models_distribution(network):
    """After every context that 20,000 names came through often, the shares are those of the model."""
    drawn = draw_names(network, 20_000, 12, PLAIN_DRAWS, [], 20)
    after = Counter()
    for name, complete in zip(texts(drawn), drawn.complete, strict=True):
        whole = (0, 0, 0, *name, *([0] if complete else []))
        after.update(whole[i : i + 4] for i in range(len(whole) - 3))
    totals = Counter()
    for row, n in after.items():
        totals[row[:3]] += n
    oracle = Plain(network.tensors)
    for context, N in totals.most_common(12):
        for token, log_p in enumerate(oracle.log_probabilities(context)):
            p = math.exp(log_p)
            assert abs(after[(*context, token)] - N * p) < 5 * math.sqrt(N * p * (1 - p)) + 3


@pytest.mark.parametrize(
    ("knobs", "field", "said"),
    [
        ({"count": 0}, "count", "count is 0; it has to be at least 1"),
        ({"count": -1}, "count", "count is -1"),
        ({"max_length": 0}, "max_length", "max_length is 0; it has to be at least 1"),
        ({"prefix": [1, 2, 3], "max_length": 2}, "prefix", "3 characters and max_length is 2"),
        ({"prefix": [1, 0]}, "prefix", "prefix has '.'"),
        ({"seed": -1}, "seed", "seed is -1"),
        ({"seed": 2**64}, "seed", "seed is 18446744073709551616"),
    ],
)
def test_what_cannot_be_drawn_is_refused_by_name(network, knobs, field, said):
    good = {"count": 3, "seed": 1, "sampler": PLAIN_DRAWS, "prefix": [], "max_length": 20}
    with pytest.raises(Refusal) as e:
        draw_names(network, **{**good, **knobs})
    assert e.value.field == field
    assert said in str(e.value)


@pytest.mark.parametrize("temperature", [0, -1, 100.001, 1e308, math.inf, math.nan])
def test_a_temperature_out_of_range_is_refused(temperature):
    with pytest.raises(Refusal, match="it has to be above 0 and at most 100") as e:
        Sampler(temperature)
    assert e.value.field == "temperature"


@pytest.mark.parametrize("top_k", [0, -3])
def test_a_top_k_below_1_is_refused(top_k):
    with pytest.raises(Refusal, match=f"top_k is {top_k}; at least 1 token") as e:
        Sampler(1.0, top_k)
    assert e.value.field == "top_k"


def test_dice_are_a_prefix_of_an_endless_stream():
    assert np.array_equal(dice(3, 4, 5), dice(3, 4, 500)[:5])


def test_the_highest_dice_draw_a_token_and_never_one_without_a_share(network, monkeypatch):
    monkeypatch.setattr("backend.lesson.sampling.dice", lambda _seed, _draw, count: np.full(count, np.nextafter(1, 0)))
    highest = draw_names(network, 2, 1, Sampler(0.3, 2), [], 20)
    monkeypatch.setattr("backend.lesson.sampling.dice", lambda _seed, _draw, count: np.zeros(count))
    lowest = draw_names(network, 2, 1, Sampler(0.3, 2), [], 20)
    for drawn in (highest, lowest):
        ranks = {token.rank for text in score(network, texts(drawn), drawn.complete.tolist()) for token in text}
        assert ranks <= {1, 2}
