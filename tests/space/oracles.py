"""What the tests of tables compare with: plain-Python measures, and tables that are awkward on purpose."""

import math
import random
import string
from collections.abc import Sequence

Rows = Sequence[Sequence[float]]


def score(a: Sequence[float], b: Sequence[float], metric: str) -> float | None:
    """One pair's similarity or distance from the textbook definition; None where cosine has no value."""
    if metric == "euclidean":
        return math.dist(a, b)
    if metric == "dot":
        return math.fsum(x * y for x, y in zip(a, b, strict=True))
    if not (any(a) and any(b)):
        return None
    one, other = math.hypot(*a), math.hypot(*b)
    return math.fsum((x / one) * (y / other) for x, y in zip(a, b, strict=True))


def nearest_rows(rows: Rows, asked: int, metric: str) -> list[int]:
    """All rows but `asked`, nearest first, equal ones (to 12 digits) by row; zero rows have no cosine."""
    keys = []
    for row, values in enumerate(rows):
        value = score(values, rows[asked], metric)
        if row != asked and value is not None:
            keys.append((round(value if metric == "euclidean" else -value, 12), row))
    return [row for _, row in sorted(keys)]


def random_rows(size: int, dimensions: int, seed: int) -> list[list[float]]:
    dice = random.Random(seed)
    return [[dice.gauss(0, 1) for _ in range(dimensions)] for _ in range(size)]


def awkward_rows() -> list[list[float]]:
    """27 rows of 5: far from unit length, rows 3, 11 and 26 equal, row 7 zero, row 9 opposite to row 2."""
    rows = [[value * 10 ** (row % 5 - 2) for value in line] for row, line in enumerate(random_rows(27, 5, seed=4))]
    rows[11] = rows[26] = rows[3]
    rows[7] = [0.0] * 5
    rows[9] = [-value for value in rows[2]]
    return rows


def letters(size: int) -> list[str]:
    """'.' and the first letters, as the model's vocabulary has them; numbered tokens beyond 27."""
    return list("." + string.ascii_lowercase)[:size] if size <= 27 else [f"t{row}" for row in range(size)]


CASES: dict[str, list[list[float]]] = {
    "one row": [[3.0, -4.0]],
    "two rows": [[1.0, 2.0], [-2.0, 1.0]],
    "two equal rows": [[0.1, 0.7], [0.1, 0.7]],
    "a zero row of two": [[0.0, 0.0], [1.0, 1.0]],
    "27 awkward rows": awkward_rows(),
    "27 rows in a plane": random_rows(27, 2, seed=1),
    "one dimension": [[value] for value in (2.0, -1.0, 0.0, 2.0, 5.0)],
    "lengths from tiny to huge": [[1e-160, 2e-160], [1e90, 2e90], [3.0, -1.0], [5e-324, 0.0]],
}
