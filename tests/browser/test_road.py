"""The Road: what is on the cards is what the server's trace says, whatever is typed, pointed at or clicked."""

import csv
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

OpenPage = Callable[..., Page]
NAMES = Path(__file__).parents[2] / "data" / "names.txt"


def trace(server: str, contexts: list[str], model: str = "names-2d") -> dict[str, Any]:
    return httpx.post(f"{server}api/models/{model}/trace", json={"contexts": contexts}, timeout=30).json()


def opened(open_page: OpenPage, fragment: str = "#/road?model=names-2d&context=emm", **options: object) -> Page:
    page = open_page(fragment, ready=False, **options)
    expect(page.locator(".card")).to_have_count(7)
    return page


def bars(page: Page) -> list[str]:
    return page.locator(".prediction").evaluate_all("nodes => nodes.map((node) => node.dataset.token)")


def settled(page: Page, answer: dict[str, Any], row: int = 0) -> None:
    """Waits until the bars are those of an answer."""
    wanted = [one["token"] for one in answer["predictions"][row]]
    page.wait_for_function(
        "(wanted) => wanted === [...document.querySelectorAll('.prediction')].map((n) => n.dataset.token).join('')",
        arg="".join(wanted),
    )


@pytest.mark.parametrize("model", ["names-2d", "names-10d"])
def test_cards_are_the_trace(open_page: OpenPage, server: str, model: str, tmp_path: Path) -> None:
    page = opened(open_page, f"#/road?model={model}&context=emm")
    page.locator("#context").fill("kay")
    answer = trace(server, ["kay"], model)
    settled(page, answer)
    for at, step in enumerate(answer["steps"]):
        card = page.locator(".card").nth(at)
        assert card.locator("code").text_content() == step["expression"]
        assert card.locator(".card-symbols").text_content() == f"({', '.join(step['symbols'])})"
        assert card.locator(".card-numbers").text_content() == f"({', '.join(map(str, step['shape']))})"
        assert card.locator("rect.cell").count() == len(flat(step["values"]))
        facts = card.locator("dd").all_text_contents()
        assert facts[0] == f"({', '.join(map(str, step['stride']))})"
        assert facts[4:] == [f"{step['storage']['bytes']:,}", f"{step['flops']:,}"]
    assert page.locator(".card summary").all_text_contents()[2] == "view of emb"
    page.locator(".panel-road .menu > button").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name="Download the data").click()
    download.value.save_as(tmp_path / "road.csv")
    rows = list(csv.reader((tmp_path / "road.csv").read_text().splitlines()))[1:]
    assert [float(row[2]) for row in rows] == [value for step in answer["steps"] for value in flat(step["values"])]


def flat(values: Any) -> list[float]:
    return [one for part in values for one in flat(part)] if isinstance(values, list) else [values]


def test_bars_are_all_characters_likeliest_first_beside_the_counts(open_page: OpenPage, server: str) -> None:
    page = opened(open_page)
    settled(page, answer := trace(server, ["emm"]))
    likeliest = answer["predictions"][0]
    assert page.locator(".prediction").count() == 27
    shown = page.locator(".prediction-value").all_text_contents()[:5]
    assert shown == [f"{one['probability']:.3f}" for one in likeliest[:5]]
    words = NAMES.read_text().split()
    followed = [
        f"...{word}."[at + 3] for word in words for at in range(len(word) + 1) if f"...{word}."[at : at + 3] == "emm"
    ]
    counted = [str(followed.count(one["token"])) for one in likeliest]
    expect(page.locator(".prediction-count").first).to_have_text(counted[0])
    assert page.locator(".prediction-count").all_text_contents() == counted
    expect(page.locator(".prediction-story")).to_contain_text(f"emm occurs {len(followed)} times")
    named = ", ".join(f"{one['token']} {one['probability']:.2f}".rstrip("0") for one in likeliest[:3])
    expect(page.locator(".predictions")).to_have_attribute("aria-label", f"After emm the network expects {named}.")


def test_click_on_a_bar_appends_and_the_window_slides(open_page: OpenPage, server: str) -> None:
    page = opened(open_page)
    page.locator('.prediction[data-token="a"]').click()
    expect(page.locator("#context")).to_have_value("mma")
    settled(page, trace(server, ["mma"]))
    assert "context=mma" in page.url
    page.locator('.prediction[data-token="."]').press("Enter")
    expect(page.locator("#context")).to_have_value("")
    expect(page.locator(".chip b")).to_have_text("...")  # a name has ended, the next begins


