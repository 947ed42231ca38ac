"""What made a number, against the lesson's formulas over plain lists, the trace itself, and its own expression."""

import math

import pytest
import torch

from backend.lesson.network import Shape, initialised
from backend.lesson.origin import origin
from backend.lesson.trace import trace
from backend.refusal import Refusal
from tests.lesson.plain import Plain

SHAPES = [Shape(3, 2, 100, 27), Shape(3, 10, 50, 27), Shape(1, 1, 1, 1), Shape(4, 3, 7, 40)]
NAMES = {"ids": "X", "embedding": "emb", "concatenation": "flat", "hidden": "h", "logits": "logits"}


def network_and_contexts(shape, B=3):
    network = initialised(shape, "lecture", 1)
    return network, torch.randint(
        shape.vocabulary_size, (B, shape.context_length), generator=torch.Generator().manual_seed(1)
    )


def places(step, most=60):
    every = [tuple(map(int, place)) for place in torch.ones(step.tensor.shape).nonzero()]
    return every[:: max(1, len(every) // most)]


@pytest.mark.parametrize("shape", SHAPES)
def test_adding_up_gives_the_number_of_the_trace(shape):
    network, X = network_and_contexts(shape)
    for step in trace(network, X):
        for place in places(step):
            made = origin(network, X, step.name, place)
            largest = max([1.0, *(abs(term.value) for term in made.terms)])
            assert made.value == float(step.tensor[place])
            assert abs(made.result - made.value) < 1e-5 * largest, (step.name, place)


@pytest.mark.parametrize("shape", SHAPES)
def test_hidden_units_and_logits_are_the_formulas_over_lists(shape):
    network, X = network_and_contexts(shape)
    plain, D = Plain(network.tensors), shape.embedding_dim
    for b, row in enumerate(X.tolist()):
        flat = [number for i in row for number in plain.table[i]]
        hidden, logits = plain.hidden(row), plain.logits(row)
        for q in range(shape.hidden_size):
            made = origin(network, X, "hidden", (b, q))
            products = [flat[i] * plain.W1[i][q] for i in range(len(flat))]
            assert [term.value for term in made.terms] == pytest.approx(products, abs=1e-9)
            assert [term.position for term in made.terms] == [i // D for i in range(len(flat))]
            assert [term.factors[1].index for term in made.terms] == [(i, q) for i in range(len(flat))]
            assert made.bias.value == plain.b1[q]
            assert made.result == pytest.approx(hidden[q], abs=1e-6)
            assert made.total == pytest.approx(sum(products) + plain.b1[q], abs=1e-9)
        for j in range(shape.vocabulary_size):
            made = origin(network, X, "logits", (b, j))
            assert [term.factors[1].value for term in made.terms] == [line[j] for line in plain.W2]
            assert made.result == pytest.approx(logits[j], abs=1e-4)
        shares = [origin(network, X, "probabilities", (b, j)).result for j in range(shape.vocabulary_size)]
        assert shares == pytest.approx([math.exp(z) for z in plain.log_probabilities(row)], abs=1e-5)
        assert sum(shares) == pytest.approx(1, abs=1e-12)


def test_every_factor_is_the_number_at_its_address():
    network, X = network_and_contexts(Shape(3, 4, 8, 27))
    steps = {step.expression.split(" = ")[0]: step.tensor for step in trace(network, X)}
    weights = {"C": "table", "W1": "hidden.weight", "b1": "hidden.bias", "W2": "logits.weight", "b2": "logits.bias"}
    steps |= {name: network.tensors[tensor] for name, tensor in weights.items()}
    for step in trace(network, X):
        for place in places(step):
            made = origin(network, X, step.name, place)
            factors = [factor for term in made.terms for factor in term.factors] + [made.bias] * bool(made.bias)
            assert all(factor.value == float(steps[factor.tensor][factor.index]) for factor in factors)


def test_the_expressions_are_true_as_they_stand():
    network, X = network_and_contexts(Shape(3, 4, 8, 27))
    scope = {"C": network.table, "W1": network.hidden_weight, "b1": network.hidden_bias, "tanh": math.tanh}
    scope |= {"W2": network.logits_weight, "b2": network.logits_bias, "exp": math.exp}
    scope |= {step.expression.split(" = ")[0]: step.tensor for step in trace(network, X)}
    for step in trace(network, X):
        for place in places(step, 10):
            made = origin(network, X, step.name, place)
            assert float(eval(made.expression, scope)) == pytest.approx(made.value, abs=1e-4), made.expression


@pytest.mark.parametrize(
    ("step", "index", "field", "said"),
    [
        ("softmax", (0, 0), "step", "the steps are ids, embedding"),
        ("hidden", (0,), "index", "takes 2"),
        ("embedding", (0, 1), "index", r"embedding \(B, K, D\) takes 3"),
        ("hidden", (0, 8), "index", "from 0 to 7"),
        ("logits", (3, 0), "index", "3 for B"),
        ("ids", (0, -1), "index", "-1 for K"),
    ],
)
def test_a_number_that_is_not_there(step, index, field, said):
    network, X = network_and_contexts(Shape(3, 4, 8, 27))
    with pytest.raises(Refusal, match=said) as refused:
        origin(network, X, step, index)
    assert refused.value.field == field
