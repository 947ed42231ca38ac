"""The arena and the look-up in the Lesson: what they show is what REST says, and what would not fit is not made."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.lesson import ask, bars, number, opened, turn

SMOOTHINGS = [0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]
CONTESTANTS = ["count", "add", "interpolated", "network", "mixture"]


def enter(page: Page, context: str) -> None:
    page.get_by_label("A context", exact=True).fill(context)


def drawn(page: Page, contestant: str) -> dict[str, float]:
    marks = page.locator(f'.arena-strip[data-contestant="{contestant}"] .arena-bar')
    return dict(marks.evaluate_all("nodes => nodes.map((n) => [n.dataset.token, +(n.dataset.value ?? NaN)])"))


def settled(page: Page, context: str) -> None:
    """Until the first row of the interpolated answer's sources names the context."""
    whence = page.locator('.lab-bars[aria-label="Where the interpolated answer comes from"] dt').first
    expect(whence).to_have_text(context)
    expect(page.locator(".panel-arena")).to_have_attribute("aria-busy", "false")


@pytest.mark.parametrize(
    ("model", "context", "order", "smoothing"), [("names-10d", "emm", 3, 1), ("names-2d", "abell", 5, 0)]
)
def test_five_answers(open_page: OpenPage, server: str, model: str, context: str, order: int, smoothing: float) -> None:
    page = opened(open_page, server, "chapter=table-empties", model)
    turn(page, "The counts read", order - 1)
    turn(page, "Add to counts", SMOOTHINGS.index(smoothing))
    enter(page, context)
    settled(page, context)
    told = ask(server, f"models/{model}/arena", {"context": context, "order": order, "smoothing": smoothing})
    for column in told["columns"]:
        assert drawn(page, column["contestant"]) == dict(zip(told["tokens"], column["probabilities"], strict=True))
    best = max(range(27), key=told["columns"][3]["probabilities"].__getitem__)
    said = page.locator('.arena-strip[data-contestant="network"] header p')
    share = 100 * told["columns"][3]["probabilities"][best]
    expect(said).to_contain_text(f"{told['tokens'][best]} {share:.1f} %")
    whence = bars(page, "Where the interpolated answer comes from")
    for sight in told["sights"][1:]:
        assert whence[sight["context"]].startswith(f"{100 * sight['share']:.1f} % · {sight['count']:,} time")


