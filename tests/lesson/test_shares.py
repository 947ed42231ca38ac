"""Distributions computed once a context, and throws that fall into them, against counting along a list."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.lesson import shares as made_once
from backend.lesson.likelihood import log_probabilities
from backend.lesson.network import Shape, initialised
from backend.lesson.shares import Shares, fallen


@given(st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=1), min_size=1, max_size=70), st.data())
def test_a_throw_falls_on_the_first_token_whose_share_reaches_beyond_it(column, data):
    """Many shares are 0, so that several tokens end at the same place."""
    V = len(column)
    rows = [[n for (n,) in column], [1] * V, [0] * (V - 1) + [2]]
    upto = np.cumsum(np.array(rows, dtype=float), axis=1)
    row = data.draw(st.integers(0 if upto[0, -1] else 1, 2))
    thrown = data.draw(st.integers(0, 8)) / 8 * (1 - 1e-9) * upto[row, -1]
    expected = next(token for token in range(V) if upto[row, token] > thrown)
    assert fallen(upto, np.array([row, row]), np.array([thrown, thrown])).tolist() == [expected, expected]


@pytest.mark.parametrize("most", [200, 1_000_000])
def test_distributions_are_those_of_the_contexts_whether_new_met_before_or_forgotten(monkeypatch, most):
    network = initialised(Shape(3, 2, 8, 27), "lecture", 1)
    monkeypatch.setattr(made_once, "CELLS_AT_ONCE", most * 27)
    shares, dice = Shares(network, lambda log_p: np.cumsum(np.exp(log_p), axis=1)), np.random.default_rng(1)
    assert shares.most == most
    for size in (1, 63, 64, 200, 1, 150, 120, 200):
        contexts = np.unique(dice.integers(0, 6, (size, 3)), axis=0)
        rows = shares.rows(contexts)
        expected = log_probabilities(network, contexts)
        assert np.array_equal(shares.log_p[rows], expected)
        assert np.array_equal(shares.upto[rows], np.cumsum(np.exp(expected), axis=1))
        assert len(shares.log_p) <= max(64, 2 * most)


def test_a_context_is_evaluated_once(monkeypatch):
    network, asked = initialised(Shape(3, 2, 8, 27), "lecture", 1), []
    monkeypatch.setattr(
        made_once, "log_probabilities", lambda _, X: (asked.extend(X.tolist()), np.zeros((len(X), 27)))[1]
    )
    shares = Shares(network, lambda log_p: log_p)
    for contexts in ([[0, 0, 1], [0, 0, 2]], [[0, 0, 2], [0, 1, 2]], [[0, 0, 1]]):
        shares.rows(np.array(contexts))
    assert asked == [[0, 0, 1], [0, 0, 2], [0, 1, 2]]
