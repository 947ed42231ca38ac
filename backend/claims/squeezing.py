"""Squeezing: alike in gives alike out, the gradient moves C, and room to spare leaves no need for structure."""

from backend.claims import structure
from backend.claims.claim import Claim, Statement
from backend.claims.sources import A_FORCED

CLAIMS = (
    Claim(
        id="S41",
        statement=Statement(
            "输入相近，输出就相近：a 与 e 的距离乘上 W1 的范数，就是两者隐藏层之差的上界。",
            "Alike in, alike out: the distance of a and e times the norm of W1 bounds how far apart their hidden "
            "layers can be.",
        ),
        source=A_FORCED,
        expected={"beyond_bound": 0, "beyond_after_tanh": 0},
        find=structure.passed_on,
        rule=structure.rule_passed_on,
        of_model=True,
        code="""\
D, V = C.shape[1], len(C)
block = W1[-D:].double()  # what the newest character is multiplied by
i, j = torch.triu_indices(V, V, 1)
apart = (C[i] - C[j]).double().norm(dim=1)
stretched = ((C[i] - C[j]).double() @ block).norm(dim=1)
X = torch.zeros(V, len(W1) // D, dtype=torch.long)
X[:, -1] = torch.arange(V)
h = torch.tanh(C[X].flatten(1) @ W1 + b1).double()
norm = torch.linalg.matrix_norm(block, 2)
value = {
    "pairs": len(apart),
    "spectral_norm": norm.item(),
    "beyond_bound": int((stretched > norm * apart * 1.000001).sum()),
    "beyond_after_tanh": int(((h[i] - h[j]).norm(dim=1) > stretched * 1.0001 + 1e-5).sum()),
}
""",
    ),
    Claim(
        id="S42",
        statement=Statement(
            "训练的梯度一路传回 C，把行为相近的字符推到一起。",
            "The gradient goes all the way back to C and moves characters that behave alike together.",
        ),
        source=A_FORCED,
        find=structure.gathered,
        rule=structure.rule_gathered,
        of_model=True,
        code="""\
vowels = [stoi[c] for c in "aeiou"]
consonants = [i for c, i in stoi.items() if c.isalpha() and c not in "aeiou"]
Cn = C.double() / C.double().norm(dim=1, keepdim=True)
cos = Cn @ Cn.T
within = (cos[vowels][:, vowels].sum() - 5) / 20  # without each vowel's cosine with itself
value = {
    "gap_now": (within - cos[vowels][:, consonants].mean()).item(),
    "u_to_vowels": cos[stoi["u"], vowels[:4]].mean().item(),
    "u_to_consonants": cos[stoi["u"], consonants].mean().item(),
}
""",
    ),
    Claim(
        id="S43",
        statement=Statement(
            "给它 27 维，模型可以原样退回 one-hot，什么结构也不必学。",
            "With 27 dimensions the model can go back to one-hot as it was, and need learn no structure.",
        ),
        source=A_FORCED,
        expected={"identity_is_one_hot": True},
        find=structure.copied,
        rule=structure.rule_copied,
        trained=True,
        code="""\
from statistics import fmean
from backend.claims.ground import Words
from backend.claims.trained import Plan
from backend.claims.trainings import trained_once

ours, X = Words(names), torch.randint(27, (1000, 3))
value = {
    "identity_is_one_hot": torch.equal(torch.eye(27)[X], F.one_hot(X, 27).float()),
    "gap_27_scaled": fmean(trained_once(ours, Plan(embedding_dim=27, seed=seed)).vowel_gap for seed in (1, 2, 3)),
}
""",
    ),
    Claim(
        id="S44",
        statement=Statement(
            "没有人给元音打过标签：训练只看编号和后继，结构是自己显出来的（表示学习）。",
            "Nobody labelled the vowels: training sees ids and what follows, and the structure shows by itself "
            "(representation learning).",
        ),
        source=A_FORCED,
        find=structure.renamed,
        rule=structure.rule_renamed,
        of_model=True,
        code="""\
import random

K = len(W1) // C.shape[1]
shuffled = list(words)
random.Random(42).shuffle(shuffled)
dev = shuffled[int(0.8 * len(words)) : int(0.9 * len(words))]
X = torch.tensor([[stoi[c] for c in ("." * K + w)[i : i + K]] for w in dev for i in range(len(w) + 1)])
Y = torch.tensor([stoi[c] for w in dev for c in w + "."])
to = torch.randperm(len(C), generator=torch.Generator().manual_seed(1))  # every character another id

def loss(C, W2, b2, X, Y):
    return F.cross_entropy((torch.tanh(C[X].flatten(1) @ W1 + b1) @ W2 + b2).double(), Y).item()

back = to.argsort()
value = {"dev_loss": loss(C, W2, b2, X, Y), "dev_loss_renamed": loss(C[back], W2[:, back], b2[back], to[X], to[Y])}
""",
    ),
)
