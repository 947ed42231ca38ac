import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from backend.refusal import Refusal
from backend.space.neighbours import Excluded, Neighbour, nearest, neighbours
from backend.space.similarity import METRICS, matrix
from backend.space.table import Table
from tests.space.oracles import CASES, awkward_rows, letters, nearest_rows, score


def table_of(rows) -> Table:
    return Table.build(letters(len(rows)), rows)


@pytest.mark.parametrize("k", [1, 3, 26, 1000])
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(
    "rows",
    [rows for name, rows in CASES.items() if "tiny" not in name],
    ids=[n for n in CASES if "tiny" not in n],
)
def test_every_row_has_the_neighbours_that_plain_python_finds(rows, metric, k):
    table = table_of(rows)
    for asked, token in enumerate(table.tokens):
        if metric == "cosine" and not any(rows[asked]):
            continue
        found = neighbours(table, token, k, metric)
        assert [n.row for n in found.neighbours] == nearest_rows(rows, asked, metric)[:k]
        for rank, neighbour in enumerate(found.neighbours, start=1):
            assert neighbour.rank == rank
            assert neighbour.token == table.tokens[neighbour.row]
            expected = score(rows[neighbour.row], rows[asked], metric)
            assert neighbour.score == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_the_list_says_what_it_is():
    rows = awkward_rows()
    table = table_of(rows)
    found = neighbours(table, "c", 4, "cosine")
    assert (found.metric, found.space, found.exact) == ("cosine", "raw", True)
    assert found.table_sha256 == table.sha256
    assert found.excluded == (Excluded(3, "c", "asked row"), Excluded(7, "g", "zero vector"))
    assert found.rows_searched == 25
    assert [(n.row, n.score) for n in found.neighbours[:2]] == [(11, 1.0), (26, 1.0)]
    assert neighbours(table, "c", 4, "dot").excluded == (Excluded(3, "c", "asked row"),)


def test_one_row_has_no_neighbours():
    found = neighbours(Table.build(["a"], [[1.0]]), "a")
    assert found.neighbours == ()
    assert found.rows_searched == 0


def test_two_rows():
    found = neighbours(Table.build("ab", [[0.0, 0.0], [3.0, 4.0]]), "a", 10, "euclidean")
    assert found.neighbours == (Neighbour(1, "b", 1, 5.0),)


@settings(deadline=None)
@given(
    hnp.arrays(
        st.sampled_from([np.float32, np.float64]),
        hnp.array_shapes(min_dims=2, max_dims=2, max_side=12),
        elements=st.floats(-1e3, 1e3, width=16),
    ),
    st.sampled_from(METRICS),
    st.integers(1, 15),
    st.data(),
)
def test_any_table_agrees_with_its_matrix(vectors, metric, k, data):
    """The matrix is checked against plain Python; here a stable sort of one of its rows is the oracle."""
    table = table_of(vectors)
    asked = data.draw(st.integers(0, table.rows - 1))
    if metric == "cosine" and not vectors[asked].any():
        with pytest.raises(Refusal):
            neighbours(table, table.tokens[asked], k, metric)
        return
    line = matrix(table, metric).to_lists()[asked]
    order = sorted(
        (row for row in range(table.rows) if row != asked and line[row] is not None),
        key=lambda row: (line[row] if metric == "euclidean" else -line[row], row),
    )
    found = neighbours(table, table.tokens[asked], k, metric)
    assert [(n.row, n.score) for n in found.neighbours] == [(row, line[row]) for row in order[:k]]
    assert found.rows_searched + len(found.excluded) == table.rows


@pytest.mark.parametrize("metric", METRICS)
def test_equal_rows_tie_by_row_in_a_large_table(metric):
    """Copies of one row, scattered over blocks: the same score to the last bit, in row order."""
    dice = np.random.default_rng(5)
    vectors = dice.normal(size=(20_000, 17)).astype(np.float32)
    copies = [3, 8_191, 8_192, 12_345, 19_999]
    vectors[copies] = vectors[0]
    found = neighbours(table_of(vectors), "t0", 20_000, metric)
    scores = {n.row: n.score for n in found.neighbours}
    assert len({scores[row] for row in copies}) == 1
    assert [n.row for n in found.neighbours if n.row in copies] == copies
    at_the_edge = neighbours(table_of(vectors), "t0", 3, metric)
    if metric != "dot":
        assert [n.row for n in at_the_edge.neighbours] == copies[:3]


