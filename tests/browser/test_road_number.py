"""Any number of the Road taken apart: what stands there is the server's origin, and leads back to a row of C."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.road import cell, marked, opened, origin, written

PLACES = [
    ("ids", 1, [0, 1], "X[0, 1]"),
    ("embedding", 3, [0, 1, 1], "emb[0, 1, 1]"),
    ("concatenation", 4, [0, 4], "flat[0, 4]"),
    ("preactivation", 17, [0, 17], "z[0, 17]"),
    ("hidden", 99, [0, 99], "h[0, 99]"),
    ("logits", 5, [0, 5], "logits[0, 5]"),
    ("probabilities", 1, [0, 1], "p[0, 1]"),
]


def heading(page: Page) -> object:
    return page.locator(".panel-origin h2")


@pytest.mark.parametrize(("step", "which", "index", "name"), PLACES)
def test_a_click_shows_what_made_a_number(
    open_page: OpenPage, server: str, step: str, which: int, index: list[int], name: str
) -> None:
    page = opened(open_page)
    before = page.locator(".panel-road").bounding_box()
    cell(page, step, which).click()
    expect(heading(page)).to_have_text(name)
    made = origin(server, step, index, ["emm"])
    expect(page.locator(".origin-value")).to_have_text(f"= {written(made['value'], 0 if step == 'ids' else 4)}")
    expect(page.locator(".origin-formula")).to_have_text(made["expression"])
    values = [term["value"] for term in made["terms"]]
    if made["terms"][0]["position"] is None:
        values.sort(key=lambda value: -abs(value))
    shown = page.locator(".term-value").all_text_contents()
    assert shown == ([] if step == "ids" else [written(value, 2) for value in values])
    assert page.locator(".panel-road").bounding_box() == before
    assert marked(page, step, "chosen") == [which]
    expect(page).to_have_url(re.compile(f"number={step}"))
    page.locator(".panel-origin").press("Escape")
    expect(page.locator(".panel-origin")).to_be_hidden()
    expect(page.locator(".panel-predictions")).to_be_visible()


@pytest.mark.parametrize("model", ["names-2d", "names-10d"])
def test_a_hidden_unit_is_the_tanh_of_the_sum_that_stands_there(open_page: OpenPage, server: str, model: str) -> None:
    page = opened(open_page, f"model={model}&context=kay&number=hidden-7")
    made = origin(server, "hidden", [0, 7], ["kay"], model)
    expect(heading(page)).to_have_text("h[0, 7]")
    heads = page.locator(".terms-head")
    D = len(made["terms"]) // 3
    for k, token in enumerate("kay"):
        own = sum(term["value"] for term in made["terms"][k * D : k * D + D])
        expect(heads.nth(k)).to_contain_text(f"{token} k = {k} · W1[{k * D}:{k * D + D}]")
        expect(heads.nth(k).locator(".terms-sum")).to_have_text(written(own, 2))
    sums = page.locator(".origin-sums")
    expect(sums).to_contain_text(f"b1[7]{written(made['bias']['value'], 2)}")
    expect(sums).to_contain_text(f"tanh({written(made['total'], 4)}){written(made['result'], 6)}")
    assert marked(page, "embedding") == marked(page, "concatenation") == list(range(3 * D))
    assert marked(page, "preactivation") == [7]


def test_every_number_leads_back_to_a_row_of_c(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, "model=names-10d&context=emm&number=probabilities-1")
    for name in (r"p\[0, 1\]", r"logits\[0, \d+\]", r"h\[0, \d+\]", r"emb\[0, \d, \d\]"):
        expect(heading(page)).to_have_text(re.compile(f"^{name}$"))
        page.wait_for_timeout(1000)  # clicks that follow at once are one step of the history
        page.locator(".term").first.click()
    expect(heading(page)).to_have_text(re.compile(r"^X\[0, \d\]$"))
    page.go_back()
    expect(page.locator(".origin-terms .weights-table .band-source")).to_have_count(1)
    expect(page.locator(".origin-terms .weights-letters .picked")).to_have_text("e")


def test_the_keyboard_alone(open_page: OpenPage) -> None:
    page = opened(open_page)
    page.locator(".tensor").nth(5).focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(heading(page)).to_have_text("logits[0, 2]")
    expect(page.locator("#announcer")).to_contain_text("100 products and a bias")
    assert len(marked(page, "hidden")) == 12  # the largest
    page.get_by_role("button", name="The number after").press("Enter")
    expect(heading(page)).to_have_text("logits[0, 3]")
    page.get_by_role("button", name="Back to the predictions").press("Enter")
    expect(page.locator(".panel-origin")).to_be_hidden()


def test_typing_and_choosing_a_row_change_the_number_and_another_model_may_not_have_it(
    open_page: OpenPage, server: str
) -> None:
    page = opened(open_page, "model=names-10d&context=emm,a&number=hidden-150")
    value = page.locator(".origin-value")
    expect(value).to_have_text(f"= {written(origin(server, 'hidden', [0, 150], ['emm'], 'names-10d')['value'], 4)}")
    page.locator(".chip").nth(1).click()
    expect(heading(page)).to_have_text("h[1, 150]")
    expect(value).to_have_text(f"= {written(origin(server, 'hidden', [0, 150], ['a'], 'names-10d')['value'], 4)}")
    page.locator("#context").fill("zoe")
    expect(value).to_have_text(f"= {written(origin(server, 'hidden', [0, 150], ['zoe'], 'names-10d')['value'], 4)}")
    page.locator("#bar select").select_option("names-2d")
    expect(page.locator(".panel-origin")).to_be_hidden()
    assert "number" not in page.url


def test_what_is_pointed_at_lights_on_the_road(open_page: OpenPage) -> None:
    page = opened(open_page, "model=names-2d&context=emm&number=hidden-17")
    page.locator(".term").nth(3).hover()
    assert marked(page, "embedding", "lit") == marked(page, "concatenation", "lit") == [3]
    page.locator(".term .term-label").first.hover()
    assert page.locator(".view-road").get_attribute("data-lit") == "d"


def test_on_a_phone_it_is_a_sheet_over_a_road_that_stays(open_page: OpenPage) -> None:
    page = opened(open_page, viewport={"width": 390, "height": 844})
    cell(page, "hidden", 17).click()
    expect(heading(page)).to_have_text("h[0, 17]")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    sheet = page.locator(".panel-origin").bounding_box()
    assert sheet["width"] == 390 and sheet["height"] < 400
    page.wait_for_function(
        "(top) => document.querySelector('rect.cell.chosen').getBoundingClientRect().bottom < top", arg=sheet["y"]
    )
    expect(page.locator(".panel-predictions")).to_be_visible()
