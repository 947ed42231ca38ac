"""Rows of C: what is computed, and how it is judged, for what a row is, means and learns (S66 to S72)."""

from statistics import fmean

import torch
import torch.nn.functional as F  # the name that everybody gives it
from torch import Tensor

from backend.claims.claim import Ruling, Value
from backend.claims.ground import Ground
from backend.claims.ruling import HOLDS, NotHere, depends, fails, holds_if
from backend.lesson.contexts import window
from backend.lesson.network import SCALED, Shape, initialised
from backend.space.alphabet import vowels_and_consonants
from backend.space.structure import Gap, group_gap
from backend.space.table import Table

LIKELY, TABLES = 0.05, 50
MORE_THAN_CHANCE = 0.1  # what the mean gap of fifty random tables stays below


def row_is_character(ground: Ground) -> Value:
    """The shape of C, and whether looking up a character's id gives its own row."""
    network, table = ground.model.network, ground.model.table
    V, D = network.table.shape
    ids = torch.arange(V)[:, None].expand(V, ground.model.card.context_length)
    looked_up = network.forward(ids).embedding[:, 0]  # (V, D)
    labelled = [table.row_of(token) for token in ground.model.vocabulary.tokens]
    return {
        "shape": [V, D],
        "rows_by_character": bool(torch.equal(looked_up, network.table) and labelled == list(range(V))),
    }


def rule_row(value: Value) -> Ruling:
    """Holds where row i is character i's."""
    return holds_if(value["rows_by_character"], fails("行与编号对不上。", "Rows and ids do not match."))


def looked_up(ground: Ground, D: int, H: int) -> Value:
    """The shape of emb for the first 32 inputs of three characters, for vectors of D numbers."""
    words = ground.words
    network = initialised(Shape(3, D, H, len(words.vocabulary)), SCALED, 1)
    made = network.forward(words.contexts(3)[:32])
    return {"C": list(network.table.shape), "emb": list(made.embedding.shape)}


def meaning(ground: Ground) -> Value:
    """How the vowels lie together in random tables, and in the model on show."""
    V, D = ground.model.network.table.shape
    random = [torch.randn((V, D), generator=torch.Generator().manual_seed(seed)) for seed in range(TABLES)]
    now = vowel_gap(ground, ground.model.network.table)
    return {
        "random_tables": TABLES,
        "random_gap_mean": fmean(vowel_gap(ground, table).gap for table in random),
        "gap": now.gap,
        "p": now.p_value,
    }


def vowel_gap(ground: Ground, rows: Tensor) -> Gap:
    """Mean cosine among the vowels less that between vowels and consonants; raises NotHere where there are none."""
    table = Table.build(ground.model.card.vocabulary, rows.numpy())
    gap = group_gap(table, *vowels_and_consonants(table.tokens), seed=0)
    if gap is None:
        raise NotHere(
            "这个模型的字符里没有元音辅音之分。", "The characters of this model are not vowels and consonants."
        )
    return gap


def rule_meaning(value: Value) -> Ruling:
    """Holds where random tables have no gap and this one has moved to one; depends where it has not."""
    if abs(value["random_gap_mean"]) > MORE_THAN_CHANCE:
        return fails(
            f"随机的表里元音已经聚在一起：{value['random_gap_mean']:.3f}。",
            f"The vowels lie together in random tables already: {value['random_gap_mean']:.3f}.",
        )
    return holds_if(
        value["p"] <= LIKELY,
        depends(
            f"取决于训练：这个模型的元音没有明显聚在一起（差 {value['gap']:.2f}，p = {value['p']:.3f}）。",
            f"It depends on the training: here the vowels do not clearly lie together (gap {value['gap']:.2f}, "
            f"p = {value['p']:.3f}).",
        ),
    )


def shared(ground: Ground) -> Value:
    """How often each row is used for emma, and the gradient that each gets from the sum of emb."""
    words = ground.words
    words.ids("emma")
    X = torch.from_numpy(window(["emma"], words.vocabulary, 3).X)
    gradient = _gradient(X, len(words.vocabulary), 2)
    uses = torch.bincount(X.reshape(-1), minlength=len(gradient))
    tokens = words.vocabulary.tokens
    used = uses.nonzero()[:, 0].tolist()
    return {
        "uses": {tokens[row]: int(uses[row]) for row in used},
        "sum": int(uses.sum()),
        "gradient_is_uses": bool((gradient == uses[:, None]).all()),
    }


def products(ground: Ground) -> Value:
    """One-hot rows times C, folded back to (B, K, D), against C[X]."""
    C, K = ground.model.network.table, ground.model.card.context_length
    X = ground.own_words.contexts(K)[:1000]
    rows = F.one_hot(X.reshape(-1), len(C)).float()  # (BK, V)
    product = rows @ C  # (BK, D)
    folded = product.view(*X.shape, -1)
    return {
        "one_hot": list(rows.shape),
        "product": list(product.shape),
        "folded": list(folded.shape),
        "largest_difference": float((folded - C[X]).abs().max()),
    }


def rule_products(value: Value) -> Ruling:
    """Holds where the two agree."""
    largest = value["largest_difference"]
    return holds_if(largest < 1e-6, fails(f"两者最多相差 {largest:.3g}。", f"They differ by up to {largest:.3g}."))


def used_twice(ground: Ground) -> Value:
    """The gradient of a row that is looked up twice, once and not at all, when the output is summed."""
    C = ground.model.network.table
    if len(C) < 3:
        raise NotHere(
            "这里要三行，而这个模型的 C 只有两行。", "Three rows are taken here, and C of this model has two."
        )
    gradient = _gradient(torch.tensor([[1, 2, 1]]), *C.shape)
    return {"twice": gradient[1].tolist(), "once": gradient[2].tolist(), "unused": gradient[0].tolist()}


def rule_used_twice(value: Value) -> Ruling:
    """Holds where each dimension gets as much as there were uses."""
    got = {name: set(row) for name, row in value.items()}
    if got == {"twice": {2.0}, "once": {1.0}, "unused": {0.0}}:
        return HOLDS
    return fails(f"梯度是 {got}。", f"The gradients are {got}.")


def _gradient(X: Tensor, V: int, D: int) -> Tensor:
    """d sum(C[X]) / dC (V, D), by autograd."""
    C = torch.zeros(V, D, requires_grad=True)
    (gradient,) = torch.autograd.grad(C[X].sum(), C)
    return gradient
