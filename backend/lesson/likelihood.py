"""Contexts or texts -> the network's own log-probabilities, the same to the last bit however many are asked at once.

A matrix product may add in another order when it has another number of rows. So rows are evaluated in blocks of one
fixed size, the last one filled up: a name's probability does not depend on the company it is asked in.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from backend.lesson.network import Network
from backend.lesson.vocabulary import Ids

Floats = NDArray[np.float64]
BLOCK = 128
CELLS_AT_ONCE = 2**22


def log_probabilities(network: Network, contexts: Ids) -> Floats:
    """ln p (U, V) of every next token after each of the contexts (U, K), in nats."""
    blocks = -(-len(contexts) // BLOCK)
    filled = np.zeros((blocks * BLOCK, contexts.shape[1]), dtype=np.int64)
    filled[: len(contexts)] = contexts
    X = torch.from_numpy(filled)
    log_p = torch.empty(len(X), network.shape.vocabulary_size, dtype=torch.float64)
    for start in range(0, len(X), BLOCK):
        rows = slice(start, start + BLOCK)
        torch.log_softmax(network.forward(X[rows]).logits, dim=1, dtype=torch.float64, out=log_p[rows])
    return log_p[: len(contexts)].numpy()


@dataclass(frozen=True)
class TokenScore:
    """One prediction along a text: after `context`, what p `token` had, and its place among all V (1 = likeliest)."""

    context: tuple[int, ...]
    token: int
    log_probability: float
    rank: int


def score(network: Network, texts: Sequence[Sequence[int]], ends: Sequence[bool]) -> list[list[TokenScore]]:
    """How the network reads each text, token by token, its end included where `ends` says so."""
    K = network.shape.context_length
    contexts: list[tuple[int, ...]] = []
    tokens: list[int] = []
    stops = [0]
    for text, end in zip(texts, ends, strict=True):
        whole = (*([0] * K), *text, *([0] if end else []))
        contexts += [tuple(whole[i : i + K]) for i in range(len(whole) - K)]
        tokens += whole[K:]
        stops.append(len(tokens))
    some = max(1, CELLS_AT_ONCE // network.shape.vocabulary_size)  # (some, V) is as large as any array becomes
    scores: list[TokenScore] = []
    for start in range(0, len(tokens), some):
        scores += _scored(network, contexts[start : start + some], tokens[start : start + some])
    return [scores[start:stop] for start, stop in itertools.pairwise(stops)]


def _scored(network: Network, contexts: list[tuple[int, ...]], tokens: list[int]) -> list[TokenScore]:
    distinct, rows = np.unique(np.array(contexts), axis=0, return_inverse=True)
    log_p = log_probabilities(network, distinct)[rows.reshape(-1)]  # (N, V)
    chosen = np.take_along_axis(log_p, np.array(tokens)[:, None], axis=1)  # (N, 1)
    ties = (log_p == chosen) & (np.arange(log_p.shape[1]) < np.array(tokens)[:, None])
    ranks = 1 + (log_p > chosen).sum(axis=1) + ties.sum(axis=1)
    return [
        TokenScore(context, token, p, rank)
        for context, token, p, rank in zip(contexts, tokens, chosen[:, 0].tolist(), ranks.tolist(), strict=True)
    ]
