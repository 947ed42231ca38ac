"""Whether memory can be read in another shape without a copy, by arithmetic on strides alone (trap 2)."""

import math


def viewable(shape: tuple[int, ...], stride: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    """Whether memory of this shape and stride can be walked in another shape, by arithmetic alone.

    Neighbouring axes are one run of cells where the outer stride is the inner stride times the inner size. A wanted
    axis has to lie within one run, and so the wanted sizes have to fill the runs one after the other.
    """
    if math.prod(shape) != math.prod(wanted):
        return False
    runs: list[int] = []
    last = 0
    for size, step in zip(shape, stride, strict=True):
        if size == 1:
            continue
        if runs and last == step * size:
            runs[-1] *= size
        else:
            runs.append(size)
        last = step
    left = 1
    for size in (size for size in wanted if size != 1):
        left = left if left > 1 else runs.pop(0)
        if left % size:
            return False
        left //= size
    return True
