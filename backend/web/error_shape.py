"""Errors that are answered outside the routes, in plain text, -> the one problem shape.

Middleware turns some requests away before any route or handler sees them (a body declared too large, an origin that is
not allowed); this lies around all of it, so that no error leaves in another form.
"""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backend.web.problems import problem, said_better

OF_THE_TEXT = {"content-type", "content-length", "content-encoding"}


class ErrorShape:
    """Replaces plain-text answers of status 400 and above by problem documents, and keeps their other headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on but such an answer, which is collected and told again."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, text, kept = 0, b"", dict[str, str]()

        async def reshaped(message: Message) -> None:
            nonlocal status, text
            if message["type"] == "http.response.start" and message["status"] >= 400:
                headers = Headers(raw=message["headers"])
                status = message["status"] if headers.get("content-type", "").startswith("text/plain") else 0
                kept.update((name, value) for name, value in headers.items() if name not in OF_THE_TEXT)
            if not status:
                await send(message)
                return
            text += message.get("body", b"")
            if message["type"] == "http.response.body" and not message.get("more_body"):
                answer = problem(status, said_better(status, text.decode("utf-8", "replace")))
                answer.headers.update(kept)
                await answer(scope, receive, send)

        await self.app(scope, receive, reshaped)
