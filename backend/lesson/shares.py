"""Contexts -> the distributions to draw from, each computed once, and throws of the dice -> tokens.

While names are drawn the same contexts come back again and again, within a step and from step to step.
"""

from collections.abc import Callable

import numpy as np

from backend.lesson.likelihood import CELLS_AT_ONCE, Floats, log_probabilities
from backend.lesson.network import Network
from backend.lesson.vocabulary import Ids


class Shares:
    """The distributions of the contexts met so far, in arrays that grow by doubling.

    At most `most` are kept, so that memory stays small where V is large; then all are forgotten and it starts anew.
    """

    def __init__(self, network: Network, cumulative: Callable[[Floats], Floats]) -> None:
        self._network, self._cumulative = network, cumulative
        self._row_of: dict[bytes, int] = {}
        self.most = max(1, CELLS_AT_ONCE // network.shape.vocabulary_size)
        self.log_p = np.empty((64, network.shape.vocabulary_size))  # (at least U, V)
        self.upto = np.empty_like(self.log_p)

    def rows(self, contexts: Ids) -> Ids:
        """Where the distributions of distinct contexts (N, K), N up to `most`, stand until the next call, (N,)."""
        if len(self._row_of) + len(contexts) > self.most:
            self._row_of.clear()
        keys = np.ascontiguousarray(contexts).view(f"V{8 * contexts.shape[1]}").ravel().tolist()
        known = len(self._row_of)
        new = [i for i, key in enumerate(keys) if key not in self._row_of]
        self._row_of.update(zip((keys[i] for i in new), range(known, known + len(new)), strict=True))
        while known + len(new) > len(self.log_p):
            self.log_p = np.concatenate([self.log_p, np.empty_like(self.log_p)])
            self.upto = np.concatenate([self.upto, np.empty_like(self.upto)])
        if new:
            added = log_probabilities(self._network, contexts[new])
            self.log_p[known : known + len(new)] = added
            self.upto[known : known + len(new)] = self._cumulative(added)
        return np.array([self._row_of[key] for key in keys])


def fallen(upto: Floats, rows: Ids, thrown: Floats) -> Ids:
    """For each throw (L,) the first token of its row of `upto` (U, V) whose share reaches beyond it: (L,).

    Every row is searched by halving, all at once: log2 V look-ups a throw instead of V comparisons.
    """
    U, V = upto.shape
    flat, starts = upto.reshape(U * V), rows * V
    tokens = np.zeros(len(rows), dtype=np.int64)
    for stride in (2**bit for bit in reversed(range((V - 1).bit_length()))):
        probe = np.minimum(tokens + stride, V - 1)
        beyond = (flat[starts + probe - 1] <= thrown) & (tokens + stride < V)
        tokens = np.where(beyond, probe, tokens)
    return tokens
