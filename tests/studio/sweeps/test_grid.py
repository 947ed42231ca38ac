"""Grids and their tables, against plain loops and the textbook formula."""

import itertools
import math

import pytest

from backend.studio.sweeps.grid import Cell, Grid, grid_of, sweep_id, training_id
from backend.studio.sweeps.tally import Outcome, rows

CONTENT = {"embedding_dims": [3, 1, 3], "hidden_sizes": [20], "seeds": [2, 1], "knobs": {"steps": 5, "corpus": "names"}}


def test_every_d_with_every_h_with_every_seed_once() -> None:
    grid = grid_of({**CONTENT, "hidden_sizes": [20, 10]})
    cells = list(grid.cells())
    assert {(c.embedding_dim, c.hidden_size, c.seed) for c in cells} == set(itertools.product([1, 3], [10, 20], [1, 2]))
    assert len(cells) == len(grid) == 8
    assert [cell.seed for cell in cells] == [1] * 4 + [2] * 4
    assert grid.request(cells[0]) == {"steps": 5, "corpus": "names", "embedding_dim": 1, "hidden_size": 10, "seed": 1}
    assert grid_of(grid.as_dict()) == grid


def test_the_same_grid_has_the_same_id_and_another_another() -> None:
    grid = grid_of(CONTENT)
    same = Grid(grid.embedding_dims, grid.hidden_sizes, grid.seeds, dict(reversed(grid.knobs.items())))
    assert sweep_id(grid, "a") == sweep_id(same, "a")
    others = [grid_of({**CONTENT, "seeds": [1]}), grid_of({**CONTENT, "knobs": {"steps": 6, "corpus": "names"}})]
    assert len({sweep_id(grid, "a"), sweep_id(grid, "b"), *(sweep_id(other, "a") for other in others)}) == 4


def test_ids_of_trainings_are_ids_even_where_they_are_longest() -> None:
    name = training_id(sweep_id(grid_of(CONTENT), "a"), Cell(1024, 10_000, 2**53 - 1))
    assert len(name) <= 64
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")


def test_means_and_spreads_over_seeds() -> None:
    def done(dim: int, seed: int, train: float, dev: float, structure: float | None) -> Outcome:
        return Outcome(Cell(dim, 20, seed), train, dev, structure)

    table = rows(
        [done(2, 1, 2.0, 2.5, 1.0), done(1, 1, 3.0, 3.1, None), done(2, 2, 2.2, 2.4, 0.5), done(2, 3, 2.1, 2.6, None)]
    )
    assert [(row["embedding_dim"], row["runs"]) for row in table] == [(1, 1), (2, 3)]
    one, two = table
    assert one["dev"] == {"mean": 3.1, "spread": None}
    assert one["structure"] == {"mean": None, "spread": None}
    assert two["dev"]["mean"] == pytest.approx(2.5)
    assert two["dev"]["spread"] == pytest.approx(math.sqrt((0 + 0.01 + 0.01) / 2))
    assert two["gap"]["mean"] == pytest.approx((0.5 + 0.2 + 0.5) / 3)
    assert two["structure"] == {"mean": 0.75, "spread": pytest.approx(math.sqrt(0.125))}
