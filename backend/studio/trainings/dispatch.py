"""Trainings -> the cluster: handing one over, taking it back while it waits, and whether a worker has it."""

import secrets
import time
from collections import deque
from concurrent import futures as asked
from contextlib import suppress
from threading import Lock, Thread
from typing import Any

from distributed import Future, KilledWorker, fire_and_forget

from backend.studio.cluster import START_SECONDS, SWITCHED_OFF, Cluster, NoCluster
from backend.studio.trainings.record import ENDED, Record
from backend.studio.trainings.work import fail, work

KNOWN_FOR = 0.3  # seconds that a list of the scheduler's tasks is good for
PATIENCE = 3.0  # seconds to wait for a scheduler's answer; the last one holds until then
KEY = "training:"


class Dispatch:
    """What this process has handed over, and what the scheduler knows of all processes."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster, self.settings = cluster, cluster.settings
        self._submitting: dict[str, Future[str] | None] = {}
        self._known: tuple[float, dict[str, str]] = (0.0, {})
        self._asked: asked.Future[dict[str, str]] | None = None
        self._line: deque[Record] = deque()  # to be handed over, in the order of asking
        self._handing_over = False
        self._lock = Lock()

    def check(self) -> None:
        """Raise NoCluster where trainings are switched off."""
        if not self.settings.workers and not self.settings.scheduler:
            raise NoCluster(SWITCHED_OFF)

    def submit(self, record: Record) -> None:
        """Hand a training to the next free worker, without waiting for the cluster to be up."""
        with self._lock:
            self._submitting[record.id] = None
            self._line.append(record)
            begins, self._handing_over = not self._handing_over, True
        if begins:
            Thread(target=self._hand_over_all, name="submit", daemon=True).start()

    def take_back(self, training_id: str) -> None:
        """Take a training that still waits for a worker out of the scheduler's hands."""
        with self._lock:
            self._submitting.pop(training_id, None)
            self._line = deque(record for record in self._line if record.id != training_id)
        if self.cluster.is_up:
            for key, state in self._states(fresh=True).items():
                if _id(key) == training_id and state in ("queued", "no-worker", "processing", "waiting"):
                    client = self.cluster.client()
                    client.cancel([Future(key, client)], force=True)

    def has(self, training_id: str, queued_since: float | None) -> bool:
        """Whether a worker has it or will have it; one queued a moment ago may not have reached the scheduler yet."""
        if training_id in self._submitting:
            return True
        if self.cluster.is_local and not self.cluster.is_up:
            return False  # nothing outlives the local cluster of an earlier process
        if not self.cluster.is_local and queued_since and time.time() - queued_since < START_SECONDS:
            return True
        if not self.cluster.is_up:
            return True
        return any(_id(key) == training_id and state != "erred" for key, state in self._states().items())

    def _states(self, fresh: bool = False) -> dict[str, str]:
        at, known = self._known
        if fresh or time.monotonic() - at > KNOWN_FOR:
            with suppress(Exception):  # a scheduler that does not answer now; what it said last holds
                known = self._asking().result(PATIENCE)
            known = {key: state for key, state in known.items() if key.startswith(KEY)}
            self._known = (time.monotonic(), known)
        return known

    def _asking(self) -> "asked.Future[dict[str, str]]":
        """The scheduler's answer to come; the same question is not asked twice at once."""
        with self._lock:
            if self._asked is None or self._asked.done():
                self._asked = asked.Future()
                Thread(target=self._ask, args=(self._asked,), name="scheduler", daemon=True).start()
            return self._asked

    def _ask(self, answer: "asked.Future[dict[str, str]]") -> None:
        try:
            answer.set_result(self.cluster.known())
        except BaseException as failure:
            answer.set_exception(failure)

    def _hand_over_all(self) -> None:
        while True:
            with self._lock:
                if not self._line:
                    self._handing_over = False
                    return
                record = self._line.popleft()
            with suppress(OSError):  # a store that takes not even the failure; the board calls it interrupted
                self._hand_over(record)

    def _hand_over(self, record: Record) -> None:
        key = f"{KEY}{record.id}:{secrets.token_hex(3)}"
        try:
            future = self.cluster.client().submit(work, self._shared(), record.id, key=key, pure=False)
        except Exception as failure:
            with self._lock:
                self._submitting.pop(record.id, None)
            fail(record, str(failure))
            return
        fire_and_forget(future)
        with self._lock:
            if record.id in self._submitting:
                self._submitting[record.id] = future
        future.add_done_callback(lambda done: self._settle(record, done))

    def _shared(self) -> dict[str, Any]:
        return self.cluster.shared()

    def _settle(self, record: Record, done: "Future[str]") -> None:
        """A worker function that raised, or workers that died of it again and again, are a failure with a reason."""
        try:
            if done.status == "error" and record.state() not in ENDED:
                fail(record, _reason(done.exception()))
        finally:
            with self._lock:
                if self._submitting.get(record.id) is done:
                    self._submitting.pop(record.id)


def _id(key: str) -> str:
    return key.split(":")[1]


def _reason(failure: BaseException) -> str:
    if isinstance(failure, KilledWorker):
        return (
            "every worker that took it died, most likely of too little memory; start it with a smaller "
            "batch_size, embedding_dim or hidden_size, or resume it"
        )
    return f"a worker could not do it: {type(failure).__name__}: {failure}"
