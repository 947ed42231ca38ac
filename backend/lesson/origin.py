"""One number of a trace -> the numbers it was made of, added up in plain Python.

Every step of the forward pass has one rule here, written out as the lesson writes it and not as the network computes
it: loops and sums over lists instead of products of matrices. A hidden unit is the tanh of KD products and a bias, in
which row kD + d of W1 meets number d of the character at position k (embedding-and-mlp 7.3 and 7.4; S77 to S79).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from torch import Tensor

from backend.lesson.network import Network
from backend.lesson.trace import TraceStep, trace
from backend.refusal import Refusal


@dataclass(frozen=True)
class Factor:
    """A number of a tensor by its address: W1[3, 17] = -0.4. Tensors have the names of the trace's expressions."""

    tensor: str
    index: tuple[int, ...]
    value: float


@dataclass(frozen=True)
class Term:
    """A product, a copied number or a power of e; `position` is the k that it belongs to, where it belongs to one."""

    factors: tuple[Factor, ...]
    value: float
    position: int | None = None


@dataclass(frozen=True)
class Origin:
    """What made a number: function(terms + bias). `value` is the trace's own, `result` what adding up here gives."""

    expression: str  # Python over the tensors, true as it stands
    function: str  # vocabulary, row, copy, sum, tanh or softmax
    terms: tuple[Term, ...]
    bias: Factor | None
    total: float  # of the terms and the bias
    result: float
    value: float


def origin(network: Network, X: Tensor, step: str, index: Sequence[int]) -> Origin:
    """The origin of `step`[index] in the trace of contexts X (B, K); raises Refusal for a number that is not there."""
    steps = {one.name: one for one in trace(network, X)}
    place = _checked(steps, step, index)
    made = {name: one.tensor.tolist() for name, one in steps.items()}
    value: Any = made[step]
    for at in place:
        value = value[at]
    return Origin(*RULES[step](network, made, place), value)


def _checked(steps: dict[str, TraceStep], step: str, index: Sequence[int]) -> tuple[int, ...]:
    if step not in steps:
        raise Refusal(f"step is {step!r}; the steps are {', '.join(steps)}", "step")
    shape = tuple(steps[step].tensor.shape)
    letters = ", ".join(steps[step].symbols)
    if len(index) != len(shape):
        raise Refusal(f"index {list(index)} has {len(index)} numbers; {step} ({letters}) takes {len(shape)}", "index")
    for axis, (at, size) in enumerate(zip(index, shape, strict=True)):
        if not 0 <= at < size:
            raise Refusal(
                f"index {list(index)} has {at} for {steps[step].symbols[axis]}; {step} has the shape {shape}, so it "
                f"goes from 0 to {size - 1}",
                "index",
            )
    return tuple(index)


Made = dict[str, Any]  # the tensors of the trace by step, as nested lists
Parts = tuple[str, str, tuple[Term, ...], Factor | None, float, float]  # an Origin without its value
Rule = Callable[[Network, Made, tuple[int, ...]], Parts]


def _id(_: Network, made: Made, place: tuple[int, ...]) -> Parts:
    b, k = place
    token = float(made["ids"][b][k])
    return f"X[{b}, {k}]", "vocabulary", (Term((), token, k),), None, token, token


def _embedding(network: Network, made: Made, place: tuple[int, ...]) -> Parts:
    b, k, d = place
    row = made["ids"][b][k]
    number = float(network.table[row, d])
    read = (Factor("X", (b, k), float(row)), Factor("C", (row, d), number))
    return f"C[X[{b}, {k}], {d}]", "row", (Term(read, number, k),), None, number, number


def _concatenation(network: Network, made: Made, place: tuple[int, ...]) -> Parts:
    b, j = place
    k, d = divmod(j, network.shape.embedding_dim)
    number = made["embedding"][b][k][d]
    copied = Term((Factor("emb", (b, k, d), number),), number, k)
    return f"emb[{b}, {k}, {d}]", "copy", (copied,), None, number, number


def _weighted(network: Network, made: Made, place: tuple[int, ...]) -> Parts:
    b, h = place
    K, D = network.shape.context_length, network.shape.embedding_dim
    column = network.hidden_weight[:, h].tolist()
    terms = []
    for k in range(K):
        for d in range(D):
            number, weight = made["embedding"][b][k][d], column[k * D + d]
            pair = (Factor("emb", (b, k, d), number), Factor("W1", (k * D + d, h), weight))
            terms.append(Term(pair, number * weight, k))
    bias = Factor("b1", (h,), float(network.hidden_bias[h]))
    total = sum(term.value for term in terms) + bias.value
    products = f"emb[{b}, k, d] * W1[k * {D} + d, {h}] for k in range({K}) for d in range({D})"
    return f"sum({products}) + b1[{h}]", "sum", tuple(terms), bias, total, total


def _hidden(network: Network, made: Made, place: tuple[int, ...]) -> Parts:
    expression, _, terms, bias, total, _ = _weighted(network, made, place)
    return f"tanh({expression})", "tanh", terms, bias, total, math.tanh(total)


def _logit(network: Network, made: Made, place: tuple[int, ...]) -> Parts:
    b, j = place
    H = network.shape.hidden_size
    column = network.logits_weight[:, j].tolist()
    terms = []
    for r in range(H):
        number, weight = made["hidden"][b][r], column[r]
        terms.append(Term((Factor("h", (b, r), number), Factor("W2", (r, j), weight)), number * weight))
    bias = Factor("b2", (j,), float(network.logits_bias[j]))
    total = sum(term.value for term in terms) + bias.value
    return f"sum(h[{b}, r] * W2[r, {j}] for r in range({H})) + b2[{j}]", "sum", tuple(terms), bias, total, total


def _probability(_: Network, made: Made, place: tuple[int, ...]) -> Parts:
    """The largest logit is taken off all of them: the shares stay, and no power of e can overflow."""
    b, j = place
    logits = made["logits"][b]
    top = max(logits)
    terms = tuple(Term((Factor("logits", (b, v), z),), math.exp(z - top)) for v, z in enumerate(logits))
    total = sum(term.value for term in terms)
    powers = f"exp(logits[{b}, {j}] - max(logits[{b}])) / sum(exp(v - max(logits[{b}])) for v in logits[{b}])"
    return powers, "softmax", terms, None, total, terms[j].value / total


RULES: dict[str, Rule] = {
    "ids": _id,
    "embedding": _embedding,
    "concatenation": _concatenation,
    "preactivation": _weighted,
    "hidden": _hidden,
    "logits": _logit,
    "probabilities": _probability,
}
