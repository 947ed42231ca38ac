"""The exact k nearest rows of a table, in a list that says what it is.

A table and one of its tokens (or any vector) -> `NeighbourList`. Every row is compared: no index, no
sampling, no projection. Memory stays at a few numbers a row, so a table of a hundred thousand rows needs no
(V, V) array.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from backend.refusal import Refusal
from backend.space.similarity import Metric, check_metric, scores, zero_rows
from backend.space.spelling import quoted
from backend.space.table import Table

LARGEST_SUM = 1e120  # a query may be a sum of rows; its products with rows still fit float64

Reason = Literal["asked row", "input", "zero vector"]


class Neighbour(NamedTuple):
    """One row found; `score` is a similarity (cosine, dot) or a distance (euclidean); ranks begin at 1."""

    rank: int
    token: str
    row: int
    score: float


class Excluded(NamedTuple):
    """One row that was not searched, and why."""

    row: int
    token: str
    reason: Reason


@dataclass(frozen=True)
class NeighbourList:
    """Neighbours, nearest first, and what they are. rows_searched + len(excluded) is V."""

    metric: Metric
    rows_searched: int
    excluded: tuple[Excluded, ...]
    table_sha256: str
    neighbours: tuple[Neighbour, ...]
    space: Literal["raw"] = "raw"
    exact: bool = True


def neighbours(table: Table, of: str, k: int = 10, metric: Metric = "cosine") -> NeighbourList:
    """The k rows nearest to the token `of`, which itself is left out; rows equal to it are not.

    Equal scores stand in the order of their rows; k beyond the table gives all rows there are; zero rows are
    excluded under cosine. Lesson: embedding-27-to-2, how alike (S49 to S53).

    Raises Refusal: field "of" for an unknown token or, under cosine, a zero row; "k" below 1; "metric"
    unknown.
    """
    check_metric(metric)
    row = table.row_of(of, "of")
    query = np.asarray(table.vectors[row], dtype=np.float64)
    if metric == "cosine" and not query.any():
        raise Refusal(
            f"The row of {quoted(of)} is a zero vector, which has no direction; use metric=dot or euclidean.",
            "of",
        )
    return nearest(table, query, metric, k, {row: "asked row"})


def nearest(
    table: Table, query: ArrayLike, metric: Metric, k: int, leave_out: Mapping[int, Reason] | None = None
) -> NeighbourList:
    """The k rows nearest to any vector (D,); `leave_out` has the rows not to search, each with its reason.

    Raises Refusal: field "vector" for a query of another shape, not finite or, under cosine, zero; "k" below
    1; "metric" unknown; "leave_out" for a row that is not there.
    """
    check_metric(metric)
    if k < 1:
        raise Refusal(f"k is {k}; ask for at least 1 neighbour.", "k")
    vector = _query(table, query, metric)
    reasons = dict(leave_out or {})
    for row in reasons:
        if not 0 <= row < table.rows:
            raise Refusal(f"There is no row {row}; the table has rows 0 to {table.rows - 1}.", "leave_out")
    found = np.empty(table.rows)
    for start, block in table.blocks():
        found[start : start + len(block)] = scores(block, vector, metric)
        if metric == "cosine":
            for place in np.flatnonzero(zero_rows(block)):
                reasons.setdefault(start + int(place), "zero vector")
    searched = np.ones(table.rows, dtype=np.bool_)
    searched[list(reasons)] = False
    rows = np.flatnonzero(searched)
    best = rows[_first(found[rows] if metric == "euclidean" else -found[rows], k)]
    return NeighbourList(
        metric=metric,
        rows_searched=len(rows),
        excluded=tuple(Excluded(row, table.tokens[row], reasons[row]) for row in sorted(reasons)),
        table_sha256=table.sha256,
        neighbours=tuple(
            Neighbour(rank, table.tokens[row], int(row), float(found[row])) for rank, row in enumerate(best, start=1)
        ),
    )


def _query(table: Table, query: ArrayLike, metric: Metric) -> NDArray[np.float64]:
    vector = np.asarray(query, dtype=np.float64)
    if vector.shape != (table.dimensions,):
        raise Refusal(
            f"The vector has shape {vector.shape}; the table's rows have shape ({table.dimensions},).",
            "vector",
        )
    if not (np.abs(vector) <= LARGEST_SUM).all():  # a NaN is not <= anything
        raise Refusal(f"The vector holds a value that is not finite, or is beyond {LARGEST_SUM:g}.", "vector")
    if metric == "cosine" and not vector.any():
        raise Refusal("The vector is zero, which has no direction; use metric=dot or euclidean.", "vector")
    return vector


def _first(keys: NDArray[np.float64], k: int) -> NDArray[np.intp]:
    """Places of the k smallest of keys (N,), smallest first, equal ones in their order; at most N."""
    places = np.arange(len(keys))
    if k < len(keys):
        places = np.flatnonzero(keys <= np.partition(keys, k - 1)[k - 1])  # ties at the edge are all kept
    return places[np.argsort(keys[places], kind="stable")][:k]
