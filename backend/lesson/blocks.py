"""W1 as K blocks, one a position: the same row of C meets other rows of W1 wherever it stands (S79).

Network -> for each position k the rows kD to kD + D of W1, and what that position weighs.
"""

from dataclasses import dataclass

from torch import Tensor

from backend.lesson.network import Network


@dataclass(frozen=True)
class Block:
    """Rows `first` to `last` - 1 of W1.

    `norm` is the root of the sum of squares of the weights. It changes when C is stretched and W1 shrunk by the same
    factor, which changes nothing else; `push` does not: how far, on average over the V characters in root mean square,
    a character at this position moves the H weighted sums away from where the mean character would put them.
    """

    position: int
    first: int
    last: int
    norm: float
    push: float
    weights: Tensor  # (D, H), a view of W1


def blocks(network: Network) -> list[Block]:
    """The K blocks of W1 (KD, H), oldest position first."""
    D = network.shape.embedding_dim
    around = network.table.double() - network.table.double().mean(dim=0)  # (V, D)
    found = []
    for k in range(network.shape.context_length):
        weights = network.hidden_weight[k * D : (k + 1) * D]  # (D, H)
        moved = around @ weights.double()  # (V, H)
        push = moved.square().sum(dim=1).mean().sqrt()
        found.append(Block(k, k * D, (k + 1) * D, float(weights.double().norm()), float(push), weights))
    return found
