"""A model -> the same model with other angles: C becomes CA + s, and W1 and b1 take it back, so every prediction stays.

With A invertible, block k of W1 becomes A^-1 W1_k, and b1 loses s A^-1 W1_k for each k: then the hidden layer receives
what it received before. So cosines between rows of C are not facts about the model (claims, finding 8; S49).
"""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from backend.lesson.network import Network

Floats = NDArray[np.float64]
MOST_STRETCH = 4.0  # at strength 1 an axis grows to at most this many times its length, or shrinks as far


@dataclass(frozen=True)
class Turn:
    """A (D, D), invertible, and s (D,)."""

    A: Floats
    s: Floats


def turn_of(network: Network, seed: int, strength: float) -> Turn:
    """A stretch along axes that the seed draws, and a shift; at strength 0 nothing moves, at 1 very much does."""
    D = network.shape.embedding_dim
    dice = np.random.default_rng(seed)
    axes, _ = np.linalg.qr(dice.standard_normal((D, D)))
    stretch = MOST_STRETCH ** (strength * dice.uniform(-1, 1, D))
    length = float(network.table.norm(dim=1).mean())
    direction = dice.standard_normal(D)
    shift = strength * length * direction / np.linalg.norm(direction)
    return Turn(axes * stretch @ axes.T, shift)


def turned(network: Network, turn: Turn) -> Network:
    """The model with C -> CA + s, and W1 and b1 adjusted; computed in float64 and rounded once."""
    K, D = network.shape.context_length, network.shape.embedding_dim
    changed = network.copy()
    A = torch.from_numpy(turn.A)
    undo = torch.linalg.inv(A)
    s = torch.from_numpy(turn.s)
    changed.table.copy_(network.table.double() @ A + s)
    bias = network.hidden_bias.double()
    for k in range(K):
        block = slice(k * D, (k + 1) * D)
        weights = undo @ network.hidden_weight[block].double()  # (D, H)
        changed.hidden_weight[block] = weights.float()
        bias = bias - s @ weights  # (H,)
    changed.hidden_bias.copy_(bias)
    return changed
