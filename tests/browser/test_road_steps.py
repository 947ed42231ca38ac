"""The Road stage by stage, its network drawn, its batches, and W1 position by position."""

import re

import httpx
import numpy as np
import pytest
from playwright.sync_api import Page, Route, expect
from safetensors.numpy import load

from tests.browser.conftest import OpenPage
from tests.browser.road import STEPS, opened, written

WORDS = ["vocabulary", "row of C", "side by side", "W1", "tanh", "W2", "shares of 1"]


def lit(page: Page) -> list[int]:
    return page.locator(".card").evaluate_all("cards => cards.flatMap((c, at) => c.ariaCurrent === 'step' ? [at] : [])")


def test_the_space_bar_goes_stage_by_stage(open_page: OpenPage) -> None:
    page = opened(open_page)
    before = page.locator(".panel-road").bounding_box()
    for at, word in enumerate(WORDS):
        page.keyboard.press("Space")
        expect(page.locator(".steps-said")).to_contain_text(word)
        expect(page.locator(".steps-count")).to_have_text(f"{at + 1} of 7")
        assert lit(page) == [at]
        assert page.locator(".panel-road").bounding_box() == before
    page.keyboard.press("Shift+Space")
    assert lit(page) == [5]
    assert "at=6" in page.url
    page.keyboard.press("Escape")  # nothing has the focus: the page keeps its stage
    page.locator(".tensor").first.press("Escape")
    assert lit(page) == []
    page.keyboard.press("Shift+Space")
    assert lit(page) == [6]
    assert page.evaluate("window.scrollY") == 0


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
@pytest.mark.parametrize("width", [1440, 1100, 768, 390])
def test_no_stage_moves_the_page(open_page: OpenPage, locale: str, width: int) -> None:
    page = opened(open_page, "model=names-10d&context=emm", locale=locale, viewport={"width": width, "height": 900})
    places = "[...document.querySelectorAll('.road-context, .card')].map((node) => node.offsetTop + node.offsetHeight)"
    before = page.evaluate(places)
    for _ in WORDS:
        page.locator(".steps-buttons button").last.click()
        assert page.evaluate(places) == before, page.locator(".steps-said").text_content()


def test_the_space_bar_is_not_taken_from_what_uses_it(open_page: OpenPage) -> None:
    page = opened(open_page)
    page.locator("#context").fill("em")
    page.locator("#context").press("Space")
    expect(page.locator("#context")).to_have_value("em ")
    page.locator(".road-formula").press("Space")
    expect(page.locator(".network")).to_be_visible()
    page.locator('.prediction[data-token="a"]').press("Space")
    expect(page.locator("#context")).to_have_value("ema")
    page.locator(".legend-dim").first.press("Space")
    assert lit(page) == []


def test_stages_by_buttons_and_what_they_say(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, "model=names-10d&context=emm", has_touch=True)
    on = page.get_by_role("button", name="One stage on")
    for _ in STEPS[:5]:
        on.tap()
    body = {"contexts": ["emm"]}
    steps = httpx.post(f"{server}api/models/names-10d/trace", json=body).json()["steps"]
    flat = sum(abs(value) > 0.99 for value in steps[4]["values"][0])
    expect(page.locator(".steps-said")).to_contain_text(f"Here {flat} of 200")
    page.get_by_role("button", name="One stage back").tap()
    expect(page.locator(".steps-said")).to_contain_text("6,000 products")
    page.locator("#bar .segments label", has_text="中文").click()
    expect(page.locator(".steps-said")).to_contain_text("6,000 个乘积")
    assert lit(page) == [3]


@pytest.mark.parametrize("model", ["names-2d", "russian-2d"])
def test_the_network_is_drawn_with_its_shapes_and_parameters(open_page: OpenPage, server: str, model: str) -> None:
    page = opened(open_page, f"model={model}&context=,")
    card = httpx.get(f"{server}api/models/{model}").json()
    page.locator(".road-formula").click()
    K, D, H, V = card["context_length"], card["embedding_dim"], card["hidden_size"], len(card["vocabulary"])
    shapes = [(1, K), (1, K, D), (1, K * D), (1, H), (1, V)]
    boxes = page.locator(".box")
    assert boxes.locator(".muted").all_text_contents() == [f"({', '.join(map(str, shape))})" for shape in shapes]
    counts = [int(one) for one in page.locator("[data-count]").evaluate_all("n => n.map((one) => one.dataset.count)")]
    assert counts == [V * D, 0, K * D * H + H, H * V + V]
    assert sum(counts) == card["parameters"]
    page.locator('.way-tensor [data-dim="h"]').first.hover()
    assert page.locator(".view-road").get_attribute("data-lit") == "h"
    boxes.nth(3).click()
    assert lit(page) == [4]
    expect(boxes.nth(3)).to_have_attribute("aria-pressed", "true")


