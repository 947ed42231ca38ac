"""Counting parameters: how few stand in for a table, and where they are."""

from itertools import pairwise

from backend.claims.claim import Claim, Ruling, Statement, Value
from backend.claims.ground import Ground
from backend.claims.ruling import HOLDS, depends, fails, holds_if, on_the_lesson_s_shape
from backend.claims.sources import A_BENGIO, A_FORCED, A_REAL, A_WINDOW

REAL = (  # model, V, D: of the papers; Brown's 16,383 and AP News' 17,964 words, tried with 30 to 100 dimensions
    ("Bengio 2003, Brown", 16_383, 30),
    ("Bengio 2003, AP News", 17_964, 100),
    ("GPT-2", 50_257, 768),
    ("GPT-2 XL", 50_257, 1_600),
    ("GPT-3", 50_257, 12_288),
)
FEW = 10_000  # "a few thousand" ends here


def _widths(ground: Ground) -> Value:
    shape, network = ground.model.card.shape, ground.model.network
    made = network.forward(ground.own_words.contexts(shape.context_length)[:1])
    steps = (made.embedding[..., 0], made.concatenation, made.hidden, made.logits)
    return {
        "widths": [step.shape[1] for step in steps],
        "parameters": sum(tensor.nelement() for tensor in network.tensors.values()),
    }


def _rule_widths(value: Value) -> Ruling:
    widths, parameters = value["widths"], value["parameters"]
    said = " → ".join(map(str, widths))
    return holds_if(
        widths == [3, 6, 100, 27],
        depends(
            f"尺寸随模型而变：这个模型是 {said}，{parameters:,} 个参数。",
            f"The sizes are the model's: here {said}, with {parameters:,} parameters.",
        ),
    )


def _covered(ground: Ground) -> Value:
    shape = ground.model.card.shape
    cells = shape.vocabulary_size ** (shape.context_length + 1)
    return {"parameters": shape.parameters, "cells": cells, "cells_per_parameter": cells / shape.parameters}


def _rule_covered(value: Value) -> Ruling:
    n, cells = value["parameters"], value["cells"]
    if n >= cells:
        return fails(f"{n:,} 个参数不比 {cells:,} 个格子少。", f"{n:,} parameters are no fewer than {cells:,} cells.")
    return holds_if(
        n < FEW,
        depends(
            f"这个模型有 {n:,} 个参数，不止几千；仍只有格子数 {cells:,} 的 1/{value['cells_per_parameter']:.0f}。",
            f"This model has {n:,} parameters, more than a few thousand; still 1 for "
            f"{value['cells_per_parameter']:.0f} of the {cells:,} cells.",
        ),
    )


def _first_layer(ground: Ground) -> Value:
    shape = ground.model.card.shape
    K, D, H, V = shape.context_length, shape.embedding_dim, shape.hidden_size, shape.vocabulary_size
    return {"K": K, "D": D, "one_hot": K * V * H, "embedding": V * D + K * D * H}


def _rule_first_layer(value: Value) -> Ruling:
    wide, narrow = value["one_hot"], value["embedding"]
    if narrow >= wide:
        return fails(
            f"这个模型反而更多：{narrow:,} 对 {wide:,}。", f"This model takes more: {narrow:,} against {wide:,}."
        )
    return on_the_lesson_s_shape(
        value["K"],
        value["D"],
        depends(
            f"省多少看 D：这个模型是 {narrow:,} 对 {wide:,}，省 {wide / narrow:.1f} 倍。",
            f"How much is saved depends on D: here {narrow:,} against {wide:,}, {wide / narrow:.1f} times fewer.",
        ),
    )


def _real_models(ground: Ground) -> Value:
    shape = ground.model.card.shape
    rows = [("this one", shape.vocabulary_size, shape.embedding_dim), *REAL]
    return {"models": [{"name": name, "V": V, "D": D, "ratio": V / D} for name, V, D in rows]}


def _rule_real_models(value: Value) -> Ruling:
    models = value["models"]
    ratios = [model["ratio"] for model in models]
    grown = all(a["D"] <= b["D"] for a, b in pairwise(models[1:]))
    if not grown or min(ratios) <= 1:
        return fails("有一个模型的 D 不小于 V。", "One of the models has no smaller D than V.")
    return HOLDS


CLAIMS = (
    Claim(
        id="S10",
        statement=Statement(
            "3 个编号各查 2 维，拼成 6 维，过 100 个 tanh 单元，到 27 个输出，一共 3,481 个参数。",
            "3 ids of 2 dimensions each make 6, then 100 tanh units, then 27 outputs: 3,481 parameters in all.",
        ),
        source=A_BENGIO,
        expected={"widths": [3, 6, 100, 27], "parameters": 3481},
        find=_widths,
        rule=_rule_widths,
        of_model=True,
        code="""\
value = {
    "widths": [len(W1) // C.shape[1], len(W1), len(W2), len(b2)],
    "parameters": sum(tensor.nelement() for tensor in (C, W1, b1, W2, b2)),
}
""",
    ),
    Claim(
        id="S20",
        statement=Statement(
            "几千个参数就顶得上一张 53 万格的表。", "A few thousand parameters stand in for a table of 531,000 cells."
        ),
        source=A_WINDOW,
        expected={"cells": 530_000},
        tolerance=5_000,
        find=_covered,
        rule=_rule_covered,
        of_model=True,
        code="""\
parameters = sum(tensor.nelement() for tensor in (C, W1, b1, W2, b2))
cells = len(C) ** (len(W1) // C.shape[1] + 1)
value = {"parameters": parameters, "cells": cells, "cells_per_parameter": cells / parameters}
""",
    ),
    Claim(
        id="S45",
        statement=Statement(
            "第一层若直接吃 one-hot 要 8,100 个参数，先查 2 维的表只要 654 个。",
            "A first layer over one-hot rows takes 8,100 parameters; by way of a table of 2 dimensions it takes 654.",
        ),
        source=A_FORCED,
        expected={"one_hot": 8100, "embedding": 654},
        find=_first_layer,
        rule=_rule_first_layer,
        of_model=True,
        code="""\
K = len(W1) // C.shape[1]
value = {"one_hot": K * len(C) * len(b1), "embedding": C.nelement() + W1.nelement()}
""",
    ),
    Claim(
        id="S47",
        statement=Statement(
            "真实模型的维度一路在涨，却始终比词表小得多。",
            "In real models the dimensions grow and grow, and stay far below the vocabulary.",
        ),
        source=A_REAL,
        find=_real_models,
        rule=_rule_real_models,
        of_model=True,
        code="""\
real = [
    ("Bengio 2003, Brown", 16383, 30),
    ("Bengio 2003, AP News", 17964, 100),
    ("GPT-2", 50257, 768),
    ("GPT-2 XL", 50257, 1600),
    ("GPT-3", 50257, 12288),
]
value = {"models": [{"name": "this one", "V": len(C), "D": C.shape[1], "ratio": len(C) / C.shape[1]}]}
value["models"] += [{"name": name, "V": V, "D": D, "ratio": V / D} for name, V, D in real]
""",
    ),
)
