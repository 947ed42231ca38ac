"""Equal distances: what one-hot says of 27 characters, and why a plane cannot say the same."""

from backend.claims import equidistance
from backend.claims.claim import Claim, Statement
from backend.claims.sources import A_EQUIDISTANT, A_ORTHOGONAL

CLAIMS = (
    Claim(
        id="S35",
        statement=Statement(
            "one-hot 下任意两个字符的点积都是 0，距离都是 √2。",
            "Under one-hot any two characters have dot product 0 and distance √2.",
        ),
        source=A_ORTHOGONAL,
        expected={"largest_dot": 0.0, "least_distance": 2**0.5, "largest_distance": 2**0.5},
        tolerance=1e-12,
        find=equidistance.one_hot_pairs,
        code="""\
I = torch.eye(len(itos), dtype=torch.double)
apart, dots = torch.pdist(I), (I @ I.T)[tuple(torch.triu_indices(len(I), len(I), 1))]
value = {
    "pairs": len(apart),
    "largest_dot": dots.abs().max().item(),
    "least_distance": apart.min().item(),
    "largest_distance": apart.max().item(),
}
""",
    ),
    Claim(
        id="S36",
        statement=Statement(
            "q 后面几乎只跟 u，a 和 e 才相像；可 one-hot 下 a 到 e 与 a 到 q 一样远。",
            "After q comes hardly anything but u, and a and e are alike; yet one-hot puts a as far from e as from q.",
        ),
        source=A_ORTHOGONAL,
        expected={"distance_a_e": 2**0.5, "distance_a_q": 2**0.5},
        tolerance=1e-12,
        find=equidistance.a_e_q,
        rule=equidistance.rule_a_e_q,
        code="""\
after_q = [d for w in words for c, d in zip(w, w[1:] + ".") if c == "q"]
I = torch.eye(len(itos), dtype=torch.double)
value = {
    "distance_a_e": (I[stoi["a"]] - I[stoi["e"]]).norm().item(),
    "distance_a_q": (I[stoi["a"]] - I[stoi["q"]]).norm().item(),
    "q_then_u": after_q.count("u"),
    "q": len(after_q),
    "q_then_u_percent": 100 * after_q.count("u") / len(after_q),
}
""",
    ),
    Claim(
        id="S37",
        statement=Statement(
            "one-hot 下参数各管各的：从 an 学到的，别的字符一点也用不上。",
            "Under one-hot every character has parameters of its own: what is learnt from an serves no other.",
        ),
        source=A_ORTHOGONAL,
        expected={"rows_moved": ["a"]},
        find=equidistance.lone_gradient,
        code="""\
W = torch.randn(len(itos), 8, generator=torch.Generator().manual_seed(1)).requires_grad_()
U = torch.randn(8, len(itos), generator=torch.Generator().manual_seed(2))
one_hot = F.one_hot(torch.tensor([stoi["a"]]), len(itos)).float()
F.cross_entropy(torch.tanh(one_hot @ W) @ U, torch.tensor([stoi["n"]])).backward()
value = {"rows": len(W), "rows_moved": [itos[i] for i in W.grad.abs().sum(1).nonzero()[:, 0]]}
""",
    ),
    Claim(
        id="S38",
        statement=Statement(
            "d 维空间里两两等距的点最多 d + 1 个；平面上是 3 个，放在三角形中心的第 4 个点，到顶点的距离不等于边长。",
            "In d dimensions at most d + 1 points are equidistant: 3 in a plane, where a fourth at the triangle's "
            "centre is nearer to the corners than they are to each other.",
        ),
        source=A_EQUIDISTANT,
        expected={"centre_to_corners": [3**-0.5] * 3},
        tolerance=1e-12,
        find=equidistance.triangle,
        rule=equidistance.rule_triangle,
        code="""\
corners = torch.tensor([[0, 0], [1, 0], [0.5, 3**0.5 / 2]], dtype=torch.double)
square = torch.tensor([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=torch.double)

def most(d):
    "n points of distance 1, the first at the origin: n - 1 independent vectors, by the rank of their dot products."
    n = 1
    while torch.linalg.matrix_rank((torch.ones(n, n) + torch.eye(n)) / 2) <= d:
        n += 1
    return n

value = {
    "sides": [1.0, 1.0, 1.0] if torch.allclose(torch.pdist(corners), torch.ones(3).double()) else [],
    "centre_to_corners": (corners - corners.mean(0)).norm(dim=1).tolist(),
    "best_ratio_of_four": (torch.pdist(square).max() / torch.pdist(square).min()).item(),
    "most_equidistant": {str(d): most(d) for d in (1, 2, 3, 26)},
}
""",
    ),
    Claim(
        id="S39",
        statement=Statement(
            "27 个点要两两等距，至少要 26 维；one-hot 恰好就张成 26 维。",
            "For 27 equidistant points it takes 26 dimensions, which is just what one-hot spans.",
        ),
        source=A_EQUIDISTANT,
        expected={"points": 27, "dimensions": 26},
        find=equidistance.needed,
        code="""\
I = torch.eye(len(itos))
value = {"points": len(I), "dimensions": torch.linalg.matrix_rank(I - I.mean(0)).item()}
""",
    ),
    Claim(
        id="S40",
        statement=Statement(
            "只有 2 维，就一定有人挨得近：27 个点再怎么排，最远的一对总比最近的一对远得多。",
            "With 2 dimensions somebody has to be close: however 27 points lie, the farthest pair is much farther than "
            "the nearest.",
        ),
        source=A_EQUIDISTANT,
        find=equidistance.packed,
        rule=equidistance.rule_packed,
        of_model=True,
        code="""\
V, best = len(C), float("inf")
n = torch.arange(-8, 9, dtype=torch.double)
i, j = torch.meshgrid(n, n, indexing="ij")
lattice = torch.stack([(i + j / 2).flatten(), (j * 3**0.5 / 2).flatten()], 1)
for x in torch.linspace(0, 1, 7).double():
    for y in torch.linspace(0, 1, 7).double() * 3**0.5 / 2:
        far = (lattice - torch.stack([x, y])).norm(dim=1)
        apart = torch.pdist(lattice[far.argsort()[:V]])
        best = min(best, (apart.max() / apart.min()).item())
apart = torch.pdist(C.double())
value = {"points": V, "best_ratio_in_a_plane": best, "ratio_in_this_table": (apart.max() / apart.min()).item()}
""",
    ),
)
