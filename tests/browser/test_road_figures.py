"""The pure parts of the Road and Names, called in Chromium as the page calls them, against plain Python."""

import itertools
import math
from typing import Any

import pytest
from playwright.sync_api import Page


@pytest.fixture
def blank(open_page: Any) -> Page:
    return open_page("favicon.svg", ready=False)


def call(page: Page, module: str, name: str, *values: Any) -> Any:
    script = "async ([module, name, values]) => (await import(`/src/${module}.js`))[name](...values)"
    return page.evaluate(script, [module, name, list(values)])


SIZES = [(27, 3, 10, 200, 11897), (27, 3, 2, 100, 3481), (6, 3, 4, 8, 182)]  # S86, S87, S96


@pytest.mark.parametrize(("V", "K", "D", "H", "total"), SIZES)
def test_parameter_terms(blank: Page, V: int, K: int, D: int, H: int, total: int) -> None:
    card = {"vocabulary": ["."] * V, "context_length": K, "embedding_dim": D, "hidden_size": H}
    terms = call(blank, "figures/parameters", "parameterTerms", card)
    assert [term["letters"] for term in terms] == ["VD", "KDH", "H", "HV", "V"]
    assert sum(term["count"] for term in terms) == total
    sizes = {"V": V, "K": K, "D": D, "H": H}
    assert [term["count"] for term in terms] == [
        math.prod(sizes[letter] for letter in term["letters"]) for term in terms
    ]


SHAPES = {
    "ids": ["B", "K"],
    "embedding": ["B", "K", "D"],
    "concatenation": ["B", "KD"],
    "hidden": ["B", "H"],
    "logits": ["B", "V"],
}
GRID = list(
    itertools.product(SHAPES, [(1, 1, 1, 2), (3, 2, 100, 27), (3, 10, 200, 27), (8, 24, 512, 120)], [True, False])
)


@pytest.mark.parametrize(("name", "sizes", "down"), GRID)
def test_every_number_has_a_place_of_its_own(blank: Page, name: str, sizes: tuple[int, ...], down: bool) -> None:
    K, D, H, V = sizes
    size = {"K": K, "D": D, "H": H, "V": V, "KD": K * D}
    shape = [2, *(size[axis] for axis in SHAPES[name][1:])]
    count = math.prod(shape[1:])
    row: Any = [math.sin(at) for at in range(count)]
    if len(shape) == 3:
        row = [row[k * D : k * D + D] for k in range(K)]
    step = {"name": name, "symbols": SHAPES[name], "shape": shape, "values": [row, row]}
    room = {"width": 330, "height": 200} if down else {"width": 132, "height": 366}
    view = {"row": 1, "tokens": ["a"] * K, "vocabulary": ["a"] * V, "down": down, **room}
    picture = call(blank, "figures/tensor_picture", "tensorPicture", step, view)
    cells = picture["cells"]
    assert len({tuple(cell["index"]) for cell in cells}) == count == len({cell["at"] for cell in cells})
    assert [cell["value"] for cell in cells] == [math.sin(at) for at in range(count)]
    assert all(
        cell["index"][0] == 1 and -1 <= cell["level"] <= 1 and cell["width"] > 0.5 and cell["height"] > 0.5
        for cell in cells
    )
    assert len({(round(cell["x"], 3), round(cell["y"], 3)) for cell in cells}) == count
    assert max(cell["x"] + cell["width"] for cell in cells) <= picture["width"] + 1e-6 <= room["width"] + 1
    assert max(cell["y"] + cell["height"] for cell in cells) <= picture["height"] + 1e-6 <= room["height"] + 1


def test_a_number_that_is_not_finite_is_a_dash(blank: Page) -> None:
    step = {"name": "logits", "symbols": ["B", "V"], "shape": [1, 2], "values": [[None, -2.0]]}
    view = {"row": 0, "tokens": ["a"], "vocabulary": [".", "a"], "down": False, "width": 132, "height": 366}
    picture = call(blank, "figures/tensor_picture", "tensorPicture", step, view)
    assert [cell["level"] for cell in picture["cells"]] == [0, -1]
    assert [label["text"] for label in picture["labels"]] == [".", "a", "\u2014", "\u22122.00"]


READER = {"vocabulary": list(".abcdefghijklmnopqrstuvwxyz"), "context_length": 3}
SPACED = {"vocabulary": [".", " ", "a", "b"], "context_length": 3}


@pytest.mark.parametrize(
    ("text", "reader", "contexts"),
    [
        ("", READER, ["."]),
        ("e", READER, ["e"]),
        ("emma", READER, ["mma"]),
        (" em , a,\uff0cli ", READER, ["em", "a", "li"]),
        ("em+a + li\nzz", READER, ["em", "a", "li", "zz"]),
        ("e\u0301", READER, ["\u00e9"]),
        ("a b,b", SPACED, ["a b", "b"]),
    ],
)
def test_box_to_contexts(blank: Page, text: str, reader: dict[str, Any], contexts: list[str]) -> None:
    assert call(blank, "context", "contextsIn", text, reader) == contexts


def test_pasted_lines_are_one_line_of_the_same_contexts(blank: Page) -> None:
    for reader, line in ((READER, "em a li"), (SPACED, "em, a, li")):
        assert call(blank, "context", "inOneLine", "\n em\r\na  \n\nli\n", reader) == line


@pytest.mark.parametrize(
    ("text", "row", "token", "after"),
    [
        ("emm", 0, "a", "mma"),
        ("", 0, "e", "e"),
        ("..e", 0, "m", "em"),
        ("mma", 0, ".", ""),
        ("emm,a li", 1, "n", "emm an li"),
        ("a li", 1, ".", "a ."),
    ],
)
def test_window_slides(blank: Page, text: str, row: int, token: str, after: str) -> None:
    assert call(blank, "context", "withToken", text, row, token, READER) == after


@pytest.mark.parametrize(("probability", "tint"), [(1, 1), (0.1, 2 / 3), (0.01, 1 / 3), (0.001, 0), (1e-9, 0), (0, 0)])
def test_tint(blank: Page, probability: float, tint: float) -> None:
    assert call(blank, "figures/name_tints", "tintOf", probability) == pytest.approx(tint)
