"""Batches: repeatable by seed and step, and true to the frequencies of a small corpus."""

from collections import Counter

import numpy as np
import pytest
import torch

from backend.lesson import batches
from backend.lesson.batches import ExampleBatches, FrequencyBatches
from backend.lesson.contexts import window
from backend.lesson.counts import ContextCounts
from backend.lesson.vocabulary import Vocabulary

BOTH = pytest.mark.parametrize("make", [FrequencyBatches, ExampleBatches])


@pytest.fixture(scope="module")
def few():
    """Sixty words over three letters, and their counts by Counter."""
    words = ["ab", "abc", "b", "cab", "aab", "ab"] * 10
    return ContextCounts(window(words, Vocabulary("abc"), 2), 4)


@BOTH
def test_a_batch_depends_on_seed_and_step_alone(few, make):
    in_order, jumping = make(few, 7, 5), make(few, 7, 5)
    made = {step: in_order.at(step) for step in range(1, 201)}
    for step in (200, 1, 64, 65, 128, 129, 64, 3):
        assert all(torch.equal(a, b) for a, b in zip(jumping.at(step), made[step], strict=True))
    sources = [make(few, 7, seed) for seed in (4, 5, 6, 2**63, 2**64 - 1)]
    drawn = {str([source.at(step)[0].tolist() for step in range(1, 20)]) for source in sources}
    assert len(drawn) == 5


@BOTH
def test_targets_are_distributions_of_what_follows(few, make):
    X, targets = make(few, 50, 1).at(1)
    assert X.shape == (50, 2) and targets.shape == (50, 4) and targets.dtype == torch.float32
    for context, target in zip(X, targets, strict=True):
        row = few.row(context.numpy())
        if make is FrequencyBatches:
            assert target.tolist() == pytest.approx((row / row.sum()).tolist())
        else:
            assert sorted(target.tolist()) == [0, 0, 0, 1]
            assert row[int(target.argmax())] > 0


@BOTH
def test_over_many_steps_contexts_and_tokens_come_by_frequency(few, make):
    drawn, tokens, source = Counter(), torch.zeros(4, dtype=torch.float64), make(few, 16, 3)
    for step in range(1, 501):
        X, targets = source.at(step)
        drawn.update(map(tuple, X.tolist()))
        tokens += targets.double().sum(dim=0)
    share = few.totals / few.examples
    assert np.array([drawn[tuple(c)] for c in few.contexts.tolist()]) / 8000 == pytest.approx(share, abs=0.02)
    assert tokens.numpy() / 8000 == pytest.approx(few.dense(slice(None)).sum(axis=0) / few.examples, abs=0.02)


@BOTH
def test_one_point_in_every_example_draws_each_example_once(few, make, monkeypatch):
    N = few.examples
    middles = {(64, 1): np.full((64, 1), 0.5), (64, N): np.tile((np.arange(N) + 0.5) / N, (64, 1))}
    monkeypatch.setattr(batches, "uniforms", lambda _seed, _stream, size: middles[size])
    X, targets = make(few, N, 1).at(1)
    drawn = Counter(map(tuple, X.tolist()))
    assert drawn == dict(zip(map(tuple, few.contexts.tolist()), few.totals.tolist(), strict=True))
    for place, context in enumerate(few.contexts):
        rows = (torch.from_numpy(context) == X).all(dim=1)
        assert targets[rows].sum(dim=0).tolist() == pytest.approx(few.dense(slice(None))[place].tolist(), abs=1e-4)


def test_systematic_draws_give_every_context_its_share_in_every_batch(few):
    source, B = FrequencyBatches(few, 40, 1), 40
    for step in range(1, 100):
        drawn = Counter(map(tuple, source.at(step)[0].tolist()))
        for context, total in zip(few.contexts.tolist(), few.totals, strict=True):
            assert abs(drawn[tuple(context)] - B * total / few.examples) < 1 + 1e-9 + B / few.examples


def test_targets_are_the_same_where_the_table_is_too_large_to_be_dense(few, monkeypatch):
    X, targets = FrequencyBatches(few, 30, 1).at(2)
    monkeypatch.setattr(batches, "DENSE_CELLS", 0)
    other_X, other_targets = FrequencyBatches(few, 30, 1).at(2)
    assert torch.equal(X, other_X) and torch.equal(targets, other_targets)


@BOTH
@pytest.mark.parametrize("number", [0.0, np.nextafter(1, 0)])
def test_the_lowest_and_highest_dice_still_draw_a_context(few, make, number, monkeypatch):
    monkeypatch.setattr(batches, "uniforms", lambda _seed, _stream, size: np.full(size, number))
    assert make(few, 255, 1).at(1)[0].shape == (255, 2)
