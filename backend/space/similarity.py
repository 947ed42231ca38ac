"""How alike two rows are: cosine, dot product, Euclidean distance, for one row against all or for a picture.

A table, a metric and some rows -> float64 numbers. Every number is built from the same elementary steps in
the same order, wherever the rows stand in the table: equal rows get equal scores to the last bit, the matrix
is exactly symmetric, and picking a part of a table changes no number. (A matrix product would be a little
faster and would break all three, since its blocking changes the order of the additions.)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from backend.refusal import Refusal
from backend.space.table import Table

Metric = Literal["cosine", "dot", "euclidean"]
METRICS: tuple[Metric, ...] = get_args(Metric)

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SimilarityMatrix:
    """R rows of a table against each other; `values` is finite everywhere, so what is undefined is listed."""

    metric: Metric
    rows: tuple[int, ...]  # the table's row numbers, in the order of the picture
    values: Floats  # (R, R); 0.0 where undefined
    undefined_rows: tuple[int, ...]  # row numbers that have no cosine with anything: zero vectors

    def to_lists(self) -> list[list[float | None]]:
        """The (R, R) numbers as lists, with None in the rows and columns that are undefined."""
        undefined = {place for place, row in enumerate(self.rows) if row in set(self.undefined_rows)}
        return [
            [None if i in undefined or j in undefined else value for j, value in enumerate(line)]
            for i, line in enumerate(self.values.tolist())
        ]


def matrix(
    table: Table, metric: Metric, rows: Sequence[int] | None = None, limit: int | None = None
) -> SimilarityMatrix:
    """Every picked row against every other, (R, R); all V rows when `rows` is None.

    Cosine lies in [-1, 1] with a diagonal of exactly 1; Euclid is the distance, not its square, with a
    diagonal of exactly 0. Lesson: embedding-27-to-2, how alike (S49 to S54).

    Raises Refusal: field "metric" for an unknown one, "tokens" for more than `limit` rows or a row that is
    not there.
    """
    check_metric(metric)
    picked = tuple(range(table.rows)) if rows is None else tuple(int(row) for row in rows)
    _check_picture(table, picked, everything=rows is None, limit=limit)
    columns = np.ascontiguousarray(np.asarray(table.vectors[list(picked)], dtype=np.float64).T)  # (D, R)
    if metric != "cosine":
        return SimilarityMatrix(metric, picked, _compare(columns[:, :, None], columns[:, None, :], metric), ())
    columns, squares = _scaled(columns)
    values = _cosine(columns[:, :, None], squares[:, None], columns[:, None, :], squares[None, :])
    undefined = tuple(row for row, square in zip(picked, squares, strict=True) if square == 0)
    return SimilarityMatrix(metric, picked, values, undefined)


def scores(vectors: Floats, query: Floats, metric: Metric) -> Floats:
    """Each row of vectors (N, D) against one query (D,): (N,) similarities, or distances for "euclidean".

    Under cosine a zero row, or a zero query, scores 0.0: the caller leaves such rows out (`zero_rows`).
    """
    columns = np.ascontiguousarray(vectors.T)  # (D, N): each step below runs over one dimension of all rows
    if metric != "cosine":
        return _compare(columns, query[:, None], metric)
    columns, squares = _scaled(columns)
    scaled_query, query_square = _scaled(query[:, None])
    return _cosine(columns, squares, scaled_query, query_square)


def distances(columns: Floats, row: int) -> Floats:
    """Euclidean distance of one row to all, (N,), for rows laid out by dimension: columns (D, N)."""
    return _compare(columns, columns[:, row, None], "euclidean")


def zero_rows(vectors: Floats) -> NDArray[np.bool_]:
    """Which rows of (N, D) hold nothing but zeros, (N,): they have a length but no direction."""
    return np.asarray(np.count_nonzero(vectors, axis=1) == 0)


def check_metric(metric: str) -> None:
    """Raises Refusal with field "metric" unless it is one of cosine, dot, euclidean."""
    if metric not in METRICS:
        raise Refusal(f"There is no metric {metric!r}; choose one of {', '.join(METRICS)}.", "metric")


def _compare(left: Floats, right: Floats, metric: Metric) -> Floats:
    """Dot product or distance along the first axis of two arrays that broadcast, dimension by dimension."""
    total = np.zeros(np.broadcast_shapes(left.shape[1:], right.shape[1:]))
    for a, b in zip(left, right, strict=True):
        if metric == "dot":
            total += a * b
        else:
            difference = a - b
            total += difference * difference
    return total if metric == "dot" else np.sqrt(total)


def _cosine(left: Floats, left_squares: Floats, right: Floats, right_squares: Floats) -> Floats:
    """a.b / sqrt(|a|^2 |b|^2): for a row with itself sqrt(s s) is exactly s, so the cosine is exactly 1."""
    lengths = np.sqrt(left_squares * right_squares)
    defined = lengths > 0
    cosine = _compare(left, right, "dot") / np.where(defined, lengths, 1.0)
    return np.clip(np.where(defined, cosine, 0.0), -1.0, 1.0)


def _scaled(columns: Floats) -> tuple[Floats, Floats]:
    """Rows, here columns (D, N), brought near 1 by a power of two (no rounding), and their squares (N,).

    Without it the square of a row as short as 1e-170 would vanish and the row would pass for a zero vector.
    """
    _, exponents = np.frexp(np.abs(columns).max(axis=0))
    near_one = columns * np.ldexp(1.0, -np.maximum(exponents, -1000))
    return near_one, _compare(near_one, near_one, "dot")


def _check_picture(table: Table, picked: tuple[int, ...], everything: bool, limit: int | None) -> None:
    if limit is not None and len(picked) > limit:
        what = f"The table has {table.rows:,} rows" if everything else f"tokens= picks {len(picked):,} rows"
        remedy = "pick a part with tokens=" if everything else "pick fewer"
        raise Refusal(f"{what}, and a picture holds at most {limit:,}; {remedy}.", "tokens")
    if not picked:
        raise Refusal("No row is picked; name at least one token.", "tokens")
    for row in picked:
        if not 0 <= row < table.rows:
            raise Refusal(f"There is no row {row}; the table has rows 0 to {table.rows - 1}.", "tokens")
