"""The Lesson's experiment on retrieval: three columns that are REST's answer, for any name."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.lesson import ask, opened

WAYS = ["concatenation", "mean", "hidden"]


def shown(page: Page) -> dict[str, list[str]]:
    read = "(nodes) => nodes.map((node) => node.dataset.name)"
    return {way: page.locator(f'[data-way="{way}"] .near').evaluate_all(read) for way in WAYS}


def settled(page: Page, told: dict) -> None:
    for way in told["ways"]:
        names = [one["token"] for one in way["neighbours"]]
        expect(page.locator(f'[data-way="{way["way"]}"] .near b')).to_have_text(names)


@pytest.mark.parametrize("model", ["names-2d", "names-10d"])
def test_any_name_in_three_columns(open_page: OpenPage, server: str, model: str) -> None:
    page = opened(open_page, server, "chapter=how-alike", model)
    panel = page.locator(".panel-retrieving")
    for name in ("emma", "emmx"):
        panel.get_by_label("A name, on the list or not").fill(name)
        told = ask(server, f"models/{model}/retrieve", {"text": name})
        settled(page, told)
        times = f"{name} is on the list 2 times" if name == "emma" else f"{name} is not on the list"
        expect(panel.locator(".lab-said").first).to_contain_text(times)
        every = [{one["token"] for one in way["neighbours"]} for way in told["ways"]]
        for way, own in zip(told["ways"], every, strict=True):
            column = panel.locator(f'[data-way="{way["way"]}"]')
            cosines = column.locator(".near .mono").all_text_contents()
            assert cosines == [f"{one['similarity']:.3f}".replace("-", "\u2212") for one in way["neighbours"]]
            elsewhere = set().union(*(other for other in every if other is not own))
            assert column.locator(".near-shared").count() == len(own & elsewhere)
            expect(column).to_contain_text(f"{way['dimensions']:,} numbers")
    expect(panel).to_contain_text("29,494 different names")
    expect(panel).to_contain_text("2,539 of the 32,033")
    expect(panel.locator('[data-way="hidden"]')).to_contain_text("reads mmx")


def test_a_name_that_is_found_is_asked_for_in_turn_and_refusals_stand_at_the_box(
    open_page: OpenPage, server: str
) -> None:
    page = opened(open_page, server, "chapter=how-alike")
    panel = page.locator(".panel-retrieving")
    settled(page, ask(server, "models/names-2d/retrieve", {"text": "emma"}))
    second = panel.locator('[data-way="hidden"] .near').nth(1)
    name = second.get_attribute("data-name")
    second.press("Enter")
    expect(panel.get_by_label("A name, on the list or not")).to_have_value(name)
    settled(page, ask(server, "models/names-2d/retrieve", {"text": name}))
    before = shown(page)
    panel.get_by_label("A name, on the list or not").fill("Emma")
    refused = httpx.post(f"{server}api/models/names-2d/retrieve", json={"text": "Emma"}).json()["detail"]
    expect(page.locator("#retrieving-refusal")).to_have_text(refused)
    assert shown(page) == before
    panel.get_by_role("button", name="Another name").click()
    expect(page.locator("#retrieving-refusal")).to_be_hidden()
    expect(panel.get_by_label("A name, on the list or not")).not_to_have_value("Emma")
    drawn = panel.get_by_label("A name, on the list or not").input_value()
    settled(page, ask(server, "models/names-2d/retrieve", {"text": drawn}))


def test_another_alphabet_on_a_phone(open_page: OpenPage, server: str) -> None:
    page = opened(
        open_page, server, "chapter=how-alike", "russian-2d", locale="zh-CN", viewport={"width": 390, "height": 844}
    )
    panel = page.locator(".panel-retrieving")
    expect(panel.locator(".near")).to_have_count(24)
    name = panel.locator("#retrieving-name").input_value()
    settled(page, ask(server, "models/russian-2d/retrieve", {"text": name}))
    expect(panel).to_contain_text("29,631 个不同的名字")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
