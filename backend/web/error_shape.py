"""Errors that are answered outside the routes, in plain text, -> the one problem shape.

Middleware turns some requests away before any route or handler sees them (a body declared too large, an origin that is
not allowed); this is the outermost layer, so that no error leaves in another form.
"""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backend.web.problems import problem, said_better


class ErrorShape:
    """Replaces plain-text answers of status 400 and above by problem documents."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on but such an answer, which is collected and told again."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, text = 0, b""

        async def reshaped(message: Message) -> None:
            nonlocal status, text
            if message["type"] == "http.response.start" and message["status"] >= 400:
                kind = Headers(raw=message["headers"]).get("content-type", "")
                status = message["status"] if kind.startswith("text/plain") else 0
            if not status:
                await send(message)
                return
            text += message.get("body", b"")
            if message["type"] == "http.response.body" and not message.get("more_body"):
                detail = said_better(status, text.decode("utf-8", "replace"))
                await problem(status, detail)(scope, receive, send)

        await self.app(scope, receive, reshaped)
