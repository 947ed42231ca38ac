"""A training's folder in the shared store: request, state, control, and its numbered segments.

Everything that any web replica or worker knows of a training stands here, so that any of them can stream it, and the
next worker can go on with it. Every file is written whole.

    trainings/<id>/request.json   what was asked, once
    trainings/<id>/state.json     queued, running, paused, done, failed, cancelled; by whoever brings the change about
    trainings/<id>/control.json   pause or cancel; written by the web, read by the worker
    trainings/<id>/reserve        a little room, given back when the disk is full, so that even this can be told
    trainings/<id>/events/        00000001.safetensors, 00000002.safetensors, ...
"""

import json
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from backend.lesson.whole_file import write_new, write_whole
from backend.refusal import Damaged
from backend.studio.trainings.request import TrainingRequest, request_of
from backend.studio.trainings.segment import Segment, event_in, segment_of, tables_in

ENDED = ("done", "failed", "cancelled")
FOR_GOOD = ("done", "cancelled")  # a failed one can be resumed
HELD = {"request": {"created", "knobs"}, "state": {"state"}, "control": {"do"}}  # what each file has in any case
RESERVE = 32_768  # bytes, a few blocks of any file system


class Record:
    """One training on disk."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.id = folder, folder.name
        self._events = folder / "events"

    def write(self, name: str, content: dict[str, Any]) -> None:
        """Write request, state or control."""
        write_whole(self.folder / f"{name}.json", json.dumps(content, ensure_ascii=False).encode())

    def read(self, name: str) -> dict[str, Any]:
        """Read request, state or control; raises FileNotFoundError, and Damaged for what is not ours."""
        try:
            content: dict[str, Any] = json.loads((self.folder / f"{name}.json").read_bytes())
        except ValueError:
            raise Damaged(f"{self.id}/{name}.json is not JSON; delete this training") from None
        if not isinstance(content, dict) or not content.keys() >= HELD[name]:
            raise Damaged(f"{self.id}/{name}.json has no {' and '.join(sorted(HELD[name]))}; delete this training")
        return content

    def open(self, asked: TrainingRequest) -> None:
        """Begin the record: what is asked, and that it waits for a worker. The request is last: it makes it exist."""
        try:
            self.queue()
            self.write("request", {"created": time.time(), "knobs": asked.as_dict()})
        except OSError:
            self.remove()
            raise

    def queue(self) -> None:
        """Put the training into the queue, for the first time or once more."""
        (self.folder / "control.json").unlink(missing_ok=True)
        write_whole(self.folder / "reserve", bytes(RESERVE))
        self.tell("queued", since=time.time())

    def tell(self, state: str, **more: object) -> None:
        """Write the state, and what goes with it."""
        self.write("state", {"state": state, **more})

    def state(self) -> str:
        """The state as it was told last."""
        return str(self.read("state")["state"])

    def exists(self) -> bool:
        """Whether there is such a training."""
        return (self.folder / "request.json").exists()

    @cached_property
    def _request(self) -> dict[str, Any]:
        return self.read("request")

    def asked(self) -> TrainingRequest:
        """What the training was asked to do; raises FileNotFoundError, and Damaged for knobs that are not ours."""
        try:
            return request_of(self._request["knobs"])
        except (AttributeError, TypeError):
            raise Damaged(f"{self.id}/request.json has knobs that are unknown here; delete this training") from None

    def created(self) -> float:
        """When it was asked for, in seconds since 1970; raises FileNotFoundError, and Damaged for what is no number."""
        try:
            return float(self._request["created"])
        except (TypeError, ValueError):
            raise Damaged(f"{self.id}/request.json says no time of creation; delete this training") from None

    def wanted(self) -> str | None:
        """What the web asks of the worker: pause, cancel, or nothing."""
        try:
            return str(self.read("control")["do"])
        except FileNotFoundError:
            return None

    def append(self, segment: Segment) -> None:
        """Write the next segment; raises FileExistsError where another worker has written that number already."""
        write_new(self._path(segment.number), segment.as_bytes())

    def close(self) -> str | None:
        """If the last event ends the training for good, let the state say so, and return it."""
        for number in reversed(self.numbers()):
            told = self.event(number)
            if told["kind"] not in FOR_GOOD:
                return None
            self.tell(told["kind"], **told["event"])
            return str(told["kind"])
        return None

    def give_room(self) -> None:
        """Give back the reserve."""
        (self.folder / "reserve").unlink(missing_ok=True)

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
        """Number, kind and event of a segment, its tensors left unread; raises FileNotFoundError or Damaged."""
        path = self._path(number)
        with path.open("rb") as file:
            return event_in(file, f"{self.id}/{path.name}")

    def progress(self) -> Iterator[dict[str, Any]]:
        """Progress events, the last one first, each with its number."""
        for number in reversed(self.numbers()):
            told = self.event(number)
            if told["kind"] == "progress":
                yield told

    def tables(self, number: int) -> Any:  # noqa: ANN401 - two arrays
        """Steps (N,) and tables (N, V, D) of a segment, the rest left unread."""
        path = self._path(number)
        with path.open("rb") as file:
            return tables_in(file, f"{self.id}/{path.name}")

    def thin(self, number: int) -> None:
        """Drop the full state from a segment; its event and its tables stay."""
        write_whole(self._path(number), replace(self.segment(number), state=None).as_bytes())

    def remove(self) -> None:
        """Delete the folder."""
        if isinstance(self.folder, Path):
            (self.folder / "request.json").unlink(missing_ok=True)  # without it the training is gone at once
            shutil.rmtree(self.folder, ignore_errors=True)
        else:
            place: Any = self.folder
            place.rmdir(recursive=True)

    def _path(self, number: int) -> Path:
        return self._events / f"{number:08d}.safetensors"
