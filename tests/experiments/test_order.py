"""Order, and the gradients of rows: by loops over plain numbers, and by gradients taken as differences."""

import itertools
import math

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from backend.experiments.order import apart, mean_forward, ordered
from backend.experiments.row_uses import lines, row_uses
from backend.lesson.contexts import window
from backend.lesson.network import Network, Shape, initialised
from backend.lesson.vocabulary import Vocabulary

WORDS = ("emma", "anna", "eve", "ava")
VOCABULARY = Vocabulary("".join(WORDS))
K, D, H = 3, 4, 8


@pytest.fixture
def network() -> Network:
    return initialised(Shape(K, D, H, len(VOCABULARY)), "lecture", 3)


@pytest.fixture
def pooling(network: Network) -> Network:
    """A network with one block of W1 for every position."""
    made = network.copy()
    made.hidden_weight[:] = made.hidden_weight[:D].repeat(K, 1)
    return made


def ids(*texts: str) -> torch.Tensor:
    return torch.tensor([VOCABULARY.encode(text, "text") for text in texts])


def test_a_mean_by_plain_loops(pooling: Network) -> None:
    X = ids("aba".replace("b", "v"), "emm")
    pooled, logits = mean_forward(pooling, X)
    for row, context in enumerate(X.tolist()):
        mean = [sum(pooling.table[i][d].item() for i in context) / K for d in range(D)]
        assert pooled[row].tolist() == pytest.approx(mean, abs=1e-6)
        weights, bias = pooling.hidden_weight[:D].tolist(), pooling.hidden_bias.tolist()
        h = [math.tanh(sum(K * mean[d] * weights[d][j] for d in range(D)) + bias[j]) for j in range(H)]
        out, last = pooling.logits_weight.tolist(), pooling.logits_bias.tolist()
        expected = [sum(h[j] * out[j][v] for j in range(H)) + last[v] for v in range(len(VOCABULARY))]
        assert logits[row].tolist() == pytest.approx(expected, abs=1e-4)


def test_equal_blocks_are_the_same_network_in_either_form(pooling: Network) -> None:
    X = torch.from_numpy(window(WORDS, VOCABULARY, K).X)
    torch.testing.assert_close(mean_forward(pooling, X)[1], pooling.forward(X).logits, atol=1e-4, rtol=1e-4)


def test_every_order_is_one_to_the_mean_and_another_to_concatenation(network: Network, pooling: Network) -> None:
    texts = sorted({"".join(order) for order in itertools.permutations("ave")})
    first, *others = ordered(network, pooling, ids(*texts))
    assert len(others) == 5
    for other in others:
        told = apart(first, other)
        assert told.nearly and told.largest_difference < 1e-6 and told.pooling < 1e-5
        assert told.concatenation > 0.01
        assert sorted(first.concatenation.tolist()) == sorted(other.concatenation.tolist())
        assert first.concatenation.tolist() != other.concatenation.tolist()


def test_other_characters_are_other_means(network: Network, pooling: Network) -> None:
    told = apart(*ordered(network, pooling, ids("ave", "ema")))
    assert not told.nearly and not told.to_the_last_bit
    p, q = (mean_forward(pooling, ids(text))[1].softmax(dim=1)[0].tolist() for text in ("ave", "ema"))
    assert told.pooling == pytest.approx(sum(max(a - b, 0) for a, b in zip(p, q, strict=True)), abs=1e-6)


def test_uses_of_emma_are_the_lesson_s(network: Network) -> None:
    """S70: '.' six times, a once, e three times, m five times."""
    found = row_uses(network, window(["emma"], VOCABULARY, K))
    uses = dict(zip(VOCABULARY.tokens, found.uses.tolist(), strict=True))
    assert {token: n for token, n in uses.items() if n} == {".": 6, "a": 1, "e": 3, "m": 5}
    assert found.of_the_sum.tolist() == [[n] * D for n in found.uses.tolist()]


@pytest.mark.parametrize("word", ["", "a", "anna", "eve", "emmaemma"])
def test_uses_by_counting_and_the_loss_s_gradient_by_differences(network: Network, word: str) -> None:
    found = row_uses(network, window([word], VOCABULARY, K))
    padded = "." * K + word
    windows = [padded[i : i + K] for i in range(len(word) + 1)]
    counted = ["".join(windows).count(token) for token in VOCABULARY.tokens]
    assert found.uses.tolist() == counted
    X, Y = ids(*windows), ids(*(word + "."))[:, 0]
    precise = network.table.double()

    def loss(table: torch.Tensor) -> float:
        flat = torch.stack([torch.cat([table[i] for i in row]) for row in X])
        h = torch.tanh(flat @ network.hidden_weight.double() + network.hidden_bias.double())
        return F.cross_entropy(h @ network.logits_weight.double() + network.logits_bias.double(), Y).item()

    assert found.loss == pytest.approx(loss(precise), abs=1e-4)
    for row, column in itertools.product(range(len(VOCABULARY)), range(D)):
        step = torch.zeros_like(precise)
        step[row, column] = 1e-5
        slope = (loss(precise + step) - loss(precise - step)) / 2e-5
        assert found.of_the_loss[row, column].item() == pytest.approx(slope, abs=1e-3)
    assert not found.of_the_loss[found.uses == 0].any()


def test_the_lines_give_the_same(network: Network) -> None:
    found = row_uses(network, window(["eve"], VOCABULARY, K))
    C, W1, b1, W2, b2 = network.copy().tensors.values()
    stoi = {token: i for i, token in enumerate(VOCABULARY.tokens)}
    names = {"torch": torch, "F": F, "C": C.clone(), "W1": W1, "b1": b1, "W2": W2, "b2": b2, "stoi": stoi}
    exec(lines("eve"), names)
    np.testing.assert_allclose(names["of_the_sum"], found.of_the_sum)
    np.testing.assert_allclose(names["of_the_loss"], found.of_the_loss, atol=1e-5)
    assert names["loss"].item() == pytest.approx(found.loss, abs=1e-5)
