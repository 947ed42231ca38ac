"""The two formulas of the forward, sum by sum, against the matrix products (S77, S78)."""

from functools import partial

from backend.claims.claim import Claim, Statement
from backend.claims.positions import rule_summed, summed
from backend.claims.sources import B_CONCATENATION

LOOPS = """\
D, K = C.shape[1], len(W1) // C.shape[1]
X = torch.tensor([[stoi[c] for c in ("." * K + w)[i : i + K]] for w in words[:5] for i in range(len(w) + 1)])[:5]
hidden = torch.tanh(C[X].view(5, -1) @ W1 + b1)
logits = hidden @ W2 + b2
c, w1, w2 = C.tolist(), W1.tolist(), W2.tolist()
h = [
    [b1[q].item() + sum(c[x[k]][d] * w1[k * D + d][q] for k in range(K) for d in range(D)) for q in range(len(b1))]
    for x in X.tolist()
]
h = torch.tensor(h).tanh()
"""

CLAIMS = (
    Claim(
        id="S77",
        statement=Statement(
            "h_rq 是 b1_q 加上对每个位置 k、每一维 d 的 C[x_rk, d] · W1[kD + d, q] 求和，再取 tanh；"
            "逐项相加与矩阵乘法相同。",
            "h_rq is the tanh of b1_q and the sum, over positions k and dimensions d, of C[x_rk, d] W1[kD + d, q]; "
            "summed term by term it is the matrix product.",
        ),
        source=B_CONCATENATION,
        find=summed,
        rule=partial(rule_summed, "largest_difference_h"),
        of_model=True,
        code=LOOPS
        + """\
value = {"rows": len(X), "largest_difference_h": (h - hidden).abs().max().item()}
""",
    ),
    Claim(
        id="S78",
        statement=Statement(
            "z_rj 是 b2_j 加上对每个隐藏单元 q 的 h_rq · W2[q, j] 求和；逐项相加与矩阵乘法相同。",
            "z_rj is b2_j and the sum, over hidden units q, of h_rq W2[q, j]; summed term by term it is the matrix "
            "product.",
        ),
        source=B_CONCATENATION,
        find=summed,
        rule=partial(rule_summed, "largest_difference_z"),
        of_model=True,
        code=LOOPS
        + """\
rows, H = h.tolist(), range(len(b1))
z = [[b2[j].item() + sum(row[q] * w2[q][j] for q in H) for j in range(len(b2))] for row in rows]
value = {"rows": len(X), "largest_difference_z": (torch.tensor(z) - logits).abs().max().item()}
""",
    ),
)
