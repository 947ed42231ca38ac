"""The Train view's pure modules inside Chromium, against NumPy, brute force and plain counting."""

import itertools
import math

import numpy as np
import pytest
from playwright.sync_api import Page

from tests.browser.modules import call

SIZE = {"width": 600, "height": 400}


def turned(points: list[list[float]], angle: float, mirror: bool) -> list[list[float]]:
    c, s = math.cos(angle), math.sin(angle)
    return [[c * x - s * y, s * x + c * y] for x, y in ([(x, -y) if mirror else (x, y) for x, y in points])]


def misfit(one: list[list[float]], other: list[list[float]]) -> float:
    return sum((a - c) ** 2 + (b - d) ** 2 for (a, b), (c, d) in zip(one, other, strict=True))


POINTS = [[1.0, 0.2], [-0.5, 2.0], [0.3, -1.4], [-2.0, -0.1], [0.9, 0.9]]


@pytest.mark.parametrize(("angle", "mirror"), [*itertools.product([0.0, 0.7, 2.5, math.pi, -1.2], [False, True])])
def test_procrustes_undoes_a_turn_and_a_mirror(shell: Page, angle: float, mirror: bool) -> None:
    moved = turned(POINTS, angle, mirror)
    back = call(shell, "figures/procrustes", "m.alignedTo(v.moved, v.points)", moved=moved, points=POINTS)
    assert np.allclose(back, POINTS, atol=1e-12)


def test_procrustes_is_the_best_of_all_angles(shell: Page) -> None:
    rng = np.random.default_rng(3)
    for _ in range(8):
        moving, fixed = rng.normal(size=(2, 6, 2)).tolist()
        found = misfit(call(shell, "figures/procrustes", "m.alignedTo(v.a, v.b)", a=moving, b=fixed), fixed)
        angles = np.linspace(0, 2 * math.pi, 20_001)
        best = min(misfit(turned(moving, angle, mirror), fixed) for angle in angles[::20] for mirror in (False, True))
        assert found <= best + 1e-9
        assert found >= best - 1e-3 * best


@pytest.mark.parametrize("shape", [(27, 3), (27, 10), (27, 27), (6, 40), (3, 5)])
def test_shadow_is_the_principal_plane(shell: Page, shape: tuple[int, int]) -> None:
    table = np.random.default_rng(shape[1]).normal(size=shape) * np.linspace(3, 1, shape[1])
    shadow = call(shell, "figures/shadow", "m.shadowOf(v.table)", table=table.tolist())
    u, s, _ = np.linalg.svd(table - table.mean(axis=0), full_matrices=False)
    wanted = u[:, :2] * s[:2]
    points = np.array(shadow["points"])
    for axis in range(2):
        assert np.allclose(points[:, axis], wanted[:, axis], atol=1e-8) or np.allclose(
            points[:, axis], -wanted[:, axis], atol=1e-8
        )
    assert shadow["share"] == pytest.approx((s[:2] ** 2).sum() / (s**2).sum())


def test_a_table_of_equal_rows_has_a_shadow_too(shell: Page) -> None:
    shadow = call(shell, "figures/shadow", "m.shadowOf(v.table)", table=[[1, 2, 3, 4]] * 5)
    assert shadow == {"points": [[0, 0]] * 5, "share": None}


def spinning(frames: int) -> list[list[list[float]]]:
    """Tables of four dimensions that only spin in space: their shadow has no reason to move at all."""
    rng = np.random.default_rng(5)
    table = rng.normal(size=(9, 4)) * [5, 3, 0.5, 0.2]
    turn = np.linalg.qr(rng.normal(size=(4, 4)))[0]
    tables = []
    for _ in range(frames):
        tables.append(table.tolist())
        table = table @ turn
    return tables


@pytest.mark.parametrize("way", ["m.extended(m.NO_FILM, v.steps, v.tables, s)", "m.filmTo(v.steps, v.tables, s)"])
def test_a_film_does_not_spin(shell: Page, way: str) -> None:
    tables = spinning(6)
    way = f"await (async (s) => {way})((await import('/src/figures/shadow.js')).shadowNear)"
    film = call(shell, "figures/film", way, steps=[0, 2, 4, 6, 8, 10], tables=tables)
    for picture in film["pictures"]:
        assert np.allclose(picture, film["pictures"][0], atol=1e-8)
    low, high = np.min(film["pictures"][0], axis=0), np.max(film["pictures"][0], axis=0)
    assert np.allclose(film["extent"], [low, high], atol=1e-6)


