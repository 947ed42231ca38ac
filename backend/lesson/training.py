"""A network and counts -> the same network, step by step, at the caller's pace.

A generator: it does one step each time it is asked, and knows nothing of clocks, files, screens or threads. Between two
steps the network is the caller's to evaluate, copy or draw.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from backend.lesson.counts import ContextCounts
from backend.lesson.gradient import Gradient
from backend.lesson.network import Network
from backend.lesson.recipe import Optimiser, Recipe


@dataclass(frozen=True)
class Step:
    """A step that has been taken, and the rate it was taken with; step 0 is the network as it was initialised."""

    step: int
    learning_rate: float


def train(
    network: Network, learnt: ContextCounts, recipe: Recipe, optimiser: Optimiser | None = None
) -> Iterator[Step]:
    """Yield each step as it has been taken, changing `network` in place; step 0 first where none has been taken.

    Goes on after `optimiser.steps`: with the parameters and moments of an earlier run at that step, the steps that
    follow are those that run would have taken, to the last bit (embedding-and-mlp 7.6).
    """
    optimiser = optimiser or recipe.optimiser(network.flat)
    batches = recipe.batches(learnt)
    gradient = Gradient(network)
    if optimiser.steps == 0:
        yield Step(0, 0.0)
    for step in range(optimiser.steps + 1, recipe.steps + 1):
        X, targets = batches.at(step)  # (B, K), (B, V)
        rate = recipe.rate(step)
        optimiser.step(network.flat, gradient.fill(X, network.forward(X), targets), rate)
        yield Step(step, rate)
