"""Broken twins, order, and the gradient of a row on the page: what they show is what REST says and plain arithmetic."""

import difflib
import itertools
import json
import math
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.lesson import ask, opened


def read(page: Page, side: str) -> dict[str, Any]:
    cells = page.locator(f".panel-twins .twin-{side} [data-variable]")
    return dict(cells.evaluate_all("nodes => nodes.map((n) => [n.dataset.variable, JSON.parse(n.dataset.value)])"))


def rules(page: Page, side: str) -> list[str]:
    return page.locator(f".panel-twins .twin-{side} [data-rule]").evaluate_all(
        "nodes => nodes.map((n) => n.dataset.rule)"
    )


def run(page: Page, trap: str, guess: str | None = None) -> None:
    page.get_by_label("The slip", exact=True).select_option(trap)
    if guess:
        page.get_by_role("radio", name=guess, exact=True).check()
    page.get_by_role("button", name="Run both").click()
    expect(page.locator(".panel-twins .twin-broken")).to_be_visible()


def test_twins_are_shown_before_they_run_and_run_as_shown(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=one-forward")
    traps = {trap["id"]: trap for trap in ask(server, "experiments/twins")["traps"]}
    offered = (
        page.get_by_label("The slip", exact=True).locator("option").evaluate_all("nodes => nodes.map((n) => n.value)")
    )
    assert offered == list(traps)
    for trap, guess, outcome in (
        ("transposed", "silent damage", "silent"),
        ("batch-of-5", "error", "error"),
        ("view-works", "nothing", "nothing"),
        ("no-cap", "no end", "endless"),
        ("leak", "error", "silent"),
    ):
        page.get_by_label("The slip", exact=True).select_option(trap)
        lines = page.locator(".panel-twins .twin pre").all_text_contents()
        assert lines == [traps[trap]["healthy"], traps[trap]["broken"]]
        expect(page.locator(".panel-twins .twin-broken")).to_be_hidden()
        run(page, trap, guess)
        told = ask(server, "experiments/twins", {"trap": trap})
        assert told["outcome"] == outcome
        expect(page.locator(".panel-twins .indexing-verdict")).to_have_class(
            f"indexing-verdict is-{'wrong' if trap == 'leak' else 'right'}"
        )
        for side in ("healthy", "broken"):
            assert read(page, side) == json.loads(json.dumps(told[side]["values"]))
            assert rules(page, side) == [one["rule"] for one in told[side]["findings"]]
        if told["broken"]["error"]:
            expect(page.locator(".panel-twins .storage-error")).to_have_text(told["broken"]["error"])
        cost = page.locator(".panel-twins [data-cost]")
        expect(cost).to_have_count(0 if told["cost"] is None else 1)
        if told["cost"] is not None:
            assert float(cost.get_attribute("data-cost")) == told["cost"]


def test_every_trap_can_be_said_in_both_languages(open_page: OpenPage, server: str) -> None:
    """Every id and every rule that the server knows has its words; a missing one would throw."""
    for language in ("en", "zh"):
        page = opened(open_page, server, f"chapter=loss&lang={language}")
        for trap in ask(server, "experiments/twins")["traps"]:
            page.locator("#twins-trap").select_option(trap["id"])
            page.locator(".twins-guess .button").click()
            expect(page.locator(".panel-twins .twin-broken")).to_be_visible()
            expect(page.locator(".panel-twins .twin-why")).not_to_be_empty()
            told = ask(server, "experiments/twins", {"trap": trap["id"]})
            assert rules(page, "broken") == [one["rule"] for one in told["broken"]["findings"]]
            assert rules(page, "healthy") == []


def test_twins_by_keyboard(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=storage")
    page.get_by_label("The slip", exact=True).focus()
    expect(page.get_by_label("The slip", exact=True)).to_have_value("view-fails")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("The slip", exact=True)).to_have_value("view-works")
    page.get_by_role("radio", name="error", exact=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="silent damage")).to_be_checked()
    page.get_by_role("button", name="Run both").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".panel-twins .indexing-verdict")).to_have_text(
        "Not what you said. It runs, and gives the same."
    )


