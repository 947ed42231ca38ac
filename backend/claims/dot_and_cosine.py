"""Dot product and cosine: the same but for the lengths, and what the lengths do."""

from backend.claims import alike
from backend.claims.claim import Claim, Statement
from backend.claims.sources import A_ALIKE, A_LENGTH, A_NORMALISED

CLAIMS = (
    Claim(
        id="S49",
        statement=Statement(
            "两个字符像不像，用余弦来量：点积除以两个长度。",
            "How alike two characters are is their cosine: the dot product over the two lengths.",
        ),
        source=A_ALIKE,
        find=alike.by_formula,
        rule=alike.rule_by_formula,
        of_model=True,
        code="""\
def sim(a, b):
    va, vb = C[stoi[a]], C[stoi[b]]
    return (va @ vb / (va.norm() * vb.norm())).item()

ours = torch.tensor([[sim(a, b) for b in itos] for a in itos])
theirs = F.cosine_similarity(C[:, None], C[None, :], dim=2)
value = {"pairs": ours.nelement(), "largest_difference": (ours - theirs).abs().max().item()}
""",
    ),
    Claim(
        id="S50",
        statement=Statement(
            "点积 = 两个长度之积 × 余弦；只有两个都是单位长度时，点积才等于余弦。",
            "The dot product is the two lengths times the cosine; the two are equal for unit vectors only.",
        ),
        source=A_ALIKE,
        find=alike.lengths_times_cosine,
        rule=alike.rule_lengths_times_cosine,
        of_model=True,
        code="""\
A = C.double()
norms = A.norm(dim=1)
cosine = F.cosine_similarity(A[:, None], A[None, :], dim=2)
others = torch.tensor([[[2.0, 0.0], [0.5, 0.0]], [[3.0, 0.0], [0.0, 5.0]]])
value = {
    "largest_difference": (A @ A.T - norms[:, None] * norms * cosine).abs().max().item(),
    "dot_of_others": [(a @ b).item() for a, b in others],
    "cosine_of_others": [F.cosine_similarity(a, b, dim=0).item() for a, b in others],
}
""",
    ),
    Claim(
        id="S51",
        statement=Statement(
            "与 (1, 1) 同方向的三个向量，余弦都是 1，点积却从 2 涨到 20："
            "往东北走 1 公里与 10 公里，方向相同，长度差十倍。",
            "Three vectors of the direction of (1, 1) all have the cosine 1, and dot products from 2 to 20: one or ten "
            "kilometres north-east are one direction, and ten times the length.",
        ),
        source=A_ALIKE,
        expected={"dot": [2, 4, 20], "cosine": [1, 1, 1], "length": [1, 2, 10]},
        tolerance=1e-9,
        find=alike.same_direction,
        code="""\
one, vectors = torch.tensor([1.0, 1.0]), torch.tensor([[1.0, 1.0], [2.0, 2.0], [10.0, 10.0]])
value = {
    "vectors": vectors.tolist(),
    "dot": (vectors @ one).tolist(),
    "cosine": F.cosine_similarity(vectors, one[None]).tolist(),
    "length": (vectors.norm(dim=1) / one.norm()).tolist(),
}
""",
    ),
    Claim(
        id="S52",
        statement=Statement(
            "常见的字符更新得多，向量往往也更长。",
            "Frequent characters are updated more often, and their vectors tend to grow longer.",
        ),
        source=A_LENGTH,
        find=alike.norms_and_uses,
        rule=alike.rule_norms,
        of_model=True,
        code="""\
K = len(W1) // C.shape[1]
uses = {token: 0 for token in itos}
seen = {token: 0 for token in itos}
for w in words:
    for i in range(len(w) + 1):
        seen[(w + ".")[i]] += 1
        for token in ("." * K + w)[i : i + K]:
            uses[token] += 1
norms = C.double().norm(dim=1)
logs = torch.tensor([seen[token] for token in itos]).double().log()
value = {
    "uses": uses,
    "norms": dict(zip(itos, norms.tolist())),
    "correlation": torch.corrcoef(torch.stack([norms, logs]))[0, 1].item(),
}
""",
    ),
    Claim(
        id="S53",
        statement=Statement(
            "用点积来比，常见字符的向量长，好像和谁都近；除掉长度，大家才在同一条起跑线上。",
            "By dot product frequent characters, whose vectors are long, seem close to everyone; divided by the "
            "lengths, all start from the same line.",
        ),
        source=A_LENGTH,
        find=alike.long_rows_first,
        rule=alike.rule_long_rows,
        of_model=True,
        code="""\
A = C.double()
norms, seen = A.norm(dim=1), "".join(words)
longest = int(norms.argmax())
frequent = max(range(1, len(itos)), key=lambda i: seen.count(itos[i]))
value = {"longest": itos[longest], "frequent": itos[frequent], "norm_of_frequent": norms[frequent].item()}
for metric, rows in (("dot", A), ("cosine", A / norms[:, None])):
    scores = (rows @ rows.T).fill_diagonal_(-torch.inf)
    listed = scores.topk(4).indices
    value[metric] = {
        "mean_norm_listed": norms[listed].mean().item(),
        "lists_with_longest": int((listed == longest).sum()),
        "lists_with_frequent": [itos[i] for i in range(len(itos)) if frequent in listed[i]],
    }
""",
    ),
    Claim(
        id="S54",
        statement=Statement(
            "先把每一行除以自己的长度，之后一次矩阵乘法就是全部余弦。",
            "Divide each row by its length, and one matrix product is all the cosines.",
        ),
        source=A_NORMALISED,
        find=alike.normalised,
        rule=alike.rule_normalised,
        of_model=True,
        code="""\
Cn = C / C.norm(dim=1, keepdim=True)
sim_matrix = Cn @ Cn.T
try:
    C / C.norm(dim=1)
    message = ""
except RuntimeError as raised:
    message = str(raised)
square = torch.randn((27, 27), generator=torch.Generator().manual_seed(1))
wrong = (square / square.norm(dim=1)).norm(dim=1)
value = {
    "largest_asymmetry": (sim_matrix - sim_matrix.T).abs().max().item(),
    "largest_off_one": (sim_matrix.diagonal() - 1).abs().max().item(),
    "without_keepdim": message,
    "row_norms_without_keepdim_at_27": [wrong.min().item(), wrong.max().item()],
}
""",
    ),
)
