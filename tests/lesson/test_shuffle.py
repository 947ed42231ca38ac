"""Our shuffle against Python's own, which the published split is defined by."""

import random

from hypothesis import given
from hypothesis import strategies as st

from backend.lesson.shuffle import shuffled


@given(length=st.one_of(st.integers(0, 70), st.integers(120, 140), st.integers(1000, 1100)), seed=st.integers(0, 2**70))
def test_it_is_the_order_of_pythons_own(length, seed):
    items = [f"word {number}" for number in range(length)]
    before = list(items)
    expected = list(items)
    random.Random(seed).shuffle(expected)
    assert shuffled(items, seed) == expected
    assert items == before


def test_a_list_as_long_as_the_shipped_one():
    expected = list(range(32_033))
    random.Random(42).shuffle(expected)
    assert shuffled(range(32_033), 42) == expected
