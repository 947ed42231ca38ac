"""Real processes for tests: `serve`, a scheduler, workers; each is ended after its test, by its own id."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil

from backend.settings import ROOT
from tests.training import until


def environment(**settings: object) -> dict[str, str]:
    """This process' environment without its EMBEDSCOPE_* variables, and these instead."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("EMBEDSCOPE_")}
    kept["PYTHONPATH"] = str(ROOT)
    return kept | {f"EMBEDSCOPE_{name.upper()}": str(value) for name, value in settings.items()}


@contextmanager
def running(command: list[str], **options: Any) -> Iterator["subprocess.Popen[bytes]"]:
    """A process in a group of its own, which is gone afterwards together with all that it started."""
    with subprocess.Popen([sys.executable, *command], cwd=ROOT, start_new_session=True, **options) as process:
        try:
            yield process
        finally:
            started = []
            if process.poll() is None:
                started = psutil.Process(process.pid).children(recursive=True)
                process.terminate()
                try:
                    process.wait(30)
                except subprocess.TimeoutExpired:
                    process.kill()
            for child in started:
                try:
                    child.wait(30)
                except psutil.TimeoutExpired:
                    child.kill()


@contextmanager
def serving(**settings: object) -> Iterator[tuple["subprocess.Popen[bytes]", httpx.Client]]:
    """A server process on a free port, and a client of it."""
    command = ["-m", "backend", "serve", "--host", "127.0.0.1", "--port", "0"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with running(command, env=environment(**settings), **pipes) as process:
        line = process.stdout.readline().decode()
        address = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert address, line + process.stderr.read().decode()
        with httpx.Client(base_url=address[0], timeout=120) as client:
            yield process, client


@contextmanager
def cluster(folder: Path, workers: int, *tls: str) -> Iterator[tuple[str, list["subprocess.Popen[bytes]"]]]:
    """A scheduler and its workers as somebody would start them by hand: the scheduler's address, the workers."""
    file = folder / "scheduler.json"
    quiet = {"env": environment(), "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    loopback = ["--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0", *tls]
    if tls:
        loopback[1] = "tls://127.0.0.1"
    scheduler = ["-m", "dask", "scheduler", *loopback, "--scheduler-file", str(file)]
    scheduler += ["--port", "0"]
    worker = ["-m", "dask", "worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny"]
    worker += [*loopback, "--local-directory", str(folder)]
    with running(scheduler, **quiet) as main:
        until(lambda: file.exists() or main.poll() is not None, "scheduler")
        assert main.poll() is None, "the scheduler has ended"
        address = re.search(r'"address": "([^"]+)"', file.read_text())[1]
        with running(worker, **quiet) as first:
            if workers == 1:
                yield address, [first]
                return
            with running(worker, **quiet) as second:
                yield address, [first, second]
