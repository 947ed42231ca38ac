"""A network and counts -> its exact mean loss over every example those counts stand for."""

import torch

from backend.lesson.counts import ContextCounts
from backend.lesson.network import Network

ROWS_AT_ONCE = 4096
CELLS_AT_ONCE = 2**22


def mean_loss(network: Network, events: ContextCounts) -> float:
    """Mean negative log-likelihood in nats per token, over all examples, not a sample of them.

    Each distinct context is evaluated once and its pairs are weighted by their counts; the sum is taken in float64.
    """
    contexts = torch.from_numpy(events.contexts)
    rows, tokens = torch.from_numpy(events.pair_rows), torch.from_numpy(events.pair_tokens)
    counts = torch.from_numpy(events.pair_counts).double()
    widest = max(network.shape.hidden_size, network.shape.vocabulary_size)
    block = max(1, min(ROWS_AT_ONCE, CELLS_AT_ONCE // widest))
    total = 0.0
    for start in range(0, len(contexts), block):
        logits = network.forward(contexts[start : start + block]).logits  # (R, V)
        pairs = slice(int(events.starts[start]), int(events.starts[min(start + block, len(contexts))]))
        chosen = logits[rows[pairs] - start, tokens[pairs]].double()
        surprise = torch.logsumexp(logits, dim=1).double()[rows[pairs] - start] - chosen
        total += float(surprise @ counts[pairs])
    return total / events.examples
