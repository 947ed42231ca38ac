import itertools
import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from backend.refusal import Refusal
from backend.space.similarity import METRICS, matrix
from backend.space.table import Table
from tests.space.oracles import CASES, awkward_rows, letters, random_rows, score


def table_of(rows) -> Table:
    return Table.build(letters(len(rows)), rows)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("rows", CASES.values(), ids=CASES)
def test_every_pair_is_the_textbook_value(rows, metric):
    picture = matrix(table_of(rows), metric)
    assert np.isfinite(picture.values).all()
    for i, line in enumerate(picture.to_lists()):
        for j, value in enumerate(line):
            expected = score(rows[i], rows[j], metric)
            if expected is None:
                assert value is None
            else:
                scale = 0 if metric == "cosine" else math.hypot(*rows[i]) * math.hypot(*rows[j])
                assert value == pytest.approx(expected, rel=1e-12, abs=max(1e-14, 1e-14 * scale))


finite_tables = hnp.arrays(
    st.sampled_from([np.float32, np.float64]),
    hnp.array_shapes(min_dims=2, max_dims=2, max_side=9),
    elements=st.floats(-1e6, 1e6, width=32),
)


@settings(deadline=None)
@given(finite_tables, st.sampled_from(METRICS))
def test_any_table_gives_a_symmetric_finite_matrix(vectors, metric):
    picture = matrix(table_of(vectors), metric)
    values = picture.values
    assert (values == values.T).all()
    assert np.isfinite(values).all()
    zero = [row for row in range(len(vectors)) if not vectors[row].any()]
    assert list(picture.undefined_rows) == (zero if metric == "cosine" else [])
    if metric == "euclidean":
        assert (np.diag(values) == 0).all()
        assert (values >= 0).all()
    if metric == "cosine":
        assert (np.abs(values) <= 1).all()
        assert all(values[row, row] == 1 for row in range(len(vectors)) if row not in zero)


@settings(deadline=None)
@given(finite_tables, st.sampled_from(METRICS), st.data())
def test_picking_a_part_never_changes_a_number(vectors, metric, data):
    table = table_of(vectors)
    rows = data.draw(st.lists(st.integers(0, table.rows - 1), min_size=1, max_size=12))
    part = matrix(table, metric, rows)
    assert part.rows == tuple(rows)
    assert (part.values == matrix(table, metric).values[np.ix_(rows, rows)]).all()


@pytest.mark.parametrize("metric", METRICS)
def test_equal_rows_have_equal_scores_to_the_last_bit(metric):
    values = matrix(table_of(awkward_rows()), metric).values
    for one, other in itertools.combinations((3, 11, 26), 2):
        assert (values[one] == values[other]).all()


def test_cosine_sees_direction_and_the_dot_product_length():
    """Lesson, S51: three arrows that point the same way."""
    table = table_of([[1.0, 1.0], [2.0, 2.0], [10.0, 10.0]])
    assert matrix(table, "cosine").values.tolist() == [[1.0] * 3] * 3
    assert matrix(table, "dot").values[0].tolist() == [2.0, 4.0, 20.0]
    assert matrix(table, "euclidean").values[0].tolist() == pytest.approx([0, math.sqrt(2), math.sqrt(162)])


def test_rounding_never_takes_a_cosine_beyond_one():
    rows = np.array(random_rows(200, 3, seed=5))
    for factor in (1 / 3, -0.7, 1e-3):
        for row in rows:
            values = matrix(table_of([row, row * factor]), "cosine").values
            assert np.abs(values).max() == 1
            assert values[0, 1] == pytest.approx(math.copysign(1, factor), abs=1e-15)


def test_one_hot_rows_are_all_equally_far():
    """Lesson, S35: 351 pairs, every dot product 0, every distance the square root of 2."""
    table = table_of(np.eye(27))
    pairs = np.triu_indices(27, 1)
    assert len(pairs[0]) == 351
    assert set(matrix(table, "dot").values[pairs]) == {0.0}
    assert set(matrix(table, "euclidean").values[pairs]) == {math.sqrt(2)}


def test_a_cosine_matrix_of_a_plane_has_rank_two():
    """Lesson, S54."""
    values = matrix(table_of(random_rows(27, 2, seed=8)), "cosine").values
    assert np.linalg.matrix_rank(values, tol=1e-9) == 2


def test_undefined_cosines_travel_as_null():
    picture = matrix(table_of([[1.0, 0.0], [0.0, 0.0], [0.0, 2.0]]), "cosine", rows=[2, 1])
    assert picture.undefined_rows == (1,)
    assert json.dumps(picture.to_lists(), allow_nan=False) == "[[1.0, null], [null, null]]"


@pytest.mark.parametrize(
    ("options", "field", "message"),
    [
        ({"metric": "cosinus"}, "metric", "no metric 'cosinus'; choose one of cosine, dot, euclidean"),
        (
            {"limit": 3},
            "tokens",
            "The table has 4 rows, and a picture holds at most 3; pick a part with tokens=",
        ),
        ({"limit": 1, "rows": [0, 1]}, "tokens", "tokens= picks 2 rows, and a picture holds at most 1"),
        ({"rows": []}, "tokens", "No row is picked"),
        ({"rows": [4]}, "tokens", "no row 4; the table has rows 0 to 3"),
        ({"rows": [-1]}, "tokens", "no row -1"),
    ],
)
def test_what_is_refused(options, field, message):
    with pytest.raises(Refusal) as refused:
        matrix(table_of(np.ones((4, 2))), **{"metric": "dot", **options})
    assert refused.value.field == field
    assert message in str(refused.value)


def test_a_part_may_be_as_large_as_the_limit():
    assert matrix(table_of(np.ones((4, 2))), "dot", rows=[1, 2, 3], limit=3).values.shape == (3, 3)
