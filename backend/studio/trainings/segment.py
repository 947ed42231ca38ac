"""One report of a training <-> one file: the event that clients see, and the tensors to go on or go back from.

A segment is written whole or not at all, so after a kill at any moment the last one is a consistent place to resume:
event, tables of the steps since the report before, and at best the full state (parameters and moments).
"""

import json
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, BinaryIO

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.torch import load, save

from backend.lesson.run import RunState
from backend.refusal import Damaged

LONGEST_HEADER = 100_000_000  # bytes, as the format has it


@dataclass(frozen=True)
class Segment:
    """`event` is streamed; `steps` (N,) and `tables` (N, V, D) are snapshots of C; `state` may be thinned away."""

    number: int
    kind: str
    event: dict[str, Any]
    steps: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    tables: NDArray[np.float32] = field(default_factory=lambda: np.empty((0, 0, 0), dtype=np.float32))
    state: RunState | None = None

    def as_bytes(self) -> bytes:
        """The segment in the safetensors format, its event in the header."""
        tensors = {"steps": torch.from_numpy(self.steps), "tables": torch.from_numpy(self.tables)}
        about = {"number": self.number, "kind": self.kind, "event": self.event}
        if self.state:
            about["step"] = self.state.step
            tensors["flat"] = self.state.flat
            tensors |= {f"moment.{i}": moment for i, moment in enumerate(self.state.moments)}
        return save(tensors, {"segment": json.dumps(about, ensure_ascii=False, allow_nan=False)})


def segment_of(content: bytes, place: str) -> Segment:
    """The segment in a file; raises Damaged naming `place` if it is none."""
    try:
        tensors = load(content)
    except SafetensorError as error:
        raise Damaged(f"{place} is not a segment of a training: {error}; delete this training") from None
    about = event_in(BytesIO(content), place)
    moments = tuple(tensors[name] for name in sorted(tensors) if name.startswith("moment."))
    state = RunState(about["step"], tensors["flat"], moments) if "flat" in tensors else None
    return Segment(
        about["number"], about["kind"], about["event"], tensors["steps"].numpy(), tensors["tables"].numpy(), state
    )


def event_in(file: BinaryIO, place: str) -> dict[str, Any]:
    """Number, kind and event of an open segment; only its header is read. Raises Damaged."""
    _, header = _header(file, place)
    return _about(header, place)


def tables_in(file: BinaryIO, place: str) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Steps (N,) and tables (N, V, D) of an open segment; its state is left unread. Raises Damaged."""
    start, header = _header(file, place)
    found = []
    for name, kind in (("steps", np.int64), ("tables", np.float32)):
        if name not in header:
            raise Damaged(f"{place} is not a segment of a training: it has no {name}; delete this training")
        begin, end = header[name]["data_offsets"]
        file.seek(start + begin)
        content = file.read(end - begin)
        if len(content) < end - begin:
            raise Damaged(f"{place} is cut off; delete this training")
        found.append(np.frombuffer(content, dtype=kind).reshape(header[name]["shape"]))
    return found[0], found[1]


def _header(file: BinaryIO, place: str) -> tuple[int, dict[str, Any]]:
    """What the safetensors format begins with, eight bytes of length and JSON: where the tensors start, the JSON."""
    length = int.from_bytes(file.read(8), "little")
    try:
        header: dict[str, Any] = json.loads(file.read(min(length, LONGEST_HEADER)))
    except ValueError as error:
        raise Damaged(f"{place} is not a segment of a training: {error}; delete this training") from None
    return 8 + length, header


def _about(header: dict[str, Any], place: str) -> dict[str, Any]:
    try:
        about: dict[str, Any] = json.loads(header["__metadata__"]["segment"])
    except (KeyError, TypeError, ValueError) as error:
        raise Damaged(f"{place} is not a segment of a training: {error}; delete this training") from None
    return about
