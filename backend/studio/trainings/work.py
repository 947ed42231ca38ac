"""What a worker does: the record of a training -> its steps, its segments, and at the end a model in the store.

A worker needs this package and the shared store, nothing else. Killed at any moment, the same function elsewhere goes
on from the last segment, and takes the very steps that would have been taken here.
"""

import math
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, replace
from typing import Any

from backend.lesson.checkpoint import save_model
from backend.lesson.network import Network
from backend.lesson.run import RunState
from backend.lesson.training import Step
from backend.lesson.vocabulary import Ids
from backend.refusal import Refusal
from backend.settings import Settings
from backend.studio.missing import Missing
from backend.studio.model_files import card_of
from backend.studio.trainings.assembly import assemble, state_at
from backend.studio.trainings.record import ENDED, Record
from backend.studio.trainings.report import Reporter, Tables, TableTrail
from backend.studio.trainings.segment import Segment

REPORTS_A_RUN = 10
REPORT_EVERY, SLOWER = 0.1, 300  # seconds, and after half a minute a 300th of the time so far: reports stay few
CHECK_EVERY = 0.05  # seconds between two looks at what the web wants


class Superseded(RuntimeError):
    """Another worker writes this record; this one must stop without a word."""


def work(settings: dict[str, Any], training_id: str) -> str:
    """Do a training until it ends or is asked to stop, and return the state it is left in.

    `settings` are those the server wants workers to share: the store, and the budget for snapshots.
    """
    chosen = Settings(**settings)
    record = Record(chosen.store / "trainings" / training_id)
    state = str(record.read("state")["state"])
    if state in ENDED:
        return state
    try:
        return Job(record, chosen).do()
    except Superseded:
        return "superseded"
    except (Refusal, Missing) as refused:
        return fail(record, str(refused))
    except OSError as problem:
        return fail(record, f"the store cannot be written: {problem.strerror or problem}; make room, then resume")


def fail(record: Record, message: str) -> str:
    """Say in the record that a training failed; raises OSError where the store takes not even that."""
    numbers = record.numbers()
    record.append(Segment((numbers[-1] if numbers else 0) + 1, "failed", {"message": message}))
    record.write("state", {"state": "failed", "message": message})
    return "failed"


class Job:
    """One training in one worker: the run, its reporter in a thread beside it, and the record they write."""

    def __init__(self, record: Record, settings: Settings) -> None:
        self.record, self.settings = record, settings
        self.made = assemble(record.asked(), settings)
        self.run = self.made.run
        self.reporter = Reporter(self.run, self.made.corpus.corpus)
        self.trail = TableTrail(self.run, settings.snapshot_bytes)
        self.number = 0  # of the last segment
        self.kept: list[int] = []  # numbers of segments with a full state
        self.best = (math.inf, 0)  # dev loss and number of the best of them
        self._restore()

    def do(self) -> str:
        """Take the steps that are left, reporting on the way."""
        self.record.write("state", {"state": "running"})
        steps = self.run.recipe.steps
        often = max(1, steps // REPORTS_A_RUN)
        started = time.monotonic()
        reported = looked = started
        with ThreadPoolExecutor(1, "report") as beside:
            pending: Future[None] | None = None
            for step in self.run.steps():
                self.trail.add(step.step)
                now = time.monotonic()
                due = step.step % often == 0 or step.step == steps
                timed = now - reported >= max(REPORT_EVERY, (now - started) / 300) and (not pending or pending.done())
                if due or timed:
                    reported = now
                    if pending:
                        pending.result()
                    pending = beside.submit(self._report, self.run.state(), step, *self.trail.taken())
                if now - looked >= CHECK_EVERY:
                    looked = now
                    wanted = self.record.wanted()
                    if wanted:
                        if pending:
                            pending.result()
                        self._report(self.run.state(), step, *self.trail.taken())
                        return self._stop(wanted)
            if pending:
                pending.result()
        return self._end("done", steps, self.run.network)

    def _report(self, state: RunState, step: Step, steps: Ids, tables: Tables) -> None:
        event = self.reporter.event(state, step.learning_rate)
        dev = event["losses"]["dev"]
        self._append(Segment(self.number + 1, "progress", event, steps, tables, state))
        self.kept.append(self.number)
        if dev < self.best[0]:
            self.best = (dev, self.number)
        self._thin(state)

    def _append(self, segment: Segment) -> None:
        try:
            self.record.append(segment)
        except FileExistsError:
            raise Superseded(self.record.id) from None
        self.number = segment.number

    def _thin(self, state: RunState) -> None:
        """Where full states outgrow the budget, drop every second one, but not the first, the last or the best."""
        size = 4 * state.flat.numel() * (1 + len(state.moments))
        if len(self.kept) * size <= max(self.settings.snapshot_bytes, 3 * size):
            return
        dropped = [number for number in self.kept[1:-1:2] if number != self.best[1]]
        for number in dropped:
            self.record.thin(number)
        self.kept = [number for number in self.kept if number not in set(dropped)]

    def _stop(self, wanted: str) -> str:
        if wanted == "pause":
            self.record.write("state", {"state": "paused"})
            return "paused"
        best = self.record.segment(self.best[1]).state
        assert best  # the best is never thinned
        return self._end("cancelled", best.step, Network(self.run.shape, best.flat))

    def _end(self, kind: str, step: int, network: Network) -> str:
        """Save the model, tell its losses, and close the record."""
        losses = self.run.losses(network)
        made = self.made
        origin = asdict(made.asked.origin) if made.asked.origin else None
        card = card_of(self.record.id, made.corpus, made.split, self.run.shape, self.run.recipe, origin)
        stopped = None if step == self.run.recipe.steps else step
        save_model(self.settings.store / "models", network, replace(card, losses=losses, stopped_at=stopped))
        told = {"model": self.record.id, "losses": asdict(losses), "step": step}
        self._append(Segment(self.number + 1, kind, told))
        self.record.write("state", {"state": kind, **told})
        return kind

    def _restore(self) -> None:
        """Go on from the last full state of the record or, in a new fork, from the origin's."""
        for number in self.record.numbers():
            self.number = number
            told = self.record.event(number)
            if told["kind"] == "progress" and "step" in told:
                self.kept.append(number)
                self.best = min(self.best, (told["event"]["losses"]["dev"], number))
        if self.kept:
            state = self.record.segment(self.kept[-1]).state
            assert state  # its event says so
            self.run.restore(state)
        elif origin := self.made.asked.origin:
            parent = Record(self.record.folder.parent / origin.training)
            self.run.restore(state_at(parent, self.settings, origin.step)[1])
