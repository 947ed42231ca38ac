"""The Lesson's experiments on words, sizes and distances: what they show is REST's or plain arithmetic."""

import itertools
import math

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.lesson import ask, bars, number, opened, turn

SMOOTHINGS = [0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]


@pytest.mark.parametrize(("length", "smoothing"), [(3, 0), (2, 0.1), (5, 1)])
def test_the_table_that_empties(open_page: OpenPage, server: str, length: int, smoothing: float) -> None:
    page = opened(open_page, server, "chapter=table-empties")
    turn(page, "Characters seen", length - 1)
    turn(page, "Added to each cell", SMOOTHINGS.index(smoothing))
    page.get_by_label("A context of your own").fill("an")
    counts = ask(server, "corpora/names/counts", context="an", context_length=length, smoothing=smoothing)
    said = page.locator(".panel-emptying .lab-said").last
    expect(said).to_contain_text(f"{counts['context']} occurs {counts['total']:,}")
    expect(page.locator(".panel-emptying")).to_have_attribute("aria-busy", "false")
    sizes = bars(page, "Cells, examples and filled cells, on a scale of powers of ten")
    assert number(sizes["cells"]) == 27 ** (length + 1) == counts["coverage"]["cells"]
    assert number(sizes["filled"]) == counts["coverage"]["cells_filled"]
    assert number(sizes["examples"]) == 228_146
    losses = bars(page, "Loss in nats, shorter is better")
    assert number(losses["table, on its own names"]) == pytest.approx(counts["loss"], abs=6e-5)
    if counts["infinite"]:
        assert losses["table, on dev"] == "∞"
        expect(page.locator(".panel-emptying")).to_contain_text(f"{counts['impossible_events']:,} of")
    else:
        assert number(losses["table, on dev"]) == pytest.approx(counts["dev_loss"], abs=6e-5)
    assert number(losses["guessing 1 in 27"]) == pytest.approx(math.log(27), abs=6e-5)
    above = page.locator(".mirror-above").evaluate_all("nodes => nodes.map((n) => +n.dataset.value)")
    assert above == [one["probability"] for one in counts["row"]]
    trace = ask(server, "models/names-2d/trace", {"contexts": ["an"]})
    below = page.locator(".mirror-below").evaluate_all("nodes => nodes.map((n) => [n.dataset.token, +n.dataset.value])")
    assert dict(below) == {one["token"]: one["probability"] for one in trace["predictions"][0]}


