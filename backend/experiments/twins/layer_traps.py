"""Traps of the layers and of pictures: saturation, keepdim, a loop without end, two columns of many (10 to 13)."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from backend.experiments.twins.trap import Helper, Trap, Variables


def _scaled_start(X: Tensor, Y: Tensor, K: int, V: int) -> Variables:
    step = 0  # not trained yet
    g = torch.Generator().manual_seed(1)
    C = torch.randn((V, 10), generator=g)
    W1 = torch.randn((K * 10, 200), generator=g) * (5 / 3) / math.sqrt(K * 10)
    W2 = torch.randn((200, V), generator=g) * 0.01
    h = torch.tanh(C[X].view(len(X), -1) @ W1)
    loss = F.cross_entropy(h @ W2, Y)
    beyond = (h.abs() > 0.99).float().mean()
    return locals()


def _plain_start(X: Tensor, Y: Tensor, K: int, V: int) -> Variables:
    step = 0  # not trained yet
    g = torch.Generator().manual_seed(1)
    C = torch.randn((V, 10), generator=g)
    W1 = torch.randn((K * 10, 200), generator=g)
    W2 = torch.randn((200, V), generator=g)
    h = torch.tanh(C[X].view(len(X), -1) @ W1)
    loss = F.cross_entropy(h @ W2, Y)
    beyond = (h.abs() > 0.99).float().mean()
    return locals()


def _norms_as_column(C: Tensor) -> Variables:
    norms = C.norm(dim=1, keepdim=True)
    unit = C / norms
    cosines = unit @ unit.T
    itself = cosines[1, 1]
    return locals()


def _norms_as_row(C: Tensor) -> Variables:
    norms = C.norm(dim=1)
    unit = C / norms
    cosines = unit @ unit.T
    itself = cosines[1, 1]
    return locals()


def _square_norms_as_column() -> Variables:
    C = torch.randn((27, 27), generator=torch.Generator().manual_seed(1))
    norms = C.norm(dim=1, keepdim=True)
    unit = C / norms
    cosines = unit @ unit.T
    itself = cosines[1, 1]
    return locals()


def _square_norms_as_row() -> Variables:
    C = torch.randn((27, 27), generator=torch.Generator().manual_seed(1))
    norms = C.norm(dim=1)
    unit = C / norms
    cosines = unit @ unit.T
    itself = cosines[1, 1]
    return locals()


def _rows_divided(pairs: Tensor) -> Variables:
    counts = (pairs + 1).float()
    p = counts / counts.sum(dim=1, keepdim=True)
    loss = -(pairs * p.log()).sum() / pairs.sum()
    total = p[1].sum()
    return locals()


def _columns_divided(pairs: Tensor) -> Variables:
    counts = (pairs + 1).float()
    p = counts / counts.sum(dim=1)
    loss = -(pairs * p.log()).sum() / pairs.sum()
    total = p[1].sum()
    return locals()


def _with_a_cap(untrained: Helper, words: list[str], itos: list[str], K: int) -> Variables:
    longest = max(len(word) for word in words)
    g = torch.Generator().manual_seed(1)
    context, name = [0] * K, ""
    for _ in range(2 * longest):
        i = int(torch.multinomial(untrained(context), 1, generator=g))
        if i == 0:
            break
        name += itos[i]
        context = [*context[1:], i]
    return locals()


def _without_a_cap(untrained: Helper, words: list[str], itos: list[str], K: int) -> Variables:
    longest = max(len(word) for word in words)
    g = torch.Generator().manual_seed(1)
    context, name = [0] * K, ""
    while True:
        i = int(torch.multinomial(untrained(context), 1, generator=g))
        if i == 0:
            break
        name += itos[i]
        context = [*context[1:], i]
    return locals()


def _projected(pairs: Tensor) -> Variables:
    vectors = (pairs + 1).log()
    centred = vectors - vectors.mean(dim=0)
    points = centred @ torch.linalg.svd(centred).Vh[:2].T
    variance = points.var(dim=0).sum() / vectors.var(dim=0).sum()
    return locals()


def _two_columns(pairs: Tensor) -> Variables:
    vectors = (pairs + 1).log()
    points = vectors[:, :2]
    variance = points.var(dim=0).sum() / vectors.var(dim=0).sum()
    return locals()


def _columns_in_order(C: Tensor) -> Variables:
    vectors = C[:, :2]
    points = torch.stack([vectors[:, 0], vectors[:, 1]], dim=1)
    first = points[1]
    return locals()


def _columns_swapped(C: Tensor) -> Variables:
    vectors = C[:, :2]
    points = torch.stack([vectors[:, 1], vectors[:, 0]], dim=1)
    first = points[1]
    return locals()


TRAPS = (
    Trap("saturated", 10, _scaled_start, _plain_start, ("loss", "beyond")),
    Trap("keepdim", 11, _norms_as_column, _norms_as_row, ("itself",)),
    Trap("keepdim-square", 11, _square_norms_as_column, _square_norms_as_row, ("itself",)),
    Trap("keepdim-counts", 11, _rows_divided, _columns_divided, ("loss", "total")),
    Trap("no-cap", 12, _with_a_cap, _without_a_cap, ("name",)),
    Trap("two-columns", 13, _projected, _two_columns, ("variance",)),
    Trap("swapped-axes", 13, _columns_in_order, _columns_swapped, ("first",)),
)
