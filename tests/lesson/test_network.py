"""The network against plain lists: shapes, parameters, lookup, order, initial losses."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional as F

from backend.lesson.evaluation import mean_loss
from backend.lesson.network import Network, Shape, initialised
from backend.refusal import Refusal
from tests.lesson.plain import Plain

SIZES = st.builds(Shape, st.integers(1, 5), st.integers(1, 4), st.integers(1, 6), st.integers(1, 7))


def made_up(shape, seed=1):
    """A float64 network of moderate numbers, biases included."""
    generator = torch.Generator().manual_seed(seed)
    return Network(shape, 0.5 * torch.randn(shape.parameters, generator=generator, dtype=torch.float64))


@given(SIZES, st.integers(1, 4), st.integers(0, 99))
def test_the_forward_pass_equals_plain_lists(shape, B, seed):
    network = made_up(shape, seed)
    X = torch.randint(shape.vocabulary_size, (B, shape.context_length), generator=torch.Generator().manual_seed(seed))
    made, oracle = network.forward(X), Plain(network.tensors)
    for row, context in enumerate(X.tolist()):
        assert made.hidden[row].tolist() == pytest.approx(oracle.hidden(context), abs=1e-12)
        assert made.logits[row].tolist() == pytest.approx(oracle.logits(context), abs=1e-12)
        assert made.concatenation[row].tolist() == [x for i in context for x in oracle.table[i]]


@pytest.mark.parametrize(
    ("shape", "parameters"),
    [
        (Shape(3, 2, 100, 27), 3_481),
        (Shape(3, 10, 200, 27), 11_897),
        (Shape(8, 10, 200, 27), 21_897),
        (Shape(3, 4, 8, 6), 182),
    ],
)
def test_parameters(shape, parameters):
    assert shape.parameters == parameters
    assert initialised(shape, "scaled", 1).flat.shape == (parameters,)


def test_what_one_more_of_each_costs():
    base = Shape(3, 10, 200, 27).parameters
    assert Shape(3, 10, 201, 27).parameters - base == 58
    assert Shape(3, 11, 200, 27).parameters - base == 627
    assert Shape(4, 10, 200, 27).parameters - base == 2_000


def test_the_exercise_of_182_parameters():
    network = initialised(Shape(3, 4, 8, 6), "lecture", 1)
    assert [tuple(t.shape) for t in network.tensors.values()] == [(6, 4), (12, 8), (8,), (8, 6), (6,)]
    assert [t.nelement() for t in network.tensors.values()] == [24, 96, 8, 48, 6]
    made = network.forward(torch.arange(15).view(5, 3) % 6)
    shapes = [tuple(t.shape) for t in (made.embedding, made.concatenation, made.hidden, made.logits)]
    assert shapes == [(5, 3, 4), (5, 12), (5, 8), (5, 6)]


@pytest.mark.parametrize("field", ["context_length", "embedding_dim", "hidden_size", "vocabulary_size"])
def test_a_size_below_1_is_refused_by_name(field):
    sizes = {"context_length": 3, "embedding_dim": 2, "hidden_size": 5, "vocabulary_size": 27, field: 0}
    with pytest.raises(Refusal, match=f"{field} is 0; it has to be at least 1") as e:
        Shape(**sizes)
    assert e.value.field == field


def test_the_five_tensors_are_views_of_one_buffer():
    network = initialised(Shape(3, 2, 5, 7), "lecture", 1)
    start = network.flat.data_ptr()
    for tensor in network.tensors.values():
        assert tensor.data_ptr() == start
        start += tensor.nelement() * 4
    assert torch.equal(torch.cat([t.reshape(-1) for t in network.tensors.values()]), network.flat)
    network.flat.zero_()
    assert not network.table.any()


def test_a_copy_has_memory_of_its_own():
    network = initialised(Shape(3, 2, 5, 7), "lecture", 1)
    other = network.copy()
    other.flat.zero_()
    assert network.flat.all()
    assert not other.table.any()


def test_a_buffer_of_another_length_is_refused():
    with pytest.raises(Refusal, match=r"takes 182 numbers in a row, not \(181,\)"):
        Network(Shape(3, 4, 8, 6), torch.zeros(181))


def test_one_hot_times_the_table_is_the_lookup():
    network = initialised(Shape(3, 2, 100, 27), "lecture", 1)
    C, X = network.table, torch.randint(27, (64, 3), generator=torch.Generator().manual_seed(1))
    assert torch.equal(F.one_hot(torch.tensor(5), 27).float() @ C, C[5])
    product = F.one_hot(X.view(-1), 27).float() @ C  # (BK, D)
    assert torch.equal(product.view(64, 3, 2), network.forward(X).embedding)


def test_an_index_drops_its_axis_and_a_slice_keeps_it():
    C = initialised(Shape(3, 2, 100, 27), "lecture", 1).table
    assert torch.equal(C[5], C[5:6][0])
    assert (C[5].shape, C[5].ndim, C[5:6].shape, C[5:6].ndim) == ((2,), 1, (1, 2), 2)


def test_the_mean_of_embeddings_forgets_the_order_and_the_concatenation_keeps_it():
    network = initialised(Shape(3, 10, 200, 27), "lecture", 1)
    aba, aab = network.forward(torch.tensor([[1, 2, 1]])), network.forward(torch.tensor([[1, 1, 2]]))
    assert torch.allclose(aba.embedding.mean(dim=1), aab.embedding.mean(dim=1))
    assert not torch.allclose(aba.logits, aab.logits)


@pytest.mark.parametrize(("D", "H"), [(2, 100), (10, 200)])
def test_a_scaled_network_starts_near_ln_27_and_a_lecture_one_far_above(parts, D, H):
    shape, dev = Shape(3, D, H, 27), parts(3).dev
    for seed in range(1, 4):
        assert mean_loss(initialised(shape, "scaled", seed), dev) == pytest.approx(math.log(27), abs=0.05)
        assert mean_loss(initialised(shape, "lecture", seed), dev) > 10


def test_a_lecture_network_is_plain_randn_and_a_scaled_one_the_same_draw_rescaled():
    shape = Shape(3, 10, 200, 27)
    drawn = torch.randn(shape.parameters, generator=torch.Generator().manual_seed(7))
    lecture, scaled = initialised(shape, "lecture", 7), initialised(shape, "scaled", 7)
    assert torch.equal(lecture.flat, drawn)
    assert torch.equal(scaled.table, lecture.table)
    assert torch.allclose(scaled.hidden_weight, lecture.hidden_weight * 5 / 3 / 30**0.5)
    assert torch.allclose(scaled.logits_weight, lecture.logits_weight / 100)
    assert not scaled.hidden_bias.any() and not scaled.logits_bias.any()


def test_seeds():
    shape = Shape(3, 2, 100, 27)
    assert torch.equal(initialised(shape, "scaled", 5).flat, initialised(shape, "scaled", 5).flat)
    assert not torch.equal(initialised(shape, "scaled", 5).flat, initialised(shape, "scaled", 6).flat)
    before = torch.get_rng_state()
    initialised(shape, "lecture", 2**64 - 1)
    assert torch.equal(torch.get_rng_state(), before)


def test_another_init_is_refused():
    with pytest.raises(Refusal, match="init is 'xavier'; it is 'scaled' or 'lecture'") as e:
        initialised(Shape(3, 2, 100, 27), "xavier", 1)
    assert e.value.field == "init"
