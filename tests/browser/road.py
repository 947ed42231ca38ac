"""What the tests do on the Road: open it, ask the server, read numbers off the page."""

from typing import Any

import httpx
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage

STEPS = ["ids", "embedding", "concatenation", "preactivation", "hidden", "logits", "probabilities"]


def opened(open_page: OpenPage, query: str = "model=names-2d&context=emm", **options: object) -> Page:
    page = open_page(f"#/road?{query}", ready=False, **options)
    expect(page.locator(".card")).to_have_count(7)
    return page


def origin(server: str, step: str, index: list[int], contexts: list[str], model: str = "names-2d") -> dict[str, Any]:
    body = {"contexts": contexts, "step": step, "index": index}
    answer = httpx.post(f"{server}api/models/{model}/origin", json=body, timeout=30)
    answer.raise_for_status()
    return answer.json()


def cell(page: Page, step: str, which: int) -> Any:
    return page.locator(".card").nth(STEPS.index(step)).locator("rect.cell").nth(which)


def written(value: float, digits: int) -> str:
    text = f"{value:,.{digits}f}".replace("-", "\u2212")
    return text.removeprefix("\u2212") if not text.strip("\u22120.") else text


def marked(page: Page, step: str, kind: str = "source") -> list[int]:
    read = f"cells => cells.flatMap((one, at) => one.classList.contains('{kind}') ? [at] : [])"
    return page.locator(".card").nth(STEPS.index(step)).locator("rect.cell").evaluate_all(read)
