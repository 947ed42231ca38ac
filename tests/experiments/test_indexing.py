"""Indexing expressions: every shape against NumPy's own indexing, and nothing but indexing gets through."""

import numpy as np
import pytest
import torch

from backend.experiments.indexing import indexed
from backend.refusal import Refusal

C = np.arange(54.0).reshape(27, 2)
X = np.arange(96).reshape(32, 3) % 27
TENSORS = {"C": torch.from_numpy(C), "X": torch.from_numpy(X), "emb": torch.from_numpy(C[X])}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("C[5]", C[5]),
        ("C[5:6]", C[5:6]),
        ("C[-1]", C[-1]),
        ("C[[5,6,7]]", C[[5, 6, 7]]),
        ("C[X]", C[X]),
        (" emb[:, -1] ", C[X][:, -1]),
        ("emb[0, 2, 1]", C[X][0, 2, 1]),
        ("emb[..., 0]", C[X][..., 0]),
        ("C[None]", C[None]),
        ("C[:, None, 1:2]", C[:, None, 1:2]),
        ("C[::5]", C[::5]),
        ("emb[3][1]", C[X][3][1]),
        ("C[[0, 2], [1, 0]]", C[[0, 2], [1, 0]]),
        ("X[0]", X[0]),
        ("C", C),
    ],
)
def test_it_has_the_shape_and_values_of_numpy(expression: str, expected: np.ndarray) -> None:
    found = indexed(expression, TENSORS)
    assert tuple(found.result.shape) == np.shape(expected)
    np.testing.assert_array_equal(found.result.numpy(), expected)


@pytest.mark.parametrize(
    ("expression", "index", "rest"), [("C[5]", [], [2]), ("C[X]", [32, 3], [2]), ("emb[[1]]", [1], [3, 2])]
)
def test_the_rule_adds_up(expression: str, index: list[int], rest: list[int]) -> None:
    found = indexed(expression, TENSORS)
    assert (found.index_shape, found.rest) == (index, rest)
    assert list(found.result.shape) == index + rest


def test_a_slice_is_not_a_case_of_the_rule() -> None:
    assert indexed("C[5:6]", TENSORS).index_shape is None


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("C[27]", "out of bounds"),
        ("C[0.5]", "IndexError"),
        ("C[C]", "no index here"),
        ("D[0]", "begins with one of C, X, emb"),
        ("C[", "cannot be read"),
        ("", "cannot be read"),
        ("C[True]", "no index here"),
        ("C['a']", "no index here"),
        ("C[0, 0, 0]", "too many indices"),
        ("__import__('os').system('true')", "begins with one of"),
        ("C.__class__[0]", "begins with one of"),
        ("C[__import__('os')]", "no index here"),
        ("C[(lambda: 0)()]", "no index here"),
        ("C[[i for i in range(3)]]", "no index here"),
        ("C[2**70]", "no index here"),
        ("C[[[0, 1], [2, 3]]]", "a list in a list"),
        ("C[[0, None]]", "whole numbers"),
        ("C[[...]]", "whole numbers"),
        ("C[[X]]", "whole numbers"),
        ("C[[(0, 1)]]", "whole numbers"),
        ("X[X][X][X][X][X]", "pairs of brackets"),
        ("C[" * 90, "cannot be read"),
        ("C[0" + " " * 300 + "]", "at most 200"),
        ("C[\x00]", "cannot be read"),
    ],
)
def test_what_is_no_indexing_is_refused_in_words(expression: str, said: str) -> None:
    with pytest.raises(Refusal, match=said) as refused:
        indexed(expression, TENSORS)
    assert refused.value.field == "expression"


def test_a_result_larger_than_memory_is_refused_before_it_is_made() -> None:
    long = {"C": torch.zeros(2, 2), "X": torch.zeros(32, 32, dtype=torch.int64)}
    assert indexed("C[X][:, :, X]", long).result.nelement() == 32**4
    with pytest.raises(Refusal, match=f"{32**5:,} elements"):
        indexed("C[X][:, :, X][X][X]", long)