def test_a_trap_that_cannot_be_set_is_refused_beside_its_name(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=one-forward")
    refused = {"title": "Unprocessable", "status": 422, "detail": "it cannot be set", "type": "about:blank"}
    page.route(
        "**/api/experiments/twins",
        lambda route: route.fulfill(status=422, json=refused) if route.request.method == "POST" else route.continue_(),
    )
    page.get_by_role("button", name="Run both").click()
    expect(page.locator("#twins-refusal")).to_have_text("it cannot be set")
    page.unroute("**/api/experiments/twins")
    run(page, "keepdim", "error")
    expect(page.locator("#twins-refusal")).to_be_empty()


def test_the_windows_twins_are_trained_on(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=window")
    page.get_by_role("button", name="Train on each, and let it write").click()
    table = page.locator(".trained-table tbody")
    expect(table.locator("tr")).to_have_count(6)
    leak, one_list = (ask(server, "experiments/twins", {"trap": trap}) for trap in ("leak", "one-list"))
    shown = table.locator("td[data-value]").evaluate_all("nodes => nodes.map((n) => +n.dataset.value)")
    sides = (leak["healthy"], leak["broken"], one_list["broken"])
    assert shown == [side["values"][name] for side in sides for name in ("loss", "dev_loss", "honest")]
    names = table.locator(".trained-names").all_text_contents()
    assert names[0] == "It writes: " + ", ".join(leak["healthy"]["values"]["names"])
    assert names[1] == "It writes: 8 empty names"


def heights(page: Page, network: str, side: str) -> list[float]:
    bars = page.locator(f".order-{network} .mirror-{side}")
    return bars.evaluate_all("nodes => nodes.map((n) => +n.dataset.value)")


def test_order(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=concatenation")
    expect(page.locator(".order-said")).to_contain_text("For the mean aba and aab are one context", timeout=30_000)
    told = ask(server, "experiments/order", {"contexts": ["aba", "aab"]})
    for network in ("concatenation", "pooling"):
        for side, context in zip(("above", "below"), told["contexts"], strict=True):
            assert heights(page, network, side) == [one[network] for one in context["predictions"]]
        section = page.locator(f".order-{network}")
        expect(section).to_contain_text(f"dev loss {told[network]['dev_loss']:.3f}")
        cells = (
            section.locator(".number-strip").first.locator("rect").evaluate_all("n => n.map((c) => +c.dataset.value)")
        )
        assert cells == told["contexts"][0][network]
        pairs = zip(heights(page, network, "above"), heights(page, network, "below"), strict=True)
        moved = float(section.locator("[data-moved]").get_attribute("data-moved"))
        assert moved == pytest.approx(sum(abs(a - b) for a, b in pairs) / 2, abs=1e-9)
    page.get_by_label("A context").fill("eva")
    assert page.get_by_role("group", name="Orders of the first").locator("button").all_text_contents() == [
        "eva", "eav", "vea", "vae", "aev", "ave",
    ]  # fmt: skip
    page.get_by_role("button", name="vae", exact=True).click()
    expect(page.locator(".order-said")).to_contain_text("For the mean eva and vae are one context")
    page.get_by_label("The same, reordered").fill("emm")
    expect(page.locator(".order-said")).to_contain_text("Even the mean tells these apart")
    page.get_by_label("The same, reordered").fill("EMM")
    expect(page.locator("#order-refusal")).to_contain_text("not in the vocabulary")


@pytest.mark.parametrize("word", ["emma", "aba", ""])
def test_gradients_of_rows(open_page: OpenPage, server: str, word: str) -> None:
    page = opened(open_page, server, "chapter=lookup")
    page.get_by_label("A word", exact=True).fill(word)
    padded = "..." + word
    windows = [padded[i : i + 3] for i in range(len(word) + 1)]
    expect(page.locator(".gradient-contexts")).to_have_text("".join(windows))
    rows = page.locator(".gradient-table tbody tr")
    shown = rows.evaluate_all(
        "rows => rows.map((r) => [r.dataset.token, +r.cells[1].textContent, +r.cells[2].textContent])"
    )
    expected = [[token, n, n] for token in sorted(set(padded)) if (n := "".join(windows).count(token))]
    assert shown == expected
    told = ask(server, "models/names-2d/gradients", word=word)
    norms = rows.locator("[data-norm]").evaluate_all("nodes => nodes.map((n) => +n.dataset.norm)")
    assert norms == [one["norm"] for one in told["rows"]]
    assert all(one["norm"] == pytest.approx(math.hypot(*one["of_the_loss"]), rel=1e-5) for one in told["rows"])
    page.get_by_role("button", name=f"{expected[-1][0]}: used").click()
    marked = page.locator(".gradient-contexts mark").all_text_contents()
    assert marked == [expected[-1][0]] * expected[-1][1]


@pytest.mark.parametrize(
    ("one", "other"),
    [("abcd", "abxd"), ("abc", "cab"), ("", "a"), ("aab", "aba"), ("abcabba", "cbabac"), ("same", "same")],
)
def test_changed_lines_leave_a_longest_common_run(shell: Page, one: str, other: str) -> None:
    left, right = shell.evaluate(
        "async ([a, b]) => (await import(new URL('src/figures/line_changes.js', document.baseURI))).lineChanges(a, b)",
        [list(one), list(other)],
    )
    kept = [
        "".join(c for c, new in zip(text, flags, strict=True) if not new)
        for text, flags in ((one, left), (other, right))
    ]
    assert kept[0] == kept[1]
    longest = max(
        (
            n
            for n in range(min(len(one), len(other)), -1, -1)
            for run in itertools.combinations(one, n)
            if is_in(run, other)
        ),
    )
    assert (
        len(kept[0]) == longest >= sum(b.size for b in difflib.SequenceMatcher(None, one, other).get_matching_blocks())
    )


def is_in(run: tuple[str, ...], text: str) -> bool:
    rest = iter(text)
    return all(sign in rest for sign in run)


@pytest.mark.parametrize("text", ["", "a", "aba", "evan", "ааб"])
def test_orders_are_all_orders_each_once(shell: Page, text: str) -> None:
    found = shell.evaluate(
        "async (text) => (await import(new URL('src/figures/orders.js', document.baseURI))).ordersOf(text, 100)", text
    )
    assert found[0] == text
    assert sorted(found) == sorted({"".join(order) for order in itertools.permutations(text)})


def test_a_word_that_cannot_be_read_is_refused_beside_it(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=lookup")
    page.get_by_label("A word", exact=True).fill("Emma")
    expect(page.locator("#gradients-refusal")).to_contain_text("not in the vocabulary")
