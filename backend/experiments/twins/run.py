"""A trap and its material -> both twins run, what each gave or which error it met, and what the detector says of it."""

import inspect
import math
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Literal

import torch
from torch import Tensor

from backend.experiments.twins.data_traps import TRAPS as DATA
from backend.experiments.twins.detector import Finding, detect
from backend.experiments.twins.indexing_traps import TRAPS as INDEXING
from backend.experiments.twins.layer_traps import TRAPS as LAYERS
from backend.experiments.twins.loss_traps import TRAPS as LOSSES
from backend.experiments.twins.material import StillRunning
from backend.experiments.twins.shape_traps import TRAPS as SHAPES
from backend.experiments.twins.trap import Trap, Twin, Variables, lines_of
from backend.refusal import Refusal

Outcome = Literal["error", "silent", "nothing", "endless"]
ERRORS = (RuntimeError, IndexError, TypeError, ValueError, StillRunning)
MOST_NUMBERS, MOST_LETTERS, ALIKE = 24, 40, 1e-6
TRAPS: tuple[Trap, ...] = tuple(
    sorted(
        (*INDEXING, *SHAPES, *LOSSES, *DATA, *LAYERS), key=lambda trap: trap.number
    )  # stable: as the files have them
)
_one_at_a_time = Lock()  # what PyTorch warns of is caught for the whole process


@dataclass(frozen=True)
class Side:
    """One twin that has run: its lines, its error in PyTorch's words, its warning, its values, and the findings."""

    code: str
    error: str | None
    warning: str | None
    values: dict[str, Any]
    findings: list[Finding]


@dataclass(frozen=True)
class Pair:
    """Both twins; `cost` is how much higher the broken loss is, in nats, where both have one."""

    number: int
    outcome: Outcome
    healthy: Side
    broken: Side
    cost: float | None


def trap_of(id: str) -> Trap:
    """A trap by its id; raises Refusal naming those there are."""
    for trap in TRAPS:
        if trap.id == id:
            return trap
    raise Refusal(f"there is no trap {id!r}; there are {', '.join(trap.id for trap in TRAPS)}", "trap")


def run(trap: Trap, material: Mapping[str, Any]) -> Pair:
    """Run both twins and compare what they give; raises Refusal where even the sound one cannot run on this model."""
    healthy, broken = (_ran(twin, trap.told, material) for twin in (trap.healthy, trap.broken))
    if healthy.error is not None:
        raise Refusal(
            f"the trap {trap.id!r} cannot be set with this model: its sound twin stops with {healthy.error}; choose "
            "another model or another trap",
            "trap",
        )
    return Pair(trap.number, _outcome(healthy, broken), healthy, broken, _cost(healthy, broken))


def artefacts(twin: Twin, material: Mapping[str, Any]) -> Variables:
    """The variables of a twin at its end or at its error, then named `error`; K and V are always known."""
    asked = {name: material[name] for name in inspect.signature(twin).parameters}
    known = {name: material[name] for name in ("K", "V")}
    try:
        return {**known, **twin(**asked)}
    except ERRORS as error:
        ended = "endless" if isinstance(error, StillRunning) else "error"
        return {**known, **_variables_at(error.__traceback__, twin), ended: f"{type(error).__name__}: {error}"}


def _variables_at(traceback: TracebackType | None, twin: Twin) -> Variables:
    while traceback is not None:
        if traceback.tb_frame.f_code is twin.__code__:
            return dict(traceback.tb_frame.f_locals)
        traceback = traceback.tb_next
    raise AssertionError(f"{twin} is not on the way to its own error")


def _ran(twin: Twin, told: tuple[str, ...], material: Mapping[str, Any]) -> Side:
    with _one_at_a_time, torch.no_grad(), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        variables = artefacts(twin, material)
    own = [one for one in caught if Path(one.filename) == Path(inspect.getfile(twin))]
    warning = str(own[0].message).split(" (Triggered")[0] if own else None
    values = {name: _plain(variables[name]) for name in told if name in variables}
    error = variables.get("error") or variables.get("endless")
    return Side(lines_of(twin), error, warning, values, detect(variables))


def _plain(value: Any) -> Any:  # noqa: ANN401 - what JSON can hold
    """A variable as it is told: numbers as they are, NaN as a word, a large tensor as its type and shape."""
    if isinstance(value, Tensor):
        if value.nelement() > MOST_NUMBERS:
            return f"{str(value.dtype).removeprefix('torch.')} {tuple(value.shape)}"
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, str) and len(value) > MOST_LETTERS:
        return f"{value[:MOST_LETTERS]}… ({len(value):,})"
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _outcome(healthy: Side, broken: Side) -> Outcome:
    if broken.error is not None:
        return "endless" if broken.error.startswith("StillRunning") else "error"
    return "nothing" if _alike(healthy.values, broken.values) else "silent"


def _alike(one: Any, other: Any) -> bool:  # noqa: ANN401 - what _plain gives
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= ALIKE
    return bool(one == other)


def _cost(healthy: Side, broken: Side) -> float | None:
    before, after = (side.values.get("loss") for side in (healthy, broken))
    return after - before if isinstance(before, float) and isinstance(after, float) and not broken.error else None
