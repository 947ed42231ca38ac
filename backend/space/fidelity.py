"""How far a drawing on a plane can be trusted: are neighbours there neighbours in the table?

A table and its coordinates -> two shares between 0 and 1. Euclidean distance on both sides, equal distances
in the order of their rows, a row never its own neighbour. Both shares are 1 where the drawing is the table
itself.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backend.refusal import Refusal
from backend.space.similarity import distances
from backend.space.table import Table

Floats = NDArray[np.float64]

LARGEST_TABLE = 5000  # rows V; the work grows with V V D, and so has a limit of its own:
LARGEST_WORK = 5000 * 5000 * 50  # V V D; some seconds on one core


@dataclass(frozen=True)
class Fidelity:
    """Both shares (0..1, 1 is best) and the number of neighbours that they look at."""

    k: int
    trustworthiness: float
    neighbours_kept: float


def fidelity(table: Table, coordinates: Floats, k: int = 10) -> Fidelity | None:
    """Trustworthiness and the share of neighbours kept by coordinates (V, 2), for k neighbours a row.

    Trustworthiness (Venna and Kaski 2001, "Neighborhood preservation in nonlinear projection methods"): with
    U(i) the rows that are among the k nearest to i in the drawing but not in the table, and r(i, j) the rank
    of j among the neighbours of i in the table (1 is the nearest), it is 1 - 2 / (V k (2V - 3k - 1)) times
    the sum of r(i, j) - k over all i and all j in U(i). neighbours_kept is the mean share of the k nearest in
    the table that are among the k nearest in the drawing.

    The formula holds for k below V / 2; a larger k is lowered to the largest that fits, and the result says
    which. None for fewer than 3 rows, where there is no such k, and where the answer would take too long:
    more than 5,000 rows, or V V D beyond 1.25e9 (at 300 dimensions that is 2,041 rows).

    Raises Refusal: field "k" below 1; "coordinates" when they are not one point a row.
    """
    if k < 1:
        raise Refusal(f"k is {k}; look at 1 neighbour at least.", "k")
    if coordinates.ndim != 2 or len(coordinates) != table.rows:
        raise Refusal(
            f"The coordinates have shape {coordinates.shape}; the table has {table.rows} rows.", "coordinates"
        )
    size = table.rows
    if not 3 <= size <= LARGEST_TABLE or size * size * table.dimensions > LARGEST_WORK:
        return None
    k = min(k, (size - 1) // 2)
    in_table = np.ascontiguousarray(table.vectors.T, dtype=np.float64)  # (D, V)
    in_drawing = np.ascontiguousarray(coordinates.T, dtype=np.float64)  # (2, V)
    penalty, kept = 0, 0
    for row in range(size):
        far = distances(in_table, row)
        near_in_table = _nearest(far, row, k)
        near_in_drawing = _nearest(distances(in_drawing, row), row, k)
        strangers = np.setdiff1d(near_in_drawing, near_in_table, assume_unique=True)
        kept += k - len(strangers)
        penalty += sum(_rank(far, row, int(stranger)) - k for stranger in strangers)
    return Fidelity(k, 1 - 2 * penalty / (size * k * (2 * size - 3 * k - 1)), kept / (size * k))


def _nearest(far: Floats, row: int, k: int) -> NDArray[np.intp]:
    """The k rows nearest to `row` by distances far (V,), without itself, in no particular order."""
    others = far.copy()
    others[row] = np.inf
    edge = np.partition(others, k - 1)[k - 1]
    closer = np.flatnonzero(others < edge)
    return np.concatenate([closer, np.flatnonzero(others == edge)[: k - len(closer)]])


def _rank(far: Floats, row: int, other: int) -> int:
    """The place of `other` among the neighbours of `row`, from 1; equal distances in row order."""
    closer = np.count_nonzero(far < far[other]) + np.count_nonzero(far[:other] == far[other])
    counts_itself = far[row] < far[other] or (far[row] == far[other] and row < other)
    return int(closer) + 1 - int(counts_itself)
