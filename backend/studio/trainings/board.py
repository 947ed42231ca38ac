"""All trainings, as any web replica sees and steers them: start, look, pause, resume, stop, go back to a step.

What is true of a training stands in its record. The board adds only what the record cannot know: whether a worker still
has it. A training that says it is running while no worker has it was interrupted.
"""

import secrets
import shutil
import time
from collections.abc import AsyncIterator
from threading import Lock, Thread
from typing import Any

import numpy as np
from anyio import sleep, to_thread
from distributed import Future, fire_and_forget

from backend.lesson.recipe import recipe_of
from backend.lesson.run import RunState
from backend.refusal import Refusal
from backend.studio.cluster import Cluster, NoCluster
from backend.studio.library import Library
from backend.studio.missing import missing
from backend.studio.shelf import ID
from backend.studio.trainings.assembly import Assembled, assemble, state_at
from backend.studio.trainings.record import ENDED, Record
from backend.studio.trainings.request import TrainingRequest, check_limits, request_of
from backend.studio.trainings.work import fail, work

POLL = 0.02  # seconds between two looks for the next segment
LOOK_AGAIN = 1.0  # seconds between two looks at whether anybody still works on it
KNOWN_FOR = 0.3  # seconds that a list of the scheduler's tasks is good for
KEY = "training:"


