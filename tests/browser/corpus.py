"""What the tests do in the panel for one's own words: open it, add words, read the report, ask REST for it."""

import re
from typing import Any

import httpx
from playwright.sync_api import Page, expect

from tests.browser.train import address, open_training, press


def open_panel(page: Page) -> None:
    open_training(page)
    page.get_by_role("button", name="Add your own words").click()
    expect(page.locator(".own-text")).to_be_focused()


def add(page: Page, text: str, name: str) -> str:
    """Pastes words and sends them; the id of the new corpus."""
    page.locator(".own-text").fill(text)
    page.locator(".own-name").fill(name)
    press(page, "Add these words")
    return added(page)


def added(page: Page) -> str:
    expect(page.locator(".own-report")).to_be_visible(timeout=20_000)
    return address(page)["trainOn"]


def number(text: str) -> int:
    return int(text.replace(",", ""))


def shown(page: Page) -> dict[str, Any]:
    """The report as it stands on the page."""
    counts = [one.split("\n") for one in page.locator(".own-counts div").all_inner_texts()]
    lines = [re.fullmatch(r"Line ([\d,]+): (.*)", text) for text in page.locator(".own-refused li").all_inner_texts()]
    rows = page.locator(".own-characters tbody tr").evaluate_all(
        """(rows) => rows.map((row) => [row.querySelector("bdi").textContent,
            row.querySelector("td > span").textContent, row.querySelector("small span")?.textContent ?? null])"""
    )
    return {
        "counts": {name: number(count) for name, count in counts},
        "refused": [(number(line[1]), line[2]) for line in lines if line],
        "characters": {token: (number(count), unusual) for token, count, unusual in rows},
    }


def reported(report: dict[str, Any]) -> dict[str, Any]:
    """The report as REST tells it, in the same form."""
    kinds = {"kept": "kept", "duplicates": "duplicates", "empty": "empty", "refused": "refused_lines"}
    return {
        "counts": {name: report[key] for name, key in kinds.items()},
        "refused": [(one["line"], one["reason"]) for one in report["refused"]],
        "characters": {one["token"]: (one["count"], one["unusual"]) for one in report["characters"]},
    }


def send(server: str, text: str) -> dict[str, Any]:
    answer = httpx.post(f"{server}api/corpora", json={"name": "by rest", "text": text}, timeout=30)
    answer.raise_for_status()
    body: dict[str, Any] = answer.json()
    return body
