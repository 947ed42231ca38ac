"""Names of two models from the same dice: the pairs are the server's, and the bar stands where they part."""

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
FRAGMENT = "#/names?model=names-2d&seed=7&beside=names-10d"


def compare(server: str, *models: str, **asked: Any) -> dict[str, Any]:
    body = {"models": models or ["names-2d", "names-10d"], "count": 30, "max_length": 20, "seed": 7, **asked}
    return httpx.post(f"{server}api/compare", json=body, timeout=30).json()


def settled(page: Page, answer: dict[str, Any]) -> None:
    wanted = [text for pair in answer["names"] for text in pair["texts"]]
    page.wait_for_function(
        "(wanted) => wanted === [...document.querySelectorAll('.pair-name')].map((n) => n.dataset.name).join(' ')",
        arg=" ".join(wanted),
    )


def common(a: str, b: str) -> int | None:
    """How many characters two texts have in common at their beginning; None where they are equal."""
    at = 0
    while a[at : at + 1] == b[at : at + 1]:
        if at == len(a):
            return None
        at += 1
    return at


def test_pairs_are_the_servers_and_the_bar_stands_where_they_part(open_page: OpenPage, server: str) -> None:
    page = open_page(FRAGMENT, ready=False)
    settled(page, compare(server))
    places = []
    for row in page.locator("li.pair").all():
        names = row.locator(".pair-name").all()
        one, other = (name.get_attribute("data-name") for name in names)
        at = common(one, other)
        places.append(at)
        for name, text in zip(names, (one, other), strict=True):
            assert name.locator(".pair-shared").text_content() == text[:at]
            own = name.locator(".pair-own")
            assert own.count() == (at is not None)
            if at is not None:
                assert own.text_content() == text[at:]
        assert row.get_attribute("title") == (
            f"{one} from both" if at is None else f"{one} and {other} part at character {at + 1}"
        )
    different = [at for at in places if at is not None]
    same = len(places) - len(different)
    expect(page.locator(".pairs-summary")).to_contain_text(f"{same} of 30 names are the same")
    expect(page.locator(".pairs-summary")).to_contain_text(f"{sum(different) / len(different):.1f}")
    expect(page.locator(".panel-names")).to_be_hidden()


def test_choosing_a_second_model_and_letting_it_go(open_page: OpenPage, server: str) -> None:
    page = open_page("#/names?model=names-2d&seed=7", ready=False)
    expect(page.locator(".name").first).to_be_visible()
    expect(page.locator(".panel-pairs")).to_be_hidden()
    drawn = page.locator(".name").evaluate_all("nodes => nodes.map((n) => n.dataset.name)")
    picker = page.get_by_label("Compare with")
    assert "names-2d" not in picker.locator("option").all_text_contents()
    picker.select_option("names-10d")
    settled(page, answer := compare(server))
    assert [pair["texts"][0] for pair in answer["names"]] == drawn
    assert "beside=names-10d" in page.url
    page.locator("#temperature").fill("0.5")
    page.locator("#prefix").fill("ma")
    settled(page, compare(server, temperature=0.5, prefix="ma"))
    page.get_by_label("Model", exact=True).select_option("places-2d")
    settled(page, compare(server, "places-2d", "names-10d", temperature=0.5, prefix="ma"))
    expect(page.locator(".pair-heads span")).to_have_text(["places-2d", "names-10d"])
    picker.select_option("")
    expect(page.locator(".panel-pairs")).to_be_hidden()
    expect(page.locator(".name").first).to_be_visible()
    assert "beside" not in page.url


def test_the_same_model_twice_is_one(open_page: OpenPage) -> None:
    page = open_page(FRAGMENT, ready=False)
    expect(page.locator("li.pair").first).to_be_visible()
    page.get_by_label("Model", exact=True).select_option("names-10d")
    expect(page.locator(".name").first).to_be_visible()
    expect(page.locator(".panel-pairs")).to_be_hidden()


def test_models_of_two_alphabets(open_page: OpenPage, server: str) -> None:
    page = open_page("#/names?model=names-2d&seed=7&beside=russian-2d", ready=False)
    settled(page, compare(server, "names-2d", "russian-2d"))
    page.locator("#prefix").fill("ma")
    expect(page.locator("#prefix-refusal")).to_contain_text("russian-2d: prefix 'ma' has 'm' (U+006D")
    page.locator("#prefix").fill("")
    expect(page.locator("#prefix-refusal")).to_be_hidden()


def test_a_second_model_that_is_not_here_says_so(open_page: OpenPage) -> None:
    page = open_page("#/names?model=names-2d&seed=7&beside=nobody", ready=False)
    expect(page.locator(".panel-pairs .panel-failure")).to_contain_text("nobody")
    page.get_by_label("Compare with").select_option("names-10d")
    expect(page.locator("li.pair")).to_have_count(30)


def test_the_table_the_download_and_curl_hold_the_same(open_page: OpenPage, server: str, tmp_path: Path) -> None:
    page = open_page(FRAGMENT, ready=False, permissions=["clipboard-read", "clipboard-write"])
    settled(page, answer := compare(server))
    page.locator(".panel-pairs .menu > button").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="(CSV)").click()
    assert download.value.suggested_filename == "names-2d-names-10d-names-7.csv"
    download.value.save_as(tmp_path / "pairs.csv")
    rows = list(csv.reader((tmp_path / "pairs.csv").read_text().splitlines()))[1:]
    assert [row[:2] for row in rows] == [pair["texts"] for pair in answer["names"]]
    assert [row[2] for row in rows] == [
        "" if pair["parts_at"] is None else str(pair["parts_at"] + 1) for pair in answer["names"]
    ]
    assert [[float(value) for value in row[3:]] for row in rows] == [p["log_probabilities"] for p in answer["names"]]
    page.locator(".panel-pairs .menu > button").click()
    page.get_by_role("menuitem", name="curl").click()
    expect(page.locator(".flash")).to_be_visible()
    command = shlex.split(page.evaluate("navigator.clipboard.readText()"))
    body = json.loads(command[command.index("-d") + 1])
    assert httpx.post(command[1], json=body, timeout=30).json() == answer


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_phone_and_languages(open_page: OpenPage, locale: str) -> None:
    page = open_page(FRAGMENT, ready=False, locale=locale, viewport={"width": 390, "height": 844})
    expect(page.locator("li.pair").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    words = page.locator(".pairs-summary").inner_text()
    assert bool(re.search("[一-鿿]", words)) == (locale == "zh-CN")
