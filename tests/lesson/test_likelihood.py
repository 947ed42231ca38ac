"""Log-probabilities and scores against PyTorch and plain lists, to the last bit in any company."""

import numpy as np
import pytest
import torch
from torch.nn import functional as F

from backend.lesson.likelihood import BLOCK, log_probabilities, score
from backend.lesson.network import Network, Shape, initialised
from tests.lesson.plain import Plain

SHAPES = [
    Shape(3, 2, 100, 27),
    Shape(3, 10, 200, 27),
    Shape(1, 1, 1, 2),
    Shape(5, 7, 33, 40),
    Shape(4, 5, 17, 26),
    Shape(2, 3, 129, 500),
]


def some(shape, rows, seed=1):
    return np.random.default_rng(seed).integers(0, shape.vocabulary_size, (rows, shape.context_length))


@pytest.mark.parametrize("rows", [1, BLOCK - 1, BLOCK, BLOCK + 1, 500])
def test_log_probabilities_are_those_of_log_softmax(trained, rows):
    X = some(trained.shape, rows)
    expected = F.log_softmax(trained.network.forward(torch.from_numpy(X)).logits.double(), dim=1)
    found = log_probabilities(trained.network, X)
    assert found.dtype == np.float64
    assert np.allclose(found, expected.numpy(), atol=1e-5)
    assert np.allclose(np.exp(found).sum(axis=1), 1, atol=1e-12)


def test_log_probabilities_are_those_of_plain_lists(trained):
    X = some(trained.shape, 4)
    oracle = Plain(trained.network.tensors)
    for context, row in zip(X.tolist(), log_probabilities(trained.network, X), strict=True):
        assert row.tolist() == pytest.approx(oracle.log_probabilities(context), abs=1e-5)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_row_is_the_same_to_the_last_bit_in_any_company_and_at_any_place(shape):
    network = initialised(shape, "lecture", 1)
    X = some(shape, 150)
    expected = log_probabilities(network, X)
    for shift in (1, 5, 31, 64, 149):
        assert np.array_equal(log_probabilities(network, np.roll(X, shift, axis=0)), np.roll(expected, shift, axis=0))
    alone = [log_probabilities(network, X[i : i + 1])[0] for i in range(0, 150, 7)]
    assert np.array_equal(alone, expected[::7])


def test_huge_logits_give_no_nan():
    network = Network(Shape(1, 1, 1, 3), torch.zeros(Shape(1, 1, 1, 3).parameters))
    network.logits_bias[1] = 1e30
    found = log_probabilities(network, np.array([[0]]))
    assert found.tolist() == [[pytest.approx(-1e30), 0, pytest.approx(-1e30)]]


def test_scores_follow_a_text_token_by_token(trained, names):
    texts = ["emma", "q", "", "zzyzx"]
    ids = [names.vocabulary.encode(text, "texts") for text in texts]
    oracle = Plain(trained.network.tensors)
    for text, scores in zip(ids, score(trained.network, ids, [True] * 4), strict=True):
        assert [token.token for token in scores] == [*text, 0]
        whole = [0, 0, 0, *text, 0]
        for place, token in enumerate(scores):
            expected = oracle.log_probabilities(whole[place : place + 3])
            assert token.context == tuple(whole[place : place + 3])
            assert token.log_probability == pytest.approx(expected[token.token], abs=1e-5)
            assert token.rank == 1 + sorted(expected, reverse=True).index(expected[token.token])
        total = sum(token.log_probability for token in scores)
        assert total == pytest.approx(oracle.text_log_probability(text, True), abs=1e-5)


def test_an_end_is_scored_only_where_it_is_asked_for(trained):
    with_end, without, nothing = score(trained.network, [[5, 13], [5, 13], []], [True, False, False])
    assert with_end[:2] == without
    assert len(with_end) == 3 and with_end[2].token == 0
    assert nothing == []
    assert score(trained.network, [[], []], [False, False]) == [[], []]
    assert score(trained.network, [], []) == []


def test_a_text_has_the_same_score_in_any_company(trained, names):
    ids = [names.vocabulary.encode(word, "texts") for word in names.words[:400]]
    together = score(trained.network, ids, [True] * 400)
    assert [score(trained.network, [text], [True])[0] for text in ids[::20]] == together[::20]


def test_tokens_that_are_equally_likely_rank_by_id():
    network = Network(Shape(2, 1, 1, 5), torch.zeros(Shape(2, 1, 1, 5).parameters))
    (scores,) = score(network, [[4, 1, 3, 2]], [True])
    assert [token.rank for token in scores] == [5, 2, 4, 3, 1]
    assert [token.log_probability for token in scores] == pytest.approx([-np.log(5)] * 5)
