"""The Lesson: its claims are the server's, for the model on show; keys, links, both languages, failures, a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.lesson import CHAPTERS, ask, claims_of, opened

VERDICTS = {"holds": "holds", "depends": "depends", "fails": "does not hold here"}


def shown(page: Page) -> list[list[str]]:
    return page.locator(".claim").evaluate_all(
        """nodes => nodes.map((node) => [node.dataset.claim, node.querySelector('.badge').textContent,
            node.querySelector('.claim-statement').textContent,
            node.querySelector('.claim-truth')?.lastChild.textContent.trim() ?? ''])"""
    )


def wanted(server: str, model: str, chapter: str, language: str = "en") -> list[list[str]]:
    return [
        [one["id"], VERDICTS[one["verdict"]], one["statement"][language], (one["truth"] or {}).get(language, "")]
        for one in claims_of(server, model)["claims"]
        if one["chapter"] == chapter
    ]


def test_every_chapter_shows_the_ledger(open_page: OpenPage, server: str) -> None:
    assert [chapter["id"] for chapter in claims_of(server)["chapters"]] == list(CHAPTERS)
    page = opened(open_page, server, "chapter=one-character")
    for chapter in CHAPTERS:
        page.locator(f'.contents-link[data-chapter="{chapter}"]').click()
        expect(page.locator("h1")).to_have_text(page.locator(".contents-link[aria-current] span").first.text_content())
        assert shown(page) == wanted(server, "names-2d", chapter), chapter
        assert f"chapter={chapter}" in page.url


def test_titles_are_the_ledgers(open_page: OpenPage, server: str) -> None:
    for language, locale in (("en", "en-GB"), ("zh", "zh-CN")):
        page = opened(open_page, server, "chapter=loss", locale=locale)
        titles = page.locator(".contents-link > span:nth-of-type(1)").all_text_contents()
        assert titles == [chapter["title"][language] for chapter in claims_of(server)["chapters"]]


def test_arrows_walk_claims_and_chapters(open_page: OpenPage, server: str) -> None:
    ids = [one["id"] for one in claims_of(server)["claims"]]
    page = opened(open_page, server, "chapter=one-character")
    for key, at in (("ArrowDown", 0), ("j", 1), ("ArrowDown", 2), ("k", 1), ("ArrowUp", 0)):
        page.keyboard.press(key)
        expect(page.locator(".claim-chosen")).to_have_attribute("data-claim", ids[at])
        assert f"claim={ids[at]}" in page.url
    first = sum(one["chapter"] == "one-character" for one in claims_of(server)["claims"])
    for _ in range(first):
        page.keyboard.press("ArrowDown")
    expect(page.locator(".claim-chosen")).to_have_attribute("data-claim", ids[first])
    expect(page.locator("h1")).to_have_text("The table that empties")
    page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_have_text("The window")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("h1")).to_have_text("One character")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("h1")).to_have_text("One character")


def test_link_leads_to_the_claim(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "claim=S35")
    expect(page.locator("h1")).to_have_text("Equal distances")
    expect(page.locator(".claim-chosen")).to_have_attribute("data-claim", "S35")
    expect(page.locator(".claim-chosen")).to_be_in_viewport()
    page.locator('[data-claim="S39"] .claim-id').click()
    assert "claim=S39" in page.url
    page.go_back()
    expect(page.locator(".claim-chosen")).to_have_attribute("data-claim", "S35")
    page.evaluate("location.hash = '#/lesson?claim=S99x'")
    expect(page.locator("#notice")).to_contain_text("claim=S99x")


def test_claims_follow_the_model(open_page: OpenPage, server: str) -> None:
    claims_of(server, "names-10d")
    page = opened(open_page, server, "chapter=lookup")
    assert shown(page) == wanted(server, "names-2d", "lookup")
    page.locator("#bar select").select_option("names-10d")
    expect(page.locator('[data-claim="S21"] .badge')).to_have_text("depends")
    assert shown(page) == wanted(server, "names-10d", "lookup")
    assert wanted(server, "names-2d", "lookup") != wanted(server, "names-10d", "lookup")


def test_numbers_and_lines_unfold_and_copy(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "claim=S7", permissions=["clipboard-read", "clipboard-write"])
    claim = ask(server, "claims/S7", model="names-2d")
    more = page.locator('[data-claim="S7"] .claim-more')
    more.locator("summary").click()
    rows = more.locator(".value-table tr").evaluate_all(
        "rows => rows.map((r) => [r.cells[0].innerText, r.cells[1].innerText])"
    )
    assert {name: float(text) for name, text in rows} == pytest.approx(claim["value"], rel=1e-5)
    more.locator(".claim-copy").click()
    expect(more.locator(".claim-copy")).to_have_text("Copied")
    lines = page.evaluate("navigator.clipboard.readText()")
    assert lines == f"{claim['preamble'].strip()}\n\n{claim['code'].strip()}\n"


def test_what_was_read_is_kept(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=squeezing")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
        page.wait_for_timeout(50)
    link = page.locator('.contents-link[data-chapter="squeezing"]')
    seen = int(link.get_attribute("data-seen"))
    assert seen >= 3
    page.reload()
    expect(page.locator(".claim").first).to_be_visible()
    assert int(link.get_attribute("data-seen")) >= seen


def test_failure_stands_where_the_claims_would(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=window")
    page.route("**/api/claims?*", lambda route: route.fulfill(status=500, body="no"))
    page.locator("#bar select").select_option("names-10d")
    expect(page.locator(".claims-trouble .error-box")).to_be_visible()
    page.unroute("**/api/claims?*")
    page.locator(".claims-trouble").get_by_role("button", name="Try again").click()
    expect(page.locator(".claim").first).to_be_visible()
    assert shown(page) == wanted(server, "names-10d", "window")


def test_chinese_on_a_phone(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=table-empties", locale="zh-CN", viewport={"width": 390, "height": 844})
    assert [row[2] for row in shown(page)] == [row[2] for row in wanted(server, "names-2d", "table-empties", "zh")]
    for chapter in CHAPTERS:
        page.evaluate(f"location.hash = '#/lesson?chapter={chapter}'")
        expect(page.locator(f'[data-chapter="{chapter}"][aria-current]')).to_be_attached()
        expect(page.locator(".lab-place:empty")).to_have_count(0)
        page.wait_for_timeout(150)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, chapter
    page.locator(".contents-fold summary").click()
    page.locator('.contents-link[data-chapter="shapes"]').click()
    expect(page.locator("h1")).to_have_text("形状与 ndim")
    expect(page.locator('.contents-link[data-chapter="shapes"]')).to_be_hidden()
