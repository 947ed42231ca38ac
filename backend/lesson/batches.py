"""Counts -> the batches of a training, each a function of (seed, step) alone, so that a run can go on from any step.

`FrequencyBatches` draws contexts by how often they occur, with the row of next-token frequencies as target: one point
thrown into each of B equal parts of the cumulative counts (systematic sampling), so that frequent contexts are there in
every batch and the gradient is quieter than with independent draws. `ExampleBatches` draws single examples, as the
published loop does.
"""

from functools import cached_property

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from backend.lesson.counts import DENSE_CELLS, ContextCounts
from backend.lesson.dice import uniforms

STEPS_AT_ONCE = 64
Batch = tuple[Tensor, Tensor]


class _Drawn:
    """Places in a cumulative count, drawn for STEPS_AT_ONCE steps at a time."""

    def __init__(self, weights: NDArray[np.int64], batch_size: int, seed: int) -> None:
        self._upto = np.cumsum(weights)
        self._batch_size, self._seed = batch_size, seed
        self._block, self._places = -1, np.empty((0, 0), dtype=np.int64)

    def _shares(self, block: int) -> NDArray[np.float64]:
        return uniforms(self._seed, block, (STEPS_AT_ONCE, self._batch_size))

    def places(self, step: int) -> NDArray[np.int64]:
        """Which weights step `step` (from 1) draws, (B,)."""
        block, row = divmod(step - 1, STEPS_AT_ONCE)
        if block != self._block:
            at = (self._shares(block) * self._upto[-1]).astype(np.int64)
            last = self._upto[-1] - 1  # a share can round up to 1
            self._places = np.searchsorted(self._upto, np.minimum(at, last), side="right")
            self._block = block
        return self._places[row]


class _Systematic(_Drawn):
    def _shares(self, block: int) -> NDArray[np.float64]:
        offset = uniforms(self._seed, block, (STEPS_AT_ONCE, 1))
        return (np.arange(self._batch_size) + offset) / self._batch_size


class FrequencyBatches:
    """B contexts a step by frequency, with soft targets."""

    def __init__(self, learnt: ContextCounts, batch_size: int, seed: int) -> None:
        self._learnt = learnt
        self._contexts = torch.from_numpy(learnt.contexts)  # (U, K)
        self._drawn = _Systematic(learnt.totals, batch_size, seed)

    @cached_property
    def _frequencies(self) -> Tensor | None:
        if len(self._learnt.contexts) * self._learnt.vocabulary_size > DENSE_CELLS:
            return None
        counts = self._learnt.dense(slice(None))
        return torch.from_numpy((counts / self._learnt.totals[:, None]).astype(np.float32))  # (U, V)

    def at(self, step: int) -> Batch:
        """Contexts (B, K) and next-token frequencies (B, V) of a step."""
        places = self._drawn.places(step)
        rows = torch.from_numpy(places)
        frequencies = self._frequencies
        contexts = self._contexts.index_select(0, rows)
        return contexts, self._few(places) if frequencies is None else frequencies.index_select(0, rows)

    def _few(self, places: NDArray[np.int64]) -> Tensor:
        learnt = self._learnt
        targets = np.zeros((len(places), learnt.vocabulary_size), dtype=np.float32)
        for row, place in enumerate(places):
            pairs = slice(learnt.starts[place], learnt.starts[place + 1])
            targets[row, learnt.pair_tokens[pairs]] = learnt.pair_counts[pairs] / learnt.totals[place]
        return torch.from_numpy(targets)


class ExampleBatches:
    """B examples a step, each equally likely, with one-hot targets."""

    def __init__(self, learnt: ContextCounts, batch_size: int, seed: int) -> None:
        self._contexts = torch.from_numpy(learnt.contexts)
        self._rows, self._tokens = torch.from_numpy(learnt.pair_rows), torch.from_numpy(learnt.pair_tokens)
        self._vocabulary_size = learnt.vocabulary_size
        self._drawn = _Drawn(learnt.pair_counts, batch_size, seed)

    def at(self, step: int) -> Batch:
        """Contexts (B, K) and one-hot labels (B, V) of a step."""
        pairs = torch.from_numpy(self._drawn.places(step))
        targets = torch.zeros(len(pairs), self._vocabulary_size)
        targets[torch.arange(len(pairs)), self._tokens[pairs]] = 1
        return self._contexts[self._rows[pairs]], targets
