"""An indexing expression over a model's tensors -> the shape it really has, and the rule behind it.

The expression goes through a parser for indexing, never through eval: a name, then brackets with whole numbers, slices,
lists, `None`, `...`, and the name of another tensor of whole numbers (embedding-27-to-2, C[X]; S26 to S28).
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from backend.refusal import Refusal

LONGEST = 200
MOST_BRACKETS = 4
MOST_ELEMENTS = 10_000_000  # of a result on the way; C[X][X][X] of long contexts has more than memory holds


@dataclass(frozen=True)
class Indexed:
    """The result, and the shapes that the rule adds up: that of the index, and what of the tensor is left."""

    name: str
    result: Tensor
    index_shape: list[int] | None
    rest: list[int] | None


def indexed(expression: str, tensors: Mapping[str, Tensor]) -> Indexed:
    """Evaluate `C[5:6]`, `emb[:, -1]`, `C[X]`; raises Refusal in PyTorch's own words where it does not work.

    The rule "index shape + what is left" is given where one index of whole numbers picks rows; else both are None.
    """
    if len(expression) > LONGEST:
        raise Refusal(f"the expression has {len(expression)} characters; at most {LONGEST}", "expression")
    try:
        node = ast.parse(expression.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Refusal(
            f"{expression!r} cannot be read; write a name and brackets, such as C[5:6]", "expression"
        ) from None
    brackets: list[ast.expr] = []
    while isinstance(node, ast.Subscript):
        brackets.insert(0, node.slice)
        node = node.value
    if len(brackets) > MOST_BRACKETS:
        raise Refusal(f"the expression has {len(brackets)} pairs of brackets; at most {MOST_BRACKETS}", "expression")
    if not isinstance(node, ast.Name) or node.id not in tensors:
        raise Refusal(f"the expression begins with one of {', '.join(tensors)}, such as C[5:6]", "expression")
    result, shapes = tensors[node.id], None
    for bracket in brackets:
        index = _index(bracket, tensors)
        try:
            shapes = _rule(result, index)
            _check_size(result, index)
            result = result[index]
        except (IndexError, TypeError, ValueError, RuntimeError) as error:
            raise Refusal(f"PyTorch says {type(error).__name__}: {error}", "expression") from None
    index_shape, rest = shapes or (None, None)
    return Indexed(node.id, result, index_shape, rest)


def _index(node: ast.expr, tensors: Mapping[str, Tensor]) -> Any:  # noqa: ANN401, PLR0911 - whatever brackets may hold
    match node:
        case ast.Tuple(elts=parts):
            return tuple(_index(part, tensors) for part in parts)
        case ast.List(elts=parts) if any(isinstance(part, ast.List) for part in parts):
            raise Refusal(
                "PyTorch reads a list in a list as one list an axis, and warns against it; write the lists apart",
                "expression",
            )
        case ast.List(elts=parts) if any(_stands_apart(part) for part in parts):
            raise Refusal(f"{ast.unparse(node)!r}: a list holds whole numbers here; write the rest apart", "expression")
        case ast.List(elts=parts):
            return [_index(part, tensors) for part in parts]
        case ast.Slice(lower=lower, upper=upper, step=step):
            return slice(*(None if part is None else _number(part) for part in (lower, upper, step)))
        case ast.Constant(value=None):
            return None
        case ast.Constant(value=value) if value is ...:
            return ...
        case ast.Constant(value=float() as value):
            return torch.tensor(value)
        case ast.Name(id=name) if name in tensors and not tensors[name].is_floating_point():
            return tensors[name]
        case _:
            return _number(node)


def _stands_apart(node: ast.expr) -> bool:
    """Tensors, None, ... and tuples, which PyTorch reads in a list as if they stood beside it, with a warning."""
    empty = isinstance(node, ast.Constant) and (node.value is None or node.value is ...)
    return empty or isinstance(node, ast.Name | ast.Tuple)


def _check_size(tensor: Tensor, index: Any) -> None:  # noqa: ANN401
    """Raise Refusal where the result would be too large, found on a tensor of that shape that has no memory."""
    try:
        elements = torch.empty(tensor.shape, device="meta")[index].nelement()
    except (IndexError, TypeError, ValueError, RuntimeError):
        return  # the tensor itself says it better
    if elements > MOST_ELEMENTS:
        raise Refusal(
            f"the result would have {elements:,} elements; at most {MOST_ELEMENTS:,}, so use fewer brackets",
            "expression",
        )


def _number(node: ast.expr) -> int:
    match node:
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)) if not isinstance(value, bool):
            return -value
        case _:
            said = ast.unparse(node)
            raise Refusal(
                f"{said!r} is no index here; use whole numbers, slices, lists, None, ..., or a tensor of ids",
                "expression",
            )


def _rule(tensor: Tensor, index: Any) -> tuple[list[int], list[int]] | None:  # noqa: ANN401
    """The index' own shape and the axes of the tensor that it leaves, for one index of whole numbers."""
    if isinstance(index, int | list | Tensor) and tensor.ndim:
        picks = torch.as_tensor(index)
        if not picks.is_floating_point():
            return list(picks.shape), list(tensor.shape[1:])
    return None
