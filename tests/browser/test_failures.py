"""When the server errs or is gone: said in words where the answer would have stood, and trying again works."""

import json

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage, wait_for_plane
from tests.browser.plane import on_map

PLACES = {
    "map": "**/api/tables/*/embedding",
    "heatmap": "**/api/tables/*/similarity*",
    "lists": "**/api/tables/*/neighbours*",
}


def lose(route: Route) -> None:
    route.abort("connectionrefused")


def refuse(route: Route) -> None:
    problem = {
        "type": "about:blank",
        "title": "Too much",
        "status": 422,
        "detail": "The table has 9,000 rows; ask for part of it.",
    }
    route.fulfill(status=422, content_type="application/problem+json", body=json.dumps(problem))


def garble(route: Route) -> None:
    route.fulfill(status=200, content_type="text/html", body="<p>Welcome to the hotel's network")


def proxy(route: Route) -> None:
    route.fulfill(status=502, content_type="text/html", body="<h1>Bad gateway</h1>")


FAULTS = [
    (lose, "The server does not answer."),
    (refuse, "The table has 9,000 rows; ask for part of it."),
    (garble, "The server sent something that is not the answer."),
    (proxy, "It gave no reason (status 502)."),
]


def leave_hanging(route: Route) -> None:
    """No answer ever comes."""


@pytest.mark.parametrize("panel", PLACES)
def test_failure_stands_in_its_place_and_retry_works(open_page: OpenPage, panel: str) -> None:
    page = open_page("docs", ready=False)
    box = page.locator(f".panel-{panel} .error-box")
    for at, (fault, words) in enumerate(FAULTS):
        page.unroute_all()
        page.route(PLACES[panel], fault)
        if at == 0:
            page.goto(page.url.removesuffix("docs"))
        else:
            box.get_by_role("button", name="Try again").click()
        expect(box).to_contain_text(words)
        expect(page.locator(".error-box")).to_have_count(1)
    page.unroute_all()
    box.get_by_role("button", name="Try again").click()
    wait_for_plane(page)
    expect(page.locator(".error-box")).to_have_count(0)


def test_no_models_no_answers(open_page: OpenPage) -> None:
    page = open_page("docs", ready=False)
    page.route("**/api/**", lose)
    page.goto(page.url.removesuffix("docs"))
    expect(page.locator(".panel-map .error-box")).to_contain_text("The server does not answer.")
    page.unroute("**/api/**")
    page.locator(".panel-map .error-box button").click()
    wait_for_plane(page)
    expect(page.locator(".error-box")).to_have_count(0)


def test_plotly_missing(open_page: OpenPage) -> None:
    page = open_page("docs", ready=False)
    page.route("**/plotly.min.js", lose)
    page.goto(page.url.removesuffix("docs"))
    expect(page.locator(".panel-map .error-box")).to_contain_text("The drawing library did not arrive.")
    expect(page.locator(".near-cosine li")).to_have_count(10)
    page.unroute("**/plotly.min.js")
    page.locator(".panel-map .error-box button").click()
    page.locator(".panel-heatmap .error-box button").click()
    wait_for_plane(page)


def test_connection_lost_while_looking(page: Page) -> None:
    page.route("**/api/**", lose)
    page.mouse.click(*on_map(page, 17))
    expect(page.locator(".panel-lists .error-box")).to_contain_text("The server does not answer.")
    expect(page.locator(".panel-map .error-box")).to_have_count(0)
    page.unroute("**/api/**")
    page.locator(".panel-lists .error-box button").click()
    expect(page.locator(".near-cosine li")).to_have_count(10)


def test_only_the_latest_answer_counts(page: Page) -> None:
    """A slow answer for a letter that is no longer selected is dropped."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/neighbours?of=q*", hold)
    page.mouse.click(*on_map(page, 17))
    expect(page.locator(".details-glyph")).to_have_text("q")
    page.locator(".panel-heatmap [role=application]").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".details-glyph")).to_have_text("r")
    page.wait_for_selector(".panel-lists[aria-busy=false]")
    first = page.locator(".near-cosine button").first.get_attribute("data-token")
    for route in held:
        route.continue_()
    page.wait_for_timeout(300)
    assert page.locator(".near-cosine button").first.get_attribute("data-token") == first
    assert (
        page.locator(".panel-map [role=application]")
        .get_attribute("aria-label")
        .startswith("27 characters on a plane; nearest to r")
    )


def test_waiting_is_quiet_then_said_and_can_be_stopped(page: Page) -> None:
    page.route("**/neighbours?of=q*", leave_hanging)
    page.mouse.click(*on_map(page, 17))
    expect(page.locator(".panel-lists .waiting-words")).to_be_visible()
    page.locator(".panel-lists .waiting button").click()
    expect(page.locator(".panel-lists .error-box")).to_contain_text("Stopped before the answer came.")
    page.unroute("**/neighbours?of=q*")
    page.locator(".panel-lists .error-box button").click()
    expect(page.locator(".near-cosine li")).to_have_count(10)


def test_a_late_table_leaves_no_wrong_number_behind(open_page: OpenPage) -> None:
    """The lists may come before the table whose dimensions they name."""
    page = open_page("?wait", ready=False)
    page.route("**/embedding*", lambda route: (page.wait_for_timeout(700), route.continue_()))
    page.goto(page.url.split("?")[0])
    page.get_by_text("Exact, over 26 rows").wait_for()
    assert "in all 2 dimensions" in page.get_by_text("Exact, over 26 rows").inner_text()
