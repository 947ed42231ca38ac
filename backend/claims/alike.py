"""Rulers between rows: what is computed, and how it is judged, for dot product, cosine and length (S49 to S54)."""

import numpy as np
import torch
import torch.nn.functional as F  # the name that everybody gives it
from torch import Tensor

from backend.claims.claim import Ruling, Value
from backend.claims.ground import Ground
from backend.claims.ruling import HOLDS, depends, fails, holds_if
from backend.space.neighbours import neighbours
from backend.space.similarity import matrix
from backend.space.structure import norm_frequency_correlation
from backend.space.table import Table

LISTED = 4
CLEAR = 0.38  # beyond this a correlation over 27 characters is no chance (p < .05)
SAME_DIRECTION = [[1.0, 1.0], [2.0, 2.0], [10.0, 10.0]]
SEED_OF_27 = 1


def by_formula(ground: Ground) -> Value:
    """The lesson's sim(a, b) of every pair, against PyTorch's own function and our table's."""
    C, table = ground.model.network.table, ground.model.table
    ours = [[float(a @ b / (a.norm() * b.norm())) for b in C] for a in C]
    theirs = F.cosine_similarity(C[:, None], C[None, :], dim=2)
    return {
        "pairs": len(C) ** 2,
        "largest_difference": float((torch.tensor(ours) - theirs).abs().max()),
        "largest_difference_from_the_table": float(np.abs(np.array(ours) - matrix(table, "cosine").values).max()),
    }


def rule_by_formula(value: Value) -> Ruling:
    """Holds where all three agree to float32."""
    largest = max(value["largest_difference"], value["largest_difference_from_the_table"])
    return holds_if(largest < 1e-6, fails(f"最多相差 {largest:.3g}。", f"They differ by up to {largest:.3g}."))


def lengths_times_cosine(ground: Ground) -> Value:
    """a.b against |a||b|cos for every pair, then pairs that are not of unit length and still have dot = cosine."""
    table = ground.model.table
    norms = table.norms()
    product = norms[:, None] * norms[None, :] * matrix(table, "cosine").values
    dots = matrix(table, "dot").values
    others = torch.tensor([[[2.0, 0.0], [0.5, 0.0]], [[3.0, 0.0], [0.0, 5.0]]])  # lengths 2 and 1/2; a right angle
    return {
        "largest_difference": float(np.abs(dots - product).max()),
        "dot_of_others": [float(a @ b) for a, b in others],
        "cosine_of_others": [float(F.cosine_similarity(a, b, dim=0)) for a, b in others],
    }


def rule_lengths_times_cosine(value: Value) -> Ruling:
    """The identity holds; that only unit vectors make the two equal is refuted by any pair that is not and does."""
    if value["largest_difference"] > 1e-6:
        return fails("点积不等于两个长度与余弦之积。", "The dot product is not the lengths times the cosine.")
    return holds_if(
        value["dot_of_others"] != value["cosine_of_others"],
        depends(
            "等式成立；但「只有都是单位长度才相等」说重了：长度之积是 1（如 2 和 1/2），或者两者垂直，点积也等于余弦。",
            "The identity holds, but that only unit vectors make the two equal says too much: so do any lengths whose "
            "product is 1, such as 2 and 1/2, and any right angle.",
        ),
    )


def same_direction(_: Ground) -> Value:
    """(1, 1) with three vectors of its direction."""
    table = Table.build(["one", "two", "ten"], SAME_DIRECTION)
    return {
        "vectors": [row.tolist() for row in table.vectors],
        "dot": matrix(table, "dot").values[0].tolist(),
        "cosine": matrix(table, "cosine").values[0].tolist(),
        "length": (table.norms() / table.norms()[0]).tolist(),
    }


def norms_and_uses(ground: Ground) -> Value:
    """How often each row of C is used over all examples, and how its length goes with its character's frequency."""
    words, model = ground.own_words, ground.model
    counts = words.counts(model.card.context_length)
    uses = np.zeros(len(words.vocabulary), dtype=np.int64)
    np.add.at(uses, counts.contexts, counts.totals[:, None])
    frequencies = list(words.corpus.characters().values())
    value: Value = {
        "uses": dict(zip(words.vocabulary.tokens, uses.tolist(), strict=True)),
        "norms": dict(zip(words.vocabulary.tokens, model.table.norms().tolist(), strict=True)),
        "correlation": norm_frequency_correlation(model.table, range(len(uses)), frequencies),
    }
    if ground.trained:
        kinds = [("scaled", 2), ("scaled", 10), ("scaled", 27), ("lecture", 2), ("lecture", 10)]
        knobs = [
            {"init": init, "embedding_dim": D, "context_length": 3, "hidden_size": 200, "steps": 1000}
            for init, D in kinds
        ]
        means = [ground.trained.mean("norm_frequency", **chosen) for chosen in knobs]
        elsewhere = {f"{init} D={D}": mean for (init, D), mean in zip(kinds, means, strict=True)}
        value["stored"] = {**ground.trained.about(), "correlation": elsewhere}
    return value


