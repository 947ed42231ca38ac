"""Both ways to a row against plain lists, sizes against arithmetic, and nothing allocated that would not fit."""

import pytest
import torch

from backend.experiments import lookup
from backend.experiments.lookup import by_index, by_one_hot, measure, sizes
from backend.refusal import Refusal


@pytest.mark.parametrize(("V", "D", "N"), [(27, 2, 500), (6, 4, 15), (1000, 10, 64), (1, 1, 1)])
def test_both_ways_give_the_rows(V: int, D: int, N: int) -> None:
    C, X = torch.randn(V, D), torch.randint(V, (N,))
    rows = C.tolist()
    expected = [rows[i] for i in X.tolist()]
    assert by_index(C, X).tolist() == expected
    assert by_one_hot(C, X).tolist() == expected


def test_sizes_of_the_claims() -> None:
    """S23 and S25: every position of the names at K = 3, with 27 tokens and with 50,257."""
    names = sizes(27, 2, 228_146 * 3)
    assert names.one_hot_float32 == 73_919_304 and names.one_hot_int64 == 147_838_608
    assert names.result == 1_368_876 * 4
    assert sizes(50_257, 2, 228_146 * 3).one_hot_float32 / 1e9 == pytest.approx(137.6, abs=0.05)
    C, X = torch.randn(10, 3), torch.randint(10, (7,))
    hot = torch.nn.functional.one_hot(X, 10)
    small = sizes(10, 3, 7)
    assert (small.table, small.ids, small.result) == (C.nbytes, X.nbytes, C[X].nbytes)
    assert (small.one_hot_int64, small.one_hot_float32) == (hot.nbytes, hot.float().nbytes)


def test_a_measure_of_what_fits() -> None:
    told = measure(100, 4, 1000, 10**7)
    assert told.equal is True and 1 <= told.rounds <= 15
    assert 0 < told.index < 1 and 0 < told.one_hot < 1


def test_one_hot_rows_that_do_not_fit_are_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("made")

    monkeypatch.setattr(lookup, "by_one_hot", never)
    told = measure(50_257, 2, 684_438, 256_000_000)
    assert told.one_hot is None and told.equal is None and told.index > 0
    with pytest.raises(AssertionError, match="made"):
        measure(27, 2, 10, 256_000_000)


def test_the_limit_is_met_to_the_byte() -> None:
    size = sizes(30, 1, 100)
    assert measure(30, 1, 100, size.one_hot).one_hot is not None
    assert measure(30, 1, 100, size.one_hot - 1).one_hot is None


@pytest.mark.parametrize(
    ("sizes_", "field", "megabytes"),
    [((1_000_000, 256, 1), "dimensions", "1,024.0 MB"), ((27, 256, 10_000_000), "rows", "10,320.0 MB")],
)
def test_an_index_that_does_not_fit_is_refused(sizes_: tuple[int, int, int], field: str, megabytes: str) -> None:
    with pytest.raises(Refusal, match=megabytes) as refused:
        measure(*sizes_, 256_000_000)
    assert refused.value.field == field
