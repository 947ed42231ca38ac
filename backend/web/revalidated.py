"""Files of the page -> the same with `Cache-Control: no-cache`: a browser asks each time whether it has the latest.

Without a word about it, browsers guess how long a file is good for, and after an update mix new modules with old ones.
The question costs an empty 304 where nothing has changed.
"""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Revalidated:
    """Adds the header to every answer that has an ETag and does not say itself how long it is good for."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on, the head of such an answer with one header more."""

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(raw=message["headers"])
                if "etag" in headers:
                    headers.setdefault("cache-control", "no-cache")
            await send(message)

        await self.app(scope, receive, marked if scope["type"] == "http" else send)
