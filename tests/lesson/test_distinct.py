"""Distinct contexts against numpy.unique, long ones and unseen ones included."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.lesson.contexts import window
from backend.lesson.distinct import DistinctContexts


def agrees_with_numpy(X, V):
    made = DistinctContexts(X, V)
    contexts, rows = np.unique(X, axis=0, return_inverse=True)
    assert np.array_equal(made.contexts, contexts)
    assert np.array_equal(made.rows, rows.reshape(-1))
    assert len(made) == len(contexts)
    assert np.array_equal(made.find(X), made.rows)
    return made


@pytest.mark.parametrize(("V", "K", "groups"), [(27, 3, 1), (27, 20, 2), (5000, 8, 2), (1_114_112, 20, 9), (2, 200, 3)])
def test_long_contexts_are_packed_in_groups_and_equal_numpy(V, K, groups):
    dice = np.random.default_rng(1)
    X = np.concatenate([dice.integers(0, V, (300, K)), np.zeros((3, K), int), np.full((3, K), V - 1)])
    X = X[dice.integers(0, len(X), 1500)]
    assert len(agrees_with_numpy(X, V)._groups) >= groups


@pytest.mark.parametrize("K", [1, 2, 3, 5, 8, 20])
def test_the_contexts_of_the_names(names, K):
    agrees_with_numpy(window(names.words[:6000], names.vocabulary, K).X, 27)


@given(st.data(), st.sampled_from([1, 2, 3, 27, 5000, 2**40]), st.integers(1, 12))
def test_any_rows_and_rows_never_seen(data, V, K):
    row = st.lists(st.integers(0, V - 1), min_size=K, max_size=K)
    X = np.array(data.draw(st.lists(row, min_size=1, max_size=20)))
    others = np.array(data.draw(st.lists(row, min_size=1, max_size=20)))
    made = agrees_with_numpy(X, V)
    known = [tuple(context) for context in made.contexts.tolist()]
    expected = [known.index(tuple(row)) if tuple(row) in known else -1 for row in others.tolist()]
    assert made.find(others).tolist() == expected


def test_a_row_unseen_in_one_group_alone_is_not_found():
    X = np.array([[0] * 20, [1] * 20])
    made = DistinctContexts(X, 27)
    half = np.array([[0] * 13 + [1] * 7, [1] * 13 + [0] * 7, [2] * 20, [26] * 20])
    assert len(made._groups) == 2
    assert made.find(half).tolist() == [-1] * 4


def test_nothing_is_found_among_no_contexts():
    made = DistinctContexts(np.zeros((0, 3), dtype=np.int64), 27)
    assert len(made) == 0
    assert made.find(np.array([[0, 0, 1]])).tolist() == [-1]