def test_two_dimensions_are_drawn_as_they_are(shell: Page) -> None:
    tables = [[[1, 2], [3, 4]], [[-2, 1], [-4, 3]]]
    film = call(shell, "figures/film", "m.filmTo([0, 10], v.tables)", tables=tables)
    assert film["pictures"] == tables
    between = call(
        shell,
        "figures/film",
        "[2.5, -1, 99, 10].map((step) => m.pointsAt(m.filmTo([0, 10], v.tables), step))",
        tables=tables,
    )
    assert between == [[[0.25, 1.75], [1.25, 3.75]], tables[0], tables[1], tables[1]]
    line = call(shell, "figures/film", "m.filmTo([0], [[[1.5], [2]]]).pictures")
    assert line == [[[1.5, 0], [2, 0]]]


def test_frames_are_found_like_counting(shell: Page) -> None:
    steps = [0, 3, 4, 10, 50]
    asked = [-1, 0, 1, 2, 3, 3.5, 4, 9, 30, 31, 50, 70]
    found = call(
        shell,
        "figures/film",
        "v.asked.map((s) => [m.frameAt(v.steps, s), m.nearestFrame(v.steps, s)])",
        asked=asked,
        steps=steps,
    )
    for step, (before, nearest) in zip(asked, found, strict=True):
        assert before == max([at for at, kept in enumerate(steps) if kept <= step], default=0)
        assert abs(steps[nearest] - step) == min(abs(kept - step) for kept in steps)


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_steps_and_places_are_inverse(shell: Page, scale: str) -> None:
    steps = [0, 1, 7, 500, 1000]
    places = call(
        shell, "figures/axis", "v.steps.map((s) => m.placeOfStep(s, 1000, v.scale))", steps=steps, scale=scale
    )
    assert places[0] == 0
    assert places[-1] == 1
    assert places == sorted(places)
    back = call(
        shell, "figures/axis", "v.places.map((p) => m.stepOfPlace(p, 1000, v.scale))", places=places, scale=scale
    )
    assert back == pytest.approx(steps)


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3.2, 4.1), (2.05, 2.4), (0, 123456), (-0.001, 0.002), (5, 5)])
def test_ticks_are_round_and_within(shell: Page, low: float, high: float) -> None:
    ticks = call(shell, "figures/axis", "m.ticks(v.low, v.high, 5)", low=low, high=high)
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in ticks)
    assert 1 <= len(ticks) <= 7
    gaps = {round(b - a, 9) for a, b in itertools.pairwise(ticks)}
    assert len(gaps) <= 1


@pytest.mark.parametrize("size", [(600, 400), (340, 340), (200, 700)])
@pytest.mark.parametrize("origin", [True, False])
@pytest.mark.parametrize("extent", [[[-1, 2], [3, 2.5]], [[1e-9, -5], [2e-9, 1e3]], [[2, 2], [2, 2]]])
def test_the_plane_has_one_scale_and_holds_its_extent(
    shell: Page, extent: list[list[float]], origin: bool, size: tuple[int, int]
) -> None:
    corners = [*extent, [0, 0]] if origin else extent
    xs, ys = call(
        shell,
        "figures/film_map",
        "(({ x, y }) => [v.corners.map((c) => x(c[0])), v.corners.map((c) => y(c[1]))])(m.filmPlaces(v.input, v.size))",
        corners=corners,
        input={"extent": extent, "origin": origin, "note": "shadow"},
        size={"width": size[0], "height": size[1]},
    )
    assert all(34 <= x <= size[0] - 10 for x in xs)
    assert all(8 <= y <= size[1] - 26 - 20 for y in ys)
    (left, low), (right, high) = extent
    if right > left and high > low and xs[1] > xs[0] + 1 and ys[0] > ys[1] + 1:
        assert (xs[1] - xs[0]) / (right - left) == pytest.approx((ys[0] - ys[1]) / (high - low))
