"""The Train view: press, watch, pause, scrub, fork, compare. The truth is what the server answers."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.train import (
    SHORT,
    address,
    ask,
    data,
    knob,
    open_training,
    pixels,
    positions,
    press,
    run_on_show,
    train_to_the_end,
    turn,
    wait_for,
    wait_for_trail,
)


def test_press_train_and_the_points_move_while_exact_losses_fall(open_train: OpenPage, training_server: str) -> None:
    page = open_train(f"#/train?{SHORT}")
    open_training(page)
    expect(page.locator(".hint")).to_contain_text("Press Train")
    press(page)
    page.wait_for_function("document.querySelector('.timeline-step').textContent.match(/step \\d+ of 300/)")
    expect(page.locator(".hint")).to_be_hidden()
    first = pixels(page, "train-plane")
    wait_for(page, "Done")
    wait_for_trail(page)
    assert pixels(page, "train-plane") != first
    state = ask(training_server, f"trainings/{run_on_show(page)}")
    losses = [
        (int(row["step"]), float(row["train"]), float(row["dev"])) for row in data(page, "train-loss") if row["step"]
    ]
    steps = [step for step, _, _ in losses]
    assert steps[0] == 0
    assert steps[-1] == 300
    assert steps == sorted(set(steps))
    assert losses[-1][1:] == (state["losses"]["train"], state["losses"]["dev"])
    assert losses[-1][2] < losses[0][2] - 0.5
    name = page.locator(".panel-train-plane .plot").get_attribute("aria-label")
    assert name is not None
    assert f"dev loss {state['losses']['dev']:.2f}" in name
    assert "vowels apart from consonants" in name


def test_reference_lines_are_the_servers(open_train: OpenPage, training_server: str) -> None:
    page = open_train("#/train?K=2")
    open_training(page)
    lines = {row["training"]: row["dev"] for row in data(page, "train-loss")}
    for length, name in ((1, "bigram counts + 0.1"), (2, "2-letter counts + 0.1")):
        answer = ask(training_server, "corpora/names/counts", context=".", context_length=length, smoothing=0.1)
        assert float(lines[name]) == answer["dev_loss"]
    assert float(lines["ln 27"]) == pytest.approx(3.295837)
    bare = ask(training_server, "corpora/names/counts", context=".", context_length=2)
    assert bare["infinite"]
    words = next(name for name, value in lines.items() if value == "∞")
    assert f"{bare['impossible_events']:,} of {bare['dev_events']:,}" in words


def test_scrubbing_shows_the_table_of_that_step(open_train: OpenPage, training_server: str) -> None:
    page = open_train(f"#/train?{SHORT}")
    open_training(page)
    run = train_to_the_end(page)
    slider = page.locator(".timeline input")
    for keys in (["Home"], ["End", "ArrowLeft"], ["PageDown", "PageDown", "ArrowRight"]):
        for key in keys:
            slider.press(key)
        step = int(address(page)["atStep"])
        expect(page.locator(".timeline-step")).to_have_text(f"step {step} of 300")
        snapshot = ask(training_server, f"trainings/{run}/snapshots/{step}")
        assert positions(page) == snapshot["table"]
    page.get_by_role("button", name="To the newest step").click()
    assert "atStep" not in address(page)


def test_a_shadow_keeps_the_distances_between_its_steps(open_train: OpenPage, training_server: str) -> None:
    """Of a table of three dimensions two are seen; a rewind and a return show the very same picture."""
    page = open_train("#/train?D=3&steps=200")
    open_training(page)
    train_to_the_end(page)
    last = positions(page)
    page.locator(".timeline input").press("Home")
    assert positions(page) != last
    page.locator(".timeline input").press("End")
    assert positions(page) == last


def test_names_are_those_of_the_report(open_train: OpenPage, training_server: str) -> None:
    page = open_train(f"#/train?{SHORT}")
    open_training(page)
    run = train_to_the_end(page)
    with httpx.stream("GET", f"{training_server}api/trainings/{run}/events", timeout=30) as events:
        lines = [line.removeprefix("data: ") for line in events.iter_lines() if line.startswith("data: ")]
    reports = [httpx.Response(200, content=line).json() for line in lines]
    shown = page.locator(".train-names td:last-child").all_inner_texts()
    assert shown == [name or "(empty)" for name in reports[-2]["names"]]
    assert page.locator(".train-names td:first-child").all_inner_texts() == [
        n or "(empty)" for n in reports[0]["names"]
    ]
    assert f"{100 * reports[-2]['diagnostics']['saturated']:.1f} %" in page.locator(".measure-saturated").inner_text()


def test_pause_and_go_on(open_train: OpenPage, training_server: str) -> None:
    page = open_train("#/train?steps=20000&batch=64")
    open_training(page)
    press(page)
    wait_for(page, "Training: step")
    press(page, "Pause")
    wait_for(page, "Paused at step")
    run = run_on_show(page)
    step = ask(training_server, f"trainings/{run}")["step"]
    assert 0 < step < 20000
    press(page, "Go on")
    wait_for(page, "Training: step")
    press(page, "Stop")
    wait_for(page, "Stopped")
    state = ask(training_server, f"trainings/{run}")
    assert state["state"] == "cancelled"
    assert state["model"] == run


def test_fork_goes_on_from_the_scrubbed_step(open_train: OpenPage, training_server: str) -> None:
    page = open_train(f"#/train?{SHORT}")
    open_training(page)
    parent = train_to_the_end(page)
    page.locator(".timeline input").press("PageDown")
    step = int(address(page)["atStep"])
    press(page, "Fork here")
    expect(page.locator(".train-fork")).to_contain_text(f"step {step}")
    expect(knob(page, "D dimensions")).to_be_disabled()
    turn(page, "Learning rate", "0.01")
    press(page, "Train the fork")
    page.wait_for_function("(id) => !location.hash.endsWith(`run=${id}`)", arg=parent)
    wait_for(page, "Done")
    child = ask(training_server, f"trainings/{run_on_show(page)}")
    assert child["request"]["from"] == {"training": parent, "step": step}
    assert child["request"]["learning_rate"] == 0.01
    names = page.locator(".run-name").all_inner_texts()
    assert names == ["1 · rate 0.04 · from 0", f"2 · rate 0.01 · from {step}"]


def test_a_knob_moved_on_a_small_model_trains_at_once_in_its_place(open_train: OpenPage, training_server: str) -> None:
    page = open_train(f"#/train?{SHORT}")
    open_training(page)
    first = train_to_the_end(page)
    turn(page, "H hidden", "20")
    page.wait_for_function("(id) => !location.hash.includes(id) && location.hash.includes('run=')", arg=first)
    wait_for(page, "Done")
    second = run_on_show(page)
    assert ask(training_server, f"trainings/{second}")["request"]["hidden_size"] == 20
    expect(page.locator(".runs li")).to_have_count(1)
    page.wait_for_function("(id) => fetch(`api/trainings/${id}`).then(({ status }) => status === 404)", arg=first)


def test_what_is_kept_is_overlaid_and_can_be_removed(open_train: OpenPage, training_server: str) -> None:
    page = open_train("#/train?steps=100")
    open_training(page)
    first = train_to_the_end(page)
    page.get_by_role("button", name="Keep for comparison").click()
    turn(page, "Seed", "2")
    press(page)
    wait_for(page, "Done")
    expect(page.locator(".run-name")).to_have_text(["1 · seed 1", "2 · seed 2"])
    page.locator(".run-pick").first.click()
    assert run_on_show(page) == first
    page.get_by_role("button", name="Take out of the plot").first.click()
    expect(page.locator(".runs li")).to_have_count(1)
    assert ask(training_server, f"trainings/{first}")["state"] == "done"
    page.get_by_role("button", name="use this model").click()
    expect(page.get_by_role("combobox", name="Model")).to_have_value(run_on_show(page))
    expect(page.locator(".run-used")).to_be_visible()
