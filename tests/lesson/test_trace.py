"""The trace against what PyTorch says of shapes, memory and operations."""

import numpy as np
import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from backend.lesson.likelihood import log_probabilities
from backend.lesson.network import Shape, initialised
from backend.lesson.trace import trace

NAMES = ["ids", "embedding", "concatenation", "preactivation", "hidden", "logits", "probabilities"]


def contexts(shape, B, seed=1):
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(shape.vocabulary_size, (B, shape.context_length), generator=generator)


def traced(shape, B):
    network, X = initialised(shape, "lecture", 1), contexts(shape, B)
    return network, X, {step.name: step for step in trace(network, X)}


@pytest.mark.parametrize("shape", [Shape(3, 2, 100, 27), Shape(3, 4, 8, 6), Shape(1, 1, 1, 1), Shape(8, 10, 20, 90)])
@pytest.mark.parametrize("B", [1, 2, 5, 64])
def test_symbols_stand_for_the_shapes_there_are(shape, B):
    _, _, steps = traced(shape, B)
    K, D, H, V = shape.context_length, shape.embedding_dim, shape.hidden_size, shape.vocabulary_size
    sizes = {"B": B, "K": K, "D": D, "KD": K * D, "H": H, "V": V}
    assert list(steps) == NAMES
    for step in steps.values():
        assert tuple(step.tensor.shape) == tuple(sizes[letter] for letter in step.symbols)
        assert step.bytes == step.tensor.nelement() * (8 if step.name == "ids" else 4)


def test_the_exercise_of_182_parameters():
    _, _, steps = traced(Shape(3, 4, 8, 6), 5)
    shapes = [tuple(steps[name].tensor.shape) for name in ("ids", "embedding", "concatenation", "hidden", "logits")]
    assert shapes == [(5, 3), (5, 3, 4), (5, 12), (5, 8), (5, 6)]


def test_the_expressions_run_as_they_are_printed_and_give_these_tensors():
    shape, B = Shape(3, 10, 200, 27), 32
    network, X, steps = traced(shape, B)
    scope = {"torch": torch, "X": X, "C": network.table, "B": B, "K": 3, "D": 10}
    scope |= {"W1": network.hidden_weight, "b1": network.hidden_bias}
    scope |= {"W2": network.logits_weight, "b2": network.logits_bias}
    for step in list(steps.values())[1:]:
        exec(step.expression, scope)
        assert torch.allclose(scope[step.expression.split(" = ")[0]], step.tensor, atol=1e-5)


def test_the_trace_is_the_network_that_generates(trained):
    X = contexts(trained.shape, 64)
    steps = {step.name: step.tensor for step in trace(trained.network, X)}
    made = trained.network.forward(X)
    for name in NAMES[1:-1]:
        assert torch.equal(steps[name], getattr(made, name))
    assert np.allclose(steps["probabilities"].log().numpy(), log_probabilities(trained.network, X.numpy()), atol=1e-4)
    assert torch.allclose(steps["probabilities"].sum(dim=1), torch.ones(64))


@pytest.mark.parametrize("B", [1, 32])
def test_only_the_concatenation_is_a_view(B):
    network, _, steps = traced(Shape(3, 2, 100, 27), B)
    assert {name: step.view_of for name, step in steps.items()} == dict.fromkeys(NAMES) | {"concatenation": "embedding"}
    assert steps["embedding"].tensor.data_ptr() == steps["concatenation"].tensor.data_ptr()
    addresses = {step.tensor.data_ptr() for step in steps.values()}
    assert len(addresses) == len(NAMES) - 1
    assert addresses.isdisjoint(tensor.data_ptr() for tensor in network.tensors.values())


def test_a_context_length_of_1_is_a_view_as_well():
    assert traced(Shape(1, 5, 8, 27), 7)[2]["concatenation"].view_of == "embedding"


def test_the_strides_of_the_lesson():
    embedding, flat = (traced(Shape(3, 2, 100, 27), 32)[2][name].tensor for name in ("embedding", "concatenation"))
    assert (embedding.stride(), embedding.is_contiguous()) == ((6, 2, 1), True)
    assert (flat.stride(), flat.is_contiguous()) == ((6, 1), True)
    assert embedding.view(-1, 6).shape == (32, 6)
    with pytest.raises(RuntimeError, match=r"shape '\[-1, 5\]' is invalid for input of size 192"):
        embedding.view(-1, 5)
    with pytest.raises(RuntimeError, match="only one dimension can be inferred"):
        embedding.view(-1, -1)
    assert embedding.contiguous().data_ptr() == embedding.data_ptr()
    turned = embedding.transpose(1, 2)
    assert not turned.is_contiguous() and turned.data_ptr() == embedding.data_ptr()
    with pytest.raises(RuntimeError, match="view size is not compatible"):
        turned.view(32, 6)
    assert turned.reshape(32, 6).data_ptr() != embedding.data_ptr()
    assert not torch.equal(turned.reshape(32, 6), flat)


def test_the_concatenation_keeps_the_order_of_characters():
    embedding, flat = (traced(Shape(3, 2, 100, 27), 32)[2][name].tensor for name in ("embedding", "concatenation"))
    assert torch.equal(flat, torch.cat([embedding[:, place] for place in range(3)], dim=1))
    assert torch.equal(flat, embedding.reshape(len(embedding), -1))


@pytest.mark.parametrize("shape", [Shape(3, 10, 200, 27), Shape(5, 3, 7, 40)])
@pytest.mark.parametrize("B", [1, 64])
def test_the_flops_of_the_products_are_those_that_torch_counts(shape, B):
    network, X, steps = traced(shape, B)
    with FlopCounterMode(display=False) as counter:
        network.forward(X)
    H, V = shape.hidden_size, shape.vocabulary_size
    products = steps["preactivation"].flops - B * H + steps["logits"].flops - B * V  # without adding the biases
    assert products == counter.get_total_flops()
    assert steps["ids"].flops == steps["embedding"].flops == steps["concatenation"].flops == 0
    assert steps["hidden"].flops == B * H
    assert steps["probabilities"].flops >= 3 * B * V  # exponential, sum, division
