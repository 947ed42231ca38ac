"""The path prefix of a proxy -> the app's own paths, whether or not the proxy has already taken the prefix off."""

from starlette.types import ASGIApp, Receive, Scope, Send


class Prefix:
    """Tells the app its `root_path`, as ASGI has it: a path begins with it, and routes are looked up behind it."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self.app, self.root_path = app, root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Put the prefix before a path that comes without it."""
        if scope["type"] in {"http", "websocket"}:
            path = scope["path"]
            if path != self.root_path and not path.startswith(f"{self.root_path}/"):
                path = self.root_path + path
            scope = {**scope, "path": path, "root_path": self.root_path}
        await self.app(scope, receive, send)
