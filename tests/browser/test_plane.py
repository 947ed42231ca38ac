"""The Plane: what is drawn is the table, a click changes the lists, and all pictures light up together."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.plane import (
    brute_force,
    drawn,
    fetch,
    lit_row,
    lit_rows,
    near,
    number,
    on_heatmap,
    on_map,
    outlined_cell,
    parameters,
    point_at,
    selected,
    trace,
)


def test_first_picture_needs_no_click(page: Page, server: str) -> None:
    embedding = fetch(server, "tables/names-2d/embedding")
    letters = trace(page, "letters")
    assert letters["customdata"] == list(range(27))
    assert [list(pair) for pair in zip(letters["x"], letters["y"], strict=True)] == embedding["coordinates"]
    assert letters["text"][1:] == embedding["tokens"][1:]
    assert selected(page) == "e"
    assert lit_rows(page) == [5]
    assert lit_row(page) == 5
    assert page.locator(".near-cosine li").count() == 10


def test_kinds_are_apart_by_colour_and_weight(page: Page) -> None:
    font = trace(page, "letters")["textfont"]
    vowels = {font["color"][row] for row in (1, 5, 9, 15, 21)}
    assert len(vowels) == 1
    assert font["color"][2] not in vowels
    assert font["weight"][5] > font["weight"][2]
    assert trace(page, "boundary")["customdata"] == [0]


def test_axes_have_one_scale(page: Page) -> None:
    layout = drawn(page, "map")["layout"]
    area = page.locator(".panel-map .nsewdrag").bounding_box()
    scales = [(layout[f"{a}axis"]["range"], area[side]) for a, side in (("x", "width"), ("y", "height"))]
    across, up = ((high - low) / pixels for (low, high), pixels in scales)
    assert across == pytest.approx(up, rel=0.01)


@pytest.mark.parametrize("token", ["q", "a", "."])
def test_click_changes_the_lists(page: Page, server: str, token: str) -> None:
    embedding = fetch(server, "tables/names-2d/embedding")
    row = embedding["tokens"].index(token)
    page.mouse.click(*on_map(page, row))
    expect(page.locator(".details-glyph")).to_have_text(token)
    expect(page.locator(".panel-lists")).to_have_attribute("aria-busy", "false")
    for metric in ("cosine", "euclidean"):
        wanted = brute_force(embedding["vectors"], row, metric)[:10]
        shown = near(page, metric)
        assert [name for name, _ in shown] == [embedding["tokens"][other] for other, _ in wanted]
        assert [number(text) for _, text in shown] == pytest.approx([value for _, value in wanted], abs=0.0051)
    assert parameters(page)["token"] == token
    assert lit_row(page) == row


def test_details_name_row_norm_and_count(page: Page, server: str) -> None:
    embedding = fetch(server, "tables/names-2d/embedding")
    counts = {one["token"]: one["count"] for one in fetch(server, "corpora/names")["characters"]}
    page.mouse.click(*on_map(page, 17))
    facts = page.locator(".details-facts")
    expect(facts).to_contain_text("row 17")
    expect(facts).to_contain_text(f"norm {embedding['norms'][17]:.2f}")
    expect(facts).to_contain_text(f"{counts['q']:,} times")


def test_hover_on_the_map_lights_heatmap_and_lists(page: Page, server: str) -> None:
    token = near(page, "cosine")[0][0]
    embedding = fetch(server, "tables/names-2d/embedding")
    row = embedding["tokens"].index(token)
    point_at(page, on_map(page, row))
    expect(page.locator(".near-cosine button.lit")).to_have_attribute("data-token", token)
    page.wait_for_function("document.querySelector('.panel-map .annotation')")
    assert set(lit_rows(page)) == {5, row}
    assert outlined_cell(page) == (5, row)
    cosine = dict(brute_force(embedding["vectors"], 5, "cosine"))[row]
    label = drawn(page, "map")["layout"]["annotations"][-1]["text"]
    assert number(label.removeprefix("cos ")) == pytest.approx(cosine, abs=0.0051)
    assert trace(page, "closeness")["x"][1] == 0
    page.mouse.move(5, 5)
    expect(page.locator(".near-cosine button.lit")).to_have_count(0)


def test_hover_on_the_heatmap_lights_the_map(page: Page) -> None:
    point_at(page, on_heatmap(page, 12, 8))
    page.wait_for_function("document.querySelector('.details-pair')?.textContent === 'l · h'")
    page.wait_for_function("document.querySelector('.panel-map .annotation')")
    assert {12, 8} <= set(lit_rows(page))
    assert outlined_cell(page) == (12, 8)
    page.mouse.click(*on_heatmap(page, 12, 8))
    expect(page.locator(".details-glyph")).to_have_text("l")


@pytest.mark.parametrize("panel", ["map", "heatmap"])
def test_slow_click_counts(page: Page, panel: str) -> None:
    """Plotly ends the hover when the button goes down; a redraw for that must not swallow the click."""
    for row in (17, 12):
        page.mouse.move(*(on_map(page, row) if panel == "map" else on_heatmap(page, row, 3)))
        page.mouse.down()
        page.wait_for_timeout(150)
        page.mouse.up()
        expect(page.locator(".details-facts")).to_contain_text(f"row {row}")


def test_hover_on_a_list_lights_both_pictures(page: Page) -> None:
    button = page.locator(".near-euclidean button").nth(2)
    button.hover()
    row = ord(button.get_attribute("data-token")) - ord("a") + 1
    page.wait_for_function("document.querySelector('.panel-map .annotation')")
    assert row in lit_rows(page)
    assert outlined_cell(page) == (5, row)
    button.click()
    expect(page.locator(".details-glyph")).to_have_text(chr(ord("a") + row - 1))


@pytest.mark.parametrize(("label", "metric"), [("dot", "dot"), ("Euclid", "euclidean")])
def test_metric_switch(page: Page, server: str, label: str, metric: str) -> None:
    page.locator(".panel-heatmap .segments label", has_text=label).click()
    similarity = fetch(server, "tables/names-2d/similarity", metric=metric)
    page.wait_for_function(
        "(first) => document.querySelector('.panel-heatmap .plot-canvas').data[0].z[1][1] === first",
        arg=similarity["matrix"][1][1],
    )
    heat = drawn(page, "heatmap")["data"][0]
    assert heat["type"] == "heatmap"
    assert heat["z"] == similarity["matrix"]
    assert (heat["zmin"] == 0) if metric == "euclidean" else (heat["zmin"] == -heat["zmax"])
    low, high = drawn(page, "heatmap")["layout"]["yaxis"]["range"]
    assert low > high  # the first row is on top
    assert parameters(page)["metric"] == metric


def test_shadow_says_what_is_lost(open_page: OpenPage, server: str) -> None:
    page = open_page("#/plane?model=names-10d&token=e")
    embedding = fetch(server, "tables/names-10d/embedding")
    notes = drawn(page, "map")["layout"]["annotations"][0]["text"]
    assert f"2-D shadow of 10 dimensions: {100 * embedding['projection']['variance']:.0f} % of the variance" in notes
    assert f"{100 * embedding['fidelity']['neighbours_kept']:.0f} %" in notes
    wanted = brute_force(embedding["vectors"], 5, "euclidean")[:10]
    assert [name for name, _ in near(page, "euclidean")] == [embedding["tokens"][other] for other, _ in wanted]
    expect(page.locator(".near-scope")).to_contain_text("all 10 dimensions")


def test_names_state_the_finding(page: Page) -> None:
    (first, value), (second, other) = near(page, "cosine")[:2]
    finding = f"27 characters on a plane; nearest to e by cosine: {first} {value}, {second} {other}."
    assert page.locator(".panel-map [role=application]").get_attribute("aria-label").startswith(finding)
    finding = f"Every character against every other by cosine; for e the closest is {first} {value}"
    assert page.locator(".panel-heatmap [role=application]").get_attribute("aria-label").startswith(finding)
