import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from backend.refusal import Refusal
from backend.space.projection import project
from backend.space.table import Table
from tests.space.oracles import letters, random_rows


def table_of(rows) -> Table:
    return Table.build(letters(len(rows)), rows)


def pca_oracle(rows) -> tuple[np.ndarray, np.ndarray]:
    """Plane coordinates and all variance shares, by the covariance matrix's eigenvectors."""
    centred = np.asarray(rows, dtype=np.float64) - np.mean(np.asarray(rows, dtype=np.float64), axis=0)
    values, directions = np.linalg.eigh(centred.T @ centred)
    first = directions[:, ::-1][:, :2]
    first = first * np.sign(first[np.abs(first).argmax(axis=0), [0, 1]])
    return centred @ first, values[::-1] / values.sum()


def test_a_plane_is_drawn_as_it_is():
    rows = random_rows(27, 2, seed=3)
    drawn = project(table_of(rows))
    assert drawn.method == "none"
    assert drawn.coordinates.tolist() == rows
    assert drawn.variance == pytest.approx(1)
    spread = np.var(rows, axis=0)
    assert drawn.axes == pytest.approx(tuple(spread / spread.sum()))
    assert project(table_of(rows), "none").coordinates.tolist() == rows


def test_one_dimension_is_a_line():
    for method in (None, "none"):
        drawn = project(table_of([[3.0], [-1.0], [2.0]]), method)
        assert drawn.method == "line"
        assert drawn.coordinates.tolist() == [[3.0, 0.0], [-1.0, 0.0], [2.0, 0.0]]
        assert (drawn.variance, drawn.axes) == (1.0, (1.0, 0.0))


@pytest.mark.parametrize(("size", "dimensions"), [(27, 10), (27, 3), (5, 40), (2, 3), (9_000, 6)])
def test_pca_is_the_covariance_matrix_seen_along_its_axes(size, dimensions):
    scaled = np.array(random_rows(size, dimensions, seed=size)) * np.linspace(3, 1, dimensions) + 100
    drawn = project(table_of(scaled))
    expected, shares = pca_oracle(scaled)
    assert drawn.method == "pca"
    axes = 1 if size == 2 else 2  # two points lie on a line
    assert drawn.coordinates[:, :axes] == pytest.approx(expected[:, :axes], abs=1e-8)
    assert drawn.axes == pytest.approx(tuple(shares[:2]), abs=1e-9)
    assert drawn.variance == pytest.approx(shares[:2].sum())


def test_axes_point_where_their_largest_weight_is_positive():
    ramp = np.arange(5.0)[:, None]
    drawn = project(
        table_of(ramp * [-3.0, 1.0, 1.0] + np.array([[0, 1, 0], [0, 0, 0], [0, -1, 0], [0, 0, 0], [0, 0, 0]]))
    )
    assert drawn.coordinates[0, 0] > drawn.coordinates[4, 0]  # x grows with the first column, which falls


def test_among_equal_weights_the_first_column_decides():
    for seed in range(30):
        signs = np.random.default_rng(seed).choice([-1.0, 1.0], size=7)
        drawn = project(
            table_of(np.array(random_rows(9, 1, seed)) * signs)
        )  # all weights of one size, but for rounding
        rises = np.array(random_rows(9, 1, seed))[:, 0] * signs[0]
        assert (np.argsort(drawn.coordinates[:, 0]) == np.argsort(rises)).all()


@settings(deadline=None, max_examples=40)
@given(
    hnp.arrays(np.float64, st.tuples(st.integers(1, 9), st.integers(1, 6)), elements=st.floats(-1e3, 1e3, width=16)),
    st.permutations(range(9)),
)
def test_any_table_draws_the_same_whenever_it_is_asked(vectors, order):
    drawn = project(table_of(vectors), "pca")
    assert np.isfinite(drawn.coordinates).all()
    assert (drawn.coordinates == project(table_of(vectors), "pca").coordinates).all()
    assert drawn.variance is None or 0 < drawn.variance <= 1
    far = np.linalg.norm(drawn.coordinates[:, None] - drawn.coordinates[None], axis=2)
    truth = np.linalg.norm(vectors[:, None] - vectors[None], axis=2)
    assert (far <= truth + 1e-9 * (1 + truth.max())).all()  # a shadow is never longer
    if vectors.shape[1] <= 2:
        assert far == pytest.approx(truth, abs=1e-9 * (1 + truth.max()))  # only turned and moved


def test_equal_rows_get_equal_points_in_any_block():
    vectors = np.random.default_rng(9).normal(size=(9_001, 7))
    vectors[[5, 8_191, 8_192, 9_000]] = vectors[0]
    points = project(table_of(vectors)).coordinates
    assert (points[[5, 8_191, 8_192, 9_000]] == points[0]).all()


@pytest.mark.parametrize("rows", [[[0.1, 0.2, 0.3]], [[0.1, 0.2, 0.3]] * 9, [[1e9 + 0.1] * 4] * 3])
def test_equal_rows_have_no_variance_to_share(rows):
    drawn = project(table_of(rows))
    assert drawn.coordinates.tolist() == [[0.0, 0.0]] * len(rows)
    assert (drawn.variance, drawn.axes) == (None, None)


@pytest.mark.parametrize("rows", [[[0.1, 0.7]], [[0.1, 0.7]] * 3, [[0.1]] * 3])
def test_equal_rows_on_a_plane_stay_where_they_are(rows):
    drawn = project(table_of(rows))
    assert drawn.coordinates[:, 0].tolist() == [0.1] * len(rows)
    assert (drawn.variance, drawn.axes) == (None, None)


def test_rows_on_one_line_leave_y_at_zero():
    drawn = project(table_of([[0.1 * t, 0.2 * t, 0.3 * t] for t in range(8)]))
    assert drawn.coordinates[:, 1].tolist() == [0.0] * 8
    assert drawn.axes == pytest.approx((1.0, 0.0))


@pytest.mark.parametrize(
    ("method", "message"),
    [
        ("none", "The table has 3 dimensions and a plane has two; use method=pca"),
        ("umap", "no projection 'umap'; choose"),
    ],
)
def test_what_is_refused(method, message):
    with pytest.raises(Refusal) as refused:
        project(table_of([[1.0, 2.0, 3.0]]), method)
    assert refused.value.field == "method"
    assert message in str(refused.value)
