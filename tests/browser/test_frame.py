"""The frame: language, colours, the address, history, keyboard, and the page on a phone."""

import gzip
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.plane import drawn, lit_row, on_map, parameters, selected

PAGE_FILES = Path(__file__).parents[2] / "frontend"
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def test_browser_language_chooses_and_switch_overrides(open_page: OpenPage) -> None:
    page = open_page(locale="zh-CN")
    expect(page.locator("h1")).to_have_text("平面上的 27 个字符")
    assert page.evaluate("document.documentElement.lang") == "zh-CN"
    assert "lang" not in parameters(page)
    page.locator("#bar .segments label", has_text="EN").click()
    expect(page.locator("h1")).to_have_text("27 characters on a plane")
    assert parameters(page)["lang"] == "en"
    assert page.evaluate("document.documentElement.lang") == "en"
    page.wait_for_selector(".near-cosine li")
    page.wait_for_selector(".panel-map .textpoint", state="attached")
    assert selected(page) == "e"


def test_no_chinese_is_left_in_english(page: Page) -> None:
    page.locator("#bar .segments label", has_text="EN").click()
    text = page.evaluate(
        """() => [document.body.innerText, ...[...document.querySelectorAll('*')].flatMap((node) =>
            ['aria-label', 'data-tip', 'aria-roledescription'].map((name) => node.getAttribute(name)))].join(' ')"""
    )
    assert set(CHINESE.findall(text)) <= set("中文")


def test_theme_turns_and_is_kept(page: Page) -> None:
    seen = []
    for _ in range(3):
        page.locator(".theme").click()
        seen.append(page.evaluate("document.documentElement.dataset.theme"))
    assert seen == ["light", "dark", "auto"]
    page.locator(".theme").click()
    page.locator(".theme").click()
    page.wait_for_function(
        "document.querySelector('.panel-map .plot-canvas').data.at(-1).textfont.color[0] !== undefined"
    )
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.wait_for_timeout(100)
    ink = drawn(page, "map")["layout"]["font"]["color"]
    page.reload()
    page.wait_for_selector(".panel-map .textpoint", state="attached")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
    assert drawn(page, "map")["layout"]["font"]["color"] == ink


def test_address_restores_the_view(open_page: OpenPage) -> None:
    first = open_page("#/plane?model=names-10d&token=.&metric=euclidean&zoom=2&lang=zh")
    assert parameters(first) == {"model": "names-10d", "token": ".", "metric": "euclidean", "zoom": "2", "lang": "zh"}
    second = open_page("#" + first.url.split("#")[1])
    for page in (first, second):
        expect(page.locator("h1")).to_have_text("平面上的 27 个字符")
        expect(page.locator("#bar select")).to_have_value("names-10d")
        assert selected(page) == "."
        assert lit_row(page) == 0
        assert page.locator(".panel-heatmap input:checked").get_attribute("value") == "euclidean"
    assert drawn(first, "map")["layout"]["xaxis"]["range"] == drawn(second, "map")["layout"]["xaxis"]["range"]


def test_back_button_takes_back(page: Page) -> None:
    page.mouse.click(*on_map(page, 17))
    expect(page.locator(".details-glyph")).to_have_text("q")
    page.locator("#bar select").select_option("names-10d")
    expect(page.locator(".shape")).to_contain_text("10")
    assert parameters(page)["token"] == "q"
    page.go_back()
    expect(page.locator("#bar select")).to_have_value("names-2d")
    expect(page.locator(".shape")).not_to_contain_text("10")
    page.go_back()
    expect(page.locator(".details-glyph")).to_have_text("e")
    page.go_forward()
    expect(page.locator(".details-glyph")).to_have_text("q")


MEANINGLESS = [
    ("#/plane?colour=red&metric=taxicab", ["colour=red", "metric=taxicab"]),
    ("#/nowhere", ["nowhere"]),
    ("#/plane?model=gone", ["“gone”", "names-2d"]),
    ("#/plane?token=EE", ["“EE”", "“e”"]),
    ("#/plane?zoom=-3&token=%3Cb%3E", ["zoom=-3", "“<b>”"]),
]


def test_what_the_address_cannot_mean_is_said(open_page: OpenPage) -> None:
    page = open_page(MEANINGLESS[0][0])
    for fragment, said in MEANINGLESS:
        page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
        for words in said:
            expect(page.locator("#notice")).to_contain_text(words)
        assert parameters(page) == {"model": "names-2d", "token": "e", "metric": "cosine"}
        assert selected(page) == "e"
        page.locator("#notice button").click()
        expect(page.locator("#notice p")).to_have_count(0)


def test_keyboard_alone(page: Page) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate(
            "document.activeElement.closest('.plane-map') && document.activeElement.role === 'application'"
        ):
            break
    else:
        pytest.fail("Tab does not reach the map")
    positions = drawn(page, "map")["data"]
    letters = next(one for one in positions if one["name"] == "letters")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".details-glyph")).not_to_have_text("e")
    there = ord(selected(page)) - ord("a") + 1
    assert letters["x"][there] > letters["x"][5]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("+")
    assert parameters(page)["zoom"] == "2"
    page.keyboard.press("0")
    assert "zoom" not in parameters(page)
    page.keyboard.press("t")
    table = page.locator(".panel-map .data-table")
    expect(table).to_be_visible()
    expect(table.locator("tbody tr")).to_have_count(27)
    page.keyboard.press("t")
    expect(table).to_have_count(0)
    page.locator(".panel-heatmap [role=application]").focus()
    before = lit_row(page)
    page.keyboard.press("ArrowUp" if before else "ArrowDown")
    expect(page.locator(".details-facts")).to_contain_text(f"row {before - 1 if before else 1}")