@pytest.mark.parametrize("metric", METRICS)
def test_a_hundred_thousand_rows(metric):
    vectors = np.random.default_rng(2).normal(size=(100_000, 50)).astype(np.float32)
    exact = vectors.astype(np.float64)
    if metric == "euclidean":
        expected = -np.sqrt(((exact - exact[77]) ** 2).sum(axis=1))
    else:
        expected = exact @ exact[77]
        if metric == "cosine":
            expected /= np.linalg.norm(exact, axis=1) * np.linalg.norm(exact[77])
    expected[77] = -math.inf
    order = np.argsort(-expected)[:10]
    found = neighbours(table_of(vectors), "t77", 10, metric)
    assert [n.row for n in found.neighbours] == order.tolist()
    assert [n.score for n in found.neighbours] == pytest.approx(np.abs(expected[order]), rel=1e-12)


def test_any_vector_can_be_asked_about():
    table = Table.build("abc", [[1.0, 0.0], [0.0, 1.0], [5.0, 5.0]])
    found = nearest(table, [2.0, 2.0], "euclidean", 2)
    assert [n.token for n in found.neighbours] == ["a", "b"]
    assert found.excluded == ()
    assert [n.token for n in nearest(table, [2, 2], "cosine", 3, {2: "input"}).neighbours] == ["a", "b"]


@pytest.mark.parametrize(
    ("ask", "field", "message"),
    [
        (lambda t: neighbours(t, "z"), "of", "no token 'z'. Its 3 tokens are: 'a' 'b' '.'"),
        (lambda t: neighbours(t, "."), "of", "'.' is a zero vector, which has no direction; use metric=dot"),
        (lambda t: neighbours(t, "a", 0), "k", "k is 0; ask for at least 1"),
        (lambda t: neighbours(t, "a", -1), "k", "k is -1"),
        (lambda t: neighbours(t, "a", 3, "l2"), "metric", "no metric 'l2'"),
        (lambda t: nearest(t, [1.0], "dot", 1), "vector", "shape (1,); the table's rows have shape (2,)"),
        (lambda t: nearest(t, [[1.0, 2.0]], "dot", 1), "vector", "shape (1, 2)"),
        (lambda t: nearest(t, [1.0, math.nan], "dot", 1), "vector", "not finite"),
        (lambda t: nearest(t, [1.0, 1e200], "dot", 1), "vector", "beyond 1e+120"),
        (lambda t: nearest(t, [0.0, 0.0], "cosine", 1), "vector", "zero, which has no direction"),
        (lambda t: nearest(t, [1.0, 0.0], "dot", 1, {-1: "input"}), "leave_out", "no row -1"),
    ],
)
def test_what_is_refused(ask, field, message):
    with pytest.raises(Refusal) as refused:
        ask(Table.build(["a", "b", "."], [[1.0, 2.0], [3.0, 4.0], [0.0, 0.0]]))
    assert refused.value.field == field
    assert message in str(refused.value)


def test_a_zero_row_has_distances_and_dot_products():
    table = Table.build([".", "a", "b"], [[0.0, 0.0], [3.0, 4.0], [1.0, 0.0]])
    assert [(n.token, n.score) for n in neighbours(table, ".", 5, "euclidean").neighbours] == [
        ("b", 1.0),
        ("a", 5.0),
    ]
    assert [(n.token, n.score) for n in neighbours(table, ".", 5, "dot").neighbours] == [
        ("a", 0.0),
        ("b", 0.0),
    ]


def test_zero_rows_are_found_in_every_block():
    vectors = np.ones((20_000, 2), dtype=np.float32)
    vectors[[5, 9_000, 19_999]] = 0
    found = neighbours(table_of(vectors), "t0", 1, "cosine")
    assert [(e.row, e.reason) for e in found.excluded[1:]] == [(row, "zero vector") for row in (5, 9_000, 19_999)]
    assert found.rows_searched == 19_996
