"""Requests that are turned away before a route sees them: bodies too large, bodies that are not said to be JSON."""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backend.web.problems import problem


class TooLarge(Exception):
    """The body went over the limit while it was being read."""


class BodyLimit:
    """Answers 413 for a body over `limit` bytes, declared or not, and 415 for one that is not application/json."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self.app, self.limit = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its body counted, or answer it."""
        if scope["type"] != "http" or scope["method"] not in ("POST", "PUT", "PATCH"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        declared = headers.get("content-length", "0")
        has_body = declared != "0" or "transfer-encoding" in headers
        if has_body and kind != "application/json":
            said = f"content-type is {kind!r}" if kind else "there is no content-type"
            await problem(415, f"{said}; send the body as application/json.")(scope, receive, send)
            return
        if declared.isdigit() and int(declared) > self.limit:
            await self._refuse(scope, receive, send)
            return
        read, started = 0, False

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self.limit:
                raise TooLarge
            return message

        async def noted(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, counted, noted)
        except TooLarge:
            if started:
                raise
            await self._refuse(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        detail = f"The body is larger than {self.limit:,} bytes; send less at once."
        await problem(413, detail)(scope, receive, send)
