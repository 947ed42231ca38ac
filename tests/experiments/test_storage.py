"""The storage strip: offsets by hand from strides, the lesson's own cases, every legal view tried by NumPy."""

import itertools
import math

import numpy as np
import pytest

from backend.experiments.storage import called, legal_views
from backend.refusal import Refusal


def offsets(shape: list[int], stride: list[int]) -> list[int]:
    return [sum(i * s for i, s in zip(at, stride, strict=True)) for at in itertools.product(*map(range, shape))]


def test_the_transposed_tensor_of_the_lesson() -> None:
    first, turned, failed = called([3, 4], ["t()", "view(12)"])
    assert (first.shape, first.stride, first.order) == ([3, 4], [4, 1], list(range(12)))
    assert (turned.shape, turned.stride, turned.contiguous, turned.shares_storage) == ([4, 3], [1, 4], False, True)
    assert turned.values == [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]
    assert failed.error is not None and "view size is not compatible" in failed.error


def test_reshape_copies_where_view_cannot_and_keeps_the_logical_order() -> None:
    *_, reshaped = called([3, 4], ["t()", "reshape(12)"])
    assert reshaped.error is None and not reshaped.shares_storage
    assert reshaped.values == [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]


def test_contiguous_copies_only_where_it_has_to() -> None:
    *_, copied = called([3, 4], ["t()", "contiguous()"])
    *_, same = called([3, 4], ["contiguous()"])
    assert not copied.shares_storage and same.shares_storage


@pytest.mark.parametrize(
    "calls", [["t()"], ["t()", "reshape(6, 2)"], ["transpose(0, 1)", "t()"], ["view(2, -1)"], ["unsqueeze(0)"]]
)
def test_the_order_is_what_the_strides_say(calls: list[str]) -> None:
    expected = np.arange(12).reshape(3, 4)
    for step, call in zip(called([3, 4], calls)[1:], calls, strict=True):
        assert step.order == offsets(step.shape, step.stride), call
    assert sorted(step.values) == sorted(expected.ravel().tolist())


@pytest.mark.parametrize("calls", [[], ["t()"], ["t()", "contiguous()"]])
def test_every_legal_view_and_no_other_keeps_the_memory_in_numpy_too(calls: list[str]) -> None:
    array = np.arange(12).reshape(3, 4)
    for call in calls:
        array = array.T if call == "t()" else np.ascontiguousarray(array)
    found = {tuple(shape) for shape in legal_views([3, 4], calls)}
    for axes in (1, 2, 3):
        for shape in itertools.product([2, 3, 4, 6, 12], repeat=axes):
            if math.prod(shape) == 12:
                assert (shape in found) == np.shares_memory(array.reshape(shape), array), shape


@pytest.mark.parametrize("call", ["view", "squeeze", "flatten"])
def test_a_number_that_no_tensor_can_have_is_pytorchs_own_error(call: str) -> None:
    calls = [f"{call}({10**30})"]
    assert called([4], calls)[-1].error
    assert legal_views([4], calls) == legal_views([4], [])


@pytest.mark.parametrize(
    ("shape", "calls", "field"),
    [
        ([100], [], "shape"),
        ([], [], "shape"),
        ([2, 0], [], "shape"),
        ([4], ["resize_(9)"], "calls"),
        ([4], ["view(1.5)"], "calls"),
        ([4], ["t()"] * 13, "calls"),
        ([4], ["view(2-2)"], "calls"),
        ([4], ["__class__()"], "calls"),
    ],
)
def test_what_cannot_be_drawn_or_tried_is_refused(shape: list[int], calls: list[str], field: str) -> None:
    with pytest.raises(Refusal) as refused:
        called(shape, calls)
    assert refused.value.field == field
