"""What routes are given: the library, once it has been loaded."""

from typing import Annotated

from anyio import sleep
from fastapi import Depends, Request

from backend.studio.library import Library

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


AnyLibrary = Annotated[Library, Depends(opened_or_not)]
OpenLibrary = Annotated[Library, Depends(opened)]
