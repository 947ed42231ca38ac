"""What a worker does: the id of a training -> its steps, its segments, and at the end a model in the store.

A worker needs this package and the shared store, nothing else. Killed at any moment, the same function elsewhere goes
on from the last segment, and takes the very steps that would have been taken here.
"""

from typing import Any

from backend.refusal import Damaged, Refusal
from backend.settings import Settings
from backend.studio.missing import Missing
from backend.studio.trainings.assembly import assemble
from backend.studio.trainings.job import Job, Superseded
from backend.studio.trainings.record import Record
from backend.studio.trainings.report import Reporter
from backend.studio.trainings.request import TrainingRequest
from backend.studio.trainings.segment import Segment

WARM_STEPS = 3


def work(settings: dict[str, Any], training_id: str) -> str:
    """Do a training until it ends or is asked to stop, and return the state it is left in.

    `settings` are those the server wants workers to share: the store, and the budget for snapshots.
    """
    chosen = Settings(**settings)
    record = Record(chosen.store / "trainings" / training_id)
    if not record.exists():
        return "removed"
    state = record.state()
    if state not in ("queued", "running"):
        return state
    try:
        return record.close() or Job(record, chosen).do()
    except Superseded:
        return record.close() or "superseded"
    except (Refusal, Missing, Damaged) as refused:
        message = str(refused)
    except OSError as problem:
        message = f"the store cannot be written: {problem.strerror or problem}; make room, then resume"
    return fail(record, message) if record.exists() else "removed"


def fail(record: Record, message: str) -> str:
    """Say in the record that a training failed; raises OSError where the store takes not even that."""
    record.give_room()
    numbers = record.numbers()
    try:
        record.append(Segment((numbers[-1] if numbers else 0) + 1, "failed", {"message": message}))
    except FileExistsError:
        return "superseded"
    except OSError:  # the state is shorter than an event: perhaps there is room for that
        record.tell("failed", message=message)
        raise
    record.tell("failed", message=message)
    return "failed"


def warm(settings: dict[str, Any]) -> None:
    """Have in memory what the first training will need: the counts of the default corpus, and code that has run once.

    A worker without that corpus does without.
    """
    try:
        made = assemble(TrainingRequest(steps=WARM_STEPS), Settings(**settings))
        for step in made.run.steps():
            Reporter(made.run, made.corpus.corpus).event(made.run.network, step)
    except (Refusal, Missing, Damaged, OSError):
        return
