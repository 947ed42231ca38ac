"""A training's record -> its events, those there are and those to come, as they come."""

import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from anyio import sleep, to_thread

from backend.studio.missing import Missing
from backend.studio.trainings.record import ENDED

if TYPE_CHECKING:
    from backend.studio.trainings.board import Board

SOONEST, LATEST = 0.02, 0.2  # seconds between two looks for the next segment: fewer the longer nothing has come
LOOK_AGAIN = 1.0  # seconds between two looks at whether anybody still works on it

Event = tuple[int, str, dict[str, Any]]


async def stream(board: "Board", training_id: str, after: int) -> AsyncIterator[Event]:
    """Number, kind and content of every event after number `after`, until no more can come.

    It reads the record alone, so it does not matter which process started the training.
    """
    record = board.record(training_id)
    number, looked, pause = after + 1, 0.0, SOONEST
    while True:
        if await to_thread.run_sync(record.has, number):
            told = await to_thread.run_sync(record.event, number)
            yield number, told["kind"], told["event"]
            number, looked = number + 1, looked if told["kind"] not in ENDED else 0.0
            pause = SOONEST
            continue
        if time.monotonic() - looked > LOOK_AGAIN:
            looked = time.monotonic()
            if await to_thread.run_sync(_is_over, board, training_id) and not await to_thread.run_sync(
                record.has, number
            ):
                return
        await sleep(pause)
        pause = min(LATEST, 1.2 * pause)


def _is_over(board: "Board", training_id: str) -> bool:
    """Whether no event can come unless somebody asks for it; a training that was removed meanwhile is over too."""
    try:
        return board.state(training_id)["state"] in (*ENDED, "interrupted")
    except (Missing, FileNotFoundError):
        return True
