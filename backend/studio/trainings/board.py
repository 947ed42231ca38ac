"""All trainings, as any web replica sees and steers them: start, look, pause, resume, stop, go back to a step.

What is true of a training stands in its record. The board adds only what the record cannot know: whether a worker still
has it. A training that says it is running while no worker has it was interrupted.
"""

import logging
import secrets
from collections.abc import AsyncIterator
from typing import Any

import numpy as np

from backend.lesson.run import RunState
from backend.refusal import Damaged, Refusal
from backend.studio.cluster import Cluster
from backend.studio.library import Library
from backend.studio.missing import Missing, missing
from backend.studio.shelf import ID
from backend.studio.trainings.admission import admitted
from backend.studio.trainings.assembly import Assembled, state_at
from backend.studio.trainings.dispatch import Dispatch
from backend.studio.trainings.job import Job, Superseded
from backend.studio.trainings.record import ENDED, Record
from backend.studio.trainings.request import request_of
from backend.studio.trainings.stream import Event, stream
from backend.studio.trainings.work import fail

UNFINISHED = ("queued", "running")
MOST_IN_TRAIL = 1_000_000  # numbers of one answer, some 20 MB as JSON
log = logging.getLogger("embedscope")


class Board:
    """The trainings in one store, and the cluster they run on."""

    def __init__(self, library: Library, cluster: Cluster) -> None:
        self.library, self.settings = library, library.settings
        self.dispatch = Dispatch(cluster)
        self._folder = self.settings.store / "trainings"

    def start(self, knobs: dict[str, Any], training_id: str | None = None) -> dict[str, Any]:
        """Put a training on record and hand it to a worker; raises Refusal, Missing or NoCluster, writing nothing."""
        return self.state(self.launch(knobs, training_id))

    def launch(self, knobs: dict[str, Any], training_id: str | None = None) -> str:
        """The same for one of many: the id, without a look at how it stands among the others."""
        asked = request_of(knobs)
        filled = admitted(asked, self.library, self.record(asked.origin.training) if asked.origin else None)
        self.dispatch.check()
        name = training_id or f"{asked.corpus[:40]}-{asked.embedding_dim}d-{secrets.token_hex(4)}"
        record = Record(self._folder / name)
        record.open(filled)
        self.dispatch.submit(record)
        return name

    def record(self, training_id: str) -> Record:
        """The record of a training; raises Missing."""
        record = Record(self._folder / training_id) if ID.fullmatch(training_id) else None
        if record is None or not record.exists():
            raise missing("training", training_id, [known.id for known in self._records()][-20:])
        return record

    def states(self) -> list[dict[str, Any]]:
        """What every training is at this moment, oldest first; what is damaged is left out and logged."""
        queue = self._queue()
        found = []
        for record in self._records():
            try:
                found.append(self._state(record, queue))
            except FileNotFoundError:  # removed since the folder was listed
                continue
            except Damaged as problem:
                log.warning("%s", problem)
        return found

    def state(self, training_id: str) -> dict[str, Any]:
        """What a training is at this moment: request, state, step, losses, and its position while it is queued."""
        return self._state(self.record(training_id))

    def pause(self, training_id: str) -> dict[str, Any]:
        """Ask the worker to stop where it is; raises Refusal for a training that does not run."""
        record, state = self.record(training_id), self.state(training_id)["state"]
        if state not in UNFINISHED:
            raise Refusal(f"{training_id} is {state}; only a running or queued training can be paused", "id")
        record.write("control", {"do": "pause"})
        if state == "queued":
            self.dispatch.take_back(training_id)
            record.tell("paused")
        return self.state(training_id)

    def stop(self, training_id: str) -> dict[str, Any]:
        """End with the best model so far: its worker does that or, where none has it, this process."""
        record, state = self.record(training_id), self.state(training_id)["state"]
        record.write("control", {"do": "cancel"})
        if state == "queued":
            self.dispatch.take_back(training_id)
        if state not in ("running", *ENDED):
            try:
                Job(record, self.settings).cancel()
            except Superseded:  # a worker took it at this very moment, and will find what is wanted
                record.close()
            except (Refusal, Missing) as lost:  # its corpus or its origin is gone: it ends, but with nothing to save
                fail(record, str(lost))
        return self.state(training_id)

    def has_ended(self, training_id: str) -> bool:
        """Whether no step will be taken any more unless somebody asks for it, or its record is damaged."""
        try:
            return self.state(training_id)["state"] in ENDED
        except Damaged:  # nothing but forgetting it is left
            return True

    def remove(self, training_id: str) -> None:
        """Forget a training that has ended, with its snapshots; the model it made stays."""
        record = self.record(training_id)
        if not self.has_ended(training_id):
            raise Refusal(f"{training_id} has not ended; stop it first", "id")
        record.remove()

    def resume(self, training_id: str) -> dict[str, Any]:
        """Hand a paused, interrupted or failed training to a worker again; it goes on where it was."""
        record, state = self.record(training_id), self.state(training_id)["state"]
        if state not in ("paused", "interrupted", "failed"):
            raise Refusal(f"{training_id} is {state}; only a paused, interrupted or failed one can be resumed", "id")
        self.dispatch.check()
        record.queue()
        self.dispatch.submit(record)
        return self.state(training_id)

    def at(self, training_id: str, step: int) -> tuple[Assembled, RunState]:
        """The run and its state at a step, to the last bit as it was; raises Refusal for one not taken yet."""
        return state_at(self.record(training_id), self.settings, step)

    def trail(self, training_id: str, count: int) -> tuple[int, list[int], list[Any]]:
        """Every how many steps C is kept, and at most `count` of those steps with their tables, evenly spread.

        The first and the last are always there; of large tables there are no more than MOST_IN_TRAIL numbers otherwise.
        """
        record = self.record(training_id)
        parts = [part for number in record.numbers() if len((part := record.tables(number))[0])]
        if not parts:
            return 1, [], []
        steps, tables = (np.concatenate(column) for column in zip(*parts, strict=True))
        count = min(count, len(steps), max(2, MOST_IN_TRAIL // tables[0].size))
        chosen = np.unique(np.linspace(0, len(steps) - 1, count).round().astype(int))
        stride = int(np.diff(steps).max()) if len(steps) > 1 else 1
        return stride, steps[chosen].tolist(), tables[chosen].tolist()

    def events(self, training_id: str, after: int) -> AsyncIterator[Event]:
        """Every event after number `after`, those to come as they come, until no more can come."""
        return stream(self, training_id, after)

    def _records(self) -> list[Record]:
        """All trainings whose request can be read, oldest first."""
        found = []
        for path in self._folder.glob("*/request.json"):
            record = Record(path.parent)
            try:
                if ID.fullmatch(record.id):
                    found.append((record.created(), record.id, record))
            except FileNotFoundError:
                continue
            except Damaged as problem:
                log.warning("%s", problem)
        return [record for *_, record in sorted(found, key=lambda known: known[:2])]

    def _state(self, record: Record, queue: list[str] | None = None) -> dict[str, Any]:
        stored = self.seen(record)
        asked = record.asked().as_dict()
        told: dict[str, Any] = {"id": record.id, "request": asked, "created": record.created()}
        told |= {"step": 0, "steps": asked["steps"], "losses": None}
        for last in record.progress():
            told |= {"step": last["event"]["step"], "losses": last["event"]["losses"]}
            break
        told |= {name: stored[name] for name in ("state", "step", "losses") if name in stored}
        told |= {name: stored.get(name) for name in ("model", "message")}
        told["position"] = None
        if told["state"] == "queued":
            queue = self._queue() if queue is None else queue
            told["position"] = queue.index(record.id) + 1 if record.id in queue else len(queue) + 1
        return told

    def seen(self, record: Record) -> dict[str, Any]:
        """The state on record, or that it was interrupted, where nobody has it and it does not say it has ended."""
        stored = record.read("state")
        if stored["state"] in UNFINISHED and not self.dispatch.has(record.id, stored.get("since")):
            stored = record.read("state")  # it may have ended between the two looks
            if stored["state"] in UNFINISHED:
                return {"state": "interrupted"}
        return stored

    def _queue(self) -> list[str]:
        """The ids of all that wait for a worker, the next one first."""
        waiting = []
        for path in self._folder.glob("*/state.json"):
            record = Record(path.parent)
            try:
                seen = self.seen(record)
            except (FileNotFoundError, Damaged):
                continue
            if seen["state"] == "queued":
                waiting.append((seen.get("since", 0.0), record.id))
        return [training_id for _, training_id in sorted(waiting)]
