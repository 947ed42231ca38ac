"""The sweep under the Train view: its table is REST's, its picture draws every row, stopping and refusals are said."""

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.modules import call
from tests.browser.train import data, open_training

SUMMARY = {"mean": 2.0, "spread": 0.1}


def open_sweep(page: Page, dims: str, hidden: str, seeds: str) -> None:
    open_training(page)
    page.locator(".sweep-fold > summary").click()
    for name, value in (("D, with commas", dims), ("H, with commas", hidden), ("Seeds", seeds)):
        page.locator(".sweep-form").get_by_label(name).fill(value)


def test_a_grid_is_trained_and_its_table_is_the_servers(open_train: OpenPage, training_server: str) -> None:
    page = open_train("#/train?steps=40&batch=16&K=2")
    open_sweep(page, "1, 3", "10", "2")
    page.get_by_role("button", name="Run the grid").click()
    expect(page.locator(".sweep-words")).to_have_text("All 4 trainings done.", timeout=60_000)
    (sweep,) = httpx.get(f"{training_server}api/sweeps", timeout=30).json()["sweeps"]
    assert sweep["grid"]["knobs"]["context_length"] == 2
    rows = data(page, "sweep")
    assert [(row["D"], row["H"], row["seeds done"]) for row in rows] == [("1", "10", "2"), ("3", "10", "2")]
    for shown, row in zip(rows, sweep["table"], strict=True):
        assert float(shown["dev loss"]) == row["dev"]["mean"]
        assert float(shown["± train-dev gap"]) == row["gap"]["spread"]
    best = min(sweep["table"], key=lambda row: row["dev"]["mean"])
    name = page.locator(".panel-sweep .plot").get_attribute("aria-label")
    assert name is not None
    assert f"{best['dev']['mean']:.3f} at D {best['embedding_dim']}" in name
    assert f"sweep={sweep['id']}" in page.url
    assert not page.locator("#bar option[value^=sweep-]").count()  # their models do not crowd the picker


def test_a_link_shows_the_sweep_and_its_grid(open_train: OpenPage, training_server: str) -> None:
    grid = {"embedding_dims": [2, 4], "hidden_sizes": [7], "seeds": 1, "steps": 30, "batch_size": 16}
    sweep = httpx.post(f"{training_server}api/sweeps", json=grid, timeout=30).json()["id"]
    page = open_train(f"#/train?sweep={sweep}")
    expect(page.locator(".sweep-words")).to_have_text("All 2 trainings done.", timeout=60_000)
    assert [(row["D"], row["H"]) for row in data(page, "sweep")] == [("2", "7"), ("4", "7")]
    for name, value in (("D, with commas", "2, 4"), ("H, with commas", "7"), ("Seeds", "1")):
        expect(page.locator(".sweep-form").get_by_label(name)).to_have_value(value)


def test_a_link_to_a_sweep_that_is_gone_says_so(open_train: OpenPage) -> None:
    page = open_train("#/train?sweep=sweep-gone")
    expect(page.locator(".sweep .error-box")).to_contain_text("sweep-gone")


def test_what_cannot_be_is_said_in_place(open_train: OpenPage) -> None:
    page = open_train("#/train")
    open_sweep(page, "two", "10", "2")
    page.get_by_role("button", name="Run the grid").click()
    expect(page.locator(".sweep .error-box")).to_contain_text("embedding_dims")


def test_it_is_stopped_once_and_a_stop_that_fails_is_said(open_train: OpenPage, training_server: str) -> None:
    page = open_train("#/train?steps=3000&batch=16")
    open_sweep(page, "1, 2, 3", "11", "4")
    page.get_by_role("button", name="Run the grid").click()
    stop = page.locator(".sweep-form").get_by_role("button", name="Stop")
    expect(stop).to_be_enabled()
    asked: list[str] = []

    def lose(route: Route) -> None:
        if route.request.method != "DELETE":
            return route.continue_()
        asked.append(route.request.url)
        return route.abort("connectionrefused") if len(asked) == 1 else route.continue_()

    page.route("**/api/sweeps/*", lose)
    stop.click()
    expect(page.locator(".sweep .error-box")).to_be_visible()
    page.locator(".sweep .error-box").get_by_role("button").click()
    expect(page.locator(".sweep .error-box")).to_have_count(0)
    stop.click()
    expect(stop).to_be_disabled()
    expect(page.locator(".sweep-words")).to_contain_text("Stopped", timeout=30_000)
    assert len(asked) == 2
    sweep = page.url.partition("sweep=")[2].partition("&")[0]
    assert httpx.get(f"{training_server}api/sweeps/{sweep}", timeout=30).json()["state"] == "stopped"


@pytest.mark.parametrize("size", [(900, 300), (360, 700)])
def test_every_row_is_drawn_where_it_belongs(shell: Page, size: tuple[int, int]) -> None:
    table = [
        {"embedding_dim": d, "hidden_size": h, "runs": 3, "dev": {"mean": 2 + d / 10 + h, "spread": 0.05}}
        | {"gap": SUMMARY, "structure": {"mean": None, "spread": None}}
        for h in (0, 1)
        for d in (1, 2, 27)
    ]
    titles = {"dev": "dev loss", "gap": "gap", "structure": "structure"}
    given = {"table": table, "dims": [1, 2, 27], "sizes": [0, 1], "titles": titles, "axis": "D"}
    items = call(
        shell,
        "figures/sweep_lines",
        "m.sweepLines(v.input, { width: v.size[0], height: v.size[1] })",
        input=given,
        size=size,
    )
    dots = [item for item in items if item["type"] == "dot"]
    assert len(dots) == 12  # two measures have six values each, the third none
    first = [dot for dot in dots if dot["colour"] == "run-0"][:3]
    assert [dot["y"] for dot in first] == sorted((dot["y"] for dot in first), reverse=True)
    assert all(0 <= dot["x"] <= size[0] and 0 <= dot["y"] <= size[1] for dot in dots)
    assert {"dev loss", "gap", "structure"} <= {item["text"] for item in items if item["type"] == "text"}