def rule_norms(value: Value) -> Ruling:
    """By the sign and the size of the correlation in this model, and by other trainings (finding 5)."""
    r, elsewhere = value["correlation"], value.get("stored", {}).get("correlation", {})
    if r is None:
        return depends("这个模型的向量一样长。", "The vectors of this model are all of one length.")
    others = ", ".join(f"{name}: {mean:+.2f}" for name, mean in elsewhere.items())
    zh = f"别的训练里是 {others}。" if others else ""
    en = f" In other trainings: {others}." if others else ""
    if r >= CLEAR:
        mixed = any(mean < CLEAR for mean in elsewhere.values())
        return holds_if(
            not mixed,
            depends(
                f"取决于初始化和 D：这个模型里长度与对数频率的相关是 {r:+.2f}，{zh}",
                f"It depends on init and D: the correlation of length and log frequency is {r:+.2f} here.{en}",
            ),
        )
    return fails(
        f"不是规律：这个模型里长度与对数频率的相关是 {r:+.2f}。{zh}",
        f"It is no law: the correlation of length and log frequency is {r:+.2f} in this model.{en}",
    )


def long_rows_first(ground: Ground) -> Value:
    """Whom the lists of the nearest four name, by dot product and by cosine."""
    table = ground.model.table
    norms = dict(zip(table.tokens, table.norms().tolist(), strict=True))
    frequencies = ground.own_words.corpus.characters()
    longest = max(norms, key=lambda token: norms[token])
    frequent = max(table.tokens[1:], key=lambda token: frequencies[token])
    value: Value = {"longest": longest, "frequent": frequent, "norm_of_frequent": norms[frequent]}
    for metric in ("dot", "cosine"):
        lists = {token: [n.token for n in neighbours(table, token, LISTED, metric).neighbours] for token in norms}
        named = [token for listed in lists.values() for token in listed]
        value[metric] = {
            "mean_norm_listed": float(np.mean([norms[token] for token in named])),
            "lists_with_longest": named.count(longest),
            "lists_with_frequent": [token for token, listed in lists.items() if frequent in listed],
        }
    return value


def rule_long_rows(value: Value) -> Ruling:
    """Long rows are named more often by dot product; whether those are the frequent ones is a matter of the model."""
    dot, cosine = value["dot"], value["cosine"]
    if dot["mean_norm_listed"] <= cosine["mean_norm_listed"]:
        return fails("这个模型里点积并不偏向长向量。", "The dot product does not favour long vectors in this model.")
    longest, frequent = value["longest"], value["frequent"]
    lists = dot["lists_with_longest"], cosine["lists_with_longest"]
    return holds_if(
        longest == frequent,
        depends(
            f"点积确实偏向长向量，可是最长的不是最常见的 {frequent}，而是 {longest}："
            f"点积让它进了 {lists[0]} 个字符的前四名，余弦是 {lists[1]} 个。",
            f"The dot product does favour long vectors, but the longest is not the frequent {frequent}, it is "
            f"{longest}: among the nearest four of {lists[0]} characters by dot product, of {lists[1]} by cosine.",
        ),
    )


def normalised(ground: Ground) -> Value:
    """All cosines by one product of rows of length one, and what comes of it without keepdim."""
    C = ground.model.network.table
    cosines = _all_cosines(C)
    try:
        C / C.norm(dim=1)
        message = ""
    except RuntimeError as raised:
        message = str(raised)
    square = torch.randn((27, 27), generator=torch.Generator().manual_seed(SEED_OF_27))
    wrong = square / square.norm(dim=1)  # no error: 27 lengths fit 27 columns
    return {
        "largest_asymmetry": float((cosines - cosines.T).abs().max()),
        "largest_off_one": float((cosines.diagonal() - 1).abs().max()),
        "rank": int(torch.linalg.matrix_rank(cosines.double(), rtol=1e-5)),
        "without_keepdim": message,
        "row_norms_without_keepdim_at_27": [float(wrong.norm(dim=1).min()), float(wrong.norm(dim=1).max())],
        "largest_difference_from_the_table": float(
            np.abs(cosines.numpy() - matrix(ground.model.table, "cosine").values).max()
        ),
    }


def _all_cosines(C: Tensor) -> Tensor:
    Cn = C / C.norm(dim=1, keepdim=True)
    return Cn @ Cn.T


def rule_normalised(value: Value) -> Ruling:
    """Holds where the product is what the table says of every pair."""
    largest = max(value["largest_off_one"], value["largest_asymmetry"], value["largest_difference_from_the_table"])
    return HOLDS if largest < 1e-6 else fails(f"最多相差 {largest:.3g}。", f"It is off by up to {largest:.3g}.")
