"""Contexts -> the distributions to draw from, each computed once, and throws of the dice -> tokens.

While names are drawn the same contexts come back again and again, within a step and from step to step.
"""

from collections.abc import Callable

import numpy as np

from backend.lesson.likelihood import CELLS_AT_ONCE, Floats, log_probabilities
from backend.lesson.network import Network
from backend.lesson.vocabulary import Ids

LARGEST_TABLE = 2**20  # contexts for which a table of all of them is quicker than a dictionary of those met


class Shares:
    """The distributions of the contexts met so far, in arrays that grow by doubling.

    At most `most` are kept, so that memory stays small where V is large; then all are forgotten and it starts anew.
    """

    def __init__(self, network: Network, cumulative: Callable[[Floats], Floats]) -> None:
        self._network, self._cumulative = network, cumulative
        self._places = _places(network.shape.vocabulary_size, network.shape.context_length)
        self.most = max(1, CELLS_AT_ONCE // network.shape.vocabulary_size)
        self.log_p = np.empty((64, network.shape.vocabulary_size))  # (at least U, V)
        self.upto = np.empty_like(self.log_p)

    def rows(self, contexts: Ids) -> Ids:
        """Where the distributions of distinct contexts (N, K), N up to `most`, stand until the next call, (N,)."""
        if len(self._places) + len(contexts) > self.most:
            self._places.clear()
        known = len(self._places)
        rows, new = self._places.find(contexts)
        while known + len(new) > len(self.log_p):
            self.log_p = np.concatenate([self.log_p, np.empty_like(self.log_p)])
            self.upto = np.concatenate([self.upto, np.empty_like(self.upto)])
        if len(new):
            added = log_probabilities(self._network, contexts[new])
            self.log_p[known : known + len(new)] = added
            self.upto[known : known + len(new)] = self._cumulative(added)
        return rows


class _DirectPlaces:
    """Context -> place by one look-up in a table of all V**K contexts, where that is small."""

    def __init__(self, vocabulary_size: int, context_length: int) -> None:
        self._digits = vocabulary_size ** np.arange(context_length - 1, -1, -1, dtype=np.int64)  # (K,)
        self._place = np.full(vocabulary_size**context_length, -1, dtype=np.int64)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def clear(self) -> None:
        """Forget every context."""
        self._place.fill(-1)
        self._count = 0

    def find(self, contexts: Ids) -> tuple[Ids, Ids]:
        """Places of distinct contexts (N, K), and which of the N are new; new ones take the next places."""
        codes = contexts @ self._digits
        new = np.flatnonzero(self._place[codes] < 0)
        self._place[codes[new]] = np.arange(self._count, self._count + len(new))
        self._count += len(new)
        return self._place[codes], new


class _KeyedPlaces:
    """Context -> place by the bytes of its ids, for any V and K."""

    def __init__(self) -> None:
        self._place: dict[bytes, int] = {}

    def __len__(self) -> int:
        return len(self._place)

    def clear(self) -> None:
        """Forget every context."""
        self._place.clear()

    def find(self, contexts: Ids) -> tuple[Ids, Ids]:
        """Places of distinct contexts (N, K), and which of the N are new; new ones take the next places."""
        keys = np.ascontiguousarray(contexts).view(f"V{8 * contexts.shape[1]}").ravel().tolist()
        new = [i for i, key in enumerate(keys) if key not in self._place]
        self._place.update(
            zip((keys[i] for i in new), range(len(self._place), len(self._place) + len(new)), strict=True)
        )
        return np.array([self._place[key] for key in keys]), np.array(new, dtype=np.int64)


def _places(vocabulary_size: int, context_length: int) -> _DirectPlaces | _KeyedPlaces:
    small = vocabulary_size**context_length <= LARGEST_TABLE
    return _DirectPlaces(vocabulary_size, context_length) if small else _KeyedPlaces()


def fallen(upto: Floats, rows: Ids, thrown: Floats) -> Ids:
    """For each throw (L,) the first token of its row of `upto` (U, V) whose share reaches beyond it: (L,).

    Every row is searched by halving, all at once: log2 V look-ups a throw instead of V comparisons.
    """
    U, V = upto.shape
    flat, at = upto.reshape(U * V), rows * V - 1
    last = at + V
    for stride in (2**bit for bit in reversed(range((V - 1).bit_length()))):
        probe = at + stride
        beyond = (flat.take(probe, mode="clip") <= thrown) & (probe < last)
        at += stride * beyond
    return at - (last - V)
