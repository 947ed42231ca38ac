"""One report of a training <-> one file: the event that clients see, and the tensors to go on or go back from.

A segment is written whole or not at all, so after a kill at any moment the last one is a consistent place to resume:
event, tables of the steps since the report before, and at best the full state (parameters and moments).
"""

import json
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.torch import load, save

from backend.lesson.run import RunState
from backend.refusal import Damaged


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
        about = json.loads(_metadata(content)["segment"])
    except (SafetensorError, KeyError, ValueError) as error:
        raise Damaged(f"{place} is not a segment of a training: {error}") from None
    moments = tuple(tensors[name] for name in sorted(tensors) if name.startswith("moment."))
    state = RunState(about["step"], tensors["flat"], moments) if "flat" in tensors else None
    return Segment(
        about["number"], about["kind"], about["event"], tensors["steps"].numpy(), tensors["tables"].numpy(), state
    )


def event_of(content: bytes) -> dict[str, Any]:
    """Number, kind and event of a segment, without its tensors."""
    about: dict[str, Any] = json.loads(_metadata(content)["segment"])
    return about


def _metadata(content: bytes) -> dict[str, str]:
    """The header that the safetensors format begins with: eight bytes of length, then JSON."""
    length = int.from_bytes(content[:8], "little")
    header: dict[str, dict[str, str]] = json.loads(content[8 : 8 + length])
    return header["__metadata__"]
