"""A table and a group of its tokens -> whether the group lies together, and whether that could be chance.

The gap is the mean cosine within the group less the mean cosine between the group and the rest (lesson
embedding-27-to-2, S42 and S43; findings 5, 7 and 8): above 0, the group lies together. How far from chance that is says
a permutation test: the same gap for random groups of the same size.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backend.space.similarity import matrix
from backend.space.table import Table

PERMUTATIONS = 999


@dataclass(frozen=True)
class Gap:
    """The gap in cosine, and the share of random groups (this one included) with a gap as large: p."""

    gap: float
    p_value: float


def group_gap(table: Table, group: Sequence[int], rest: Sequence[int], seed: int) -> Gap | None:
    """The gap of `group` against `rest`, row numbers; None below two in the group or one outside, or at a zero row.

    p = (1 + number of the 999 random groups whose gap is at least this one) / 1000 (Phipson and Smyth 2010).
    """
    if len(group) < 2 or not len(rest):
        return None
    rows = [*group, *rest]
    compared = matrix(table, "cosine", rows)
    if compared.undefined_rows:
        return None
    members = np.zeros((PERMUTATIONS + 1, len(rows)))
    members[0, : len(group)] = 1
    rng = np.random.default_rng(seed)
    members[1:] = rng.permuted(np.tile(members[0], (PERMUTATIONS, 1)), axis=1)
    gaps = _gaps(compared.values, members)
    as_large = int((gaps[1:] >= gaps[0] - 1e-12).sum())
    return Gap(float(gaps[0]), (1 + as_large) / (1 + PERMUTATIONS))


def _gaps(cosines: NDArray[np.float64], members: NDArray[np.float64]) -> NDArray[np.float64]:
    """Gaps (N,) of N groups given as rows of 0 and 1, members (N, R), over cosines (R, R)."""
    size = members[0].sum()
    towards = members @ cosines  # (N, R)
    within = (towards * members).sum(axis=1) - members @ np.diag(cosines)
    between = (towards * (1 - members)).sum(axis=1)
    return within / (size * (size - 1)) - between / (size * (members.shape[1] - size))


def norm_frequency_correlation(table: Table, rows: Sequence[int], counts: Sequence[int]) -> float | None:
    """Pearson correlation of a row's norm and the log of its token's count; None where either is constant (S52)."""
    norms, logs = table.norms()[list(rows)], np.log(np.asarray(counts, dtype=np.float64))
    if len(rows) < 2 or norms.std() == 0 or logs.std() == 0:
        return None
    return float(np.corrcoef(norms, logs)[0, 1])
