"""Contexts X (N, K) -> the distinct ones (U, K), and which of them each row is.

A context read as digits in base V is one integer, so distinct contexts are distinct integers. Where V**K does not fit
into 63 bits, the columns are packed in groups: the rank among the groups so far is the leading digit of the next one.
"""

from dataclasses import dataclass

import numpy as np

from backend.lesson.vocabulary import Ids

LARGEST_CODE = 2**62
DIRECT_TABLE = 2**22


@dataclass(frozen=True)
class _Group:
    columns: slice
    codes: Ids  # (U',) sorted


class DistinctContexts:
    """The distinct rows of X (N, K), ordered by code, with `rows` (N,) pointing into `contexts` (U, K)."""

    def __init__(self, X: Ids, vocabulary_size: int) -> None:
        self.vocabulary_size = vocabulary_size
        self._groups: list[_Group] = []
        K = X.shape[1]
        ranks, bound, start = np.zeros(len(X), dtype=np.int64), 1, 0
        while start < K:
            stop = start
            space = bound
            while stop < K and space * vocabulary_size <= LARGEST_CODE:
                space, stop = space * vocabulary_size, stop + 1
            columns = slice(start, stop)
            codes, ranks = _ranked(self._codes(ranks, X[:, columns]), space)
            self._groups.append(_Group(columns, codes))
            bound, start = len(codes), stop
        self.rows = ranks
        first = np.empty(bound, dtype=np.int64)
        first[ranks[::-1]] = np.arange(len(X) - 1, -1, -1)
        self.contexts = X[first]  # (U, K)

    def __len__(self) -> int:
        return len(self.contexts)

    def find(self, X: Ids) -> Ids:
        """For each row of X (M, K) its place in `contexts`, or -1 where it never occurred."""
        if not len(self):
            return np.full(len(X), -1)
        ranks = np.zeros(len(X), dtype=np.int64)
        known = np.ones(len(X), dtype=bool)
        for group in self._groups:
            codes = self._codes(ranks, X[:, group.columns])
            ranks = np.minimum(np.searchsorted(group.codes, codes), len(group.codes) - 1)
            known &= group.codes[ranks] == codes
        return np.where(known, ranks, -1)

    def _codes(self, leading: Ids, digits: Ids) -> Ids:
        codes = leading
        for column in digits.T:
            codes = codes * self.vocabulary_size + column
        return codes


def _ranked(codes: Ids, space: int) -> tuple[Ids, Ids]:
    """Sorted distinct codes, and the rank of each code; by a direct table while that is small."""
    if space > DIRECT_TABLE:
        distinct, ranks = np.unique(codes, return_inverse=True)
        return distinct, ranks
    present = np.zeros(space, dtype=bool)
    present[codes] = True
    distinct = np.flatnonzero(present)
    rank_of = np.empty(space, dtype=np.int64)
    rank_of[distinct] = np.arange(len(distinct))
    return distinct, rank_of[codes]
