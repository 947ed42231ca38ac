"""The page's modules by themselves, imported inside Chromium: figures, store, address, words, tokens, export."""

import csv
import io
import json
import math
import shlex
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.test_frame import PAGE_FILES

NAMES = "ink muted line surface accent vowel consonant boundary low mid high near far"
PALETTE = dict.fromkeys(NAMES.split(), "#123456")
SURFACE = {"width": 600, "height": 400, "palette": {**PALETTE, "sans": "sans-serif", "mono": "monospace"}}


@pytest.fixture(scope="module")
def shell(browser: Browser, server: str) -> Iterator[Page]:
    """A page of the server's origin without the app, to import modules into."""
    page = browser.new_page()
    page.goto(server + "favicon.svg")
    yield page
    page.close()


def call(page: Page, module: str, expression: str, **values: Any) -> Any:
    """What an expression over a module's exports `m` and plain `values` gives, as plain values."""
    script = f"async (v) => {{ const m = await import('/src/{module}.js'); return ({expression}); }}"
    return page.evaluate(script, values)


def test_catalogues_agree(shell: Page) -> None:
    catalogues = call(shell, "i18n", "m.catalogues")
    places = call(
        shell,
        "i18n",
        """Object.fromEntries(Object.entries(m.catalogues).map(([language, catalogue]) =>
            [language, Object.entries(catalogue).map(([key, sentence]) => [key, m.placesIn(sentence)]).sort()]))""",
    )
    assert catalogues["en"].keys() == catalogues["zh"].keys()
    assert places["en"] == places["zh"]
    assert all(sentence.strip() for catalogue in catalogues.values() for sentence in catalogue.values())


def test_every_message_is_used(shell: Page) -> None:
    keys = set(call(shell, "i18n", "Object.keys(m.catalogues.en)"))
    code = "\n".join(path.read_text() for path in PAGE_FILES.rglob("*.js") if path.parent.name != "i18n")
    patterns = {
        "frame.theme.",
        "frame.language.",
        "view.",
        "kind.",
        "metric.",
        "hint.",
        "plane.zoom.",
        "train.state.",
        "train.knob.",
        "train.recipe.",
        "train.init.",
        "train.about.",
        "train.measure.",
        "train.loss.",
        "error.",
        "dimension.",
        "road.step.",
        "names.",
    }
    unused = {key for key in keys if f'"{key}"' not in code and not any(key.startswith(start) for start in patterns)}
    assert not unused


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [(48486, None, "48,486"), (-1.424, 2, "\u22121.42"), (-0.001, 2, "0.00"), (None, 2, "—"), (1.0, 2, "1.00")],
)
def test_numbers(shell: Page, value: float | None, digits: int | None, text: str) -> None:
    assert call(shell, "i18n", "m.formatNumber(v.value, v.digits ?? undefined)", value=value, digits=digits) == text


def test_words_with_counts(shell: Page) -> None:
    say = "[1, 2].map((count) => m.translate('en', 'plane.times', { count }))"
    assert call(shell, "i18n", say) == ["1 time", "2 times"]
    with pytest.raises(Exception, match="needs a value"):
        call(shell, "i18n", "m.translate('en', 'plane.times', {})")


def test_store_tells_by_changed_keys_until_the_signal(shell: Page) -> None:
    heard = call(
        shell,
        "store",
        """(() => {
            const store = m.createStore({ a: 1, b: 2 });
            const end = new AbortController();
            const heard = [];
            store.subscribe(["a"], (state, changed) => heard.push([state.a, [...changed]]), end.signal);
            store.change({ b: 3 });
            store.change({ a: 1 });
            store.change({ a: 5, b: 6 });
            end.abort();
            store.change({ a: 7 });
            return { heard, state: store.state, frozen: Object.isFrozen(store.state) };
        })()""",
    )
    assert heard == {"heard": [[5, ["a", "b"]]], "state": {"a": 7, "b": 6}, "frozen": True}


ZOOM = "m.numberField({ least: 1, most: 8, absent: 1, whole: true })"
PLACES = f"[{{ id: 'plane', fields: {{ token: m.textField(), zoom: {ZOOM} }} }}]"


