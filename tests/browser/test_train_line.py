"""The Train view when things go wrong or go on again: the line, the address, workers, failures, small screens."""

import json
import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.train import (
    SHORT,
    address,
    ask,
    data,
    open_training,
    positions,
    press,
    run_on_show,
    train_to_the_end,
    turn,
    wait_for,
)


def test_a_lost_line_is_taken_up_where_it_broke(open_train: OpenPage, training_server: str) -> None:
    """The first answer holds three events and ends in the middle of the fourth; then nothing, twice; then the rest."""
    page = open_train(f"#/train?{SHORT}")
    open_training(page)
    asked: list[str | None] = []

    def answer(route: Route) -> None:
        asked.append(route.request.headers.get("last-event-id"))
        if len(asked) == 1:
            whole = route.fetch(timeout=60_000).text()
            blocks = re.split(r"\r?\n\r?\n", whole)
            text = "\n\n".join(blocks[:3]) + "\n\n" + blocks[3][:60]
            route.fulfill(status=200, content_type="text/event-stream", body=text)
        elif len(asked) < 4:
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route("**/events", answer)
    press(page)
    expect(page.locator(".train-line")).to_contain_text("Line lost", timeout=60_000)
    wait_for(page, "Done")
    assert asked[0] is None
    assert asked[-1] == "3"
    page.wait_for_function("document.querySelector('.timeline input').value === '1'")
    steps = [int(row["step"]) for row in data(page, "train-loss") if row["step"]]
    assert steps == sorted(set(steps))
    assert steps[-1] == 300
    assert len(steps) >= 10


def test_a_link_repeats_the_training(open_train: OpenPage, training_server: str) -> None:
    knobs = "trainOn=names&K=2&D=3&H=30&recipe=counts&init=lecture&steps=150&batch=64&rate=0.02&trainSeed=7&unique=yes"
    tables = []
    for _ in range(2):
        page = open_train(f"#/train?{knobs}")
        open_training(page)
        expect(page.locator(".train-state")).to_be_hidden()  # the hint stands in its place: nothing has begun
        run = train_to_the_end(page)
        request = ask(training_server, f"trainings/{run}")["request"]
        assert (request["context_length"], request["embedding_dim"], request["hidden_size"]) == (2, 3, 30)
        assert (request["init"], request["steps"], request["batch_size"]) == ("lecture", 150, 64)
        assert (request["learning_rate"], request["seed"], request["split"]["unique"]) == (0.02, 7, True)
        tables.append(ask(training_server, f"trainings/{run}/snapshots/150")["table"])
    assert tables[0] == tables[1]


def test_a_link_to_trainings_shows_them_and_starts_nothing(open_train: OpenPage, training_server: str) -> None:
    page = open_train(f"#/train?{SHORT}")
    open_training(page)
    train_to_the_end(page)
    page.locator(".timeline input").press("PageDown")
    seen, fragment = positions(page), page.evaluate("location.hash")
    before = len(ask(training_server, "trainings")["trainings"])
    again = open_train(fragment)
    open_training(again)
    wait_for(again, "Done")
    expect(again.locator(".timeline-step")).to_have_text(page.locator(".timeline-step").inner_text())
    again.wait_for_function("performance.getEntriesByType('resource').some((r) => r.name.includes('/trail?'))")
    assert positions(again) == seen
    assert len(ask(training_server, "trainings")["trainings"]) == before
    turn(again, "H hidden", "20")
    again.wait_for_timeout(800)
    assert len(ask(training_server, "trainings")["trainings"]) == before  # another's training is never replaced


def test_a_training_that_is_gone_is_said(open_train: OpenPage) -> None:
    page = open_train("#/train?runs=gone-1&run=gone-1&D=3")
    open_training(page)
    expect(page.locator(".notice")).to_contain_text("gone-1")
    assert "run" not in address(page)
    assert address(page)["D"] == "3"


def test_without_workers_it_says_so(open_page: OpenPage) -> None:
    page = open_page("#/train", ready=False)
    open_training(page)
    press(page)
    expect(page.locator(".train-failure")).to_contain_text("EMBEDSCOPE_WORKERS is 0")
    expect(page.locator(".train-failure").get_by_role("button", name="Try again")).to_be_visible()


def test_a_refused_knob_is_named(open_train: OpenPage) -> None:
    page = open_train("#/train?steps=90000000")
    open_training(page)
    press(page)
    expect(page.locator(".train-failure")).to_contain_text("steps")


def test_a_failure_says_what_to_change(open_train: OpenPage) -> None:
    page = open_train(f"#/train?{SHORT}")
    open_training(page)
    message = "the loss is nan at step 40; start again with a learning_rate below 0.04"
    pattern = "**/api/trainings/names-*"

    def fail(route: Route) -> None:
        state = route.fetch().json()
        route.fulfill(json={**state, "state": "failed", "step": 40, "model": None, "message": message})

    failed = f"id: 1\nevent: failed\ndata: {json.dumps({'message': message})}\n\n"
    page.route(pattern, fail)
    page.route(f"{pattern}/events", lambda route: route.fulfill(content_type="text/event-stream", body=failed))
    press(page)
    wait_for(page, f"Failed: {message}.")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    expect(page.get_by_role("button", name="Train", exact=True)).to_be_visible()


def test_the_place_in_the_queue(open_train: OpenPage) -> None:
    page = open_train(f"#/train?{SHORT}")
    open_training(page)
    positions_told = iter([3, 2, 1])

    def queue(route: Route) -> None:
        state = route.fetch().json()
        route.fulfill(json={**state, "state": "queued", "step": 0, "losses": None, "position": next(positions_told, 1)})

    page.route("**/api/trainings", queue)
    page.route("**/api/trainings/names-*", queue)
    page.route("**/events", lambda _: None)
    press(page)
    for place in (3, 2, 1):
        wait_for(page, f"number {place} in the queue")


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_on_a_phone_nothing_is_cut_off(open_train: OpenPage, locale: str) -> None:
    page = open_train(
        f"#/train?{SHORT}", locale=locale, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    open_training(page)
    page.locator(".big:visible").tap()
    expect(page.locator(".run-use")).to_be_visible(timeout=60_000)
    for width in (390, 320, 768, 1024):
        page.set_viewport_size({"width": width, "height": 844})
        page.wait_for_timeout(150)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_another_language_keeps_the_training(open_train: OpenPage) -> None:
    page = open_train(f"#/train?{SHORT}")
    open_training(page)
    run = train_to_the_end(page)
    page.get_by_role("radio", name="中文").check(force=True)
    expect(page.locator("h1")).to_have_text("看嵌入成形")
    expect(page.locator(".train-state")).to_contain_text("完成")
    assert run_on_show(page) == run


def test_less_motion_jumps_to_the_newest_step(open_train: OpenPage) -> None:
    page = open_train(f"#/train?{SHORT}", reduced_motion="reduce")
    open_training(page)
    press(page)
    wait_for(page, "Done")
    expect(page.locator(".timeline-step")).to_have_text("step 300 of 300", timeout=1000)