class Board:
    """The trainings in one store, and the cluster they run on."""

    def __init__(self, library: Library, cluster: Cluster) -> None:
        self.library, self.cluster, self.settings = library, cluster, library.settings
        self._folder = self.settings.store / "trainings"
        self._submitting: dict[str, Future[str] | None] = {}
        self._known: tuple[float, dict[str, str]] = (0.0, {})
        self._lock = Lock()

    def start(self, knobs: dict[str, Any], training_id: str | None = None) -> dict[str, Any]:
        """Put a training on record and hand it to a worker; raises Refusal, Missing or NoCluster, writing nothing."""
        asked = request_of(knobs)
        filled = self._filled(asked)
        if not self.settings.workers and not self.settings.scheduler:
            raise NoCluster("EMBEDSCOPE_WORKERS is 0, so nothing can be trained here; set it to 1 or more.")
        name = training_id or f"{asked.corpus[:40]}-{asked.embedding_dim}d-{secrets.token_hex(4)}"
        record = Record(self._folder / name)
        record.open(filled)
        self._submit(record)
        return self.state(name)

    def ids(self) -> list[str]:
        """The ids of all trainings, oldest first."""
        found = [path.parent for path in self._folder.glob("*/request.json") if ID.fullmatch(path.parent.name)]
        return [folder.name for folder in sorted(found, key=lambda folder: Record(folder).created())]

    def record(self, training_id: str) -> Record:
        """The record of a training; raises Missing."""
        if not ID.fullmatch(training_id) or not (self._folder / training_id / "request.json").exists():
            raise missing("training", training_id, self.ids()[-20:])
        return Record(self._folder / training_id)

    def state(self, training_id: str) -> dict[str, Any]:
        """What a training is at this moment: request, state, step, losses, and its position while it is queued."""
        record = self.record(training_id)
        asked, created = record.asked().as_dict(), record.created()
        stored = record.read("state")
        state = self._true_state(training_id, stored["state"])
        told: dict[str, Any] = {"id": training_id, "state": state, "request": asked}
        told |= {"created": created, "step": 0, "steps": asked["steps"], "losses": None}
        told |= {name: stored.get(name) for name in ("model", "message")}
        for number in reversed(record.numbers()):
            event = record.event(number)
            if event["kind"] == "progress":
                told |= {"step": event["event"]["step"], "losses": event["event"]["losses"]}
                break
        told |= {name: stored[name] for name in ("step", "losses") if name in stored}
        told["position"] = self._position(training_id, created) if state == "queued" else None
        return told

    def pause(self, training_id: str) -> dict[str, Any]:
        """Ask the worker to stop where it is; raises Refusal for a training that does not run."""
        return self._ask(training_id, "pause", ("running", "queued"))

    def stop(self, training_id: str) -> dict[str, Any]:
        """Ask the worker to end with the best model so far; an interrupted or paused one is ended here."""
        state = self.state(training_id)["state"]
        record = self.record(training_id)
        record.write("control", {"do": "cancel"})
        if state in ("paused", "interrupted"):
            self._submit(record)
        return self.state(training_id)

    def has_ended(self, training_id: str) -> bool:
        """Whether no step will be taken any more unless somebody asks for it."""
        return self.state(training_id)["state"] in ENDED

    def remove(self, training_id: str) -> None:
        """Forget a training that has ended, with its snapshots; the model it made stays."""
        record = self.record(training_id)
        if not self.has_ended(training_id):
            raise Refusal(f"{training_id} has not ended; stop it first", "id")
        shutil.rmtree(record.folder)

    def resume(self, training_id: str) -> dict[str, Any]:
        """Hand a paused, interrupted or failed training to a worker again; it goes on where it was."""
        record = self.record(training_id)
        state = self.state(training_id)["state"]
        if state not in ("paused", "interrupted", "failed"):
            raise Refusal(f"{training_id} is {state}; only a paused, interrupted or failed one can be resumed", "id")
        record.clear_wanted()
        record.write("state", {"state": "queued"})
        self._submit(record)
        return self.state(training_id)

    def at(self, training_id: str, step: int) -> tuple[Assembled, RunState]:
        """The run and its state at a step, to the last bit as it was; raises Refusal for one not taken yet."""
        return state_at(self.record(training_id), self.settings, step)

    def trail(self, training_id: str, count: int) -> tuple[int, list[int], list[Any]]:
        """Every how many steps C is kept, and at most `count` of those steps with their tables, evenly spread."""
        record = self.record(training_id)
        segments = [record.segment(number) for number in record.numbers()]
        steps = np.concatenate([np.empty(0, dtype=np.int64), *(segment.steps for segment in segments)])
        if not len(steps):
            return 1, [], []
        tables = np.concatenate([segment.tables for segment in segments if len(segment.steps)])
        chosen = np.unique(np.linspace(0, len(steps) - 1, min(count, len(steps))).round().astype(int))
        stride = int(np.diff(steps).min()) if len(steps) > 1 else 1
        return stride, steps[chosen].tolist(), tables[chosen].tolist()

    async def events(self, training_id: str, after: int) -> AsyncIterator[tuple[int, str, dict[str, Any]]]:
        """Every event after number `after`, those to come as they come, until the training has ended."""
        record = await to_thread.run_sync(self.record, training_id)
        number, looked = after + 1, time.monotonic()
        while True:
            if await to_thread.run_sync(record.has, number):
                told = await to_thread.run_sync(record.event, number)
                yield number, told["kind"], told["event"]
                number += 1
                if told["kind"] in ENDED and not await to_thread.run_sync(record.has, number):
                    return
                continue
            if time.monotonic() - looked > LOOK_AGAIN:
                looked = time.monotonic()
                state = (await to_thread.run_sync(self.state, training_id))["state"]
                if state in (*ENDED, "interrupted") and not await to_thread.run_sync(record.has, number):
                    return
            await sleep(POLL)

    def _filled(self, asked: TrainingRequest) -> TrainingRequest:
        """The request with its recipe's defaults, checked against everything that can be known beforehand."""
        recipe = recipe_of(asked.recipe, asked.init, asked.steps, asked.batch_size, asked.learning_rate, asked.seed)
        content = asked.as_dict()
        content |= {"init": recipe.init, "steps": recipe.steps}
        content |= {"batch_size": recipe.batch_size, "learning_rate": recipe.learning_rate}
        filled = request_of(content)
        corpus = self.library.corpora.get(filled.corpus)
        check_limits(filled, len(corpus.corpus.vocabulary.tokens), self.settings)
        if filled.origin:
            self._check_origin(filled)
        assemble(filled, self.settings)
        return filled

    def _check_origin(self, filled: TrainingRequest) -> None:
        assert filled.origin
        parent = self.record(filled.origin.training)
        before = parent.asked()
        for knob in ("corpus", "context_length", "embedding_dim", "hidden_size"):
            if getattr(before, knob) != getattr(filled, knob):
                raise Refusal(f"a fork keeps the {knob} of {parent.id}, which is {getattr(before, knob)!r}", knob)
        reached = self.state(parent.id)["step"]
        if filled.origin.step > reached:
            raise Refusal(f"{parent.id} has reached step {reached}, not {filled.origin.step}", "from.step")
        if filled.origin.step >= (filled.steps or 0):
            raise Refusal(f"steps has to go beyond step {filled.origin.step}, where the fork begins", "steps")

    def _ask(self, training_id: str, what: str, states: tuple[str, ...]) -> dict[str, Any]:
        record = self.record(training_id)
        state = self.state(training_id)["state"]
        if state not in states:
            raise Refusal(f"{training_id} is {state}; it can be asked to {what} only while {' or '.join(states)}", "id")
        record.write("control", {"do": what})
        return self.state(training_id)

    def _submit(self, record: Record) -> None:
        with self._lock:
            self._submitting[record.id] = None
        Thread(target=self._hand_over, args=(record,), name="submit", daemon=True).start()

    def _hand_over(self, record: Record) -> None:
        shared = {"store": str(self.settings.store), "snapshot_bytes": self.settings.snapshot_bytes}
        key = f"{KEY}{record.id}:{secrets.token_hex(3)}"
        try:
            future = self.cluster.client().submit(work, shared, record.id, key=key, pure=False)
        except Exception as failure:
            fail(record, str(failure))
            return
        fire_and_forget(future)
        with self._lock:
            self._submitting[record.id] = future
        future.add_done_callback(lambda done: self._settle(record, done))

    def _settle(self, record: Record, done: "Future[str]") -> None:
        """A worker function that raised, or workers that died of it again and again, are a failure with a reason."""
        if done.status == "error" and record.read("state")["state"] not in ENDED:
            fail(record, f"the workers could not do it: {done.exception()}")
        with self._lock:
            self._submitting.pop(record.id, None)

    def _true_state(self, training_id: str, stored: str) -> str:
        if stored not in ("queued", "running") or training_id in self._submitting:
            return stored
        return stored if self._worked_on(training_id) else "interrupted"

    def _worked_on(self, training_id: str) -> bool:
        if not self.cluster.is_up:
            return not self.cluster.is_local  # nothing outlives the local cluster of an earlier process
        at, known = self._known
        if time.monotonic() - at > KNOWN_FOR:
            known = {key.split(":")[1]: state for key, state in self.cluster.known().items() if key.startswith(KEY)}
            self._known = (time.monotonic(), known)
        return training_id in known

    def _position(self, training_id: str, created: float) -> int:
        """1 for the next one to begin, counted over all queued ones by age."""
        position = 1
        for path in self._folder.glob("*/state.json"):
            record = Record(path.parent)
            if record.id != training_id and record.read("state")["state"] == "queued":
                position += record.created() < created
        return position
