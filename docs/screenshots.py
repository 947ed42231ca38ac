"""The pictures in README.md, taken from the running app in Chromium: `make screenshots`."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

IMAGES = Path(__file__).resolve().parent / "images"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
DESKTOP, PHONE = (1440, 900), (390, 844)
PICTURES = (
    ("plane", "#/plane?model=names-2d&token=e&lang=en", DESKTOP, "light"),
    ("plane-dark-zh", "#/plane?model=names-10d&token=a&lang=zh", DESKTOP, "dark"),
    ("road", "#/road?model=names-2d&context=emm&number=hidden-17&lang=en", DESKTOP, "light"),
    ("names", "#/names?model=names-10d&seed=7&lang=en", DESKTOP, "light"),
    ("train", "#/train?lang=en", DESKTOP, "light"),
    ("lesson", "#/lesson?chapter=table-empties&lang=en", DESKTOP, "light"),
    ("plane-phone", "#/plane?model=names-2d&token=e&lang=en", PHONE, "light"),
    ("road-phone", "#/road?model=names-2d&context=emm&lang=zh", PHONE, "dark"),
)
SETTLED = 1500  # milliseconds for pictures to be drawn after the network is quiet


def picture(browser: Browser, url: str, name: str, size: tuple[int, int], scheme: str) -> None:
    """One view at one size and theme."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(url)
    page.wait_for_load_state("networkidle")
    if name == "train":
        page.get_by_role("button", name="Train", exact=True).click()
        page.get_by_text("Done: all").wait_for(timeout=60_000)
    page.wait_for_timeout(SETTLED)
    page.screenshot(path=IMAGES / f"{name}.png")
    page.close()


def main() -> int:
    """Start the server, take every picture, stop the server."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        print("no Chromium on the PATH; install your system's chromium package", file=sys.stderr)
        return 1
    IMAGES.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "backend", "serve", "--port", "0"]
    store = tempfile.TemporaryDirectory()
    with (
        store,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "EMBEDSCOPE_STORE": store.name}
        ) as server,
        sync_playwright() as playwright,
    ):
        try:
            assert server.stdout
            base = re.search(r"http://\S+/", server.stdout.readline())
            assert base
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            for name, fragment, size, scheme in PICTURES:
                picture(browser, base[0] + fragment, name, size, scheme)
                print(IMAGES / f"{name}.png")
            browser.close()
        finally:
            server.terminate()
    return 0


if __name__ == "__main__":
    sys.exit(main())
