"""What is computed, and how it is judged, for the claims about the table that empties."""

import numpy as np
import torch

from backend.claims.claim import Ruling, Value
from backend.claims.ground import Ground
from backend.claims.ruling import HOLDS, depends, fails, holds_if
from backend.lesson.counts import probabilities, table_loss
from backend.lesson.likelihood import log_probabilities

PUBLISHED_NETWORK_DEV = 2.1701  # the published run of the lesson's network: D = 10, H = 200, K = 3


def emptiness(ground: Ground) -> Value:
    """How full the table of three characters is, and what an unsmoothed one does to new names."""
    words, parts = ground.words, ground.words.parts(3)
    cells, filled = len(words.vocabulary) ** 4, len(words.counts(3).pair_counts)
    dev = table_loss(parts.train, parts.dev, 0.0)
    return {
        "cells_filled": filled,
        "cells_filled_percent": 100 * filled / cells,
        "cells_empty": cells - filled,
        "dev_events": dev.events,
        "dev_events_never": dev.impossible_events,
        "dev_events_never_percent": 100 * dev.impossible_events / dev.events,
        "infinite": bool(np.isinf(dev.loss)),
    }


def rule_emptiness(value: Value) -> Ruling:
    """Holds where most cells are empty and new names fall into some."""
    if value["cells_empty"] <= value["cells_filled"] or not value["infinite"]:
        return fails("这份语料把表填满了。", "These words fill the table.")
    return HOLDS


def smoothing(ground: Ground) -> Value:
    """The share after an unseen context, and the exact loss of add-k tables on names held back."""
    V = len(ground.words.vocabulary)
    three, four, five = (ground.words.parts(K) for K in (3, 4, 5))
    return {
        "p_unseen": float(probabilities(np.zeros(V, dtype=np.int64), 0.1)[0]),
        "dev_k3_add_1": table_loss(three.train, three.dev, 1.0).loss,
        "dev_k3_add_0_1": table_loss(three.train, three.dev, 0.1).loss,
        "test_k3_add_0_1": table_loss(three.train, three.test, 0.1).loss,
        "dev_k4_add_0_1": table_loss(four.train, four.dev, 0.1).loss,
        "dev_k5_add_0_1": table_loss(five.train, five.dev, 0.1).loss,
    }


def rule_smoothing(value: Value) -> Ruling:
    """The share is uniform by arithmetic; whether counting is beaten is a matter of K (finding 4)."""
    best = value["dev_k3_add_0_1"]
    return holds_if(
        best > PUBLISHED_NETWORK_DEV,
        depends(
            f"没见过的上下文确实各得 {value['p_unseen']:.4f}。但 K = 3 时统计法并没有塌：每格加 0.1，"
            f"dev loss 是 {best:.4f}，比公开的那次网络训练（{PUBLISHED_NETWORK_DEV}）还低；"
            f"要到 K = 4（{value['dev_k4_add_0_1']:.4f}）、K = 5（{value['dev_k5_add_0_1']:.4f}）才越来越差。",
            f"An unseen context does get {value['p_unseen']:.4f} for each. But counting does not collapse at K = 3: "
            f"add 0.1 to each cell and the dev loss is {best:.4f}, below the published training of the network "
            f"({PUBLISHED_NETWORK_DEV}). It gets worse from K = 4 ({value['dev_k4_add_0_1']:.4f}) and K = 5 "
            f"({value['dev_k5_add_0_1']:.4f}) on.",
        ),
    )


def reach(ground: Ground) -> Value:
    """Contexts and cells of three characters: possible, reachable, seen, and seen once or twice."""
    V, counts = len(ground.words.vocabulary), ground.words.counts(3)
    seen = len(counts.contexts)
    return {
        "contexts_possible": V**3,
        "contexts_reachable": sum((V - 1) ** n for n in range(4)),
        "contexts_seen": seen,
        "contexts_seen_percent": 100 * seen / V**3,
        "contexts_once": int((counts.totals == 1).sum()),
        "contexts_at_most_twice": int((counts.totals <= 2).sum()),
        "cells": V**4,
        "cells_filled": len(counts.pair_counts),
        "cells_once": int((counts.pair_counts == 1).sum()),
    }


def rule_contexts(value: Value) -> Ruling:
    """Holds if there are half a million contexts; they are cells, though."""
    n, cells = value["contexts_possible"], value["cells"]
    return holds_if(
        abs(n - 530_000) <= 5_000,
        fails(
            f"{cells:,} 是格子数；三个字符的上下文只有 {n:,} 种（够得着的 {value['contexts_reachable']:,} 种），"
            f"出现过 {value['contexts_seen']:,} 种（{value['contexts_seen_percent']:.1f}%），其中 "
            f"{value['contexts_once']:,} 种只出现一次。",
            f"{cells:,} are the cells. There are {n:,} contexts of three characters ({value['contexts_reachable']:,} "
            f"can be reached), and {value['contexts_seen']:,} of them occur ({value['contexts_seen_percent']:.1f} per "
            f"cent), {value['contexts_once']:,} only once.",
        ),
    )


def unseen(ground: Ground) -> Value:
    """The network on dev contexts that training lacked, and after an opening e while e's row moves to a's."""
    model, words, K = ground.model, ground.own_words, ground.model.card.context_length
    parts, V = words.parts(K), len(ground.own_words.vocabulary)
    places = parts.train.distinct.find(parts.dev.contexts)  # (U,)
    new = places[parts.dev.pair_rows] < 0  # (P,)
    log_p = log_probabilities(model.network, parts.dev.contexts)[parts.dev.pair_rows, parts.dev.pair_tokens]
    weights = parts.dev.pair_counts * new
    a, e = (model.id_of(token) for token in "ae")
    context = torch.tensor([[*[0] * (K - 1), e]])

    def after(row: torch.Tensor) -> torch.Tensor:
        """ln p (V,) after e where its row of C is `row` (D,)."""
        network = model.network.copy()
        network.table[e] = row
        return torch.log_softmax(network.forward(context).logits[0].double(), 0)

    rows = model.network.table
    target = after(rows[a])
    kl = [float((target.exp() * (target - after(row))).sum()) for row in (rows[e], (rows[a] + rows[e]) / 2, rows[a])]
    events = int(weights.sum())
    return {
        "unseen_events": events,
        "unseen_loss": float(-(weights * log_p).sum() / events) if events else None,
        "uniform_loss": float(np.log(V)),
        "kl_at_e": kl[0],
        "kl_half_way": kl[1],
        "kl_when_equal": kl[2],
    }


def rule_unseen(value: Value) -> Ruling:
    """Holds where the network beats the table's 1/V on unseen contexts, and e predicts like a once it lies there."""
    loss, uniform = value["unseen_loss"], value["uniform_loss"]
    if loss is None:
        return depends(
            "这个 K 下 dev 里没有没见过的上下文。", "At this K there is no dev context that training lacked."
        )
    if loss >= uniform or value["kl_when_equal"] > 1e-6:
        return fails(
            f"在没见过的上下文上，这个模型的 loss 是 {loss:.4f}，并不比均匀猜测的 {uniform:.4f} 好。",
            f"After unseen contexts this model's loss is {loss:.4f}, no better than {uniform:.4f} for a blind guess.",
        )
    return HOLDS
