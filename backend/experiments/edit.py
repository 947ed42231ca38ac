"""A model with some rows of C moved -> what follows: its loss, its predictions, its neighbours, its names.

The network is the model's own, copied; only the table's rows change (embedding-27-to-2, compression; S8: what a
character means is where it lies). What a row is worth is the loss that replacing it by the mean row costs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch

from backend.experiments.cost import check_cost
from backend.lesson.counts import ContextCounts
from backend.lesson.evaluation import mean_loss
from backend.lesson.network import Network
from backend.refusal import Refusal

FARTHEST = 1e6


@dataclass(frozen=True)
class RowWorth:
    """The loss with this row replaced by the mean of all rows, and what that costs, in nats per token."""

    row: int
    loss: float
    cost: float


def edited(network: Network, rows: Mapping[int, Sequence[float]]) -> Network:
    """A copy of the network with these rows of C; raises Refusal for a row of another length or not finite."""
    D = network.shape.embedding_dim
    changed = network.copy()
    for row, vector in rows.items():
        if len(vector) != D:
            raise Refusal(f"row {row} was given {len(vector)} numbers; a row of this model's C has {D}", "rows")
        moved = torch.tensor(vector, dtype=torch.float64)
        if not bool((moved.abs() <= FARTHEST).all()):
            raise Refusal(f"row {row} has a number that is not finite, or beyond {FARTHEST:g}", "rows")
        changed.table[row] = moved.float()
    return changed


def worth(network: Network, events: ContextCounts) -> list[RowWorth]:
    """For each row of C the loss on `events` when it is the mean row, dearest first; raises Refusal beyond a limit."""
    rows = network.shape.vocabulary_size
    check_cost(f"the worth of {rows:,} rows", network, rows * len(events.contexts))
    before = mean_loss(network, events)
    mean = network.table.mean(dim=0)
    found = []
    for row in range(rows):
        changed = network.copy()
        changed.table[row] = mean
        loss = mean_loss(changed, events)
        found.append(RowWorth(row, loss, loss - before))
    return sorted(found, key=lambda worth: -worth.cost)
