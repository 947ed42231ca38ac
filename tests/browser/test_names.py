"""Names: the column is what the server draws, the same seed draws it again, and each letter leads to its step."""

import csv
import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

OpenPage = Callable[..., Page]
CORPUS = set((Path(__file__).parents[2] / "data" / "names.txt").read_text().split())


def generate(server: str, model: str = "names-2d", **asked: Any) -> dict[str, Any]:
    body = {"count": 30, "max_length": 20, "explain": True, **asked}
    return httpx.post(f"{server}api/models/{model}/generate", json=body, timeout=30).json()


def opened(open_page: OpenPage, fragment: str = "#/names?model=names-2d&seed=7", **options: object) -> Page:
    page = open_page(fragment, ready=False, **options)
    expect(page.locator(".name").first).to_be_visible()
    return page


def shown(page: Page) -> list[str]:
    return page.locator(".name").evaluate_all("nodes => nodes.map((node) => node.dataset.name)")


def settled(page: Page, answer: dict[str, Any]) -> None:
    wanted = [name["text"] for name in answer["names"]]
    page.wait_for_function(
        "(wanted) => wanted === [...document.querySelectorAll('.name')].map((n) => n.dataset.name).join(' ')",
        arg=" ".join(wanted),
    )


def test_names_are_the_servers(open_page: OpenPage, server: str) -> None:
    page = opened(open_page)
    answer = generate(server, seed=7)
    settled(page, answer)
    tags = page.locator(".tag").all_text_contents()
    assert tags == ["in the corpus" if name in CORPUS else "new" for name in shown(page)]
    values = [float(text.replace("\u2212", "-")) for text in page.locator(".name-value").all_text_contents()]
    assert values == pytest.approx([name["log_probability"] for name in answer["names"]], abs=0.0051)
    fresh = tags.count("new")
    expect(page.locator(".names-summary")).to_contain_text(f"{fresh} of 30 are new")
    expect(page.locator(".names-summary")).to_contain_text(f"{sum(values) / 30:.2f}".replace("-", "\u2212"))
    step = answer["names"][0]["steps"][1]
    letter = page.locator(".name").first.locator(".letter").nth(1)
    said = f"{step['token']} after {step['context']}: probability {step['probability']:.3f}".rstrip("0")
    assert letter.get_attribute("title").startswith(said)
    assert letter.get_attribute("title").endswith(f"rank {step['rank']}.")


def test_tint_grows_with_the_probability(open_page: OpenPage, server: str) -> None:
    page = opened(open_page)
    settled(page, answer := generate(server, seed=7))
    steps = [step["probability"] for name in answer["names"] for step in name["steps"]]
    tints = page.locator(".name .letter").evaluate_all("nodes => nodes.map((n) => +n.style.getPropertyValue('--tint'))")
    order = sorted(range(len(steps)), key=steps.__getitem__)
    assert [tints[at] for at in order] == sorted(tints)
    assert 0 <= min(tints) < 0.4
    assert 0.7 < max(tints) <= 1


def test_a_seed_draws_the_same_again(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, "#/names?model=names-2d")
    page.locator("#seed").fill("123")
    settled(page, generate(server, seed=123))
    first = shown(page)
    page.locator(".names-draw").click()
    page.wait_for_timeout(400)
    assert shown(page) == first
    page.locator("#keep-seed").uncheck()
    page.locator(".names-draw").click()
    page.wait_for_function("(first) => document.querySelector('.name').dataset.name !== first", arg=first[0])
    seed = int(page.locator("#seed").input_value())
    assert f"seed={seed}" in page.url
    settled(page, generate(server, seed=seed))


def test_knobs_keep_the_dice(open_page: OpenPage, server: str) -> None:
    page = opened(open_page)
    page.locator("#temperature").fill("0.5")
    settled(page, generate(server, seed=7, temperature=0.5))
    page.locator("#prefix").fill("ma")
    settled(page, generate(server, seed=7, temperature=0.5, prefix="ma"))
    page.locator(".names-advanced summary").click()
    page.locator("#count").fill("5")
    page.locator("#longest").fill("4")
    settled(page, answer := generate(server, seed=7, temperature=0.5, prefix="ma", count=5, max_length=4))
    stopped = sum(not name["complete"] for name in answer["names"])
    assert stopped
    expect(page.locator(".tag", has_text="incomplete")).to_have_count(stopped)
    assert all(part in page.url for part in ("temperature=0.5", "prefix=ma", "count=5", "longest=4", "seed=7"))
    page.get_by_label("Model").select_option("names-10d")
    settled(page, generate(server, "names-10d", seed=7, temperature=0.5, prefix="ma", count=5, max_length=4))


