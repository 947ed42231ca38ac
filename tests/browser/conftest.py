"""The page in a real Chromium against the real server: one server and one browser a session, a fresh page each."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",  # the address bar's popup: two more pages a window
]
START_LIMIT = 60.0  # seconds until the models are loaded, on a machine that does other things too
QUIET = ("Failed to load resource",)  # Chromium's own line for an answer that is an error: those are made on purpose

expect.set_options(timeout=10_000)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `python -m backend serve`, ready, with an empty store of its own; it trains nothing."""
    with serving(tmp_path_factory) as address:
        yield address


@pytest.fixture(scope="session")
def training_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with one worker process."""
    with serving(tmp_path_factory, EMBEDSCOPE_WORKERS="1") as address:
        yield address


@contextmanager
def serving(tmp_path_factory: pytest.TempPathFactory, **settings: str) -> Iterator[str]:
    port = free_port()
    log = tmp_path_factory.mktemp("server") / "log"
    store = tmp_path_factory.mktemp("store")
    command = [sys.executable, "-m", "backend", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with log.open("w") as out:
        environment = {**os.environ, "EMBEDSCOPE_STORE": str(store), **settings}
        process = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=out, env=environment)
    address = f"http://127.0.0.1:{port}/"
    try:
        wait_until_ready(address, process, log)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=20)


def wait_until_ready(address: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + START_LIMIT
    while time.monotonic() < deadline:
        assert process.poll() is None, f"the server ended by itself:\n{log.read_text()}"
        try:
            if httpx.get(f"{address}api/health", timeout=5).json()["status"] == "ready":
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    pytest.fail(f"the server was not ready after {START_LIMIT:.0f} s:\n{log.read_text()}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.fail(
            "The tests of the page need Chromium on the PATH: install your system's chromium package "
            f"(Debian and Ubuntu: apt-get install chromium). Looked for {', '.join(NAMES)}."
        )
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[OpenPage]:
    """Opens pages that fail the test on a console error, an uncaught error, or a request that leaves the server."""
    yield from pages(browser, server)


@pytest.fixture
def open_train(browser: Browser, training_server: str) -> Iterator[OpenPage]:
    """The same on the server that trains; the page is not waited for."""
    for open_one in pages(browser, training_server):
        yield partial(open_one, ready=False)


def pages(browser: Browser, server: str) -> Iterator[OpenPage]:
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_one(fragment: str = "", *, ready: bool = True, **options: object) -> Page:
        settings = {"viewport": {"width": 1440, "height": 900}, "locale": "en-GB", **options}
        context = browser.new_context(**settings)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: note_console(message.type, message.text))
        page.on("pageerror", lambda error: faults.append(f"uncaught: {error}"))
        page.on("request", lambda request: note_request(request.url))
        page.goto(server + fragment)
        if ready:
            wait_for_plane(page)
        return page

    def note_console(kind: str, text: str) -> None:
        if kind in ("error", "warning") and not text.startswith(QUIET):
            faults.append(f"console {kind}: {text}")

    def note_request(url: str) -> None:
        if not url.startswith((server, "data:", "blob:")):
            faults.append(f"left the server: {url}")

    yield open_one
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """The Plane of the first model, drawn, in English on a large screen."""
    return open_page()


def wait_for_plane(page: Page) -> None:
    page.wait_for_selector(".panel-map .textpoint", state="attached")
    page.wait_for_selector(".near-cosine li")
    page.wait_for_selector(".panel-heatmap .hm image")
    page.wait_for_selector(".panel[aria-busy=true]", state="detached")


@pytest.fixture(scope="module")
def shell(browser: Browser, server: str) -> Iterator[Page]:
    """A page of the server's origin without the app, to import modules into."""
    page = browser.new_page()
    page.goto(server + "favicon.svg")
    yield page
    page.close()
