"""A training at a step -> what is told of it: exact losses, the table, five names with the same dice, diagnostics."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from backend.lesson.corpus import Corpus
from backend.lesson.evaluation import mean_loss, measure
from backend.lesson.network import Network
from backend.lesson.run import Run
from backend.lesson.sampling import Sampler, draw_names
from backend.lesson.training import Step
from backend.lesson.vocabulary import Ids
from backend.refusal import Refusal
from backend.space.alphabet import vowels_and_consonants
from backend.space.structure import group_gap, norm_frequency_correlation
from backend.space.table import Table

NAMES, LONGEST = 5, 30
Tables = NDArray[np.float32]


class NotFinite(Refusal):
    """The training has left the finite numbers; the message says at which step and what to change."""

    def __init__(self, message: str, step: int) -> None:
        super().__init__(message, "learning_rate")
        self.step = step


@dataclass(frozen=True)
class Reporter:
    """Reports on one run."""

    run: Run
    corpus: Corpus

    def event(self, network: Network, step: Step) -> dict[str, Any]:
        """The progress event of a network at a step; raises NotFinite where a loss is not a number."""
        train = measure(network, self.run.counts.train)
        dev = mean_loss(network, self.run.counts.dev)
        if not (math.isfinite(train.loss) and math.isfinite(dev)):
            raise NotFinite(f"the loss is not finite at step {step.step}", step.step)
        return {
            "step": step.step,
            "steps": self.run.recipe.steps,
            "losses": {"train": train.loss, "dev": dev},
            "learning_rate": step.learning_rate,
            "table": network.table.tolist(),
            "names": self._names(network),
            "diagnostics": {"saturated": train.saturated, **self._structure(network)},
        }

    def _names(self, network: Network) -> list[str]:
        """Five names drawn with the training's seed: at every report the same dice."""
        drawn = draw_names(network, NAMES, self.run.recipe.seed, Sampler(), [], LONGEST)
        rows = zip(drawn.ids.tolist(), drawn.lengths.tolist(), strict=True)
        return [self.corpus.vocabulary.decode(ids[:length]) for ids, length in rows]

    def _structure(self, network: Network) -> dict[str, float | None]:
        tokens, counts = self._tokens_and_counts
        table = Table.build(tokens, network.table.numpy())
        vowels, consonants = vowels_and_consonants(tokens)
        gap = group_gap(table, vowels, consonants, seed=self.run.recipe.seed)
        return {
            "vowel_gap": gap.gap if gap else None,
            "vowel_gap_p": gap.p_value if gap else None,
            "norm_frequency_correlation": norm_frequency_correlation(table, range(len(tokens)), counts),
        }

    @cached_property
    def _tokens_and_counts(self) -> tuple[tuple[str, ...], list[int]]:
        counted = self.corpus.characters()
        return tuple(counted), list(counted.values())


class TableTrail:
    """Snapshots of C, of every step while they fit into the budget, else of every second, third, ... one."""

    def __init__(self, run: Run, budget: int) -> None:
        self._run = run
        self.stride = max(1, -(-(run.recipe.steps + 1) * run.network.table.nelement() * 4 // budget))
        self._steps: list[int] = []
        self._tables: list[Tables] = []

    def add(self, step: int) -> None:
        """Keep the table as it is now, if this step is one of those that are kept."""
        if step % self.stride == 0 or step == self._run.recipe.steps:
            self._steps.append(step)
            self._tables.append(self._run.network.table.numpy().copy())

    def taken(self) -> tuple[Ids, Tables]:
        """Steps (N,) and tables (N, V, D) since the last call."""
        steps, tables = np.array(self._steps, dtype=np.int64), np.array(self._tables, dtype=np.float32)
        if not len(steps):
            tables = np.empty((0, *self._run.network.table.shape), dtype=np.float32)
        self._steps, self._tables = [], []
        return steps, tables
