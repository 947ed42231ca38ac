"""Training and drawing: what is computed, and how it is judged, for the loss and the sampler (S91 to S95)."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from backend.claims.claim import Ruling, Value
from backend.claims.ground import Ground
from backend.claims.ruling import HOLDS, fails, holds_if
from backend.claims.storing import message_of
from backend.lesson.likelihood import log_probabilities

SEED, NAMES, LONGEST = 2147483647 + 10, 20, 30
CANNOT = "mat1 and mat2 shapes cannot be multiplied"


def softmax_once_and_twice(ground: Ground) -> Value:
    """The loss on names held back from the logits, and from probabilities taken for logits; and the floor of that."""
    network, K = ground.model.network, ground.model.card.context_length
    dev = ground.own_words.parts(K).dev
    log_p = torch.from_numpy(log_probabilities(network, dev.contexts))  # (U, V)
    rows, tokens = torch.from_numpy(dev.pair_rows), torch.from_numpy(dev.pair_tokens)
    weights = torch.from_numpy(dev.pair_counts).double()

    def loss(of: Tensor) -> float:
        """Mean surprise in nats per token of log-probabilities (U, V)."""
        return float(-(weights * of[rows, tokens]).sum() / dev.examples)

    V = network.shape.vocabulary_size
    return {
        "once": loss(log_p),
        "twice": loss(log_p.exp().log_softmax(1)),
        "floor_of_twice": float(-torch.eye(V, dtype=torch.float64).log_softmax(1)[0, 0]),
        "floor_by_formula": math.log(math.e + V - 1) - 1,
        "guessing": math.log(V),
    }


def rule_softmax(value: Value) -> Ruling:
    """Holds where taking softmax twice costs, and even a perfect model could not get below the floor."""
    return holds_if(
        value["once"] < value["twice"] and value["twice"] >= value["floor_of_twice"],
        fails(
            f"做一次 softmax 的 loss 是 {value['once']:.4f}，做两次是 {value['twice']:.4f}。",
            f"With one softmax the loss is {value['once']:.4f}, with two {value['twice']:.4f}.",
        ),
    )


def drawn(ground: Ground, longest: int = LONGEST) -> Value:
    """Names by the lesson's loop: K boundaries, a draw by probability, stop at the boundary or at the cap."""
    network, vocabulary = ground.model.network, ground.model.vocabulary
    K = ground.model.card.context_length

    def names() -> list[tuple[str, bool]]:
        """Names from one seed, and whether each ended by itself."""
        g = torch.Generator().manual_seed(SEED)
        made = []
        for _ in range(NAMES):
            context, ended = [0] * K, False
            ids: list[int] = []
            while len(ids) < longest and not ended:
                probs = network.forward(torch.tensor([context])).logits.softmax(dim=1)
                ix = int(torch.multinomial(probs, 1, generator=g))
                ended = ix == 0
                ids += [] if ended else [ix]
                context = [*context[1:], ix]
            made.append((vocabulary.decode(ids), ended))
        return made

    first, again = names(), names()
    return {
        "names": [name for name, _ in first],
        "ended": sum(ended for _, ended in first),
        "cut_off": sum(not ended for _, ended in first),
        "longest": max(len(name) for name, _ in first),
        "cap": longest,
        "same_again": first == again,
    }


def rule_drawn(value: Value) -> Ruling:
    """Holds where every name has ended or reached the cap, and the same generator gives the same names."""
    all_stop = value["ended"] + value["cut_off"] == len(value["names"]) and value["longest"] <= value["cap"]
    return holds_if(
        all_stop and value["same_again"], fails("同一个种子给出了别的名字。", "The same seed gave other names.")
    )


def without_list(ground: Ground) -> Value:
    """The shapes of one context with the outer list, and what PyTorch says without it."""
    network, K = ground.model.network, ground.model.card.context_length
    context = [0] * K
    emb = network.table[torch.tensor([context])]
    alone = network.table[torch.tensor(context)]  # (K, D)
    return {
        "x": list(torch.tensor([context]).shape),
        "emb": list(emb.shape),
        "message": message_of(lambda: alone @ network.hidden_weight),
        "wanted": f"({K}x{network.shape.embedding_dim} and {'x'.join(map(str, network.hidden_weight.shape))})",
    }


def rule_without_list(value: Value) -> Ruling:
    """Holds where PyTorch refuses and names the two shapes."""
    said = value["message"]
    if CANNOT in said and value["wanted"] in said:
        return HOLDS
    return fails(f"PyTorch 说的是：{said or '没有报错'}。", f"PyTorch says: {said or 'nothing, it works'}.")


def parameters_by_batch(ground: Ground) -> Value:
    """The shapes of the parameters before and after a batch of 32 and a batch of 1, and the logits of both."""
    network, X = ground.model.network, ground.own_words.contexts(ground.model.card.context_length)[:32]
    of = {}
    for B in (32, 1):
        logits = network.forward(X[:B]).logits
        of[str(B)] = {
            "logits": list(logits.shape),
            "parameters": {name: list(tensor.shape) for name, tensor in network.tensors.items()},
        }
    return of


def rule_parameters(value: Value) -> Ruling:
    """Holds where the parameters are the same for both."""
    same = value["32"]["parameters"] == value["1"]["parameters"]
    return holds_if(same, fails("参数的形状随 B 变了。", "The parameters' shapes change with B."))


def hard_coded(ground: Ground) -> Value:
    """What a 32 written into view and arange does to batches of 5 and 1, and to 40 rows with 32 labels."""
    X, Y = ground.words.contexts(3), ground.words.labels(3)
    V = len(ground.words.vocabulary)
    p = torch.softmax(torch.randn((40, V), generator=torch.Generator().manual_seed(1)), 1)

    def loss(rows: int, labels: int) -> Callable[[], object]:
        """The hard-coded line over so many rows and labels, to be run."""
        return lambda: -p[:rows][torch.arange(32), Y[:labels]].log().mean()

    C = torch.zeros(V, 2)
    return {
        "view_of_5": message_of(lambda: C[X[:5]].view(32, 6)),
        "labels_of_5": message_of(loss(5, 5)),
        "labels_of_1": message_of(loss(1, 1)),
        "rows_40_labels_32": message_of(loss(40, 32)),
        "rows_left_out": len(p) - len(p[torch.arange(32)]),
    }


def rule_hard_coded(value: Value) -> Ruling:
    """Holds where other batches fail, or worse, do not."""
    loud = (
        "is invalid for input of size 30" in value["view_of_5"]
        and "shape mismatch" in value["labels_of_5"]
        and "index 1 is out of bounds" in value["labels_of_1"]
    )
    silent = value["rows_40_labels_32"] == "" and value["rows_left_out"] > 0
    return holds_if(loud and silent, fails("写死的 32 在这里没有出错。", "A 32 written down does no harm here."))
