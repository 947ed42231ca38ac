"""C[X]: one indexing looks up every row at once, and a product with one-hot rows does the same the long way."""

from backend.claims.claim import Claim, Statement
from backend.claims.one_hot import (
    MILLIONS,
    all_at_once,
    gpt2,
    one_hot_numbers,
    rule_all_at_once,
    rule_gpt2,
    rule_one_hot,
    rule_same_row,
    same_row,
    timed,
    zeros,
)
from backend.claims.sources import A_LOOKUP, A_ONE_HOT

CLAIMS = (
    Claim(
        id="S21",
        statement=Statement(
            "C[X] 一次查完全部样本：(228146, 3) 变成 (228146, 3, 2)。",
            "C[X] looks up every example at once: (228146, 3) becomes (228146, 3, 2).",
        ),
        source=A_LOOKUP,
        expected={"emb_shape": [228146, 3, 2]},
        find=all_at_once,
        rule=rule_all_at_once,
        of_model=True,
        code="""\
K = len(W1) // C.shape[1]
X = torch.tensor([[stoi[c] for c in ("." * K + w)[i : i + K]] for w in words for i in range(len(w) + 1)])
emb = C[X]
value = {
    "X_shape": list(X.shape),
    "emb_shape": list(emb.shape),
    "floats": emb.nelement(),
    "megabytes": emb.nelement() * emb.element_size() / 1e6,
}
""",
    ),
    Claim(
        id="S22",
        statement=Statement(
            "one-hot 行乘以 C，与直接取 C 的那一行相等。", "A one-hot row times C equals taking that row of C."
        ),
        source=A_LOOKUP,
        expected={"allclose": True},
        find=same_row,
        rule=rule_same_row,
        of_model=True,
        code="""\
V, K = len(C), len(W1) // C.shape[1]
contexts = {("." * K + w)[i : i + K] for w in words for i in range(len(w) + 1)}
X = torch.tensor([[stoi[c] for c in context] for context in contexts])
row = F.one_hot(torch.tensor(5), V).float() @ C
value = {
    "allclose": torch.allclose(row, C[5]),
    "equal_to_the_last_bit": torch.equal(row, C[5]),
    "distinct_contexts_checked": len(X),
    "largest_difference": (F.one_hot(X, V).float() @ C - C[X]).abs().max().item(),
}
""",
    ),
    Claim(
        id="S23",
        statement=Statement(
            "走 one-hot 那条路，先要造出 1800 万个数，还慢上许多倍。",
            "The one-hot way first makes 18 million numbers, and takes many times as long.",
        ),
        source=A_ONE_HOT,
        expected=MILLIONS,
        tolerance=0.5,
        find=one_hot_numbers,
        rule=rule_one_hot,
        measured=timed,
        code="""\
X = torch.tensor([[stoi[c] for c in ("..." + w)[i : i + 3]] for w in words for i in range(len(w) + 1)])
oh = F.one_hot(X, num_classes=27)
value = {
    "one_hot_numbers": oh.nelement(),
    "one_hot_millions": oh.nelement() / 1e6,
    "float32_megabytes": oh.nelement() * 4 / 1e6,
    "int64_megabytes": oh.nelement() * oh.element_size() / 1e6,
}
""",
    ),
    Claim(
        id="S24",
        statement=Statement("这些数里 26/27 是 0，约 96%。", "Of these numbers 26 in 27 are zeros, about 96 per cent."),
        source=A_ONE_HOT,
        expected={"zeros_percent": 96},
        tolerance=0.5,
        find=zeros,
        code="""\
oh = F.one_hot(torch.arange(len(itos)))
value = {"zeros_percent": 100 * (oh == 0).double().mean().item()}
""",
    ),
    Claim(
        id="S25",
        statement=Statement(
            "换成 GPT-2 的词表（50,257），同样的样本做成 one-hot 根本存不下。",
            "With GPT-2's vocabulary of 50,257 the one-hot rows of the same examples cannot be stored.",
        ),
        source=A_ONE_HOT,
        find=gpt2,
        rule=rule_gpt2,
        code="""\
numbers = sum(len(w) + 1 for w in words) * 3 * 50257
value = {"numbers": numbers, "gigabytes": numbers * 4 / 1e9}
""",
    ),
)
