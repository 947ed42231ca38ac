"""The gradient by hand against autograd, finite differences and the lesson's own cases."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional as F

from backend.lesson.gradient import Gradient
from backend.lesson.network import Network, Shape
from tests.lesson.plain import Plain
from tests.lesson.test_network import SIZES, made_up


def batch(shape, B, seed, soft):
    """Contexts with repeated rows and repeated tokens, and hard or soft targets."""
    generator = torch.Generator().manual_seed(seed)
    X = torch.randint(shape.vocabulary_size, (B, shape.context_length), generator=generator)
    X = torch.cat([X, X[:1], X[:1, :1].expand(1, shape.context_length)])
    if soft:
        return X, torch.rand(len(X), shape.vocabulary_size, generator=generator, dtype=torch.float64).softmax(dim=1)
    return X, F.one_hot(torch.randint(shape.vocabulary_size, (len(X),), generator=generator), shape.vocabulary_size)


@given(SIZES, st.integers(1, 6), st.integers(0, 99), st.booleans())
def test_the_gradient_by_hand_is_that_of_autograd(shape, B, seed, soft):
    network = made_up(shape, seed)
    X, targets = batch(shape, B, seed, soft)
    leaf = network.flat.clone().requires_grad_()
    logits = Network(shape, leaf).forward(X).logits
    F.cross_entropy(logits, targets if soft else targets.argmax(dim=1)).backward()
    found = Gradient(network).fill(X, network.forward(X), targets.double())
    assert torch.allclose(found, leaf.grad, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("soft", [False, True])
def test_the_gradient_by_hand_is_the_slope_of_the_plain_loss(soft):
    shape, step = Shape(3, 2, 4, 5), 1e-6
    network = made_up(shape)
    X, targets = batch(shape, 4, 1, soft)
    found = Gradient(network).fill(X, network.forward(X), targets.double())
    for place in range(shape.parameters):
        losses = []
        for moved in (step, -step):
            other = network.copy()
            other.flat[place] += moved
            losses.append(Plain(other.tensors).loss(X.tolist(), targets.tolist()))
        assert float(found[place]) == pytest.approx((losses[0] - losses[1]) / (2 * step), abs=1e-8)


def test_in_float32_at_the_size_of_the_lesson(parts):
    shape = Shape(3, 10, 200, 27)
    network = Network(shape, 0.3 * torch.randn(shape.parameters, generator=torch.Generator().manual_seed(1)))
    X = torch.from_numpy(parts(3).train.contexts[:256])
    targets = torch.from_numpy(parts(3).train.dense(slice(0, 256))).float()
    targets /= targets.sum(dim=1, keepdim=True)
    leaf = network.flat.clone().requires_grad_()
    F.cross_entropy(Network(shape, leaf).forward(X).logits, targets).backward()
    assert torch.allclose(Gradient(network).fill(X, network.forward(X), targets), leaf.grad, atol=1e-6)


def test_a_row_that_is_read_twice_receives_2():
    shape = Shape(3, 2, 4, 7)
    leaf = made_up(shape).flat.clone().requires_grad_()
    network = Network(shape, leaf)
    network.forward(torch.tensor([[5, 5, 1]])).embedding.sum().backward()
    rows = leaf.grad[:14].view(7, 2).tolist()
    assert rows == [[0, 0], [1, 1], [0, 0], [0, 0], [0, 0], [2, 2], [0, 0]]


def test_a_row_receives_the_sum_of_its_places():
    """Two tokens with equal vectors receive, together, what one token in both places receives."""
    shape = Shape(2, 3, 4, 6)
    network = made_up(shape)
    network.table[4] = network.table[5]
    target = F.one_hot(torch.tensor([2]), 6).double()
    both, apart = Gradient(network), Gradient(network)
    both.fill(torch.tensor([[5, 5]]), network.forward(torch.tensor([[5, 5]])), target)
    apart.fill(torch.tensor([[4, 5]]), network.forward(torch.tensor([[4, 5]])), target)
    both_rows, apart_rows = both.flat[:18].view(6, 3), apart.flat[:18].view(6, 3)
    assert torch.allclose(both_rows[5], apart_rows[4] + apart_rows[5])
    assert not both_rows[:5].any()


def test_a_second_fill_leaves_nothing_of_the_first():
    shape = Shape(3, 2, 4, 5)
    network, (X, targets) = made_up(shape), batch(shape, 4, 1, True)
    once, twice = Gradient(network), Gradient(network)
    twice.fill(X.flip(0), network.forward(X.flip(0)), targets)
    twice.fill(X, network.forward(X), targets)
    assert torch.equal(once.fill(X, network.forward(X), targets), twice.flat)


def test_the_activations_are_not_changed():
    shape = Shape(3, 2, 4, 5)
    network, (X, targets) = made_up(shape), batch(shape, 4, 1, True)
    made = network.forward(X)
    before = [made.logits.clone(), made.hidden.clone(), targets.clone(), network.flat.clone()]
    Gradient(network).fill(X, made, targets)
    after = [made.logits, made.hidden, targets, network.flat]
    assert all(torch.equal(a, b) for a, b in zip(before, after, strict=True))
