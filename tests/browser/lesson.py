"""What the tests do in the Lesson: open a chapter with its claims there, and read numbers off the page."""

from typing import Any

import httpx
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage

CHAPTERS = (
    "one-character",
    "table-empties",
    "window",
    "lookup",
    "shapes",
    "equal-distances",
    "squeezing",
    "how-alike",
    "concatenation",
    "storage",
    "parameters",
    "one-forward",
    "loss",
)


def claims_of(server: str, model: str = "names-2d") -> dict[str, Any]:
    """The whole ledger; the first question for a model computes it, which takes its time."""
    response = httpx.get(f"{server}api/claims", params={"model": model}, timeout=180)
    response.raise_for_status()
    return response.json()


def ask(server: str, path: str, body: dict[str, Any] | None = None, **query: Any) -> Any:
    address = f"{server}api/{path}"
    answer = httpx.post(address, json=body, timeout=60) if body else httpx.get(address, params=query, timeout=60)
    answer.raise_for_status()
    return answer.json()


def opened(open_page: OpenPage, server: str, query: str, model: str = "names-2d", **options: object) -> Page:
    """The Lesson with its claims judged."""
    claims_of(server, model)
    page = open_page(f"#/lesson?model={model}&{query}", ready=False, **options)
    expect(page.locator(".claim").first).to_be_visible()
    expect(page.locator(".claims-place")).to_have_attribute("aria-busy", "false")
    return page


def turn(page: Page, label: str, place: int) -> None:
    """Sets a knob to the value at a place of its list."""
    page.get_by_label(label, exact=True).evaluate(
        "(node, at) => { node.value = at; node.dispatchEvent(new Event('input', { bubbles: true })); }", str(place)
    )


def bars(page: Page, label: str) -> dict[str, str]:
    """The rows of bars by name."""
    rows = page.locator(f'.lab-bars[aria-label="{label}"] .bar-row')
    return dict(rows.evaluate_all("nodes => nodes.map((n) => [n.children[0].textContent, n.children[2].textContent])"))


def number(text: str) -> float:
    return float(text.replace(",", "").replace("\u2212", "-"))
