"""Two networks and some contexts -> what each makes of their order: vectors side by side, or their mean (S76, S97).

The pooling network is a network whose blocks of W1 are all equal (backend/claims/pooled.py): then x W1 is the sum of
the rows times one block, which is their mean times K blocks, and it is run here in that second form. Means of the same
rows in another order are equal in mathematics; in float32 the last bit may differ, so both answers are given.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from backend.lesson.network import Network

NEAR = 1e-6  # what float32 means of a few numbers of size 1 may differ by


@dataclass(frozen=True)
class Ordered:
    """One context: its vector for either network (KD,) and (D,), and the probabilities (V,) each gives."""

    concatenation: Tensor
    pooled: Tensor
    after_concatenation: Tensor
    after_pooling: Tensor


@dataclass(frozen=True)
class Apart:
    """Two contexts: whether their means are the same nearly and to the last bit, and how far predictions differ.

    A distance is the share of probability that would have to move, 0 to 1 (total variation).
    """

    nearly: bool
    to_the_last_bit: bool
    largest_difference: float
    concatenation: float
    pooling: float


def mean_forward(network: Network, X: Tensor) -> tuple[Tensor, Tensor]:
    """Contexts (B, K) -> their mean vectors (B, D) and logits (B, V), for a network that pools."""
    K, D = network.shape.context_length, network.shape.embedding_dim
    pooled = network.table[X].mean(dim=1)  # (B, D)
    hidden = torch.tanh(pooled @ (K * network.hidden_weight[:D]) + network.hidden_bias)  # (B, H)
    return pooled, hidden @ network.logits_weight + network.logits_bias


def ordered(concatenating: Network, pooling: Network, X: Tensor) -> list[Ordered]:
    """What both networks make of each context of X (B, K)."""
    made = concatenating.forward(X)
    pooled, logits = mean_forward(pooling, X)
    shares = [some.double().softmax(dim=1) for some in (made.logits, logits)]
    return [Ordered(*rows) for rows in zip(made.concatenation, pooled, *shares, strict=True)]


def apart(one: Ordered, other: Ordered) -> Apart:
    """How far two contexts are from each other for either network."""
    return Apart(
        nearly=bool(torch.allclose(one.pooled, other.pooled, atol=NEAR)),
        to_the_last_bit=bool(torch.equal(one.pooled, other.pooled)),
        largest_difference=float((one.pooled - other.pooled).abs().max()),
        concatenation=_variation(one.after_concatenation, other.after_concatenation),
        pooling=_variation(one.after_pooling, other.after_pooling),
    )


def all_apart(orders: Sequence[Ordered]) -> list[Apart]:
    """Each context beside the first."""
    return [apart(orders[0], other) for other in orders[1:]]


def _variation(p: Tensor, q: Tensor) -> float:
    return float((p - q).abs().sum() / 2)
