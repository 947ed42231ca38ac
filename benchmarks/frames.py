"""The Train view in Chromium: pictures of the plane painted in a second while a table of two dimensions trains."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from itertools import pairwise

from playwright.sync_api import sync_playwright

SECONDS = 3
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
COUNT = """(seconds) => new Promise((done) => {
    const plane = document.querySelector(".panel-train-plane canvas");
    const times = [];
    const { clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...box) {
        if (this.canvas === plane) times.push(performance.now());
        return clearRect.apply(this, box);
    };
    setTimeout(() => {
        CanvasRenderingContext2D.prototype.clearRect = clearRect;
        done(times);
    }, 1000 * seconds);
})"""


def measure(base: str) -> list[float]:
    """When the plane was painted, in ms, in three seconds of a training that lasts longer."""
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(f"{base}#/train?D=2&steps=100000")
        page.get_by_role("button", name="Train", exact=True).click()
        page.wait_for_function(
            "document.querySelector('.timeline-step').textContent.match(/step [1-9]/)", timeout=60_000
        )
        painted: list[float] = page.evaluate(COUNT, SECONDS)
        page.get_by_role("button", name="Stop").click()
        browser.close()
    return painted


def main() -> None:
    """Start a server with one worker, watch it train, stop it."""
    with tempfile.TemporaryDirectory() as store:
        environment = {**os.environ, "EMBEDSCOPE_STORE": store, "EMBEDSCOPE_WORKERS": "1"}
        command = [sys.executable, "-m", "backend", "serve", "--port", "0"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
            try:
                assert server.stdout
                base = re.search(r"http://\S+/", server.stdout.readline())
                assert base
                urllib.request.urlopen(f"{base[0]}api/models", timeout=60).close()  # waits until it is ready
                painted = measure(base[0])
            finally:
                server.terminate()
    pauses = [after - before for before, after in pairwise(painted)]
    rate = len(painted) / SECONDS
    print(json.dumps({"frames_per_second": round(rate, 1), "longest_pause_ms": round(max(pauses)), "seconds": SECONDS}))


if __name__ == "__main__":
    main()
