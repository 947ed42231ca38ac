"""The exercise on order: the mean of the vectors in place of their concatenation (S97)."""

import torch

from backend.claims.claim import Claim, Ruling, Statement, Value
from backend.claims.ground import Ground
from backend.claims.pooled import parameters_if_pooled
from backend.claims.ruling import depends, fails, holds_if
from backend.claims.sources import B_EXERCISES
from backend.lesson.network import SCALED, Shape, initialised

SEEDS = 50


def _means(ground: Ground) -> Value:
    """aba and aab averaged for fifty random tables, then pooling against concatenation where both were trained."""
    words, trained = ground.words, ground.results
    rows = torch.tensor([words.ids("aba"), words.ids("aab")])
    V, D = len(words.vocabulary), 10
    means = [
        torch.randn((V, D), generator=torch.Generator().manual_seed(seed))[rows].mean(dim=1) for seed in range(SEEDS)
    ]
    network = initialised(Shape(3, D, 200, V), SCALED, 1)
    concatenated = network.forward(rows).concatenation
    same = {"embedding_dim": D, "context_length": 3, "steps": 1000, "init": SCALED}
    return {
        "seeds": SEEDS,
        "allclose": all(bool(torch.allclose(aba, aab)) for aba, aab in means),
        "last_bit_differs": sum(not torch.equal(aba, aab) for aba, aab in means),
        "concatenations_equal": bool(torch.equal(concatenated[0], concatenated[1])),
        "parameters": parameters_if_pooled(network),
        "dev": trained.mean("dev", pooled=True, **same),
        "dev_of_concatenation": trained.mean("dev", **same),
    }


def _rule(value: Value) -> Ruling:
    if not value["allclose"] or value["concatenations_equal"]:
        return fails("均值分得开 aba 和 aab。", "The mean tells aba from aab.")
    if value["dev"] <= value["dev_of_concatenation"]:
        return fails("求均值并不更差。", "Pooling is no worse.")
    n, seeds = value["last_bit_differs"], value["seeds"]
    return holds_if(
        n == 0,
        depends(
            f"数学上相同；float32 里相加的次序不同，{seeds} 个随机表有 {n} 个在最后一位上不同，所以要用 allclose 比较。"
            f"代价是真的：dev loss {value['dev']:.3f} 对 {value['dev_of_concatenation']:.3f}。",
            f"Mathematically so; in float32 the order of adding shows in the last bit for {n} of {seeds} tables, "
            f"so compare with allclose. The price is real: a dev loss of {value['dev']:.3f} against "
            f"{value['dev_of_concatenation']:.3f}.",
        ),
    )


CLAIMS = (
    Claim(
        id="S97",
        statement=Statement(
            "练习：把拼接换成求均值，aba 和 aab 的输入就相同，网络分不开它们。",
            "Exercise: with the mean in place of concatenation aba and aab are the same input, and the network cannot "
            "tell them apart.",
        ),
        source=B_EXERCISES,
        expected={"allclose": True, "concatenations_equal": False},
        find=_means,
        rule=_rule,
        trained=True,
        code="""\
from statistics import fmean
from backend.claims.ground import Words
from backend.claims.trained import Plan
from backend.claims.trainings import trained_once

X = torch.tensor([[stoi[c] for c in word] for word in ("aba", "aab")])
tables = [torch.randn((27, 10), generator=torch.Generator().manual_seed(seed)) for seed in range(50)]
means = [C[X].mean(dim=1) for C in tables]
flat = tables[0][X].view(2, -1)
ours = Words(names)
value = {
    "allclose": all(torch.allclose(aba, aab) for aba, aab in means),
    "last_bit_differs": sum(not torch.equal(aba, aab) for aba, aab in means),
    "concatenations_equal": torch.equal(flat[0], flat[1]),
    "parameters": 27 * 10 + 10 * 200 + 200 + 200 * 27 + 27,
    "dev": fmean(trained_once(ours, Plan(pooled=True, seed=seed)).dev for seed in (1, 2, 3)),
    "dev_of_concatenation": fmean(trained_once(ours, Plan(seed=seed)).dev for seed in (1, 2, 3)),
}
""",
    ),
)
