"""Rows of a table, fetched two ways and measured now: a product with one-hot rows, and an index.

Both give the same numbers, to the last bit: each sum has one term that is not zero. What they take differs by the size
of the vocabulary (embedding-27-to-2, one-hot against indexing; S22 to S25). Sizes are computed before anything is
allocated: what would not fit is told with its size, and not made.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import torch
import torch.nn.functional as F
from torch import Tensor

from backend.refusal import Refusal

FLOAT32, INT64 = 4, 8  # bytes of a number
FEWEST_ROUNDS, MOST_ROUNDS = 3, 15
BUDGET, PATIENCE = 0.1, 0.4  # seconds after which no round beyond the fewest begins, and none at all
SEED = 1


@dataclass(frozen=True)
class LookupSizes:
    """Bytes of every tensor: C (V, D), ids X (N,), one-hot rows (N, V) as made and as multiplied, C[X] (N, D)."""

    table: int
    ids: int
    one_hot_int64: int
    one_hot_float32: int
    result: int

    @property
    def one_hot(self) -> int:
        """What the one-hot rows take while they are turned from int64 into float32."""
        return self.one_hot_int64 + self.one_hot_float32


@dataclass(frozen=True)
class LookupMeasure:
    """Medians in seconds over as many rounds, both ways in turn; None for what was not made, and `equal` with it."""

    rounds: int
    index: float
    one_hot: float | None
    equal: bool | None


def sizes(vocabulary: int, dimensions: int, rows: int) -> LookupSizes:
    """The bytes of a look-up of N rows in a table (V, D), by arithmetic alone."""
    return LookupSizes(
        table=vocabulary * dimensions * FLOAT32,
        ids=rows * INT64,
        one_hot_int64=rows * vocabulary * INT64,
        one_hot_float32=rows * vocabulary * FLOAT32,
        result=rows * dimensions * FLOAT32,
    )


def measure(vocabulary: int, dimensions: int, rows: int, most_bytes: int) -> LookupMeasure:
    """Time both ways on random ids; the one-hot way only where it takes at most `most_bytes`.

    Raises Refusal where the index alone would not fit. Two at once would measure each other: the caller sees to that.
    """
    size = sizes(vocabulary, dimensions, rows)
    for taken, field, what in ((size.table, "dimensions", "the table"), (size.ids + size.result, "rows", "the result")):
        if taken > most_bytes:
            raise Refusal(
                f"{what} alone would take {taken / 1e6:,.1f} MB; this server measures up to {most_bytes / 1e6:,.1f} MB "
                f"(EMBEDSCOPE_MAX_LOOKUP_BYTES); ask for fewer {field}",
                field,
            )
    generator = torch.Generator().manual_seed(SEED)
    C = torch.randn((vocabulary, dimensions), generator=generator)
    X = torch.randint(vocabulary, (rows,), generator=generator)
    return _measured(C, X, size.one_hot <= most_bytes)


def by_one_hot(C: Tensor, X: Tensor) -> Tensor:
    """Rows (N, D) of C (V, D) by a product with one-hot rows (N, V)."""
    return F.one_hot(X, len(C)).float() @ C


def by_index(C: Tensor, X: Tensor) -> Tensor:
    """The same rows by indexing."""
    return C[X]


def _measured(C: Tensor, X: Tensor, both: bool) -> LookupMeasure:
    indexed: list[float] = []
    multiplied: list[float] = []
    equal = None
    began = time.perf_counter()
    while len(indexed) < MOST_ROUNDS:
        if indexed and time.perf_counter() - began > (BUDGET if len(indexed) >= FEWEST_ROUNDS else PATIENCE):
            break
        seconds, rows = _timed(by_index, C, X)
        indexed.append(seconds)
        if both:
            seconds, product = _timed(by_one_hot, C, X)
            multiplied.append(seconds)
            equal = torch.equal(rows, product) and equal is not False
    return LookupMeasure(len(indexed), median(indexed), median(multiplied) if both else None, equal)


def _timed(way: Callable[[Tensor, Tensor], Tensor], C: Tensor, X: Tensor) -> tuple[float, Tensor]:
    began = time.perf_counter()
    rows = way(C, X)
    return time.perf_counter() - began, rows
