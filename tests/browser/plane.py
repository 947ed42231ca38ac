"""What the tests do on the Plane: point at letters and cells, read what is drawn, and find neighbours by force."""

import re
from typing import Any

import httpx
import numpy as np
from playwright.sync_api import Page

Point = tuple[float, float]


def fetch(server: str, path: str, **query: str | int) -> Any:
    response = httpx.get(f"{server}api/{path}", params=query, timeout=30)
    response.raise_for_status()
    return response.json()


def drawn(page: Page, panel: str) -> dict[str, Any]:
    """What Plotly holds for a panel: its traces, shapes and annotations, as plain values."""
    return page.evaluate(
        """(panel) => {
            const node = document.querySelector(`.panel-${panel} .plot-canvas`);
            return JSON.parse(JSON.stringify({ data: node.data, layout: node.layout }));
        }""",
        panel,
    )


def trace(page: Page, name: str) -> dict[str, Any] | None:
    return next((one for one in drawn(page, "map")["data"] if one.get("name") == name), None)


def lit_rows(page: Page) -> list[int]:
    """The rows of the letters that the map shows lit."""
    found = trace(page, "lit")
    return found["customdata"] if found else []


def outlined_cell(page: Page) -> tuple[int, int] | None:
    """Row and column of the cell with an outline; the lit row's veil and edge span the whole width."""
    for shape in drawn(page, "heatmap")["layout"].get("shapes", []):
        if shape["x1"] - shape["x0"] == 1:
            return round(shape["y0"] + 0.5), round(shape["x0"] + 0.5)
    return None


def lit_row(page: Page) -> int:
    """The row of the heatmap with an edge around it; the veils over the other rows have none."""
    shapes = drawn(page, "heatmap")["layout"]["shapes"]
    return next(round(s["y0"] + 0.5) for s in shapes if s["line"]["width"] and s["x1"] - s["x0"] > 1)


def on_map(page: Page, row: int) -> Point:
    """Where a row's letter lies on the screen, by the axes that Plotly drew."""
    return pixel(page, "map", *(trace(page, "letters")[axis][row] for axis in "xy"))


def on_heatmap(page: Page, row: int, column: int) -> Point:
    return pixel(page, "heatmap", column, row)


def pixel(page: Page, panel: str, x: float, y: float) -> Point:
    area = page.locator(f".panel-{panel} .nsewdrag").bounding_box()
    layout = drawn(page, panel)["layout"]
    (left, right), (bottom, top) = layout["xaxis"]["range"], layout["yaxis"]["range"]
    across = (x - left) / (right - left)
    up = (y - bottom) / (top - bottom)
    return area["x"] + across * area["width"], area["y"] + (1 - up) * area["height"]


def point_at(page: Page, place: Point) -> None:
    page.mouse.move(place[0] + 1, place[1] + 1)
    page.mouse.move(*place)


def near(page: Page, metric: str) -> list[tuple[str, str]]:
    """A list as it stands on the page: token and written value, nearest first."""
    rows = page.locator(f".near-{metric} button")
    tokens = rows.evaluate_all("nodes => nodes.map((node) => node.dataset.token)")
    return list(zip(tokens, page.locator(f".near-{metric} .near-value").all_inner_texts(), strict=True))


def brute_force(vectors: list[list[float]], row: int, metric: str) -> list[tuple[int, float]]:
    """All other rows by closeness, ties by row number: the oracle."""
    table = np.asarray(vectors, dtype=np.float64)
    query = table[row]
    if metric == "cosine":
        values = table @ query / (np.linalg.norm(table, axis=1) * np.linalg.norm(query))
        order = np.argsort(-values, kind="stable")
    else:
        values = np.sqrt(((table - query) ** 2).sum(axis=1))
        order = np.argsort(values, kind="stable")
    return [(int(other), float(values[other])) for other in order if other != row]


def number(text: str) -> float:
    return float(re.sub(",", "", text).replace("\u2212", "-"))


def selected(page: Page) -> str:
    return page.locator(".details-glyph").inner_text()


def parameters(page: Page) -> dict[str, str]:
    """The view's address, taken apart."""
    query = page.evaluate("[...new URLSearchParams(location.hash.split('?')[1])]")
    return dict(query)
