"""What the tests do in the Train view: press, wait, read what is written, and ask the server for the truth."""

import csv
import io
import re
from typing import Any

import httpx
from playwright.sync_api import Page, expect

SHORT = "steps=300"
ENDED = re.compile("Done|Stopped|Failed")
PATIENCE = 60_000  # ms that a short training may take on a machine that does other things too


def open_training(page: Page) -> None:
    page.wait_for_selector(".panel-train-loss .canvas")
    page.wait_for_selector(".panel[aria-busy=true]", state="detached")


def press(page: Page, name: str = "Train") -> None:
    page.get_by_role("button", name=name, exact=True).click()


def wait_for(page: Page, state: str) -> None:
    expect(page.locator(".train-state")).to_contain_text(state, timeout=PATIENCE)


def train_to_the_end(page: Page) -> str:
    """Presses the button, waits for the end and for the trail, and returns the training's id."""
    press(page)
    wait_for(page, "Done")
    wait_for_trail(page)
    return run_on_show(page)


def wait_for_trail(page: Page) -> None:
    """Until the timeline stands at the last step and every kept step is there to scrub through."""
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some((r) => r.name.includes('/trail?') && r.responseEnd > 0)"
    )
    expect(page.locator(".timeline input")).to_have_js_property("value", "1", timeout=20_000)


def address(page: Page) -> dict[str, str]:
    query = page.evaluate("[...new URLSearchParams(location.hash.split('?')[1])]")
    return dict(query)


def run_on_show(page: Page) -> str:
    page.wait_for_function("location.hash.includes('run=')")
    return address(page)["run"]


def ask(server: str, path: str, **query: str | int) -> Any:
    response = httpx.get(f"{server}api/{path}", params=query, timeout=60)
    response.raise_for_status()
    return response.json()


def pixels(page: Page, panel: str) -> str:
    """The picture of a panel as it is painted just now."""
    found: str = page.evaluate("(panel) => document.querySelector(`.panel-${panel} canvas`).toDataURL()", panel)
    return found


def data(page: Page, panel: str) -> list[dict[str, str]]:
    """The panel's data as its CSV holds it, at full precision."""
    root = page.locator(f".panel-{panel}")
    root.get_by_role("button", name="More").click()
    with page.expect_download() as download:
        root.get_by_role("menuitem", name="CSV").click()
    return list(csv.DictReader(io.StringIO(download.value.path().read_text(encoding="utf-8"))))


def positions(page: Page) -> list[list[float]]:
    """Where the letters are, in the table's own units."""
    return [[float(row["x"]), float(row["y"])] for row in data(page, "train-plane")]


def knob(page: Page, name: str) -> Any:
    return page.get_by_role("textbox", name=name, exact=True)


def turn(page: Page, name: str, value: str) -> None:
    knob(page, name).fill(value)
    knob(page, name).press("Tab")
