"""A table that is trained: what a row of C is, where its meaning comes from, and how it learns."""

from backend.claims import row_gradients as found
from backend.claims.claim import Claim, Statement
from backend.claims.sources import B_TABLE

EMB = """\
C = torch.randn((27, {D}))
X = torch.tensor([[stoi[c] for c in ("..." + w)[i : i + 3]] for w in words for i in range(len(w) + 1)][:32])
value = {{"C": list(C.shape), "emb": list(C[X].shape)}}
"""

CLAIMS = (
    Claim(
        id="S66",
        statement=Statement(
            "C 的形状是 (V, D)，第 i 行就是编号 i 的字符的向量。",
            "C has the shape (V, D), and row i is the vector of the character with id i.",
        ),
        source=B_TABLE,
        expected={"rows_by_character": True},
        find=found.row_is_character,
        rule=found.rule_row,
        of_model=True,
        code="""\
same = all(torch.equal(C[torch.tensor(i)], C[stoi[token]]) for i, token in enumerate(itos))
value = {"shape": list(C.shape), "rows_by_character": same and len(C) == len(itos)}
""",
    ),
    Claim(
        id="S67",
        statement=Statement(
            "27 个字符、每个 2 维、看 3 个：32 条输入查出来是 (32, 3, 2)。",
            "27 characters, 2 numbers each, 3 seen at once: 32 inputs look up (32, 3, 2).",
        ),
        source=B_TABLE,
        expected={"C": [27, 2], "emb": [32, 3, 2]},
        find=lambda ground: found.looked_up(ground, 2, 100),
        code=EMB.format(D=2),
    ),
    Claim(
        id="S68",
        statement=Statement(
            "换成 10 维，同样的 32 条输入是 (32, 3, 10)；写的和实际不一样时，信 .shape。",
            "With 10 numbers each the same 32 inputs are (32, 3, 10); where a comment says otherwise, believe .shape.",
        ),
        source=B_TABLE,
        expected={"C": [27, 10], "emb": [32, 3, 10]},
        find=lambda ground: found.looked_up(ground, 10, 200),
        code=EMB.format(D=10),
    ),
    Claim(
        id="S69",
        statement=Statement(
            "没有哪一维预先就代表元音：表从随机数开始，结构是训练中长出来的。",
            "No column means vowel beforehand: the table starts random, and structure comes with training.",
        ),
        source=B_TABLE,
        find=found.meaning,
        rule=found.rule_meaning,
        of_model=True,
        code="""\
vowels = [i for i, token in enumerate(itos) if token in "aeiou"]
others = [i for i, token in enumerate(itos) if token not in "aeiou."]

def gap(C):
    Cn = C.double() / C.double().norm(dim=1, keepdim=True)
    cos, n = Cn @ Cn.T, len(vowels)
    within = (cos[vowels][:, vowels].sum() - n) / (n * (n - 1))
    return (within - cos[vowels][:, others].mean()).item()

random = [torch.randn(C.shape, generator=torch.Generator().manual_seed(seed)) for seed in range(50)]
value = {"random_gap_mean": sum(map(gap, random)) / 50, "gap": gap(C)}
""",
    ),
    Claim(
        id="S70",
        statement=Statement(
            "同一个字符不论出现在哪里，用的都是同一行；每一处的梯度都加到这一行上。",
            "A character uses the same row wherever it stands, and the gradients of all its places add up there.",
        ),
        source=B_TABLE,
        expected={"uses": {".": 6, "a": 1, "e": 3, "m": 5}, "sum": 15, "gradient_is_uses": True},
        find=found.shared,
        code="""\
X = torch.tensor([[stoi[c] for c in ("..." + "emma")[i : i + 3]] for i in range(5)])
C = torch.randn((27, 2), requires_grad=True)
C[X].sum().backward()
uses = X.flatten().bincount(minlength=27)
value = {
    "uses": {itos[i]: int(n) for i, n in enumerate(uses) if n},
    "sum": int(uses.sum()),
    "gradient_is_uses": bool((C.grad == uses[:, None]).all()),
}
""",
    ),
    Claim(
        id="S71",
        statement=Statement(
            "(BK, V) 的 one-hot 乘 (V, D) 的 C 得 (BK, D)，再折回 (B, K, D)，与 C[X] 相同。",
            "One-hot rows (BK, V) times C (V, D) are (BK, D); folded back to (B, K, D) they are C[X].",
        ),
        source=B_TABLE,
        find=found.products,
        rule=found.rule_products,
        of_model=True,
        code="""\
K = len(W1) // C.shape[1]
X = torch.tensor([[stoi[c] for c in ("." * K + w)[i : i + K]] for w in words for i in range(len(w) + 1)][:1000])
rows = F.one_hot(X.reshape(-1), len(C)).float()
product = rows @ C
folded = product.reshape(len(X), K, -1)
value = {
    "one_hot": list(rows.shape),
    "product": list(product.shape),
    "folded": list(folded.shape),
    "largest_difference": (folded - C[X]).abs().max().item(),
}
""",
    ),
    Claim(
        id="S72",
        statement=Statement(
            "把查出来的向量求和：用了两次的行每维梯度是 2，一次是 1，没用到是 0。",
            "Sum what is looked up: a row used twice gets the gradient 2 in each dimension, once 1, unused 0.",
        ),
        source=B_TABLE,
        find=found.used_twice,
        rule=found.rule_used_twice,
        of_model=True,
        code="""\
C.requires_grad_()
C[torch.tensor([[1, 2, 1]])].sum().backward()
value = {"twice": C.grad[1].tolist(), "once": C.grad[2].tolist(), "unused": C.grad[0].tolist()}
""",
    ),
)
