"""`serve`: the settings -> a listening server. The socket opens first; PyTorch is loaded behind it."""

import argparse
import socket
import sys
from contextlib import suppress

import uvicorn

from backend.commands.asked import asked
from backend.settings import Settings
from backend.web.app import create_app


def run(args: argparse.Namespace, settings: Settings) -> int:
    """Listen and serve until interrupted; 1 with a message where the address cannot be had."""
    chosen = {name: value for name in ("host", "port") if (value := getattr(args, name)) is not None}
    settings = asked(Settings, **{**settings.model_dump(), **chosen})
    try:
        listening = _listen(settings.host, settings.port)
    except OSError as error:
        print(
            f"serve: cannot listen on {settings.host} port {settings.port}: {error.strerror}. "
            "Stop what has the port, or choose another with --port (make run PORT=...; 0 takes a free one).",
            file=sys.stderr,
        )
        return 1
    port = listening.getsockname()[1]
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    print(f"Embedscope: http://{host}:{port}{settings.root_path}/  (stop with Ctrl-C)", flush=True)
    config = uvicorn.Config(create_app(settings), log_level="warning", timeout_graceful_shutdown=5)
    with suppress(KeyboardInterrupt):  # Ctrl-C is how a server is stopped; uvicorn has ended its answers by then
        uvicorn.Server(config).run(sockets=[listening])
    return 0


def _listen(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    return listening
