"""Rules over tensors and shapes: each looks at some variables of a run and says what is wrong, or nothing.

A rule is asked whenever all the variables that it names are there. It knows neither the trap nor the code.
"""

import torch
from torch import Tensor

from backend.experiments.twins.floors import floor_of_softmax_twice
from backend.experiments.twins.strides import viewable

Evidence = dict[str, float | int | str | list[int]]
CLOSE, SATURATED, TOO_MANY = 1e-4, 0.99, 0.3


def index_is_bytes(ix: Tensor) -> Evidence | None:
    """The index has the type uint8: it is read as a mask, one yes or no a row."""
    if ix.dtype != torch.uint8:
        return None
    return {"length": len(ix), "yes": int((ix != 0).sum())}


def index_is_fractional(ix: Tensor) -> Evidence | None:
    """The index has a floating type: rows have whole numbers."""
    return {"dtype": _dtype(ix)} if ix.is_floating_point() else None


def id_is_negative(X: Tensor, V: int) -> Evidence | None:
    """Some ids are below 0: they count from the end of the table."""
    if not bool((X < 0).any()):
        return None
    return {"count": int((X < 0).sum()), "lowest": int(X.min()), "row": V + int(X.min())}


def view_is_impossible(error: str, x: Tensor, wanted: tuple[int, ...]) -> Evidence | None:
    """The strides of x cannot be walked in the wanted shape without a copy."""
    if not error or viewable(x.shape, x.stride(), wanted):
        return None
    return {"stride": list(x.stride()), "wanted": list(wanted)}


def rows_hold_others_numbers(emb: Tensor, flat: Tensor) -> Evidence | None:
    """Rows of the flattened embedding hold numbers of other examples."""
    if flat.shape != (len(emb), emb[0].numel()):
        return None
    own, found = emb.reshape(len(emb), -1).sort(dim=1).values, flat.sort(dim=1).values
    share = float((own != found).any(dim=1).double().mean())
    return {"share": share} if share else None


def dimensions_are_mixed(emb: Tensor, flat: Tensor) -> Evidence | None:
    """Rows of the flattened embedding hold their own numbers, but not character by character."""
    if flat.shape != (len(emb), emb[0].numel()) or rows_hold_others_numbers(emb, flat):
        return None
    share = float((emb.reshape(len(emb), -1) != flat).any(dim=1).double().mean())
    return {"share": share} if share else None


def rows_are_written_down(rows: Tensor, p: Tensor) -> Evidence | None:
    """As many rows are picked as somebody once wrote down, not as there are."""
    return {"picked": len(rows), "there": len(p)} if len(rows) != len(p) else None


def lengths_differ(X: Tensor, Y: Tensor) -> Evidence | None:
    """Inputs and labels are not equally many."""
    return {"inputs": len(X), "labels": len(Y)} if len(X) != len(Y) else None


def cells_are_counted(n: int, X: Tensor) -> Evidence | None:
    """The number of examples is the number of cells of X."""
    return {"n": n, "examples": len(X), "cells": X.nelement()} if n != len(X) == X.nelement() // X.shape[-1] else None


def forwards_differ(logits: Tensor, evaluated: Tensor) -> Evidence | None:
    """Training and evaluation give other logits for the same inputs."""
    largest = float((logits - evaluated).abs().max())
    return {"largest": largest} if largest > CLOSE else None


def given_is_probabilities(given: Tensor) -> Evidence | None:
    """What cross_entropy is given are probabilities already: it takes softmax of them once more."""
    ones = (given.double().sum(dim=1) - 1).abs()
    if bool((given < 0).any()) or float(ones.max()) > CLOSE:
        return None
    return {"floor": floor_of_softmax_twice(given.shape[1]), "classes": given.shape[1]}


def rows_do_not_add_up(p: Tensor) -> Evidence | None:
    """Rows of probabilities do not add up to 1."""
    sums = p.double().sum(dim=1)
    sums = sums[sums.isfinite()]
    if not len(sums) or float((sums - 1).abs().max()) <= CLOSE:
        return None
    return {"least": float(sums.min()), "most": float(sums.max())}


def labels_are_fractional(Y: Tensor) -> Evidence | None:
    """Labels have a floating type: a label is the number of a class."""
    return {"dtype": _dtype(Y)} if Y.is_floating_point() else None


def hidden_starts_saturated(h: Tensor, step: int) -> Evidence | None:
    """Much of the hidden layer lies beyond 0.99 before the first step: hardly any gradient passes."""
    share = float((h.abs() > SATURATED).double().mean())
    return {"share": share} if step == 0 and share > TOO_MANY else None  # training may well end there


def norms_lost_their_axis(C: Tensor, norms: Tensor) -> Evidence | None:
    """One number a row, but no axis to spread it along: it is spread along the columns."""
    if norms.ndim == C.ndim:
        return None
    return {"rows": list(C.shape), "norms": list(norms.shape)}


def cosine_with_itself(cosines: Tensor) -> Evidence | None:
    """Vectors are not at cosine 1 with themselves."""
    diagonal = cosines.diagonal()
    if float((diagonal - 1).abs().max()) <= CLOSE:
        return None
    return {"least": float(diagonal.min()), "most": float(diagonal.max())}


def batch_axis_is_missing(inputs: Tensor) -> Evidence | None:
    """A single context without the list around it: its characters are taken for examples."""
    return {"length": len(inputs)} if inputs.ndim == 1 else None


def _dtype(tensor: Tensor) -> str:
    return str(tensor.dtype).removeprefix("torch.")


RULES = (
    index_is_bytes,
    index_is_fractional,
    id_is_negative,
    view_is_impossible,
    rows_hold_others_numbers,
    dimensions_are_mixed,
    rows_are_written_down,
    lengths_differ,
    cells_are_counted,
    forwards_differ,
    given_is_probabilities,
    rows_do_not_add_up,
    labels_are_fractional,
    hidden_starts_saturated,
    norms_lost_their_axis,
    cosine_with_itself,
    batch_axis_is_missing,
)