def test_letter_opens_its_step_on_the_road(open_page: OpenPage, server: str) -> None:
    page = opened(open_page)
    settled(page, answer := generate(server, seed=7))
    steps = answer["names"][1]["steps"]
    page.locator(".name .letter").first.focus()
    page.keyboard.press("ArrowDown")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".names-readout")).to_contain_text(f"{steps[3]['token']} after {steps[3]['context']}")
    page.keyboard.press("Enter")
    expect(page.locator(".chip b")).to_have_text(steps[3]["context"])
    bar = page.locator(f'.prediction[data-token="{steps[3]["token"]}"]')
    assert float(bar.locator(".prediction-value").text_content()) == pytest.approx(steps[3]["probability"], abs=0.0006)
    page.go_back()
    settled(page, answer)


@pytest.mark.parametrize("prefix", ["A", "a.b"])
def test_prefix_refusal_stands_at_the_field(open_page: OpenPage, server: str, prefix: str) -> None:
    page = opened(open_page)
    page.locator("#prefix").fill(prefix)
    expect(page.locator("#prefix-refusal")).to_have_text(
        generate(server, seed=7, prefix=prefix)["errors"][0]["message"]
    )
    expect(page.locator("#prefix")).to_have_attribute("aria-invalid", "true")
    page.locator("#prefix").fill("")
    expect(page.locator("#prefix-refusal")).to_be_hidden()
    settled(page, generate(server, seed=7))


def test_downloads_and_curl(open_page: OpenPage, server: str, tmp_path: Path) -> None:
    page = opened(open_page, permissions=["clipboard-read", "clipboard-write"])
    answer = generate(server, seed=7)
    for words, ending in (("(TXT)", "txt"), ("(CSV)", "csv")):
        page.locator(".panel-names .menu > button").click()
        with page.expect_download() as download:
            page.get_by_role("menuitem", name=words).click()
        assert download.value.suggested_filename == f"names-2d-names-7.{ending}"
        download.value.save_as(tmp_path / ending)
    texts = [name["text"] for name in answer["names"]]
    assert (tmp_path / "txt").read_text() == "".join(f"{text}\n" for text in texts)
    rows = list(csv.reader((tmp_path / "csv").read_text().splitlines()))[1:]
    assert [row[0] for row in rows] == texts
    assert [float(row[1]) for row in rows] == [name["log_probability"] for name in answer["names"]]
    page.locator(".panel-names .menu > button").click()
    page.get_by_role("menuitem", name="curl").click()
    expect(page.locator(".flash")).to_be_visible()
    command = shlex.split(page.evaluate("navigator.clipboard.readText()"))
    body = json.loads(command[command.index("-d") + 1])
    assert httpx.post(command[1], json=body, timeout=30).json() == answer


def test_stream_is_short_and_still_where_motion_is_unwanted(open_page: OpenPage) -> None:
    page = opened(open_page)
    page.locator(".names-draw").click()
    expect(page.locator(".names.streaming")).to_be_visible()
    seconds = (
        "n => { const s = getComputedStyle(n); return parseFloat(s.animationDelay) + parseFloat(s.animationDuration); }"
    )
    assert page.locator(".name").last.evaluate(seconds) <= 0.2
    calm = opened(open_page, reduced_motion="reduce")
    calm.locator(".names-draw").click()
    expect(calm.locator(".names.streaming")).to_be_visible()
    assert calm.locator(".name").last.evaluate("n => getComputedStyle(n).animationName") == "none"


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_phone_and_languages(open_page: OpenPage, locale: str) -> None:
    page = opened(open_page, locale=locale, viewport={"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    chinese = re.compile("[一-鿿]")
    words = page.locator(".names-controls").inner_text() + page.locator(".names-summary").inner_text()
    words = re.sub("[a-z]+-[0-9a-z]+", "", words)  # ids of models are no words
    assert bool(chinese.search(words)) == (locale == "zh-CN")
    assert bool(re.search("[a-z]{3}", words)) == (locale == "en-GB")
