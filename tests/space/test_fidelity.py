import math
import random

import numpy as np
import pytest

from backend.refusal import Refusal
from backend.space.fidelity import fidelity
from backend.space.projection import project
from backend.space.table import Table
from tests.space.oracles import awkward_rows, letters, random_rows


def table_of(rows) -> Table:
    return Table.build(letters(len(rows)), rows)


def oracle(rows, points, k) -> tuple[float, float]:
    """Venna and Kaski's trustworthiness and the share of neighbours kept, from full sorted lists."""
    size = len(rows)

    def order(items, i):
        return sorted((j for j in range(size) if j != i), key=lambda j: (math.dist(items[i], items[j]), j))

    penalty, kept = 0, 0
    for i in range(size):
        truth, drawn = order(rows, i), order(points, i)[:k]
        penalty += sum(truth.index(j) + 1 - k for j in drawn if j not in truth[:k])
        kept += len(set(truth[:k]) & set(drawn))
    return 1 - 2 / (size * k * (2 * size - 3 * k - 1)) * penalty, kept / (size * k)


@pytest.mark.parametrize(("size", "dimensions", "k"), [(27, 10, 5), (27, 3, 13), (3, 4, 1), (40, 6, 10), (80, 30, 1)])
def test_both_shares_are_the_formulas(size, dimensions, k):
    rows = random_rows(size, dimensions, seed=k)
    points = project(table_of(rows)).coordinates
    found = fidelity(table_of(rows), points, k)
    assert found.k == k
    assert (found.trustworthiness, found.neighbours_kept) == pytest.approx(oracle(rows, points.tolist(), k), abs=1e-12)


def test_ties_go_by_row_on_both_sides():
    dice = random.Random(3)
    rows = [[float(dice.randrange(3)) for _ in range(3)] for _ in range(30)]  # a lattice: many equal rows and distances
    points = [[float(dice.randrange(2)) for _ in range(2)] for _ in range(30)]
    found = fidelity(table_of(rows), np.array(points), 4)
    assert (found.trustworthiness, found.neighbours_kept) == pytest.approx(oracle(rows, points, 4), abs=1e-12)


def test_a_drawing_that_is_the_table_is_perfect():
    for rows in (random_rows(27, 2, seed=1), [[float(value % 5)] for value in range(12)]):
        found = fidelity(table_of(rows), project(table_of(rows)).coordinates, 5)
        assert (found.trustworthiness, found.neighbours_kept) == (1.0, 1.0)


def test_a_drawing_that_joins_what_is_apart_pays_by_rank():
    """Four points, k = 1: each is drawn beside its second or third neighbour, which costs 1 or 2."""
    rows = [[0.0], [1.0], [10.0], [11.0]]
    points = np.array([[0.0, 0.0], [5.0, 0.0], [5.1, 0.0], [0.1, 0.0]])  # pairs 0 with 3 and 1 with 2
    found = fidelity(table_of(rows), points, 1)
    assert found.neighbours_kept == 0
    assert found.trustworthiness == pytest.approx(1 - 2 / (4 * 1 * 4) * (2 + 1 + 1 + 2))


@pytest.mark.parametrize(("size", "asked", "used"), [(27, 13, 13), (27, 14, 13), (4, 10, 1), (3, 10, 1)])
def test_k_is_lowered_to_what_the_formula_allows(size, asked, used):
    rows = random_rows(size, 3, seed=2)
    found = fidelity(table_of(rows), project(table_of(rows)).coordinates, asked)
    assert found.k == used
    assert 0 <= found.trustworthiness <= 1


def test_awkward_rows_have_shares_too():
    rows = awkward_rows()
    points = project(table_of(rows)).coordinates
    found = fidelity(table_of(rows), points, 3)
    assert (found.trustworthiness, found.neighbours_kept) == pytest.approx(oracle(rows, points.tolist(), 3), abs=1e-12)


@pytest.mark.parametrize(("size", "dimensions"), [(1, 2), (2, 2), (5_001, 1), (2_042, 300)])
def test_too_few_and_too_many_rows_have_none(size, dimensions):
    table = table_of(np.zeros((size, dimensions), dtype=np.float32))
    assert fidelity(table, np.zeros((size, 2))) is None


@pytest.mark.parametrize(
    ("points", "k", "field", "message"),
    [
        (np.zeros((4, 2)), 0, "k", "k is 0"),
        (np.zeros((3, 2)), 1, "coordinates", "shape (3, 2); the table has 4 rows"),
        (np.zeros(4), 1, "coordinates", "shape (4,)"),
    ],
)
def test_what_is_refused(points, k, field, message):
    with pytest.raises(Refusal) as refused:
        fidelity(table_of(np.eye(4)), points, k)
    assert refused.value.field == field
    assert message in str(refused.value)
