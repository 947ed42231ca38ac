"""How many numbers the network has, and what one more of anything costs (S86 to S89, S96)."""

import torch

from backend.claims.claim import Claim, Ruling, Statement, Value
from backend.claims.ground import Ground
from backend.claims.ruling import fails, holds_if
from backend.claims.sources import B_EXERCISES, B_PARAMETERS
from backend.lesson.network import SCALED, Shape, initialised

LATER = Shape(3, 10, 200, 27)  # the lecture's later network
EXERCISE, EXERCISE_BATCH = Shape(3, 4, 8, 6), 5


def _formula(ground: Ground) -> Value:
    shape = ground.model.card.shape
    K, D, H, V = shape.context_length, shape.embedding_dim, shape.hidden_size, shape.vocabulary_size
    terms = {"VD": V * D, "KDH": K * D * H, "H": H, "HV": H * V, "V": V}
    return {"terms": terms, "sum": sum(terms.values()), "parameters": ground.model.network.flat.nelement()}


def _rule_formula(value: Value) -> Ruling:
    return holds_if(
        value["sum"] == value["parameters"],
        fails(f"实际是 {value['parameters']} 个。", f"There are {value['parameters']} of them."),
    )


def _parts(shape: Shape) -> list[int]:
    return [tensor.nelement() for tensor in initialised(shape, SCALED, 1).tensors.values()]


def _later(_: Ground) -> Value:
    parts = _parts(LATER)
    return {"parts": parts, "sum": sum(parts)}


def _one_more(_: Ground) -> Value:
    K, D, H, V = 3, 10, 200, 27
    now = LATER.parameters
    return {"one_more_H": Shape(K, D, H + 1, V).parameters - now, "one_more_D": Shape(K, D + 1, H, V).parameters - now}


def _longer(_: Ground) -> Value:
    K, D, H, V = 3, 10, 200, 27
    return {
        "one_more_K": Shape(K + 1, D, H, V).parameters - LATER.parameters,
        "table_grows_by": V ** (K + 2) // V ** (K + 1),
        "network_at_8": Shape(8, D, H, V).parameters,
        "table_at_8": V**9,
    }


def _exercise(_: Ground) -> Value:
    network = initialised(EXERCISE, SCALED, 1)
    X = torch.arange(EXERCISE_BATCH * 3).view(EXERCISE_BATCH, 3) % EXERCISE.vocabulary_size
    made = network.forward(X)
    tensors = [X, made.embedding, made.concatenation, made.hidden, made.logits]
    parts = _parts(EXERCISE)
    return {"shapes": [list(tensor.shape) for tensor in tensors], "parts": parts, "sum": sum(parts)}


CLAIMS = (
    Claim(
        id="S86",
        statement=Statement(
            "参数总数是 VD + KDH + H + HV + V：嵌入表、第一层权重和偏置、第二层权重和偏置。",
            "The parameters are VD + KDH + H + HV + V: the table, the first layer and its bias, the second and its.",
        ),
        source=B_PARAMETERS,
        find=_formula,
        rule=_rule_formula,
        of_model=True,
        code="""\
(V, D), H = C.shape, len(b1)
K = len(W1) // D
terms = {"VD": V * D, "KDH": K * D * H, "H": H, "HV": H * V, "V": V}
value = {
    "terms": terms,
    "sum": sum(terms.values()),
    "parameters": sum(p.nelement() for p in (C, W1, b1, W2, b2)),
}
""",
    ),
    Claim(
        id="S87",
        statement=Statement(
            "V = 27、K = 3、D = 10、H = 200 时是 270 + 6000 + 200 + 5400 + 27 = 11,897 个。",
            "With V = 27, K = 3, D = 10, H = 200 there are 270 + 6,000 + 200 + 5,400 + 27 = 11,897.",
        ),
        source=B_PARAMETERS,
        expected={"parts": [270, 6000, 200, 5400, 27], "sum": 11897},
        find=_later,
        code="""\
sizes = [(27, 10), (30, 200), (200,), (200, 27), (27,)]
parts = [torch.randn(size).nelement() for size in sizes]
value = {"parts": parts, "sum": sum(parts)}
""",
    ),
    Claim(
        id="S88",
        statement=Statement(
            "隐藏层加宽 1，两层权重共多 KD + 1 + V = 58 个；D 加 1，嵌入表和第一层共多 V + KH = 627 个。",
            "One more hidden unit costs KD + 1 + V = 58 in the two layers; one more dimension costs V + KH = 627 in "
            "the table and the first layer.",
        ),
        source=B_PARAMETERS,
        expected={"one_more_H": 58, "one_more_D": 627},
        find=_one_more,
        code="""\
count = lambda K, D, H, V: V * D + K * D * H + H + H * V + V
now = count(3, 10, 200, 27)
value = {"one_more_H": count(3, 10, 201, 27) - now, "one_more_D": count(3, 11, 200, 27) - now}
""",
    ),
    Claim(
        id="S89",
        statement=Statement(
            "上下文加长 1，网络只多 DH = 2,000 个数，完整的表却变成 27 倍；K = 8 时是 21,897 对 7.6 万亿。",
            "One more character of context costs the network DH = 2,000 numbers and the full table a factor of 27: at "
            "K = 8 it is 21,897 against 7.6 million million.",
        ),
        source=B_PARAMETERS,
        expected={"one_more_K": 2000, "table_grows_by": 27, "network_at_8": 21897, "table_at_8": 7625597484987},
        find=_longer,
        code="""\
count = lambda K, D, H, V: V * D + K * D * H + H + H * V + V
value = {
    "one_more_K": count(4, 10, 200, 27) - count(3, 10, 200, 27),
    "table_grows_by": 27**5 // 27**4,
    "network_at_8": count(8, 10, 200, 27),
    "table_at_8": 27**9,
}
""",
    ),
    Claim(
        id="S96",
        statement=Statement(
            "练习：B = 5、K = 3、D = 4、H = 8、V = 6 时，形状依次是 (5, 3)、(5, 3, 4)、(5, 12)、(5, 8)、(5, 6)，"
            "参数 182 个。",
            "Exercise: for B = 5, K = 3, D = 4, H = 8, V = 6 the shapes are (5, 3), (5, 3, 4), (5, 12), (5, 8) and "
            "(5, 6), and there are 182 parameters.",
        ),
        source=B_EXERCISES,
        expected={
            "shapes": [[5, 3], [5, 3, 4], [5, 12], [5, 8], [5, 6]],
            "parts": [24, 96, 8, 48, 6],
            "sum": 182,
        },
        find=_exercise,
        code="""\
C, W1, b1, W2, b2 = (torch.randn(size) for size in [(6, 4), (12, 8), (8,), (8, 6), (6,)])
X = torch.randint(0, 6, (5, 3))
emb = C[X]
flat = emb.reshape(5, 12)
hidden = torch.tanh(flat @ W1 + b1)
logits = hidden @ W2 + b2
parts = [p.nelement() for p in (C, W1, b1, W2, b2)]
value = {"shapes": [list(t.shape) for t in (X, emb, flat, hidden, logits)], "parts": parts, "sum": sum(parts)}
""",
    ),
)
