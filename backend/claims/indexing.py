"""Indices into C: what is computed, and how it is judged, for shapes, ndim and the words for them."""

import torch
from torch import Tensor

from backend.claims.claim import Ruling, Value
from backend.claims.ground import Ground
from backend.claims.ruling import HOLDS, NotHere, depends, fails, holds_if, on_the_lesson_s_shape
from backend.lesson.trace import trace

LAST_ROW = 7


def _row(ground: Ground) -> Tensor:
    """C (V, D), of which the claims take rows up to 7; raises NotHere where there are fewer."""
    C = ground.model.network.table
    if len(C) <= LAST_ROW:
        raise NotHere(
            f"这里取的是第 5 到第 {LAST_ROW} 行，而这个模型的 C 只有 {len(C)} 行。",
            f"Rows 5 to {LAST_ROW} are taken here, and C of this model has only {len(C)}.",
        )
    return C


def indexed(ground: Ground) -> Value:
    """The shapes of several indices into C, by PyTorch and by the rule."""
    C, K = _row(ground), ground.model.card.context_length
    X = ground.own_words.contexts(K)
    indices = {
        "C[5]": torch.tensor(5),
        "C[5:6]": torch.arange(5, 6),
        "C[[5, 6, 7]]": torch.tensor([5, 6, 7]),
        "C[torch.tensor([0, 0, 5, 6, 7])]": torch.tensor([0, 0, 5, 6, 7]),
        "C[X[:32]]": X[:32],
    }
    shapes = {name: list((C[5:6] if name == "C[5:6]" else C[index]).shape) for name, index in indices.items()}
    by_rule = {name: [*index.shape, *C.shape[1:]] for name, index in indices.items()}
    shapes["C[X]"] = by_rule["C[X]"] = [*X.shape, *C[X[:1]].shape[2:]]
    return {"shapes": shapes, "shapes_by_rule": by_rule, "rule_met": shapes == by_rule}


def sliced(ground: Ground) -> Value:
    """A row by number and by slice."""
    C = _row(ground)
    return {"values_equal": bool((C[5] == C[5:6][0]).all()), "ndim": [C[5].ndim, C[5:6].ndim]}


def summed(ground: Ground) -> Value:
    """A row by number and by slice, summed over axis 1."""
    C = _row(ground)
    try:
        C[5].sum(1)
        error, message = "", ""
    except IndexError as raised:
        error, message = type(raised).__name__, str(raised)
    return {"error": error, "message": message, "sum_of_slice": C[5:6].sum(1).tolist()}


def three_indices(ground: Ground) -> Value:
    """How far each index of emb goes, and which position is the oldest."""
    C, K = _row(ground), ground.model.card.context_length
    X = ground.own_words.contexts(K)
    last = len(X) - 1
    emb = C[X[[0, 1, last]]]
    oldest = bool(torch.equal(emb[1, -1], C[X[1, -1]]) and torch.equal(emb[2, 0], C[X[last, 0]]))
    return {"i": [0, last], "j": [0, emb.shape[1] - 1], "k": [0, emb.shape[2] - 1], "oldest_is_0": oldest}


def read_aloud(ground: Ground) -> Value:
    """How many samples, and the matrix that each is."""
    emb = _row(ground)[ground.own_words.contexts(ground.model.card.context_length)[:1]]
    return {"samples": ground.own_words.counts(emb.shape[1]).examples, "matrix": list(emb.shape[1:])}


def rule_indices(value: Value) -> Ruling:
    """Holds for K = 3 and D = 2."""
    K, D = value["j"][1] + 1, value["k"][1] + 1
    if not value["oldest_is_0"]:
        return fails("位置 0 不是最早的字符。", "Position 0 is not the oldest character.")
    return on_the_lesson_s_shape(
        K,
        D,
        depends(
            f"取决于 K 和 D：这个模型里 j 到 {K - 1}，k 到 {D - 1}。",
            f"It depends on K and D: with this model j goes to {K - 1} and k to {D - 1}.",
        ),
    )


def rule_read(value: Value) -> Ruling:
    """Holds for K = 3 and D = 2."""
    K, D = value["matrix"]
    return on_the_lesson_s_shape(
        K,
        D,
        depends(f"这个模型里每个样本是 {K} × {D} 的矩阵。", f"With this model each sample is a matrix of {K} by {D}."),
    )


def two_words(ground: Ground) -> Value:
    """What linear algebra and PyTorch say of the same things."""
    scalar, pair, matrix = torch.tensor(3.14), torch.tensor([1.0, 2.0]), torch.zeros(4, 3)
    emb = _row(ground)[ground.model.vocabulary.encode("." * 3, "context")][None]
    things = {"scalar": scalar, "pair": pair, "matrix": matrix, "emb": emb}
    return {
        "components_of_pair": pair.nelement(),
        "ndim": {name: thing.ndim for name, thing in things.items()},
        "shape_of_pair": list(pair.shape),
    }


def matrices(_: Ground) -> Value:
    """ndim of matrices of several sizes."""
    shapes = [[1, 1], [2, 3], [27, 2], [228146, 3]]
    return {"shapes": shapes, "ndim": [torch.empty(shape).ndim for shape in shapes]}


def brackets(_: Ground) -> Value:
    """Opening brackets of three tensors, and their ndim."""
    things = [torch.tensor(3.14), torch.tensor([1, 2]), torch.tensor([[1, 2]])]
    opening = [str(thing.tolist()) for thing in things]
    return {
        "brackets": [len(text) - len(text.lstrip("[")) for text in opening],
        "ndim": [thing.ndim for thing in things],
    }


def rule_brackets(value: Value) -> Ruling:
    """Holds where the two agree."""
    return holds_if(value["brackets"] == value["ndim"], fails("层数与 ndim 不同。", "Brackets and ndim differ."))


def printed(ground: Ground) -> Value:
    """Every tensor on the way, with its shape."""
    X = ground.own_words.contexts(ground.model.card.context_length)[:32]
    steps = trace(ground.model.network, X)
    return {
        "shapes": {step.name: list(step.tensor.shape) for step in steps},
        "symbols": {step.name: list(step.symbols) for step in steps},
    }


def rule_printed(value: Value) -> Ruling:
    """Holds where every step has a shape of as many axes as its letters."""
    same = all(len(value["symbols"][name]) == len(shape) for name, shape in value["shapes"].items())
    return HOLDS if same else fails("有一步没有给出形状。", "A step does not show its shape.")
