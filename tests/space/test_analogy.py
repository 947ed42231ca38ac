import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.refusal import Refusal
from backend.space.analogy import analogy
from backend.space.neighbours import Excluded
from backend.space.table import Table
from tests.space.oracles import random_rows, score

# columns: royal, male, female, edible
HAND_MADE = {
    "king": [0.9, 0.8, 0.1, 0.0],
    "queen": [0.9, 0.1, 0.8, 0.0],
    "man": [0.1, 0.8, 0.1, 0.0],
    "woman": [0.1, 0.1, 0.8, 0.0],
    "apple": [0.0, 0.0, 0.1, 0.9],
    "prince": [0.7, 0.8, 0.1, 0.1],
    "nothing": [0.0, 0.0, 0.0, 0.0],
}


@pytest.fixture
def words() -> Table:
    return Table.build(HAND_MADE, list(HAND_MADE.values()))


@pytest.mark.parametrize("metric", ["cosine", "dot", "euclidean"])
def test_king_less_man_and_woman_is_queen(words, metric):
    found = analogy(words, ["king", "woman"], ["man"], 2, metric)
    assert found.neighbours[0].token == "queen"
    sums = [0.9, 0.1, 0.8, 0.0]
    assert found.neighbours[0].score == pytest.approx(score(sums, HAND_MADE["queen"], metric), abs=1e-12)


def test_inputs_are_excluded_and_listed(words):
    found = analogy(words, ["king", "woman"], ["man"])
    assert found.excluded == (
        Excluded(0, "king", "input"),
        Excluded(2, "man", "input"),
        Excluded(3, "woman", "input"),
        Excluded(6, "nothing", "zero vector"),
    )
    assert {n.token for n in found.neighbours} == {"queen", "apple", "prince"}
    assert found.rows_searched == 3


def test_a_token_given_twice_counts_twice(words):
    found = analogy(words, ["man", "man"], k=1, metric="dot")
    assert found.neighbours[0].token == "king"
    assert found.neighbours[0].score == pytest.approx(2 * (0.09 + 0.64 + 0.01))


@given(st.permutations(range(6)), st.integers(0, 6))
def test_the_order_of_tokens_changes_nothing(order, cut):
    table = Table.build("abcdefgh", random_rows(8, 3, seed=6))
    plus = ["a", *("abcdef"[i] for i in order[:cut])]
    minus = ["abcdef"[i] for i in order[cut:]]
    assert analogy(table, plus, minus) == analogy(table, plus[::-1], sorted(minus))


def test_a_token_added_and_taken_away_leaves_no_trace():
    table = Table.build("abcd", np.array([[0.1, 0.2], [1e9, 0.3], [0.7, 0.1], [0.4, 0.4]]))
    asked = analogy(table, ["a", "b"], ["b"], metric="euclidean")
    assert [n.score for n in asked.neighbours] == [
        score([0.1, 0.2], row, "euclidean") for row in ([0.4, 0.4], [0.7, 0.1])
    ]


@pytest.mark.parametrize(
    ("plus", "minus", "options", "field", "message"),
    [
        ([], ["man"], {}, "plus", "at least one token in plus="),
        (["kong"], [], {}, "plus", "no token 'kong'"),
        (["king"], ["mann"], {}, "minus", "no token 'mann'"),
        (["king", "man"], ["man", "king"], {}, "plus", "'king' + 'man' - 'man' - 'king' is the zero vector"),
        (["nothing"], [], {}, "plus", "'nothing' is the zero vector"),
        (["king"], [], {"k": 0}, "k", "k is 0"),
        (["king"], [], {"metric": "angle"}, "metric", "no metric 'angle'"),
    ],
)
def test_what_is_refused(words, plus, minus, options, field, message):
    with pytest.raises(Refusal) as refused:
        analogy(words, plus, minus, **options)
    assert refused.value.field == field
    assert message in str(refused.value)


def test_a_zero_sum_has_distances(words):
    found = analogy(words, ["king"], ["king"], 1, "euclidean")
    assert (found.neighbours[0].token, found.neighbours[0].score) == ("nothing", 0.0)
