"""A training's record -> the steps that are left, a report now and then, and at the end a model in the store."""

import math
import time
from dataclasses import asdict, replace

import torch

from backend.lesson.checkpoint import save_model
from backend.lesson.network import Network
from backend.lesson.recipe import recipe_of
from backend.lesson.training import Step
from backend.settings import Settings
from backend.studio.model_files import card_of
from backend.studio.trainings.assembly import assemble, inherited
from backend.studio.trainings.record import Record
from backend.studio.trainings.report import NotFinite, Reporter, TableTrail
from backend.studio.trainings.segment import Segment
from backend.studio.trainings.thinning import KeptStates, bytes_of

REPORTS_A_RUN = 10
EARLY = frozenset({1, 2, 5, 10, 20, 50})  # where the loss falls the fastest
REPORT_EVERY, SLOWER = 0.1, 300  # seconds, and after half a minute a 300th of the time so far: reports stay few
SHARE = 12  # a report is not due before this many times its own cost has gone by: it costs a 13th of the time at most
CHECK_EVERY = 0.05  # seconds between two looks at what the web wants


class Superseded(RuntimeError):
    """Another worker writes this record; this one must stop without a word."""


class Job:
    """One training in one worker: the run, what is told of it, and the record that holds both."""

    def __init__(self, record: Record, settings: Settings) -> None:
        self.record, self.settings = record, settings
        self.made = assemble(record.asked(), settings)
        self.run = self.made.run
        self.reporter = Reporter(self.run, self.made.corpus.corpus)
        self.trail = TableTrail(self.run, settings.snapshot_bytes // 2)
        self.states = KeptStates(record, settings.snapshot_bytes // 2)
        self.number = 0  # of the last segment
        self.reported = -1  # the step of the last report
        self.cost: tuple[float, ...] = (0.0, 0.0)  # of the last report: seconds, and seconds of this thread's core
        self._restore()

    def do(self) -> str:
        """Take the steps that are left, reporting on the way; raises NotFinite, Superseded or OSError."""
        self.record.tell("running")
        try:
            return self._train()
        except NotFinite as lost:
            step, recipe = self._first_not_finite(lost.step), self.run.recipe
            usual = recipe_of(recipe.name).learning_rate
            better = f"{usual:g}, which goes with this recipe" if usual < recipe.learning_rate else "a tenth of it"
            raise NotFinite(
                f"the numbers stopped being finite at step {step} of {recipe.steps}; "
                f"start again with a learning_rate below {recipe.learning_rate:g}, such as {better}",
                step,
            ) from None

    def cancel(self) -> str:
        """End with the best model so far; without a report there is none."""
        best = self.states.best()
        if best is None:
            return self._close("cancelled", {"model": None, "losses": None, "step": 0})
        return self._end("cancelled", best.step, Network(self.run.shape, best.flat))

    def _train(self) -> str:
        steps = self.run.recipe.steps
        often = max(1, steps // REPORTS_A_RUN)
        started, _ = reported = _clocks()
        looked = started
        if self.reported < self.run.optimiser.steps > 0:  # a fork begins with what it inherits
            inherits = Step(self.run.optimiser.steps, self.run.recipe.rate(self.run.optimiser.steps))
            self.trail.add(inherits.step)
            self._report(inherits)
        for step in self.run.steps():
            if step.step == self.reported:  # step 0, of which a worker before this one has told
                continue
            self.trail.add(step.step)
            now, worked = _clocks()
            timed = (
                now - reported[0] >= max(REPORT_EVERY, (now - started) / SLOWER, SHARE * self.cost[0])
                and worked - reported[1] >= SHARE * self.cost[1]
            )
            due = self.reported < 0 or step.step - self.reported >= often or step.step == steps or step.step in EARLY
            if timed or due:
                self._report(step)
                reported = _clocks()
            if now - looked >= CHECK_EVERY:
                looked = now
                if wanted := self.record.wanted():
                    return self._stop(wanted, step)
        return self._end("done", steps, self.run.network)

    def _stop(self, wanted: str, step: Step) -> str:
        if self.reported < step.step:
            self._report(step)
        if wanted == "cancel":
            return self.cancel()
        self.record.tell("paused")
        return "paused"

    def _report(self, step: Step) -> None:
        began = _clocks()
        state, event = self.run.state(), self.reporter.event(self.run.network, step)
        self._append(Segment(self.number + 1, "progress", event, *self.trail.taken(), state))
        self.reported = state.step
        self.states.add(self.number, state.step, event["losses"]["dev"])
        self.states.thin(bytes_of(state))
        self.cost = tuple(after - before for after, before in zip(_clocks(), began, strict=True))

    def _append(self, segment: Segment) -> None:
        try:
            self.record.append(segment)
        except FileExistsError:
            raise Superseded(self.record.id) from None
        self.number = segment.number

    def _end(self, kind: str, step: int, network: Network) -> str:
        """Save the model, tell its losses, and close the record."""
        losses = self.run.losses(network)
        if not all(map(math.isfinite, (losses.train, losses.dev, losses.test))):
            raise NotFinite("a loss is not finite", step)
        made = self.made
        origin = asdict(made.asked.origin) if made.asked.origin else None
        card = card_of(self.record.id, made.corpus, made.split, self.run.shape, self.run.recipe, origin)
        stopped = None if step == self.run.recipe.steps else step
        save_model(self.settings.store / "models", network, replace(card, losses=losses, stopped_at=stopped))
        return self._close(kind, {"model": self.record.id, "losses": asdict(losses), "step": step})

    def _close(self, kind: str, told: dict[str, object]) -> str:
        self._append(Segment(self.number + 1, kind, told))
        self.record.tell(kind, **told)
        self.record.give_room()
        return kind

    def _first_not_finite(self, noticed: int) -> int:
        """The step at which a number was first not finite, found by taking the steps since the last report again."""
        state = self.states.last()
        if state is None:
            return noticed
        self.run.restore(state)
        for step in self.run.steps():
            if step.step >= noticed or not torch.isfinite(self.run.network.flat).all():
                return step.step
        return noticed

    def _restore(self) -> None:
        """Go on from the last full state of the record or, in a new fork, from the origin's."""
        for number in self.record.numbers():
            self.number = number
            told = self.record.event(number)
            if told["kind"] == "progress":
                self.reported = told["event"]["step"]
                if "step" in told:  # it holds a full state
                    self.states.add(number, told["step"], told["event"]["losses"]["dev"])
        state = self.states.last()
        if state is None and self.made.asked.origin:
            state = inherited(self.record, self.settings)
        if state:
            self.run.restore(state)


def _clocks() -> tuple[float, ...]:
    """Seconds as everybody counts them, and as this thread has had a core; on a busy machine they differ."""
    return time.monotonic(), time.thread_time()
