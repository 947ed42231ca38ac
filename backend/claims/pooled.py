"""Mean pooling: the mean of the vectors in place of their concatenation, trained like any other network (S97).

mean(C[X]) W is concatenation times W / K on top of itself K times. So a network whose blocks of W1 are all equal pools,
and stays one that does if the gradients of its blocks are averaged: no position has weights of its own.
"""

from collections.abc import Iterator

from torch import Tensor

from backend.lesson.gradient import Gradient
from backend.lesson.network import Network, Shape, views
from backend.lesson.run import Run
from backend.lesson.training import Step


def pooled_steps(run: Run) -> Iterator[Step]:
    """Every step of a run whose network is made to pool, in place."""
    network, recipe, optimiser = run.network, run.recipe, run.optimiser
    blocks(network.shape, network.flat)[:] = blocks(network.shape, network.flat)[:1].clone()  # each as wide as before
    gradient, batches = Gradient(network), recipe.batches(run.counts.train)
    for step in range(1, recipe.steps + 1):
        X, targets = batches.at(step)
        flat = gradient.fill(X, network.forward(X), targets)
        each = blocks(network.shape, flat)
        each[:] = each.mean(dim=0, keepdim=True)
        optimiser.step(network.flat, flat, recipe.rate(step))
        yield Step(step, recipe.rate(step))


def blocks(shape: Shape, flat: Tensor) -> Tensor:
    """The blocks of W1 by position (K, D, H), a view of a flat buffer like the network's."""
    return views(shape, flat)["hidden.weight"].view(shape.context_length, shape.embedding_dim, shape.hidden_size)


def parameters_if_pooled(network: Network) -> int:
    """How many numbers pooling has: one block of W1 in place of K."""
    shape = network.shape
    return Shape(1, shape.embedding_dim, shape.hidden_size, shape.vocabulary_size).parameters
