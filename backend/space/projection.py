"""A table as points on a plane.

A table -> x and y for every row, and what the drawing leaves out. Two-dimensional tables are drawn as they
are; only a table of three or more dimensions is projected, and the share of the variance that survives is
given with it. How faithful the result is, neighbour by neighbour, is the business of `fidelity`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from backend.refusal import Refusal
from backend.space.similarity import scores
from backend.space.table import Table

Floats = NDArray[np.float64]

SAME_WEIGHT = 1e-9  # weights this close, relatively, count as equal when the sign of an axis is chosen


@dataclass(frozen=True, eq=False)
class Projection:
    """Points in row order, how they were made, and the share (0..1) of the table's variance they keep."""

    method: Literal["none", "line", "pca"]
    coordinates: Floats  # (V, 2), float64, in the unit of the vectors
    variance: float | None  # both axes together; None when all rows are equal and there is no variance to share
    axes: tuple[float, float] | None  # the same, for x and y apart


def project(table: Table, method: str | None = None) -> Projection:
    """Two coordinates a row: by default as they are (D = 2), on a line (D = 1), or by PCA (D > 2).

    "none" gives the columns themselves: x and y at D = 2, x and 0 at D = 1, where the result is called
    "line". "pca" centres the table and turns it so that x has the largest variance and y the largest that is
    left (Pearson 1901, Hotelling 1933), by singular value decomposition. Each axis points the way in which
    its largest weight, in absolute value, is positive; among equal weights the lowest column decides. So the
    same table gives the same picture, and equal rows get equal points. Where both axes have the same
    variance, they are arbitrary up to a turn. Lesson: embedding-27-to-2 (trap 13: never the first two columns
    of a wider table).

    Raises Refusal with field "method": not none or pca, or "none" for a table of more than two dimensions.
    """
    if method not in (None, "none", "pca"):
        raise Refusal(f"There is no projection {method!r}; choose none or pca.", "method")
    if method == "pca" or (method is None and table.dimensions > 2):
        return _pca(table)
    if table.dimensions > 2:
        raise Refusal(f"The table has {table.dimensions} dimensions and a plane has two; use method=pca.", "method")
    coordinates = np.zeros((table.rows, 2))
    coordinates[:, : table.dimensions] = table.vectors
    spread = np.square(coordinates - coordinates.mean(axis=0)).sum(axis=0)
    flat = bool((coordinates == coordinates[0]).all())  # the mean of equal values may be off in the last digit
    kind: Literal["line", "none"] = "line" if table.dimensions == 1 else "none"
    return Projection(kind, coordinates, *_shares(np.zeros(2) if flat else spread, float(spread.sum())))


def _pca(table: Table) -> Projection:
    origin = np.zeros(table.dimensions)
    mean = sum((block.sum(axis=0) for _, block in _centred(table, origin)), start=origin) / table.rows
    triangle = np.empty((0, table.dimensions))
    for _, block in _centred(table, mean):  # R of the QR of all rows so far: same singular values, at most D rows
        triangle = np.asarray(np.linalg.qr(np.concatenate([triangle, block]), mode="r"), dtype=np.float64)
    _, singular, directions = np.linalg.svd(triangle, full_matrices=False)
    noise = np.finfo(np.float64).eps * max(table.rows, table.dimensions) * singular[0]
    coordinates = np.zeros((table.rows, 2))
    kept = [axis for axis in range(min(2, len(singular))) if singular[axis] > noise]
    for start, block in _centred(table, mean):
        for axis in kept:
            coordinates[start : start + len(block), axis] = scores(block, _signed(directions[axis]), "dot")
    squares = np.zeros(2)
    squares[kept] = np.square(singular[kept])
    return Projection("pca", coordinates, *_shares(squares, float(np.square(singular).sum())))


def _centred(table: Table, mean: Floats) -> Iterator[tuple[int, Floats]]:
    """Blocks of rows less the first row, less `mean` (D,): a table of equal rows becomes exactly zero."""
    first = np.asarray(table.vectors[0], dtype=np.float64)
    for start, block in table.blocks():
        yield start, (block - first) - mean


def _signed(direction: Floats) -> Floats:
    weights = np.abs(direction)
    leading = int(np.flatnonzero(weights >= weights.max() * (1 - SAME_WEIGHT))[0])
    return direction if direction[leading] > 0 else -direction


def _shares(squares: Floats, total: float) -> tuple[float | None, tuple[float, float] | None]:
    """Squared spread of x and y, and of everything -> share of both together, and of each; None for none."""
    if not squares.any():
        return None, None
    x, y = (min(1.0, float(square / total)) for square in squares)
    return min(1.0, x + y), (x, y)