def test_focus_stays_where_the_reader_works(page: Page) -> None:
    second = page.locator(".near-cosine button").nth(1)
    token = second.get_attribute("data-token")
    second.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".details-glyph")).to_have_text(token)
    expect(page.locator(".panel-lists")).to_have_attribute("aria-busy", "false")
    expect(page.locator(".near-cosine button").nth(1)).to_be_focused()
    page.locator("#bar .segments input:checked").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("h1")).to_have_text("平面上的 27 个字符")
    expect(page.locator("#bar .segments input:checked")).to_be_focused()


def test_arrow_keys_make_one_step_of_history(page: Page) -> None:
    steps = page.evaluate("history.length")
    page.locator(".panel-heatmap [role=application]").focus()
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    expect(page.locator(".details-glyph")).to_have_text("j")
    assert page.evaluate("history.length") == steps + 1


def test_every_picture_has_its_table(page: Page) -> None:
    sizes = {"map": (27, 6), "lists": (26, 5), "heatmap": (27, 28)}
    for panel, (rows, columns) in sizes.items():
        height = page.locator(f".panel-{panel}").bounding_box()["height"]
        page.locator(f".panel-{panel} .tools button[aria-pressed]").click()
        table = page.locator(f".panel-{panel} table")
        expect(table.locator("tbody tr")).to_have_count(rows)
        expect(table.locator("thead th")).to_have_count(columns)
        assert page.locator(f".panel-{panel}").bounding_box()["height"] == height  # nothing jumps


def test_curl_and_downloads(open_page: OpenPage, server: str) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.locator(".panel-lists .menu > button").click()
    page.get_by_role("menuitem", name="Copy as curl").click()
    expect(page.locator(".panel-lists .flash")).to_be_visible()
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines == [
        f"curl '{server}api/tables/names-2d/neighbours?of=e&k=26&metric={metric}'" for metric in ("cosine", "euclidean")
    ]
    page.locator(".panel-map .menu > button").click()
    with page.expect_download() as png:
        page.get_by_role("menuitem", name="PNG").click()
    assert png.value.suggested_filename == "names-2d-plane.png"
    assert Path(png.value.path()).read_bytes().startswith(b"\x89PNG")
    page.locator(".panel-map .menu > button").click()
    with page.expect_download() as data:
        page.get_by_role("menuitem", name="CSV").click()
    lines = Path(data.value.path()).read_text().splitlines()
    assert len(lines) == 28
    assert lines[1].startswith(".,start or end,")


def test_hint_goes_once_done(page: Page) -> None:
    hint = page.locator(".hint")
    expect(hint).to_have_text("Click a letter")
    page.mouse.click(*on_map(page, 17))
    expect(hint).to_be_hidden()
    page.reload()
    page.wait_for_selector(".panel-map .textpoint", state="attached")
    expect(hint).to_be_hidden()


@pytest.mark.parametrize("locale", ["en-GB", "zh-CN"])
def test_no_sideways_scrolling(open_page: OpenPage, locale: str) -> None:
    page = open_page(locale=locale)
    for width in (1024, 768, 390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        page.wait_for_timeout(200)  # the pictures follow in the next frames
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width < 760:
            bar = page.locator("#bar nav").bounding_box()
            assert bar["y"] + bar["height"] == pytest.approx(844, abs=1)


def test_touch_selects(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.touchscreen.tap(*on_map(page, 12))
    expect(page.locator(".details-glyph")).to_have_text("l")


def test_own_files_are_small(open_page: OpenPage) -> None:
    """What a view fetches of the page's own files stays under 200 kB as they stand, and all of them compressed."""
    for view in ("plane", "road", "names", "train", "lesson"):
        page = open_page(f"#/{view}", ready=False)
        page.wait_for_load_state("networkidle")
        loaded = page.evaluate("performance.getEntriesByType('resource').map((r) => [r.name, r.decodedBodySize])")
        own = {name: size for name, size in loaded if "/src/" in name or "/styles/" in name}
        assert len(own) > 20 and 0 not in own.values()
        assert sum(own.values()) < 200_000, view
    whole = b"".join(path.read_bytes() for path in sorted(PAGE_FILES.rglob("*")) if path.is_file())
    assert len(gzip.compress(whole)) < 200_000


def test_only_one_file_names_plotly() -> None:
    naming = [
        p.name
        for p in PAGE_FILES.rglob("*.js")
        if re.search(r"\bPlotly\.\w|window\)\.Plotly|plotly\.min", p.read_text())
    ]
    assert naming == ["plot.js"]


def test_no_html_strings() -> None:
    for path in PAGE_FILES.rglob("*.js"):
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", path.read_text()), path
