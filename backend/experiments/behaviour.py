"""A model -> how alike its characters behave: what replacing one by another does to the predictions.

Cosines are not even identified (see `turned`: the same model with other angles). Behaviour is: D(a, b) is the mean KL
divergence, in nats, from the prediction with a to that with b in its place, over every occurrence of a in the contexts
of the events.
"""

import numpy as np
from numpy.typing import NDArray

from backend.experiments.cost import check_cost
from backend.lesson.counts import ContextCounts
from backend.lesson.likelihood import log_probabilities
from backend.lesson.network import Network

MOST_CONTEXTS = 400  # of one character: the most frequent ones; what is left out is in `share`


def behaviour(network: Network, events: ContextCounts, row: int) -> tuple[NDArray[np.float64], float]:
    """KL divergences (V,) for replacing token `row` by each token, and the share of its occurrences they are over.

    NaN never: a token that occurs in no context gives zeros and share 0. Raises Refusal for what takes too long.
    """
    V = network.shape.vocabulary_size
    has = (events.contexts == row).any(axis=1)
    contexts, weights = events.contexts[has], events.totals[has].astype(np.float64)
    if not len(contexts):
        return np.zeros(V), 0.0
    order = np.argsort(-weights, kind="stable")[:MOST_CONTEXTS]
    share = float(weights[order].sum() / weights.sum())
    contexts, weights = contexts[order], weights[order] / weights[order].sum()
    check_cost(f"replacing a character by each of {V:,}", network, V * len(contexts))
    before = log_probabilities(network, contexts)  # (N, V)
    shares = np.exp(before)
    divergences = np.empty(V)
    for other in range(V):  # one at a time: all at once are (V, N, V), gigabytes for a large alphabet
        after = log_probabilities(network, np.where(contexts == row, other, contexts))  # (N, V)
        divergences[other] = (shares * (before - after)).sum(axis=1) @ weights
    return np.maximum(divergences, 0.0), share