def test_the_scoreboard(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=table-empties")
    settled(page, "zqx")
    told = ask(server, "models/names-2d/arena", {"context": "zqx"})
    for line in told["scoreboard"]:
        cells = page.locator(f'.arena-table tr[data-contestant="{line["contestant"]}"] td')
        scores = [line[part][which] for part in ("dev", "test") for which in ("all", "seen", "unseen")]
        for cell, score in zip(cells.all(), scores, strict=True):
            if score["infinite"]:
                expect(cell).to_contain_text("∞")
            else:
                assert number(cell.text_content()) == pytest.approx(score["loss"], abs=6e-4)
    impossible = told["scoreboard"][0]["dev"]["all"]["impossible_events"] / told["dev"]["events"]
    expect(page.locator('.arena-table tr[data-contestant="count"] td').first).to_have_text(f"∞{100 * impossible:.1f} %")
    rows = page.locator(".arena-table tbody th").all_text_contents()
    assert [row.endswith("*") for row in rows] == [line["fitted_on_dev"] for line in told["scoreboard"]]
    best = min(line["test"]["all"]["loss"] or 99 for line in told["scoreboard"])
    expect(page.locator(".arena-verdict")).to_contain_text(f"“Mixture” with {best:.3f}")


def test_a_context_that_was_never_met(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=table-empties")
    settled(page, "zqx")
    said = page.locator(".arena-strip header p")
    expect(said.nth(0)).to_have_text("zqx never met: no answer")
    expect(said.nth(1)).to_have_text("zqx never met: 3.7 % each")
    assert set(drawn(page, "add").values()) == {1 / 27}
    whence = bars(page, "Where the interpolated answer comes from")
    assert (whence["zqx"], whence["qx"]) == ("never met", "never met")
    page.locator('.arena-strip[data-contestant="network"] .arena-hit[data-token="o"]').hover()
    network = drawn(page, "network")["o"]
    expect(said.nth(3)).to_have_text(f"o {100 * network:.1f} %")
    expect(said.nth(1)).to_have_text("o 3.7 %")
    turn(page, "Add to counts", 0)
    expect(said.nth(1)).to_have_text("zqx never met: no answer")


def test_its_table_is_one_key_away_and_a_refusal_stands_at_the_field(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=table-empties")
    settled(page, "zqx")
    page.get_by_label("The counts read", exact=True).focus()
    page.keyboard.press("t")
    table = page.locator(".panel-arena .panel-table")
    expect(table.locator("tbody tr")).to_have_count(27)
    expect(table.locator("thead th")).to_have_text(
        ["character", "Counts", "Counts + 0.1", "Interpolated", "Network", "Mixture"], ignore_case=True
    )
    page.keyboard.press("t")
    enter(page, "EM")
    refused = httpx.post(f"{server}api/models/names-2d/arena", json={"context": "EM"}).json()
    expect(page.locator("#arena-refusal")).to_have_text(refused["detail"])


def test_another_alphabet(open_page: OpenPage, server: str) -> None:
    """The first context is one that the model can read, and nothing is called seen where no word is."""
    page = opened(open_page, server, "chapter=table-empties", "japanese-2d", locale="zh-CN")
    expect(page.get_by_label("一个上文", exact=True)).to_have_value("zzz")
    expect(page.locator('.arena-table tr[data-contestant="network"] td').nth(1)).to_have_text("—")
    expect(page.locator(".panel-arena")).to_contain_text("一个也没有")


def test_two_ways_to_the_same_rows(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=lookup")
    said = page.locator(".looking-said")
    expect(said).to_contain_text("All 10,000 rows agree to the last bit.")
    times = bars(page, "Time on the server, now")
    assert all(text.split()[1] in ("µs", "ms", "s") for text in times.values())
    turn(page, "Vocabulary", 1)
    turn(page, "Dimensions", 1)
    turn(page, "Rows", 2)
    expect(said).to_contain_text("All 1,000 rows agree")
    assert bars(page, "Memory, on a scale of powers of ten") == {
        "one-hot, int64": "800.0 kB",
        "one-hot, float32": "400.0 kB",
        "C itself": "4.0 kB",
        "the rows": "40.0 kB",
        "most allowed here": "256.0 MB",
    }
    expect(page.locator(".panel-looking")).to_contain_text("99 in 100 are zeros: 99 %")


def test_what_would_not_fit(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=lookup")
    turn(page, "Vocabulary", 4)
    turn(page, "Rows", 6)
    said = page.locator(".looking-said")
    expect(said).to_contain_text("684,438 one-hot rows of 50,257 would take 137.6 GB, and 275.2 GB")
    assert bars(page, "Time on the server, now")["one_hot(X, V) @ C"] == "not made"
    with page.expect_response("**/api/experiments/lookup") as answered:
        page.get_by_role("button", name="Measure again").click()
    told = answered.value.json()
    assert told["one_hot_seconds"] is None and told["index_seconds"] > 0


def test_sizes_in_words(shell: Page) -> None:
    bytes_, seconds = shell.evaluate(
        """async () => {
          const { bytesText, secondsText } = await import(new URL("src/figures/sizes.js", document.baseURI));
          return [[0, 216, 999, 1000, 999_949, 999_950, 137_591_202_264].map(bytesText),
                  [2e-7, 1.56e-5, 9.994e-4, 9.9951e-4, 0.0775, 1.5, 12.34].map(secondsText)];
        }"""
    )
    assert bytes_ == ["0 B", "216 B", "999 B", "1.0 kB", "999.9 kB", "1.0 MB", "137.6 GB"]
    assert seconds == ["0.20 µs", "15.6 µs", "999 µs", "1.00 ms", "77.5 ms", "1.50 s", "12.3 s"]
