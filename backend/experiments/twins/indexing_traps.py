"""Traps of looking rows up: a byte is a mask, a float is no index, -1 is the last row, and a single context (1, 12)."""

import torch
import torch.nn.functional as F
from torch import Tensor

from backend.experiments.twins.trap import Helper, Trap, Variables


def _whole_index(C: Tensor) -> Variables:
    ix = torch.tensor([1, 0, 1])
    rows = C[ix]
    return locals()


def _byte_index(C: Tensor) -> Variables:
    ix = torch.tensor([1, 0, 1], dtype=torch.uint8)
    rows = C[ix]
    return locals()


def _whole_row_of_ids(C: Tensor, X: Tensor) -> Variables:
    ix = X[: len(C), -1]
    rows = C[ix]
    size = list(rows.shape)
    return locals()


def _byte_row_of_ids(C: Tensor, X: Tensor) -> Variables:
    ix = X[: len(C), -1].to(torch.uint8)
    rows = C[ix]
    size = list(rows.shape)
    return locals()


def _cast_index(C: Tensor) -> Variables:
    ix = torch.linspace(0, 1, 2).long()
    rows = C[ix]
    return locals()


def _float_index(C: Tensor) -> Variables:
    ix = torch.linspace(0, 1, 2)
    rows = C[ix]
    return locals()


def _known_letters(typed: str, alphabet: str, ids_windowed: Helper, forward: Helper) -> Variables:
    ids = [alphabet.find(c) for c in typed.lower()]
    X, Y = ids_windowed(ids)
    loss = F.cross_entropy(forward(X[1:]), Y[1:])
    return locals()


def _unknown_letter(typed: str, alphabet: str, ids_windowed: Helper, forward: Helper) -> Variables:
    ids = [alphabet.find(c) for c in typed]
    X, Y = ids_windowed(ids)
    loss = F.cross_entropy(forward(X[1:]), Y[1:])
    return locals()


def _in_a_list(C: Tensor, W1: Tensor, b1: Tensor, K: int) -> Variables:
    context = [0] * K
    inputs = torch.tensor([context])
    emb = C[inputs]
    h = torch.tanh(emb.view(emb.shape[0], -1) @ W1 + b1)
    size = list(h.shape)
    return locals()


def _alone(C: Tensor, W1: Tensor, b1: Tensor, K: int) -> Variables:
    context = [0] * K
    inputs = torch.tensor(context)
    emb = C[inputs]
    h = torch.tanh(emb.view(emb.shape[0], -1) @ W1 + b1)
    size = list(h.shape)
    return locals()


TRAPS = (
    Trap("byte-index", 1, _whole_index, _byte_index, ("ix", "rows")),
    Trap("byte-mask", 1, _whole_row_of_ids, _byte_row_of_ids, ("size",)),
    Trap("float-index", 1, _cast_index, _float_index, ("ix", "rows")),
    Trap("minus-one", 1, _known_letters, _unknown_letter, ("ids", "loss")),
    Trap("no-batch-axis", 12, _in_a_list, _alone, ("size",)),
)
