"""Examples -> a small network that has learnt from them for a moment, by the same seed always, so twins compare."""

from collections.abc import Callable

import torch
from torch import Tensor

from backend.lesson.contexts import Examples
from backend.lesson.counts import ContextCounts
from backend.lesson.network import SCALED, Network, Shape, initialised
from backend.lesson.optimiser import Adam
from backend.lesson.recipe import recipe_of
from backend.lesson.training import train

DIM, HIDDEN, STEPS, SEED = 10, 50, 200, 1
HEART_STEPS, HEART_RATE = 150, 0.03  # enough to know some hundred examples by heart

Objective = Callable[[Tensor, Tensor], Tensor]


def trained(contexts: Tensor, labels: Tensor, V: int) -> Network:
    """A network after a training on contexts (N, K) and labels (N,) by the recipe `counts`."""
    network = _fresh(contexts, V)
    for _ in train(network, counted(contexts, labels, V), recipe_of(steps=STEPS, seed=SEED)):
        pass
    return network


def learned(objective: Objective, contexts: Tensor, labels: Tensor, V: int) -> list[float]:
    """The losses by an objective over logits (N, V) and labels, step by step, all examples at once, by autograd."""
    network = _fresh(contexts, V)
    flat = network.flat.requires_grad_()
    optimiser, losses = Adam(flat), []
    for _ in range(HEART_STEPS):
        with torch.enable_grad():
            loss = objective(Network(network.shape, flat).forward(contexts).logits, labels)
            (gradient,) = torch.autograd.grad(loss, flat)
        with torch.no_grad():
            optimiser.step(flat, gradient, HEART_RATE)
        losses.append(loss.item())
    return losses


def counted(contexts: Tensor, labels: Tensor, V: int) -> ContextCounts:
    """Examples as their counts."""
    return ContextCounts(Examples(contexts.numpy(), labels.numpy()), V)


def _fresh(contexts: Tensor, V: int) -> Network:
    return initialised(Shape(contexts.shape[1], DIM, HIDDEN, V), SCALED, SEED)