def test_a_context_the_table_never_saw(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=table-empties")
    expect(page.locator(".panel-emptying .lab-said").last).to_contain_text("0 divided by 0")
    turn(page, "Added to each cell", SMOOTHINGS.index(1))
    expect(page.locator(".panel-emptying .lab-said").last).to_contain_text("all get the same 0.0370")
    page.get_by_label("A context of your own").fill("EM")
    refused = httpx.get(f"{server}api/corpora/names/counts", params={"context": "EM", "context_length": 3}).json()
    expect(page.locator("#emptying-refusal")).to_have_text(refused["detail"])


def leaking(word: str, K: int) -> list[list[str]]:
    rows, context = [], "." * K
    for character in word + ".":
        context = context[1:] + character
        rows.append([context, character])
    return rows


def in_place(word: str, K: int) -> list[list[str]]:
    context = ["."] * K
    kept = []
    for character in word + ".":
        kept.append((context, character))
        del context[0]
        context.append(character)
    return [["".join(one), character] for one, character in kept]


@pytest.mark.parametrize(("word", "K"), [("emma", 3), ("aba", 3), ("olivia", 5), ("", 2)])
def test_the_window_and_its_twins(open_page: OpenPage, server: str, word: str, K: int) -> None:
    page = opened(open_page, server, "chapter=window")
    page.get_by_label("A word").fill(word)
    turn(page, "Characters seen", K - 1)
    right = ask(server, "corpora/names/contexts", text=word, context_length=K)["rows"]
    expect(page.locator(".loop-sound tbody tr").last).to_have_text(right[-1]["context"] + right[-1]["next"])
    expect(page.locator(".loop-sound tbody tr")).to_have_count(len(word) + 1)
    read = "rows => rows.map((row) => [row.cells[0].textContent, row.cells[1].textContent])"
    shown = {kind: page.locator(f".loop-{kind} tbody tr").evaluate_all(read) for kind in ("sound", "leaking", "shared")}
    assert shown["sound"] == [[row["context"], row["next"]] for row in right]
    assert shown["leaking"] == leaking(word, K)
    assert shown["shared"] == in_place(word, K)


@pytest.mark.parametrize("sizes", [{}, {"D": 10, "H": 200}, {"K": 8, "D": 10, "H": 200}, {"K": 5, "V": 50257}])
def test_counting_parameters(open_page: OpenPage, server: str, sizes: dict[str, int]) -> None:
    page = opened(open_page, server, "chapter=parameters")
    labels = {"K": "Characters seen", "D": "Dimensions", "H": "Hidden units", "V": "Vocabulary"}
    lists = {
        "K": list(range(1, 9)),
        "D": [1, 2, 3, 4, 5, 8, 10, 16, 27, 30, 64, 100, 300, 768],
        "H": [8, 50, 100, 200, 300, 500, 1000, 3072],
        "V": [6, 27, 100, 1000, 16383, 50257],
    }
    for letter, value in sizes.items():
        turn(page, labels[letter], lists[letter].index(value))
    K, D, H, V = ({"K": 3, "D": 2, "H": 100, "V": 27, **sizes}[letter] for letter in "KDHV")
    total = V * D + K * D * H + H + H * V + V
    expect(page.locator(".lab-sum strong")).to_have_attribute("data-total", str(total))
    ones = {letter: number(page.locator(f'[data-one="{letter}"] dd strong').text_content()) for letter in "KDHV"}
    assert ones == {"K": D * H, "D": V + K * H, "H": K * D + 1 + V, "V": D + H + 1}
    table = bars(page, "Against a table of counts, powers of ten")["table"]
    if V ** (K + 1) < 1e9:
        assert number(table) == V ** (K + 1)
    else:
        mantissa, power = table.split(" × 10")
        written = float(mantissa) * 10 ** int(power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")))
        assert written == pytest.approx(V ** (K + 1), rel=0.002)
    names = page.locator(".real-table tbody th").all_text_contents()
    assert names == [one["name"] for one in ask(server, "claims/S47", model="names-2d")["value"]["models"]]


def places(page: Page) -> list[list[float]]:
    read = "nodes => nodes.map((n) => n.getAttribute('transform').match(/[-\\d.]+/g).map(Number))"
    return page.locator(".panel-points .point").evaluate_all(read)


def spread(points: list[list[float]]) -> float:
    sides = [math.dist(a, b) for a, b in itertools.combinations(points, 2)]
    return max(sides) / min(sides)


def test_equal_distances(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=equal-distances")
    ratio = page.locator(".points-ratio")
    box = page.locator('.point[data-point="0"]').bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 60, steps=4)
    page.mouse.up()
    assert float(ratio.get_attribute("data-value")) == pytest.approx(spread(places(page)), rel=1e-9)
    page.locator('.point[data-point="1"]').focus()
    before = places(page)[1]
    page.keyboard.press("ArrowRight")
    assert places(page)[1] == pytest.approx([before[0] + 6, before[1]])
    best = {2: 1, 3: 1, 4: math.sqrt(2), 5: (1 + math.sqrt(5)) / 2, 6: 2 * math.sin(math.radians(72))}
    for count, least in best.items():
        page.locator(".panel-points .segments label", has_text=str(count)).click()
        expect(page.locator(".panel-points .point")).to_have_count(count)
        page.get_by_role("button", name="Let the page search").click()
        assert float(ratio.get_attribute("data-value")) == pytest.approx(spread(places(page)), rel=1e-9)
        assert least - 1e-9 <= spread(places(page)) < least * 1.02


def test_more_dimensions_make_room(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=equal-distances")
    page.get_by_role("button", name="Search d = 1 to 26").click()
    expect(page.locator(".panel-curve .curve-dot")).to_have_count(12, timeout=60_000)
    found = dict(
        page.locator(".panel-curve .curve-dot").evaluate_all(
            "nodes => nodes.map((n) => [+n.dataset.d, +n.dataset.value])"
        )
    )
    assert list(found.values()) == sorted(found.values(), reverse=True)
    assert found[26] == pytest.approx(1, abs=0.01)
    assert found[1] >= 26 - 1e-6  # 27 points on a line: 26 gaps
    assert found[2] > 5 - 1e-6  # the best packing of 27 that the ledger found


def test_two_contexts(open_page: OpenPage, server: str) -> None:
    page = opened(open_page, server, "chapter=one-character")
    said = page.locator(".panel-contexts .lab-said")
    expect(said).to_have_text("With K = 1 both are a: one row, and no way to tell them apart.")
    turn(page, "Characters the table sees", 2)
    rows = [ask(server, "corpora/names/counts", context=one, context_length=3)["row"] for one in ("ana", "ava")]
    apart = sum(abs(a["probability"] - b["probability"]) for a, b in zip(*rows, strict=True)) / 2
    expect(said).to_contain_text(f"{100 * apart:.1f} % of the probability")
    for side, row in zip(("above", "below"), rows, strict=True):
        shown = page.locator(f".panel-contexts .mirror-{side}").evaluate_all(
            "nodes => nodes.map((n) => +n.dataset.value)"
        )
        assert shown == [one["probability"] for one in row]
