"""Which snapshots stay: evenly spread, the first, the last and the best always."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.studio.trainings.thinning import crowded


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=40, unique=True), st.integers(4, 40), st.data())
def test_ends_and_kept_stay_and_so_many_are_left(steps: list[int], most: int, data: st.DataObject) -> None:
    steps.sort()
    keep = data.draw(st.integers(0, len(steps) - 1))
    dropped = crowded(steps, {keep}, most)
    assert dropped == sorted(set(dropped))
    assert not {0, len(steps) - 1, keep} & set(dropped)
    assert len(steps) - len(dropped) == min(most, len(steps))


def test_what_is_left_of_an_even_row_is_nearly_even() -> None:
    left = list(range(0, 1001, 10))
    dropped = set(crowded(left, set(), 51))
    left = [step for at, step in enumerate(left) if at not in dropped]
    gaps = {b - a for a, b in pairwise(left)}
    assert gaps <= {10, 20, 30}
    assert len(left) == 51


@pytest.mark.parametrize("seed", range(3))
def test_a_long_run_thinned_again_and_again_stays_even(seed: int) -> None:
    """As a run does it: a report, and a quarter dropped when there are too many; gaps then differ by a small factor."""
    draw, most = random.Random(seed), 40
    steps, last = [0], 0
    for _ in range(2000):
        last += draw.randint(90, 110)
        steps.append(last)
        if len(steps) > most:
            dropped = set(crowded(steps, set(), most * 3 // 4))
            steps = [step for at, step in enumerate(steps) if at not in dropped]
    gaps = [b - a for a, b in pairwise(steps)]
    inner = gaps[:-12]  # those at the end have not been thinned yet
    assert max(inner) <= 4 * min(inner)
    assert max(gaps) <= 4 * last / most