@pytest.mark.parametrize("token", [".", "e", " ", "&", "=", "#", "?", "/", "%", "é", "字", "🙂", "+"])
def test_address_carries_any_token(shell: Page, token: str) -> None:
    state = {"view": "plane", "model": "names-2d", "language": "zh", "languageChosen": True, "token": token, "zoom": 4}
    read = call(shell, "address", f"m.readAddress(m.writeAddress(v.state, {PLACES}), {PLACES})", state=state)
    assert read == {"patch": state, "ignored": []}


@pytest.mark.parametrize("zoom", ["0", "9", "1.5", "two", "", "NaN", "1e9"])
def test_address_refuses_numbers_beyond_limits(shell: Page, zoom: str) -> None:
    read = call(shell, "address", f"m.readAddress('#/plane?zoom=' + v.zoom, {PLACES})", zoom=zoom)
    assert read["ignored"] == [f"zoom={zoom}"]
    assert read["patch"]["zoom"] == 1


def test_kinds_of_characters(shell: Page) -> None:
    wanted = {
        "vowel": "aeiouAEIOUáèîöūåøæаеёиоуыэюяії",
        "consonant": "bcdfghjklmnpqrstvwxyzñçßбвгдйўж",
        "letter": "字あ한אب",
        "other": "-'7 ",
        "boundary": ".",
    }
    for kind, tokens in wanted.items():
        for token in map(str, unicodedata.normalize("NFC", tokens)):
            assert call(shell, "token", "m.tokenKind(v.token)", token=token) == kind, token
    assert call(shell, "token", "m.tokenLabel(' ')") == "␣"
    assert call(shell, "token", "m.tokenLabel('\\u0301')") == "◌\u0301"


@pytest.mark.parametrize(
    ("tokens", "first"), [(list(".abe"), "e"), (list(".bia"), "i"), ([".", "字"], "字"), (["."], ".")]
)
def test_first_token(shell: Page, tokens: list[str], first: str) -> None:
    assert call(shell, "token", "m.firstToken(v.tokens)", tokens=tokens) == first


def map_input(**changes: Any) -> dict[str, Any]:
    plain = {
        "coordinates": [[0.5, 2.0], [1.0, 1.0], [-3.0, 0.25], [1.0, 1.0]],
        "labels": [".", "<b>", "&", "a"],
        "kinds": ["boundary", "consonant", "other", "vowel"],
        "selected": 3,
        "pair": None,
        "closeness": "",
        "rays": True,
        "notes": [],
        "zoom": 1,
    }
    return {**plain, **changes}


def test_map_figure_is_pure_and_keeps_positions(shell: Page) -> None:
    given = map_input(pair=[3, 2], closeness="cos 0.10")
    figures = call(
        shell,
        "figures/plane_map",
        """(() => {
            const freeze = (x) => {
                for (const y of Object.values(x ?? {})) if (typeof y === 'object') freeze(y);
                return Object.freeze(x);
            };
            const input = freeze(v.input);
            return [m.planeMap(input, freeze(v.surface)), m.planeMap(input, v.surface), JSON.stringify(input)];
        })()""",
        input=given,
        surface=SURFACE,
    )
    assert figures[0] == figures[1]
    assert json.loads(figures[2]) == given
    letters = next(one for one in figures[0]["data"] if one["name"] == "letters")
    assert [list(p) for p in zip(letters["x"], letters["y"], strict=True)] == given["coordinates"]
    assert letters["text"] == ["", "&lt;b&gt;", "&amp;", "a"]


@pytest.mark.parametrize("surface", [(600, 400), (340, 340), (200, 700)])
@pytest.mark.parametrize("points", [[[0, 0]], [[2, 0], [-5, 0]], [[1e-9, 1e9], [3, 4]], [[1, 1], [1, 1]]])
def test_map_window_holds_all_points_at_one_scale(
    shell: Page, points: list[list[float]], surface: tuple[int, int]
) -> None:
    given = map_input(coordinates=points, selected=0)
    size = {"width": surface[0], "height": surface[1]}
    window = call(shell, "figures/plane_window", "m.mapWindow(v.input, v.size)", input=given, size=size)
    for axis, values in zip("xy", zip(*[*points, [0, 0]], strict=True), strict=True):
        low, high = window[axis]
        assert low < min(values)
        assert max(values) < high
    margins = 44, 34  # px that the axes' numbers take
    scales = [
        (window[a][1] - window[a][0]) / (side - margin) for a, side, margin in zip("xy", surface, margins, strict=True)
    ]
    assert scales[0] == pytest.approx(scales[1])


