"""What a trap is: two functions that differ in a slip, the lines of each as they are shown, and what to compare.

A twin takes what it needs by name from the material (material.py) and returns its variables. What a reader is shown are
the very lines of the function, read from its source: there is no second copy that could say something else.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Variables = dict[str, Any]
Twin = Callable[..., Variables]
Helper = Callable[..., Any]  # a function of the material


@dataclass(frozen=True)
class Trap:
    """One slip: its id, its number in docs/findings.md, both twins, and the variables whose values are told."""

    id: str
    number: int
    healthy: Twin
    broken: Twin
    told: tuple[str, ...]


def lines_of(twin: Twin) -> str:
    """The lines that run, without the line that names the function and the one that hands its variables back."""
    source = textwrap.dedent(inspect.getsource(twin))
    (function,) = ast.parse(source).body
    if not isinstance(function, ast.FunctionDef) or not isinstance(function.body[-1], ast.Return):
        raise TypeError(f"{twin} is not a function that ends with return")
    first, last = function.body[0].lineno, function.body[-1].lineno
    return textwrap.dedent("\n".join(source.splitlines()[first - 1 : last - 1])) + "\n"
