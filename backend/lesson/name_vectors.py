"""Names as vectors, three ways: what a table of names is searched by (embedding-27-to-2, retrieval; S55).

Ids of names (N, L), padded with '.' on the left to the longest -> their characters' rows of C side by side (N, LD), the
mean of these rows (N, D), or the hidden layer where the network has read the name to its end (N, H).
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from backend.lesson.network import Network
from backend.lesson.vocabulary import Ids, Vocabulary

Vectors = NDArray[np.floating[Any]]
ROWS = 8192  # names that are made into vectors together


def name_ids(names: Sequence[str], vocabulary: Vocabulary, length: int) -> Ids:
    """Ids (N, length), each name's last `length` characters, padded with '.' on the left."""
    text = "".join(name[-length:].rjust(length, vocabulary.tokens[0]) for name in names)
    return vocabulary.encode_known(text).reshape(len(names), length)


def concatenated(network: Network, ids: Ids) -> Vectors:
    """The rows side by side, (N, LD): what stands at another place counts as another thing."""
    return network.table.numpy()[ids].reshape(len(ids), -1)


def averaged(network: Network, ids: Ids) -> Vectors:
    """The mean of the characters' rows, (N, D) float64, '.' left out: the order is lost.

    The characters are added in the order of their ids, so that two names of the same letters are equal to the last bit.
    """
    C = network.table.numpy().astype(np.float64)
    total, held = np.zeros((len(ids), C.shape[1])), np.zeros(len(ids))
    for column in np.sort(ids, axis=1).T:
        total += C[column] * (column != 0)[:, None]
        held += column != 0
    return total / held[:, None]


def hidden(network: Network, ids: Ids) -> Vectors:
    """The hidden layer after the whole name, (N, H): it knows only the last K characters."""
    K = network.shape.context_length
    short = K - ids.shape[1]
    read = np.pad(ids, ((0, 0), (max(short, 0), 0)))[:, -K:]
    parts = [network.forward(torch.from_numpy(read[at : at + ROWS])).hidden.numpy() for at in range(0, len(read), ROWS)]
    return np.concatenate(parts)


WAYS: dict[str, Callable[[Network, Ids], Vectors]] = {
    "concatenation": concatenated,
    "mean": averaged,
    "hidden": hidden,
}