def test_on_a_phone_the_network_runs_downward(open_page: OpenPage) -> None:
    page = opened(open_page, viewport={"width": 390, "height": 844})
    page.locator(".road-formula").click()
    tops = page.locator(".box").evaluate_all("boxes => boxes.map((box) => box.getBoundingClientRect().top)")
    assert tops == sorted(set(tops))
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("button", name="One stage on").click()
    page.get_by_role("button", name="One stage back").click()
    assert lit(page) == []


def test_pasted_lines_are_a_batch(open_page: OpenPage) -> None:
    page = opened(open_page)
    contexts = [f"{a}{b}" for a in "abcdefgh" for b in "aeioulmn"]
    paste = """(text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text", text);
        const box = document.querySelector("#context");
        box.select();
        box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }"""
    page.evaluate(paste, "\n".join(contexts))
    expect(page.locator(".context-size")).to_have_text("B = 64")
    expect(page.locator(".chip b")).to_have_text([f".{context}" for context in contexts])
    assert page.locator(".card-numbers").nth(1).text_content() == "(64, 3, 2)"
    page.evaluate(paste, "\n".join([*contexts, "zz"]))
    expect(page.locator("#context-refusal")).to_contain_text("64")
    expect(page.locator(".context-size")).to_have_text("B = 64")
    page.locator("#context").fill("em+a")
    expect(page.locator(".chip b")).to_have_text([".em", "..a"])


@pytest.mark.parametrize(("model", "D", "H"), [("names-2d", 2, 100), ("names-10d", 10, 200)])
def test_one_row_of_c_in_k_blocks_of_w1(open_page: OpenPage, server: str, model: str, D: int, H: int) -> None:
    page = opened(open_page, f"model={model}&context=emm")
    page.locator(".road-below").scroll_into_view_if_needed()
    parts = load(httpx.get(f"{server}api/models/{model}/weights").content)
    C, W1 = (parts[name].astype(np.float64) for name in ("table", "hidden.weight"))
    blocks = page.locator(".weights-blocks li")
    expect(blocks).to_have_count(3)
    for token in ("m", "q"):
        if token == "q":
            page.locator(".weights-letters span", has_text="q").click()
            assert "token=q" in page.url
        row = C[1 + "abcdefghijklmnopqrstuvwxyz".index(token)]
        pushes = [row @ W1[k * D : k * D + D] for k in range(3)]
        for k, push in enumerate(pushes):
            length = written(np.linalg.norm(push), 2)
            told = blocks.nth(k).locator(".weights-told")
            expect(told).to_contain_text(f"{token} at k = {k} pushes with length {length}")
            if k < 2:
                cosine = push @ pushes[2] / np.linalg.norm(push) / np.linalg.norm(pushes[2])
                expect(told).to_contain_text(f"k = 2: {written(cosine, 2)}")
    page.locator(".weights-story .dim", has_text="H").hover()
    assert page.locator(".view-road").get_attribute("data-lit") == "h"
    for k in range(3):
        block = blocks.nth(k)
        assert block.locator(".weights-block .cell").count() == D * H
        norm = float(block.locator("[data-norm]").get_attribute("data-norm"))
        assert norm == pytest.approx(np.linalg.norm(W1[k * D : k * D + D]))
        expect(block.locator(".weights-label")).to_contain_text(f"W1[{k * D}:{k * D + D}]now {'emm'[k]}")
    block = blocks.nth(1).locator(".weights-block")
    block.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator(".weights-readout")).to_have_text(f"W1[{D + 1}, 2] = {written(W1[D + 1, 2], 4)}")
    expect(page.locator(".weights-block .band-lit")).to_have_count(3)
    expect(page.locator(".card").nth(4).locator("rect.cell").nth(2)).to_have_class(re.compile(r"\blit\b"))
    page.locator(".weights-c .weights-table").press("ArrowUp")
    assert "token=p" in page.url


def test_a_w1_too_large_to_draw_is_told_by_its_norms(open_page: OpenPage) -> None:
    page = opened(open_page)

    def without_weights(route: Route) -> None:
        answer = route.fetch().json()
        answer["blocks"] = [{**block, "weights": None} for block in answer["blocks"]]
        route.fulfill(json=answer)

    page.route("**/blocks", without_weights)
    page.locator(".road-below").scroll_into_view_if_needed()
    expect(page.locator(".weights-readout")).to_contain_text("600 numbers, too many to draw")
    expect(page.locator("[data-norm]")).to_have_count(3)
    assert page.locator(".weights-block").count() == 0
