"""A network and counts -> its exact mean loss over every example those counts stand for, and how saturated it is."""

from dataclasses import dataclass

import torch

from backend.lesson.counts import ContextCounts
from backend.lesson.network import Network

ROWS_AT_ONCE = 4096
CELLS_AT_ONCE = 2**22
SATURATED = 0.99  # |tanh| beyond which almost no gradient passes


@dataclass(frozen=True)
class Measured:
    """Mean negative log-likelihood in nats per token, and the share of hidden values beyond 0.99 (trap 10)."""

    loss: float
    saturated: float


def mean_loss(network: Network, events: ContextCounts) -> float:
    """Mean negative log-likelihood in nats per token, over all examples, not a sample of them.

    Each distinct context is evaluated once and its pairs are weighted by their counts; the sum is taken in float64.
    """
    return _measured(network, events, saturation=False).loss


def measure(network: Network, events: ContextCounts) -> Measured:
    """The mean loss, and how much of the hidden layer is saturated, both over all examples."""
    return _measured(network, events, saturation=True)


def _measured(network: Network, events: ContextCounts, saturation: bool) -> Measured:
    contexts, totals = torch.from_numpy(events.contexts), torch.from_numpy(events.totals)
    rows, tokens = torch.from_numpy(events.pair_rows), torch.from_numpy(events.pair_tokens)
    counts = torch.from_numpy(events.pair_counts).double()
    widest = max(network.shape.hidden_size, network.shape.vocabulary_size)
    block = max(1, min(ROWS_AT_ONCE, CELLS_AT_ONCE // widest))
    total = saturated = 0.0
    for start in range(0, len(contexts), block):
        made = network.forward(contexts[start : start + block])
        pairs = slice(int(events.starts[start]), int(events.starts[min(start + block, len(contexts))]))
        chosen = made.logits[rows[pairs] - start, tokens[pairs]].double()
        surprise = torch.logsumexp(made.logits, dim=1).double()[rows[pairs] - start] - chosen
        total += float(surprise @ counts[pairs])
        if saturation:
            beyond = made.hidden.abs_().gt_(SATURATED).sum(dim=1)  # (R,), of 0 and 1 in place: four times as quick
            saturated += float(beyond.double() @ totals[start : start + block].double())
    examples = events.examples
    return Measured(total / examples, saturated / (examples * network.shape.hidden_size))
