"""A training's folder in the shared store: request, state, control, and its numbered segments.

Everything that any web replica or worker knows of a training stands here, so that any of them can stream it, and the
next worker can go on with it. Every file is written whole.

    trainings/<id>/request.json   what was asked, once
    trainings/<id>/state.json     queued, running, paused, done, failed, cancelled; by whoever brings the change about
    trainings/<id>/control.json   pause or cancel; written by the web, read by the worker
    trainings/<id>/events/        00000001.safetensors, 00000002.safetensors, ...
"""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from backend.lesson.whole_file import write_new, write_whole
from backend.studio.trainings.request import TrainingRequest, request_of
from backend.studio.trainings.segment import Segment, event_of, segment_of

ENDED = ("done", "failed", "cancelled")


class Record:
    """One training on disk."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.id = folder, folder.name
        self._events = folder / "events"

    def write(self, name: str, content: dict[str, Any]) -> None:
        """Write request, state or control."""
        write_whole(self.folder / f"{name}.json", json.dumps(content, ensure_ascii=False).encode())

    def read(self, name: str) -> dict[str, Any]:
        """Read request, state or control; raises FileNotFoundError."""
        content: dict[str, Any] = json.loads((self.folder / f"{name}.json").read_bytes())
        return content

    def open(self, asked: TrainingRequest) -> None:
        """Begin the record: what is asked, and that it waits for a worker."""
        self.write("state", {"state": "queued"})
        self.write("request", {"created": time.time(), "knobs": asked.as_dict()})

    def asked(self) -> TrainingRequest:
        """What the training was asked to do; raises FileNotFoundError."""
        return request_of(self.read("request")["knobs"])

    def created(self) -> float:
        """When it was asked for, in seconds since 1970."""
        return float(self.read("request")["created"])

    def wanted(self) -> str | None:
        """What the web asks of the worker: pause, cancel, or nothing."""
        try:
            return str(self.read("control")["do"])
        except FileNotFoundError:
            return None

    def clear_wanted(self) -> None:
        """Forget a pause, before going on."""
        (self.folder / "control.json").unlink(missing_ok=True)

    def append(self, segment: Segment) -> None:
        """Write the next segment; raises FileExistsError where another worker has written that number already."""
        write_new(self._path(segment.number), segment.as_bytes())

    def numbers(self) -> list[int]:
        """The numbers of all segments, in order."""
        return sorted(int(path.stem) for path in self._events.glob("*.safetensors") if path.stem.isdigit())

    def has(self, number: int) -> bool:
        """Whether a segment has been written."""
        return self._path(number).exists()

    def segment(self, number: int) -> Segment:
        """A whole segment; raises FileNotFoundError or Damaged."""
        path = self._path(number)
        return segment_of(path.read_bytes(), f"{self.id}/{path.name}")

    def event(self, number: int) -> dict[str, Any]:
        """Number, kind and event of a segment; raises FileNotFoundError."""
        return event_of(self._path(number).read_bytes())

    def thin(self, number: int) -> None:
        """Drop the full state from a segment; its event and its tables stay."""
        write_whole(self._path(number), replace(self.segment(number), state=None).as_bytes())

    def backwards(self) -> Iterator[Segment]:
        """Segments from the last to the first."""
        return map(self.segment, reversed(self.numbers()))

    def _path(self, number: int) -> Path:
        return self._events / f"{number:08d}.safetensors"
