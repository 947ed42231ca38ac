"""Snapshots of the whole model -> which of them stay when they outgrow their budget: evenly spread over the steps."""

import math

from backend.lesson.run import RunState
from backend.studio.trainings.record import Record

FEWEST = 4  # the first, the last, the best, and one between


def crowded(steps: list[int], keep: set[int], most: int) -> list[int]:
    """Places in `steps` (ascending) to drop until `most` are left, never one in `keep`, the first or the last.

    One after another, whichever leaves the smallest gap.
    """
    left, dropped = list(range(len(steps))), []
    while len(left) > most:
        inner = [at for at in range(1, len(left) - 1) if left[at] not in keep]
        if not inner:
            break
        nearest = min(inner, key=lambda at: steps[left[at + 1]] - steps[left[at - 1]])
        dropped.append(left.pop(nearest))
    return sorted(dropped)


class KeptStates:
    """The segments of a record that hold a full state: numbers, steps, and which has the lowest dev loss."""

    def __init__(self, record: Record, budget: int) -> None:
        self._record, self._budget = record, budget
        self._numbers: list[int] = []
        self._steps: list[int] = []
        self._best = (math.inf, 0)  # dev loss, number

    def add(self, number: int, step: int, dev_loss: float) -> None:
        """Remember a segment that has been written."""
        self._numbers.append(number)
        self._steps.append(step)
        self._best = min(self._best, (dev_loss, number))

    def thin(self, size: int) -> None:
        """Where states of `size` bytes outgrow the budget, drop a quarter of them."""
        most = max(FEWEST, self._budget // size)
        if len(self._numbers) <= most:
            return
        best = {self._numbers.index(self._best[1])}
        places = set(crowded(self._steps, best, max(FEWEST, most * 3 // 4)))
        for place in sorted(places):
            self._record.thin(self._numbers[place])
        self._numbers = [number for place, number in enumerate(self._numbers) if place not in places]
        self._steps = [step for place, step in enumerate(self._steps) if place not in places]

    def last(self) -> RunState | None:
        """The state to go on from."""
        return self._record.segment(self._numbers[-1]).state if self._numbers else None

    def best(self) -> RunState | None:
        """The state with the lowest dev loss over all reports."""
        return self._record.segment(self._best[1]).state if self._numbers else None


def bytes_of(state: RunState) -> int:
    """The size of a state on disk."""
    return 4 * state.flat.numel() * (1 + len(state.moments))
