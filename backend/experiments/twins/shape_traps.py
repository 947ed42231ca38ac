"""Traps of shape and memory: view, mixed dimensions, a hard-coded 32, cells for examples (2, 3, 4, 8)."""

import torch
import torch.nn.functional as F
from torch import Tensor

from backend.experiments.twins.trap import Helper, Trap, Variables


def _reshaped() -> Variables:
    x = torch.arange(12).view(3, 4).t()
    wanted = (12,)
    flat = x.reshape(wanted)
    return locals()


def _viewed() -> Variables:
    x = torch.arange(12).view(3, 4).t()
    wanted = (12,)
    flat = x.view(wanted)
    return locals()


def _copied_first() -> Variables:
    x = torch.arange(12).view(3, 4).t()
    folded = x.contiguous().view(2, 2, 3)
    spread = x.contiguous().view(4, 1, 3)
    return locals()


def _viewed_as_it_lies() -> Variables:
    x = torch.arange(12).view(3, 4).t()
    folded = x.view(2, 2, 3)
    spread = x.view(4, 1, 3)
    return locals()


def _side_by_side(C: Tensor, W1: Tensor, b1: Tensor, W2: Tensor, b2: Tensor, X: Tensor, Y: Tensor) -> Variables:
    emb = C[X]
    flat = emb.view(len(X), -1)
    h = torch.tanh(flat @ W1 + b1)
    loss = F.cross_entropy(h @ W2 + b2, Y)
    return locals()


def _transposed_first(C: Tensor, W1: Tensor, b1: Tensor, W2: Tensor, b2: Tensor, X: Tensor, Y: Tensor) -> Variables:
    emb = C[X]
    flat = emb.transpose(1, 2).reshape(len(X), -1)
    h = torch.tanh(flat @ W1 + b1)
    loss = F.cross_entropy(h @ W2 + b2, Y)
    return locals()


def _folded_the_other_way(C: Tensor, W1: Tensor, b1: Tensor, W2: Tensor, b2: Tensor, X: Tensor, Y: Tensor) -> Variables:
    emb = C[X]
    flat = emb.view(-1, len(X)).T
    h = torch.tanh(flat @ W1 + b1)
    loss = F.cross_entropy(h @ W2 + b2, Y)
    return locals()


def _any_five(forward: Helper, X: Tensor, Y: Tensor) -> Variables:
    X, Y = X[:5], Y[:5]
    p = forward(X).softmax(dim=1)
    rows = torch.arange(len(X))
    loss = -p[rows, Y].log().mean()
    return locals()


def _thirty_two_of_five(forward: Helper, X: Tensor, Y: Tensor) -> Variables:
    X, Y = X[:5], Y[:5]
    p = forward(X).softmax(dim=1)
    rows = torch.arange(32)
    loss = -p[rows, Y].log().mean()
    return locals()


def _any_one(forward: Helper, X: Tensor, Y: Tensor) -> Variables:
    X, Y = X[:1], Y[:1]
    p = forward(X).softmax(dim=1)
    rows = torch.arange(len(X))
    loss = -p[rows, Y].log().mean()
    return locals()


def _thirty_two_of_one(forward: Helper, X: Tensor, Y: Tensor) -> Variables:
    X, Y = X[:1], Y[:1]
    p = forward(X).softmax(dim=1)
    rows = torch.arange(32)
    loss = -p[rows, Y].log().mean()
    return locals()


def _all_forty(forward: Helper, X: Tensor, Y: Tensor) -> Variables:
    X, Y = X[:40], Y[:40]
    p = forward(X).softmax(dim=1)
    rows = torch.arange(len(X))
    loss = -p[rows, Y].log().mean()
    return locals()


def _thirty_two_of_forty(forward: Helper, X: Tensor, Y: Tensor) -> Variables:
    X, Y = X[:40], Y[:32]
    p = forward(X).softmax(dim=1)
    rows = torch.arange(32)
    loss = -p[rows, Y].log().mean()
    return locals()


def _examples(forward: Helper, X: Tensor, Y: Tensor) -> Variables:
    n = len(X)
    loss = F.cross_entropy(forward(X), Y, reduction="sum") / n
    return locals()


def _cells(forward: Helper, X: Tensor, Y: Tensor) -> Variables:
    n = X.nelement()
    loss = F.cross_entropy(forward(X), Y, reduction="sum") / n
    return locals()


TRAPS = (
    Trap("view-fails", 2, _reshaped, _viewed, ("flat",)),
    Trap("view-works", 2, _copied_first, _viewed_as_it_lies, ("folded", "spread")),
    Trap("transposed", 3, _side_by_side, _transposed_first, ("loss",)),
    Trap("folded", 3, _side_by_side, _folded_the_other_way, ("loss",)),
    Trap("batch-of-5", 4, _any_five, _thirty_two_of_five, ("loss",)),
    Trap("batch-of-1", 4, _any_one, _thirty_two_of_one, ("loss",)),
    Trap("batch-of-40", 4, _all_forty, _thirty_two_of_forty, ("loss",)),
    Trap("nelement", 8, _examples, _cells, ("n", "loss")),
)
