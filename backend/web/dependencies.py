"""What routes are given: the library, once it has been loaded, and the id of a model in their path."""

from typing import TYPE_CHECKING, Annotated, Any

from anyio import sleep
from fastapi import Depends, Path, Request

from backend.studio.library import Library

if TYPE_CHECKING:
    from backend.studio.ledger import Ledger
    from backend.studio.sweeps.desk import Sweeps
    from backend.studio.trainings.board import Board
else:
    Board = Ledger = Sweeps = Any  # what FastAPI sees: the classes themselves are imported late

POLL = 0.02  # seconds


def opened_or_not(request: Request) -> Library:
    """The library of this app, in whatever state it is."""
    library: Library = request.app.state.library
    return library


async def opened(request: Request) -> Library:
    """The library when it is ready; a request that comes while PyTorch is being imported waits here."""
    library = opened_or_not(request)
    while not library.wait(0):
        await sleep(POLL)
    return library


def opened_board(request: Request, _: Annotated[Library, Depends(opened)]) -> "Board":
    """The trainings, once the library is there; made at the first question, because they import PyTorch and Dask."""
    board: Board = request.app.state.board()
    return board


def opened_sweeps(request: Request, _: Annotated[Library, Depends(opened)]) -> "Sweeps":
    """The sweeps over those trainings."""
    sweeps: Sweeps = request.app.state.sweeps()
    return sweeps


def opened_ledger(request: Request, _: Annotated[Library, Depends(opened)]) -> "Ledger":
    """The claims over this library; made at the first question, because they import PyTorch."""
    ledger: Ledger = request.app.state.ledger()
    return ledger


ModelId = Annotated[str, Path(alias="id", description="id of a model", examples=["names-2d"])]
AnyLibrary = Annotated[Library, Depends(opened_or_not)]
OpenLibrary = Annotated[Library, Depends(opened)]
TrainingBoard = Annotated["Board", Depends(opened_board)]
SweepDesk = Annotated["Sweeps", Depends(opened_sweeps)]
ClaimsLedger = Annotated["Ledger", Depends(opened_ledger)]