def test_arrow_steps(shell: Page) -> None:
    points = [[0, 0], [1, 0.1], [3, 0], [0, 2], [-1, -3]]
    step = "m.nextInDirection(v.points, v.start, v.direction)"
    for start, direction, wanted in [
        (0, [1, 0], 1),
        (1, [1, 0], 2),
        (0, [0, 1], 3),
        (0, [0, -1], 4),
        (2, [1, 0], 2),
        (3, [0, 1], 3),
    ]:
        assert call(shell, "figures/plane_window", step, points=points, start=start, direction=direction) == wanted


@pytest.mark.parametrize(("metric", "ends"), [("cosine", [-1, 1]), ("dot", [-3, 3]), ("euclidean", [0, 3])])
def test_heatmap_scale(shell: Page, metric: str, ends: list[float]) -> None:
    matrix = [[90.0, -3.0, 2.0], [-3.0, 0.5, None], [2.0, None, 0.1]]
    given = {"matrix": matrix, "labels": [".", "a", "<"], "metric": metric, "selected": 1, "pair": [1, 2]}
    figure = call(
        shell, "figures/similarity_heatmap", "m.similarityHeatmap(v.input, v.surface)", input=given, surface=SURFACE
    )
    heat = figure["data"][0]
    assert [heat["zmin"], heat["zmax"]] == ends
    assert heat["z"] == matrix
    assert len(heat["colorscale"]) == (2 if metric == "euclidean" else 3)
    low, high = figure["layout"]["yaxis"]["range"]
    assert low > high
    assert "&lt;" in figure["layout"]["xaxis"]["ticktext"][2]


def test_closeness_of_a_pair(shell: Page) -> None:
    vectors = [[3.0, 4.0, 0.0], [0.0, 0.0, 0.0], [4.0, 3.0, 12.0]]
    of = "m.closenessOf({ vectors: v.vectors }, v.pair)"
    got = call(shell, "figures/closeness", of, vectors=vectors, pair=[0, 2])
    assert got == pytest.approx({"cosine": 24 / 65, "dot": 24, "distance": math.sqrt(146)})
    assert call(shell, "figures/closeness", of, vectors=vectors, pair=[0, 1])["cosine"] is None
    assert call(shell, "figures/closeness", of, vectors=None, pair=[0, 1]) == {
        "cosine": None,
        "dot": None,
        "distance": None,
    }


def test_rank_moves(shell: Page) -> None:
    one = [{"rank": r + 1, "row": row, "token": str(row)} for r, row in enumerate([4, 2, 7, 1])]
    other = [{"rank": r + 1, "row": row, "token": str(row)} for r, row in enumerate([1, 4, 2, 7])]
    moves = call(shell, "figures/rank_moves", "m.rankMoves(v.one, v.other, 2)", one=one, other=other)
    assert {(move["row"], move["from"], move["to"]) for move in moves} == {(4, 1, 2), (2, 2, 3), (1, 4, 1)}


def test_curl_and_csv(shell: Page) -> None:
    body = {"prefix": 'o\'neil "x"', "n": 1}
    command = call(shell, "export", "m.curlCommand('http://h/api/x?of=%27', v.body)", body=body)
    words = shlex.split(command)
    assert words[:2] == ["curl", "http://h/api/x?of=%27"]
    assert json.loads(words[-1]) == body
    rows = [["a,b", 1.5, None], ['say "x"', -2e-17, "line\nbreak"]]
    text = call(shell, "export", "m.csv({ columns: ['x', 'y', 'z'], rows: v.rows })", rows=rows)
    read = list(csv.reader(io.StringIO(text, newline="")))
    assert read == [["x", "y", "z"], ["a,b", "1.5", ""], ['say "x"', "-2e-17", "line\nbreak"]]


def test_notes_cover_no_letter(shell: Page) -> None:
    """With two lines of notes the lowest letter stays well above the lower edge."""
    given = map_input(coordinates=[[0, 0], [1, -5], [2, 3]], selected=0, rays=False, notes=["one", "two"])
    window = call(shell, "figures/plane_window", "m.mapWindow(v.input, v.size)", input=given, size=SURFACE)
    per_pixel = (window["y"][1] - window["y"][0]) / (SURFACE["height"] - 34)
    assert (-5 - window["y"][0]) / per_pixel > 2 * 16 + 12
