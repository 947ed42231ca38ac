"""Models of other alphabets: no example asks for a character that the model cannot read. Code stays in its column."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.lesson import CHAPTERS, opened
from tests.browser.modules import call

LATIN = [".", *"abcdefghijklmnopqrstuvwxyz"]
CYRILLIC = [".", *"абвгдежз"]


@pytest.mark.parametrize(
    ("text", "vocabulary", "spelled"),
    [
        ("emma", LATIN, "emma"),
        ("emma", CYRILLIC, "аббе"),  # a vowel for a vowel, a consonant for a consonant, equal for equal
        ("zqx", [one for one in LATIN if one not in "qx"], "zbc"),
        ("ana ava", [*CYRILLIC, " "], "аба ава"),
        ("emma", [".", *"李王张"], "李王王张"),
        ("emma", [".", "x"], ""),
    ],
)
def test_examples_are_spelled_with_what_there_is(shell: Page, text: str, vocabulary: list[str], spelled: str) -> None:
    found = call(shell, "figures/stand_ins", "m.spelled(v.text, v.vocabulary)", text=text, vocabulary=vocabulary)
    assert found == spelled


@pytest.mark.parametrize("model", ["russian-2d", "japanese-2d", "places-2d"])
def test_no_chapter_opens_on_a_refusal(open_page: OpenPage, server: str, model: str) -> None:
    page = opened(open_page, server, "chapter=one-character", model)
    for chapter in CHAPTERS:
        page.evaluate("hash => { location.hash = hash; }", f"#/lesson?model={model}&chapter={chapter}")
        expect(page.locator(".lab .panel").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        expect(page.locator(".lab .panel[aria-busy=true]")).to_have_count(0)
        assert [text for text in page.locator(".lab .refusal").all_text_contents() if text] == [], chapter
        assert page.locator(".lab .error-box").count() == 0, chapter


@pytest.mark.parametrize("width", [1440, 390])
def test_open_code_stays_in_its_column(open_page: OpenPage, server: str, width: int) -> None:
    for chapter in ("squeezing", "how-alike"):
        page = opened(open_page, server, f"chapter={chapter}", viewport={"width": width, "height": 900})
        page.evaluate("() => document.querySelectorAll('.claim-more').forEach((more) => { more.open = true; })")
        expect(page.locator(".claim pre").first).to_be_visible()
        beyond = """() => {
            const right = document.querySelector('.claims').getBoundingClientRect().right;
            return [...document.querySelectorAll('.claim *')].filter((n) => n.matches('pre, .value')
                && n.getBoundingClientRect().right > right + 1).length; }"""
        assert page.evaluate(beyond) == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.close()


def test_the_road_begins_anew_with_a_model_that_cannot_read_its_context(open_page: OpenPage) -> None:
    page = open_page("#/road?model=names-2d&context=emm", ready=False)
    expect(page.locator(".prediction-token").first).to_be_visible()
    page.locator("#bar select").select_option("russian-2d")
    expect(page.locator(".view-road")).to_contain_text("34")
    page.wait_for_load_state("networkidle")
    assert "emm" not in page.url
    assert page.locator(".error-box").count() == 0
    page.locator("#bar select").select_option("places-2d")
    page.wait_for_load_state("networkidle")
    assert page.locator(".error-box").count() == 0
