"""Exact losses against cross-entropy over every example and against plain lists."""

import pytest
import torch
from torch.nn import functional as F

from backend.lesson import evaluation
from backend.lesson.contexts import window
from backend.lesson.counts import ContextCounts
from backend.lesson.evaluation import mean_loss
from backend.lesson.network import Network, Shape
from tests.lesson import plain
from tests.lesson.test_network import made_up


@pytest.mark.parametrize("part", ["train", "dev", "test"])
def test_the_loss_is_that_of_cross_entropy_over_every_example(trained, names, split, part):
    examples = window(getattr(split, part), names.vocabulary, 3)
    logits = trained.network.forward(torch.from_numpy(examples.X)).logits
    expected = float(F.cross_entropy(logits.double(), torch.from_numpy(examples.Y)))
    assert mean_loss(trained.network, getattr(trained.counts, part)) == pytest.approx(expected, abs=1e-6)
    assert getattr(trained.losses(), part) == pytest.approx(expected, abs=1e-6)


def test_the_loss_is_that_of_plain_lists(names):
    words = [*names.words[:20], "abcdefghijklmnopqrstuvwxyz"]
    network = made_up(Shape(2, 3, 5, 27))
    X, Y = plain.window(words, 2)
    targets = [[float(y == v) for v in range(27)] for y in Y]
    counts = ContextCounts(window(words, names.vocabulary, 2), 27)
    assert mean_loss(network, counts) == pytest.approx(plain.Plain(network.tensors).loss(X, targets), abs=1e-12)


@pytest.mark.parametrize("rows", [1, 7, 10_000])
def test_the_loss_does_not_depend_on_how_many_rows_are_taken_at_once(trained, rows, monkeypatch):
    dev = trained.counts.dev
    expected = mean_loss(trained.network, dev)
    monkeypatch.setattr(evaluation, "ROWS_AT_ONCE", rows)
    assert mean_loss(trained.network, dev) == pytest.approx(expected, abs=1e-6)


def test_the_loss_of_huge_logits_is_finite(all_counts):
    network = Network(Shape(1, 1, 1, 27), torch.zeros(Shape(1, 1, 1, 27).parameters))
    network.logits_bias[3] = 1e30
    assert 0 < mean_loss(network, all_counts(1)) < float("inf")
