"""Concatenation: the characters' vectors side by side, so that the order is kept."""

from backend.claims import positions
from backend.claims.claim import Claim, Statement
from backend.claims.sources import A_NORMALISED, B_CONCATENATION

INPUTS = """\
K, D = len(W1) // C.shape[1], C.shape[1]
X = torch.tensor([[stoi[c] for c in ("." * K + w)[i : i + K]] for w in words for i in range(len(w) + 1)])
"""

CLAIMS = (
    Claim(
        id="S56",
        statement=Statement(
            "拼接有两种写法，loss 也有两种写法：算出来的数一样，代价不同。"
            "cat 要复制，view 不用；手写的 loss 遇到 logit 100 就成了 NaN。",
            "There are two ways to concatenate and two to take the loss, with the same numbers at another price: cat "
            "copies and view does not, and the loss by hand is NaN at a logit of 100.",
        ),
        source=A_NORMALISED,
        expected={"by_hand_is_nan_at_100": True, "cross_entropy_at_100": 0.0},
        find=positions.two_ways_twice,
        rule=positions.rule_two_ways,
        code="""\
spots = [(("..." + w)[i : i + 3], (w + ".")[i]) for w in words[:5] for i in range(len(w) + 1)]
X, Y = torch.tensor([[stoi[c] for c in x] for x, _ in spots]), torch.tensor([stoi[y] for _, y in spots])
g = torch.Generator().manual_seed(2147483647)
C, W1, b1, W2, b2 = (torch.randn(size, generator=g) for size in [(27, 2), (6, 100), (100,), (100, 27), (27,)])
emb = C[X]
copied, seen = torch.cat([emb[:, 0], emb[:, 1], emb[:, 2]], 1), emb.view(-1, 6)
logits = torch.tanh(seen @ W1 + b1) @ W2 + b2

def by_hand(logits, Y):
    p = logits.exp() / logits.exp().sum(1, keepdim=True)
    return -p[torch.arange(len(Y)), Y].log().mean()

large = torch.zeros(1, 27)
large[0, 1] = 100
value = {
    "concatenations_equal": torch.equal(copied, seen),
    "cat_shares_memory": copied.data_ptr() == emb.data_ptr(),
    "view_shares_memory": seen.data_ptr() == emb.data_ptr(),
    "by_hand": by_hand(logits, Y).item(),
    "cross_entropy": F.cross_entropy(logits, Y).item(),
    "by_hand_is_nan_at_100": bool(by_hand(large, torch.tensor([1])).isnan()),
    "cross_entropy_at_100": F.cross_entropy(large, torch.tensor([1])).item(),
}
""",
    ),
    Claim(
        id="S73",
        statement=Statement(
            "拼接、tanh、logits 这三行，B 多大都能照样运行。",
            "The three lines of concatenation, tanh and logits run unchanged for any B.",
        ),
        source=B_CONCATENATION,
        find=positions.any_batch,
        rule=positions.rule_any_batch,
        of_model=True,
        code=INPUTS
        + """\
value = {"flat": [], "hidden": [], "logits": []}
for B in (1, 5, 32, 1000):
    emb = C[X[:B]]
    flat = emb.reshape(B, K * D)
    hidden = torch.tanh(flat @ W1 + b1)
    logits = hidden @ W2 + b2
    for name, tensor in (("flat", flat), ("hidden", hidden), ("logits", logits)):
        value[name].append(list(tensor.shape))
""",
    ),
    Claim(
        id="S74",
        statement=Statement(
            "（原图已失，只剩查看器的文字）它该画的是这条路：编号 → C → 拼接 → tanh → logits，每一步的形状都接得上。",
            "(The figure is lost, only its viewer's text is left.) It must have drawn the road from ids through C, "
            "concatenation and tanh to logits, where each shape fits the next.",
        ),
        source=B_CONCATENATION,
        find=positions.drawn,
        rule=positions.rule_drawn,
        of_model=True,
        code=INPUTS
        + """\
emb = C[X[:1]]
flat = emb.view(1, -1)
z = flat @ W1 + b1
h = z.tanh()
logits = h @ W2 + b2
road = [("ids", X[:1], None), ("embedding", emb, C), ("concatenation", flat, None), ("preactivation", z, W1)]
road += [("hidden", h, None), ("logits", logits, W2)]
nodes = [{"name": n, "shape": list(t.shape), "with": None if w is None else list(w.shape)} for n, t, w in road]
value = {"nodes": nodes}
""",
    ),
    Claim(
        id="S76",
        statement=Statement(
            "拼接不是求平均：ab 和 ba 排法不同，logits 就不同。",
            "Concatenation is no average: ab and ba give different logits.",
        ),
        source=B_CONCATENATION,
        find=positions.two_orders,
        rule=positions.rule_two_orders,
        of_model=True,
        code="""\
K = len(W1) // C.shape[1]

def logits(context):
    X = torch.tensor([[stoi[c] for c in context.rjust(K, ".")]])
    return torch.tanh(C[X].view(1, -1) @ W1 + b1) @ W2 + b2

letters = itos[1:]
pairs = [(a, b) for i, a in enumerate(letters) for b in letters[i + 1 :]]
moved = {a + b: (logits(a + b) - logits(b + a)).abs().max().item() for a, b in pairs}
value = {
    "largest_difference_ab_ba": moved["ab"],
    "pairs": len(pairs),
    "pairs_equal_in_both_orders": sum(difference < 1e-5 for difference in moved.values()),
}
""",
    ),
    Claim(
        id="S79",
        statement=Statement(
            "同一个字符在每个位置用的是同一行 C，乘的却是 W1 的不同行。",
            "A character has the same row of C at every position, and other rows of W1 to meet it.",
        ),
        source=B_CONCATENATION,
        find=positions.by_position,
        rule=positions.rule_by_position,
        of_model=True,
        code="""\
D, K = C.shape[1], len(W1) // C.shape[1]
added = [C[stoi["a"]] @ W1[k * D : (k + 1) * D] for k in range(K)]
value = {
    "rows_of_W1": [[k * D, (k + 1) * D - 1] for k in range(K)],
    "length_added": [one.norm().item() for one in added],
    "distances_between_positions": [(added[i] - added[j]).norm().item() for i in range(K) for j in range(i + 1, K)],
}
""",
    ),
)
