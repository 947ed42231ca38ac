"""A tensor's memory as one line of cells, and what calls on it do: strides, views, copies, and real errors.

Everything is asked of PyTorch: the call is made, and what it says of the result is told (embedding-and-mlp 7.4; S80).
"""

import math
import re
from dataclasses import dataclass
from itertools import product

import torch
from torch import Tensor

from backend.refusal import Refusal

MOST_CELLS, MOST_CALLS, MOST_AXES = 64, 12, 5
CALL = re.compile(r"(t|contiguous|view|reshape|transpose|permute|flatten|squeeze|unsqueeze)\(([-\d,\s]*)\)")
MOST_VIEWS = 200
REFUSALS = (RuntimeError, IndexError, TypeError, ValueError)  # ValueError: a number that 64 bits cannot hold


@dataclass(frozen=True)
class Called:
    """One call and what came of it; `order` gives for each element, in logical order, its cell in storage."""

    call: str
    error: str | None
    shape: list[int]
    stride: list[int]
    contiguous: bool
    shares_storage: bool
    order: list[int]
    values: list[int]


def called(shape: list[int], calls: list[str]) -> list[Called]:
    """A tensor 0, 1, 2, ... of this shape, then each call on the result of the one before; an error ends the line.

    Raises Refusal for a shape too large to draw, or a call that is none of those that only rearrange.
    """
    cells = math.prod(shape)
    if not 1 <= len(shape) <= MOST_AXES or any(size < 1 for size in shape) or cells > MOST_CELLS:
        raise Refusal(
            f"shape {shape} has {cells} cells; use 1 to {MOST_AXES} axes and at most {MOST_CELLS} cells", "shape"
        )
    if len(calls) > MOST_CALLS:
        raise Refusal(f"{len(calls)} calls; at most {MOST_CALLS}", "calls")
    first = torch.arange(cells).view(shape)
    told, tensor = [_told("arange", first, first)], first
    for call in calls:
        name, arguments = _parsed(call)
        try:
            after = getattr(tensor, name)(*arguments)
        except REFUSALS as error:
            told.append(_told(call, tensor, tensor, f"{type(error).__name__}: {error}"))
            break
        told.append(_told(call, after, tensor))
        tensor = after
    return told


def legal_views(shape: list[int], calls: list[str]) -> list[list[int]]:
    """Every shape that `view` accepts for the tensor after these calls, tried one by one, of up to four axes."""
    tensor = torch.arange(math.prod(shape)).view(shape)
    for call in calls:
        name, arguments = _parsed(call)
        try:
            tensor = getattr(tensor, name)(*arguments)
        except REFUSALS:
            break
    return [list(target) for target in _factorings(tensor.nelement()) if _views(tensor, target)]


def _parsed(call: str) -> tuple[str, list[int]]:
    found = CALL.fullmatch(call.strip())
    if not found:
        raise Refusal(
            f"{call!r} cannot be tried here; use t(), transpose(0, 1), permute(...), view(...), reshape(...), "
            "contiguous(), flatten(), squeeze() or unsqueeze(0)",
            "calls",
        )
    try:
        return found[1], [int(part) for part in found[2].split(",") if part.strip()]
    except ValueError:
        raise Refusal(f"{call!r}: the arguments are whole numbers with commas between them", "calls") from None


def _told(call: str, tensor: Tensor, before: Tensor, error: str | None = None) -> Called:
    offsets = torch.arange(tensor.untyped_storage().nbytes() // tensor.element_size())
    order = offsets.as_strided(tensor.shape, tensor.stride(), tensor.storage_offset())
    return Called(
        call=call,
        error=error,
        shape=list(tensor.shape),
        stride=list(tensor.stride()),
        contiguous=tensor.is_contiguous(),
        shares_storage=tensor.untyped_storage().data_ptr() == before.untyped_storage().data_ptr(),
        order=order.flatten().tolist(),
        values=tensor.flatten().tolist(),
    )


def _factorings(cells: int) -> list[tuple[int, ...]]:
    divisors = [size for size in range(1, cells + 1) if cells % size == 0]
    found: list[tuple[int, ...]] = [(cells,)]
    for axes in (2, 3, 4):
        found += [
            (*sizes, cells // math.prod(sizes))
            for sizes in product(divisors, repeat=axes - 1)
            if cells % math.prod(sizes) == 0 and 1 not in sizes and cells // math.prod(sizes) != 1
        ]
    return found[:MOST_VIEWS]


def _views(tensor: Tensor, target: tuple[int, ...]) -> bool:
    try:
        tensor.view(target)
    except RuntimeError:
        return False
    return True
