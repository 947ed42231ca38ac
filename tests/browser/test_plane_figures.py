"""The Plane's figures as pure functions, imported inside Chromium: map, window, heatmap, closeness, moves of rank."""

import json
import math
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.modules import call

NAMES = "ink muted line surface accent vowel consonant boundary low mid high near far"
PALETTE = dict.fromkeys(NAMES.split(), "#123456")
SURFACE = {"width": 600, "height": 400, "palette": {**PALETTE, "sans": "sans-serif", "mono": "monospace"}}


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


def test_notes_cover_no_letter(shell: Page) -> None:
    """With two lines of notes the lowest letter stays well above the lower edge."""
    given = map_input(coordinates=[[0, 0], [1, -5], [2, 3]], selected=0, rays=False, notes=["one", "two"])
    window = call(shell, "figures/plane_window", "m.mapWindow(v.input, v.size)", input=given, size=SURFACE)
    per_pixel = (window["y"][1] - window["y"][0]) / (SURFACE["height"] - 34)
    assert (-5 - window["y"][0]) / per_pixel > 2 * 16 + 12
