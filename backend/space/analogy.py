"""Analogies: the rows nearest to a sum and difference of rows.

Tokens to add and tokens to take away -> `NeighbourList` of the vector that results. Whether the answer means
anything is for the table to show: over word vectors it often does, over 27 characters it does not (S48).
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from backend.refusal import Refusal
from backend.space.neighbours import NeighbourList, Reason, nearest
from backend.space.similarity import Metric, check_metric
from backend.space.spelling import quoted
from backend.space.table import Table


def analogy(
    table: Table, plus: Sequence[str], minus: Sequence[str] = (), k: int = 10, metric: Metric = "cosine"
) -> NeighbourList:
    """The k rows nearest to the raw vectors of `plus` added up, less those of `minus`: king + woman - man.

    The inputs are not searched, and `excluded` lists them; otherwise an input usually comes first. A token
    may be given twice and then counts twice. The vectors are added as they are, not brought to length one
    first. After Mikolov, Yih and Zweig 2013, who used rows of length one; lesson: embedding-27-to-2 (S48).

    Raises Refusal: field "plus" when empty, or when the sum is zero under cosine; "plus" or "minus" for an
    unknown token; "k" below 1; "metric" unknown.
    """
    check_metric(metric)
    if not plus:
        raise Refusal("An analogy needs at least one token in plus=.", "plus")
    added = [table.row_of(token, "plus") for token in plus]
    taken = [table.row_of(token, "minus") for token in minus]
    total = _sum(table, added, taken)
    if metric == "cosine" and not total.any():
        spelled = " + ".join(map(quoted, plus)) + "".join(f" - {quoted(token)}" for token in minus)
        raise Refusal(
            f"{spelled} is the zero vector, which has no direction; use other tokens, or another metric.",
            "plus",
        )
    inputs: dict[int, Reason] = dict.fromkeys([*added, *taken], "input")
    return nearest(table, total, metric, k, inputs)


def _sum(table: Table, added: list[int], taken: list[int]) -> NDArray[np.float64]:
    """The vector (D,), each number rounded once: neither order nor a token that cancels itself matters."""
    parts = np.concatenate(
        [
            np.asarray(table.vectors[added], dtype=np.float64),
            -np.asarray(table.vectors[taken], dtype=np.float64).reshape(-1, table.dimensions),
        ]
    )
    return np.array([math.fsum(column) for column in parts.T])
