"""Shapes and ndim: what an index makes of a table, and what PyTorch counts when it says dimension."""

from backend.claims import indexing
from backend.claims.claim import Claim, Statement
from backend.claims.sources import A_NDIM, A_SHAPES

DIMENSION = "Dimension out of range (expected to be in range of [-1, 0], but got 1)"

CLAIMS = (
    Claim(
        id="S26",
        statement=Statement(
            "结果的形状 = 索引的形状 + 被索引对象剩下的那几维。",
            "The shape of the result is the shape of the index, then what is left of the thing that is indexed.",
        ),
        source=A_SHAPES,
        expected={"rule_met": True},
        find=indexing.indexed,
        of_model=True,
        code="""\
K = len(W1) // C.shape[1]
X = torch.tensor([[stoi[c] for c in ("." * K + w)[i : i + K]] for w in words for i in range(len(w) + 1)])
asked = ["C[5]", "C[5:6]", "C[[5, 6, 7]]", "C[torch.tensor([0, 0, 5, 6, 7])]", "C[X[:32]]", "C[X]"]
shapes = {text: list(eval(text).shape) for text in asked}
indices = [(), (1,), (3,), (5,), X[:32].shape, X.shape]
value = {
    "shapes": shapes,
    "rule_met": all(shape == [*index, C.shape[1]] for shape, index in zip(shapes.values(), indices)),
}
""",
    ),
    Claim(
        id="S27",
        statement=Statement(
            "C[5] 与 C[5:6] 数值相同，ndim 不同：一个是 1，一个是 2。",
            "C[5] and C[5:6] have the same values but not the same ndim: 1 and 2.",
        ),
        source=A_SHAPES,
        expected={"values_equal": True, "ndim": [1, 2]},
        find=indexing.sliced,
        of_model=True,
        code="""\
value = {"values_equal": torch.equal(C[5], C[5:6][0]), "ndim": [C[5].ndim, C[5:6].ndim]}
""",
    ),
    Claim(
        id="S28",
        statement=Statement(
            "一维张量没有轴 1：C[5].sum(1) 报 IndexError，C[5:6].sum(1) 没问题。",
            "A tensor of one axis has no axis 1: C[5].sum(1) is an IndexError, C[5:6].sum(1) works.",
        ),
        source=A_SHAPES,
        expected={"error": "IndexError", "message": DIMENSION},
        find=indexing.summed,
        of_model=True,
        code="""\
try:
    C[5].sum(1)
except IndexError as raised:
    error = raised
value = {"error": type(error).__name__, "message": str(error), "sum_of_slice": C[5:6].sum(1).tolist()}
""",
    ),
    Claim(
        id="S29",
        statement=Statement(
            "emb[i, j, k]：i 是第几个样本，j 是上下文的位置（0 最早），k 是向量的第几个分量（0 到 1）。",
            "emb[i, j, k]: i is the sample, j the position in the context, 0 the oldest, k the component, 0 or 1.",
        ),
        source=A_SHAPES,
        expected={"i": [0, 228145], "j": [0, 2], "k": [0, 1]},
        find=indexing.three_indices,
        rule=indexing.rule_indices,
        of_model=True,
        code="""\
K = len(W1) // C.shape[1]
X = torch.tensor([[stoi[c] for c in ("." * K + w)[i : i + K]] for w in words for i in range(len(w) + 1)])
emb = C[X]
value = {name: [0, size - 1] for name, size in zip("ijk", emb.shape)}
value["oldest_is_0"] = torch.equal(emb[1, -1], C[stoi[words[0][0]]])
""",
    ),
    Claim(
        id="S30",
        statement=Statement(
            "一句话读 emb：22.8 万个样本，每个是一个 3 × 2 的小矩阵。",
            "In one sentence: some 228,000 samples, each a small matrix of 3 by 2.",
        ),
        source=A_SHAPES,
        expected={"samples": 228146, "matrix": [3, 2]},
        find=indexing.read_aloud,
        rule=indexing.rule_read,
        of_model=True,
        code="""\
value = {"samples": sum(len(w) + 1 for w in words), "matrix": [len(W1) // C.shape[1], C.shape[1]]}
""",
    ),
    Claim(
        id="S31",
        statement=Statement(
            "线性代数的「维」数分量，ndim 数轴：(a, b) 是 2 维向量，也是 1 维张量。",
            "Linear algebra counts components, ndim counts axes: (a, b) is a vector of dimension 2, its ndim is 1.",
        ),
        source=A_NDIM,
        expected={
            "components_of_pair": 2,
            "shape_of_pair": [2],
            "ndim": {"scalar": 0, "pair": 1, "matrix": 2, "emb": 3},
        },
        find=indexing.two_words,
        code="""\
pair, emb = torch.tensor([1.0, 2.0]), torch.randn(27, 2)[torch.zeros(1, 3, dtype=torch.long)]
things = {"scalar": torch.tensor(3.14), "pair": pair, "matrix": torch.zeros(4, 3), "emb": emb}
value = {
    "components_of_pair": pair.nelement(),
    "shape_of_pair": list(pair.shape),
    "ndim": {name: thing.ndim for name, thing in things.items()},
}
""",
    ),
    Claim(
        id="S32",
        statement=Statement(
            "m × n 说的是 shape；不管 m、n 是多少，ndim 都是 2。",
            "m by n is the shape; whatever m and n, ndim stays 2.",
        ),
        source=A_NDIM,
        expected={"ndim": [2, 2, 2, 2]},
        find=indexing.matrices,
        code="""\
shapes = [[1, 1], [2, 3], [27, 2], [228146, 3]]
value = {"shapes": shapes, "ndim": [torch.empty(shape).ndim for shape in shapes]}
""",
    ),
    Claim(
        id="S33",
        statement=Statement(
            "打印出来数最外层的方括号，几层就是 ndim 几：0、1、2。",
            "Print it and count the opening brackets: as many as ndim, 0, 1, 2.",
        ),
        source=A_NDIM,
        expected={"ndim": [0, 1, 2]},
        find=indexing.brackets,
        rule=indexing.rule_brackets,
        code="""\
things = [torch.tensor(3.14), torch.tensor([1, 2]), torch.tensor([[1, 2]])]
printed = [repr(thing).removeprefix("tensor(") for thing in things]
value = {
    "brackets": [len(text) - len(text.lstrip("[")) for text in printed],
    "ndim": [thing.ndim for thing in things],
}
""",
    ),
    Claim(
        id="S34",
        statement=Statement(
            "每走一步就打印 x.shape，值得养成习惯：路上每个张量都有形状可看。",
            "Printing x.shape at every step is worth a habit: each tensor on the way has a shape to look at.",
        ),
        source=A_NDIM,
        find=indexing.printed,
        rule=indexing.rule_printed,
        of_model=True,
        code="""\
K = len(W1) // C.shape[1]
X = torch.tensor([[stoi[c] for c in ("." * K + w)[i : i + K]] for w in words for i in range(len(w) + 1)][:32])
emb = C[X]
flat = emb.view(32, -1)
z = flat @ W1 + b1
h = torch.tanh(z)
logits = h @ W2 + b2
p = logits.softmax(1)
names = ["ids", "embedding", "concatenation", "preactivation", "hidden", "logits", "probabilities"]
value = {"shapes": {name: list(x.shape) for name, x in zip(names, [X, emb, flat, z, h, logits, p])}}
""",
    ),
)