def test_batch(open_page: OpenPage, server: str) -> None:
    page = opened(open_page)
    page.locator("#context").fill("emma, a li")
    answer = trace(server, ["mma", "a", "li"])
    expect(page.locator(".chip b")).to_have_text(["mma", "..a", ".li"])
    expect(page.locator(".context-size")).to_have_text("B = 3")
    assert page.locator(".card-numbers").nth(1).text_content() == "(3, 3, 2)"
    page.locator(".chip").nth(2).click()
    settled(page, answer, 2)
    assert page.locator(".tensor").first.locator(".cell-token").all_text_contents() == [".", "l", "i"]
    page.locator('.prediction[data-token="n"]').click()
    expect(page.locator("#context")).to_have_value("emma a lin")
    assert "row=2" in page.url


def test_letters_light_everywhere(open_page: OpenPage) -> None:
    page = opened(open_page)
    glow = "node => getComputedStyle(node).boxShadow.replace(/0px|none/g, '')"
    ground = page.locator('.card-symbols [data-dim="b"]').evaluate_all(f"nodes => nodes.map({glow})")
    page.locator('.card-symbols [data-dim="b"]').first.hover()
    lit = page.locator('.dim[data-dim="b"], .dim-number[data-dim="b"]')
    assert lit.count() == 27  # symbols and numbers of 7 cards and of 5 boxes, "B = 1", and the legend's letter
    shown = page.locator('.card-symbols [data-dim="b"]').evaluate_all(f"nodes => nodes.map({glow})")
    assert all(before != after for before, after in zip(ground, shown, strict=True))
    assert len(set(shown)) == 1
    page.locator(".legend-dim", has_text="hidden").focus()
    assert page.locator(".view-road").get_attribute("data-lit") == "h"


def test_numbers_tell_what_made_them(open_page: OpenPage, server: str) -> None:
    page = opened(open_page)
    steps = {step["name"]: step["values"] for step in trace(server, ["emm"])["steps"]}
    page.locator(".card").nth(2).locator("rect.cell").nth(3).hover()
    written = f"{steps['concatenation'][0][3]:.4f}".replace("-", "\u2212")
    expect(page.locator(".card-readout").nth(2)).to_contain_text(f"flat[0, 3] = {written} = emb[0, 1, 1]")
    expect(page.locator(".card-readout").nth(1)).to_contain_text(f"emb[0, 1, 1] = {written} = C[13, 1]")
    expect(page.locator(".card-readout").nth(0)).to_contain_text("X[0, 1] m = 13")
    page.locator(".tensor").nth(5).focus()
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    expect(page.locator(".card-readout").nth(5)).to_contain_text("logits[0, 2] b")
    expect(page.locator('.prediction[data-token="b"]')).to_have_class(re.compile(r"\blit\b"))
    expect(page.locator("#announcer")).to_contain_text("logits[0, 2] b")


def test_refusal_stands_at_the_box(open_page: OpenPage, server: str) -> None:
    page = opened(open_page)
    before = page.locator(".panel-road").bounding_box()
    page.locator("#context").fill("EMm")
    said = httpx.post(f"{server}api/models/names-2d/trace", json={"contexts": ["EMm"]}).json()["errors"][0]["message"]
    expect(page.locator("#context-refusal")).to_have_text(f"The server: {said}")
    expect(page.locator("#context")).to_have_attribute("aria-invalid", "true")
    assert page.locator(".card").count() == 7
    assert page.locator(".panel-road").bounding_box() == before
    page.locator("#context").fill("em")
    expect(page.locator("#context-refusal")).to_be_hidden()


def test_the_latest_context_wins(open_page: OpenPage, server: str) -> None:
    page = opened(open_page)
    held = []
    page.route(
        "**/trace", lambda route: held.append(route) if '"zz"' in (route.request.post_data or "") else route.continue_()
    )
    page.locator("#context").fill("zz")
    page.wait_for_timeout(200)
    assert page.locator(".card").count() == 7  # the last answer stays while another is awaited
    page.locator("#context").fill("li")
    settled(page, trace(server, ["li"]))
    assert len(held) == 1
    expect(page.locator(".chip b")).to_have_text(".li")
    expect(page.locator(".panel-road")).to_have_attribute("aria-busy", "false")


def test_parameters_and_language(open_page: OpenPage) -> None:
    page = opened(open_page, "#/road?model=names-10d&context=emm")
    formula = page.locator(".formula-terms")
    expect(formula).to_have_text("VD + KDH + H + HV + V = 270 + 6,000 + 200 + 5,400 + 27 = 11,897 parameters")
    page.locator("#bar .segments label", has_text="中文").click()
    expect(formula).to_contain_text("11,897 个参数")
    expect(page.locator("#context")).to_have_value("emm")


@pytest.mark.parametrize("model", ["names-2d", "names-10d"])
def test_phone_runs_downward(open_page: OpenPage, model: str) -> None:
    page = opened(open_page, f"#/road?model={model}&context=emm", viewport={"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.locator(".road-strip").evaluate("node => node.scrollWidth <= node.clientWidth")
    tops = page.locator(".card").evaluate_all("cards => cards.map((card) => card.getBoundingClientRect().top)")
    assert tops == sorted(tops)
