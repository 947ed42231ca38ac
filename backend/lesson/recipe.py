"""How a network is trained: which batches, which optimiser, which rate at which step.

`counts`: contexts drawn by frequency, Adam, a one-cycle rate (up over the first 15 per cent, then a cosine down to 0).
Adam averages over 10 and 100 steps as usual, but never over more than a thirtieth and an eighth of a run: a short run
would spend itself on what its gradients were at the start.
`published`: the notebook's loop, single examples, plain descent, the rate cut to a tenth half way.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from torch import Tensor

from backend.lesson.batches import Batch, ExampleBatches, FrequencyBatches
from backend.lesson.counts import ContextCounts
from backend.lesson.dice import LARGEST_SEED
from backend.lesson.network import LECTURE, SCALED
from backend.lesson.optimiser import Adam, Descent
from backend.refusal import Refusal

COUNTS, PUBLISHED = "counts", "published"
WARM_UP = 0.15
ADAM_MEMORY = ((10, 30), (100, 8))  # of mean and square: at most so many steps, and at most this part of a run
LARGEST_RATE = 1e37  # Adam's first step takes ten times the rate, and float32 ends at 3.4e38


class _Batches(Protocol):
    def at(self, step: int) -> Batch:
        """Contexts (B, K) and targets (B, V) of a step."""


class Optimiser(Protocol):
    """A rule for a step, with the tensors it remembers between two of them."""

    moments: tuple[Tensor, ...]
    steps: int

    def step(self, parameters: Tensor, gradient: Tensor, rate: float) -> None:
        """One step in place."""


@dataclass(frozen=True)
class Recipe:
    """One training, reproducible from these fields; `recipe_of` fills in what a recipe sets by default."""

    name: str
    init: str
    steps: int
    batch_size: int
    learning_rate: float
    seed: int

    def rate(self, step: int) -> float:
        """The learning rate of step `step`, from 1 to `steps`."""
        if self.name == PUBLISHED:
            return self.learning_rate if step <= self.steps / 2 else self.learning_rate / 10
        share = (step - 0.5) / self.steps  # the middle of the step, so that neither the first nor the last rate is 0
        if share < WARM_UP:
            return self.learning_rate * share / WARM_UP
        return self.learning_rate * (1 + math.cos(math.pi * (share - WARM_UP) / (1 - WARM_UP))) / 2

    def batches(self, learnt: ContextCounts) -> _Batches:
        """The source of batches over the training counts."""
        make: Callable[[ContextCounts, int, int], _Batches]
        make = FrequencyBatches if self.name == COUNTS else ExampleBatches
        return make(learnt, self.batch_size, self.seed)

    def optimiser(self, parameters: Tensor) -> Optimiser:
        """A fresh optimiser for a parameter buffer (P,)."""
        if self.name == PUBLISHED:
            return Descent()
        of_mean, of_square = (max(1.0, min(most, self.steps / part)) for most, part in ADAM_MEMORY)
        return Adam(parameters, 1 - 1 / of_mean, 1 - 1 / of_square)


DEFAULTS = {
    COUNTS: Recipe(COUNTS, SCALED, steps=1000, batch_size=256, learning_rate=0.04, seed=1),
    PUBLISHED: Recipe(PUBLISHED, LECTURE, steps=200_000, batch_size=32, learning_rate=0.1, seed=1),
}


def recipe_of(  # each argument is a knob of the command line and of the page
    name: str = COUNTS,
    init: str | None = None,
    steps: int | None = None,
    batch_size: int | None = None,
    learning_rate: float | None = None,
    seed: int = 1,
) -> Recipe:
    """A recipe by name with its defaults filled in; raises Refusal naming the knob that is out of range."""
    if name not in DEFAULTS:
        raise Refusal(f"recipe is {name!r}; it is {COUNTS!r} or {PUBLISHED!r}", "recipe")
    default = DEFAULTS[name]
    made = Recipe(
        name=name,
        init=default.init if init is None else init,
        steps=default.steps if steps is None else steps,
        batch_size=default.batch_size if batch_size is None else batch_size,
        learning_rate=default.learning_rate if learning_rate is None else learning_rate,
        seed=seed,
    )
    if made.init not in (SCALED, LECTURE):
        raise Refusal(f"init is {made.init!r}; it is {SCALED!r} or {LECTURE!r}", "init")
    for field in ("steps", "batch_size"):
        if getattr(made, field) < 1:
            raise Refusal(f"{field} is {getattr(made, field)}; it has to be at least 1", field)
    if not 0 < made.learning_rate <= LARGEST_RATE:
        raise Refusal(
            f"learning_rate is {made.learning_rate}; it has to be above 0 and at most {LARGEST_RATE:g}", "learning_rate"
        )
    if not 0 <= seed <= LARGEST_SEED:
        raise Refusal(f"seed is {seed}; it is a whole number from 0 to {LARGEST_SEED}", "seed")
    return made
