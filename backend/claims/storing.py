"""Tensors in memory: what is computed, and how it is judged, for view, reshape and contiguous (S80 to S85, S99)."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from backend.claims.claim import Ruling, Value
from backend.claims.ground import Ground
from backend.claims.row_gradients import rule_used_twice, used_twice
from backend.claims.ruling import as_expected, fails, holds_if

INCOMPATIBLE = "view size is not compatible with input tensor's size and stride"
REMEDY = "Use .reshape(...) instead."
IN_LOGICAL_ORDER = [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]


def message_of(call: Callable[[], object]) -> str:
    """What PyTorch says when a call fails, "" where it does not."""
    try:
        call()
    except (RuntimeError, IndexError) as raised:
        return str(raised)
    return ""


def transposed() -> Tensor:
    """The numbers 0 to 11 as (3, 4), transposed to (4, 3)."""
    return torch.arange(12).view(3, 4).t()


def _emb(ground: Ground) -> Tensor:
    """32 examples of three characters, two numbers each: (32, 3, 2)."""
    return torch.zeros(len(ground.words.vocabulary), 2)[ground.words.contexts(3)[:32]]


def seen_flat(ground: Ground) -> Value:
    """The strides of emb and of its view (32, 6), and whether they share memory."""
    emb = _emb(ground)
    flat = emb.view(32, 6)
    return {
        "stride": list(emb.stride()),
        "stride_of_view": list(flat.stride()),
        "contiguous": emb.is_contiguous(),
        "same_memory": flat.data_ptr() == emb.data_ptr(),
    }


def inferred(ground: Ground) -> Value:
    """What -1 stands for, and the two ways in which it fails."""
    emb = _emb(ground)
    return {
        "shape": list(emb.view(-1, 6).shape),
        "message_for_5": message_of(lambda: emb.view(-1, 5)),
        "message_for_two": message_of(lambda: emb.view(-1, -1)),
    }


def refused(_: Ground) -> Value:
    """What view(12) says of the transposed tensor, and which views of it there still are."""
    t = transposed()
    legal = {"(4, 1, 3)": (4, 1, 3), "(2, 2, 3)": (2, 2, 3), "(12,)": (12,)}
    return {
        "stride": list(t.stride()),
        "message": message_of(lambda: t.view(12)),
        "view_works": {name: not message_of(partial(t.view, size)) for name, size in legal.items()},
    }


def rule_refused(value: Value) -> Ruling:
    """Holds where view refuses and names the remedy; the words in brackets differ from version to version."""
    said = value["message"]
    return holds_if(
        INCOMPATIBLE in said and REMEDY in said and not value["view_works"]["(12,)"],
        fails(f"PyTorch 说的是：{said or '没有报错'}。", f"PyTorch says: {said or 'nothing, it works'}."),
    )


def reshaped(_: Ground) -> Value:
    """The order of reshape(12), and whether it has memory of its own."""
    t = transposed()
    flat = t.reshape(12)
    return {"order": flat.tolist(), "new_memory": flat.data_ptr() != t.data_ptr()}


def made_contiguous(_: Ground) -> Value:
    """contiguous() of the transposed tensor and of one that is contiguous."""
    t, straight = transposed(), torch.arange(12).view(3, 4)
    return {
        "copies_the_transposed": t.contiguous().data_ptr() != t.data_ptr(),
        "copies_the_contiguous": straight.contiguous().data_ptr() != straight.data_ptr(),
        "view_then_works": not message_of(lambda: t.contiguous().view(12)),
    }


def in_order(ground: Ground) -> Value:
    """reshape(len(x), -1) of emb against its slices side by side, and the two ways that mix the dimensions."""
    network, K = ground.model.network, ground.model.card.context_length
    X = ground.own_words.contexts(K)[:32]
    emb = network.forward(X).embedding
    D = emb.shape[2]
    slices = torch.cat([emb[:, k] for k in range(K)], 1)
    return {
        "same_as_slices": bool(torch.equal(emb.reshape(len(X), -1), slices)),
        "same_after_transpose": bool(torch.equal(emb.transpose(1, 2).reshape(len(X), -1), slices)),
        "same_by_other_view": bool(torch.equal(emb.reshape(K * D, len(X)).T, slices)),
    }


def rule_in_order(value: Value) -> Ruling:
    """Holds where reshape keeps the characters in order."""
    return holds_if(value["same_as_slices"], fails("reshape 打乱了次序。", "reshape does not keep the order."))


def own_checks(ground: Ground) -> Value:
    """The three checks that the cited files would have made, made here."""
    order = {"order": IN_LOGICAL_ORDER, "new_memory": True}
    rulings = {
        "S72": rule_used_twice(used_twice(ground)),
        "S82": rule_refused(refused(ground)),
        "S83": as_expected(reshaped(ground), order, 0),
    }
    return {"checks": {name: ruling.verdict for name, ruling in rulings.items()}}


def rule_own_checks(value: Value) -> Ruling:
    """Holds where all three hold."""
    missed = [name for name, verdict in value["checks"].items() if verdict != "holds"]
    said = ", ".join(missed)
    return holds_if(not missed, fails(f"没有通过的：{said}。", f"Not passed: {said}."))
