"""What this is not: the whole of the paper, or the notebook's comments (S60, S98)."""

import torch

from backend.claims.claim import Claim, Ruling, Statement, Value
from backend.claims.ground import Ground
from backend.claims.ruling import fails, holds_if
from backend.claims.sources import B_OPENING, B_SOURCES
from backend.lesson.network import SCALED, Shape, initialised
from backend.lesson.optimiser import Adam
from backend.lesson.trace import trace

IN_COMMENTS = {"emb": [32, 3, 2], "hidden": [32, 100], "logits": [32, 27]}  # in the cells that evaluate train and dev


def _left_out(ground: Ground) -> Value:
    """What the paper has and the network has not, each tried."""
    model = ground.model
    K = model.card.context_length
    X = ground.own_words.contexts(K)[:1000]
    without = model.network.copy()
    without.logits_weight.zero_()  # now only a direct connection could let the context through
    logits = without.forward(X).logits
    flat = model.network.flat.clone()
    Adam(flat).step(flat, torch.zeros_like(flat), 0.1)
    p, made = trace(model.network, X)[-1].tensor, model.network.forward(X).logits.softmax(1)
    return {
        "tensors": sorted(model.network.tensors),
        "moved_past_the_hidden_layer": float((logits - logits[0]).abs().max()),
        "moved_by_decay": float((flat - model.network.flat).abs().max()),
        "mixed_in": float((p - made).abs().max()),
        "longest_token": max(map(len, model.card.vocabulary)),
    }


def _rule_left_out(value: Value) -> Ruling:
    simple = not any(value[name] for name in ("moved_past_the_hidden_layer", "moved_by_decay", "mixed_in"))
    return holds_if(
        simple and value["longest_token"] == 1,
        fails("这个网络有论文里的某一样东西。", "This network has something of the paper after all."),
    )


def _commented(ground: Ground) -> Value:
    """The shapes of the lecture's later network over the training names, and those in the notebook's comments."""
    words = ground.words
    network = initialised(Shape(3, 10, 200, len(words.vocabulary)), SCALED, 1)
    made = network.forward(words.contexts(3)[:1])
    N = words.parts(3).train.examples
    actual = {"emb": made.embedding, "hidden": made.hidden, "logits": made.logits}
    shapes = {name: [N, *tensor.shape[1:]] for name, tensor in actual.items()}
    return {
        "shapes": shapes,
        "in_comments": IN_COMMENTS,
        "stale": [name for name, shape in shapes.items() if shape != IN_COMMENTS[name]],
        "stale_beyond_the_batch": [name for name, shape in shapes.items() if shape[1:] != IN_COMMENTS[name][1:]],
    }


CLAIMS = (
    Claim(
        id="S60",
        statement=Statement(
            "这里是论文的字符级简化版：没有输入到输出的直连，没有权重衰减，不与 n-gram 混合，读的是字符而不是词。",
            "This is a simplification of the paper to characters: no connections past the hidden layer, no weight "
            "decay, no mixture with an n-gram, letters in place of words.",
        ),
        source=B_OPENING,
        find=_left_out,
        rule=_rule_left_out,
        of_model=True,
        code="""\
K = len(W1) // C.shape[1]
X = torch.tensor([[stoi[c] for c in ("." * K + w)[i : i + K]] for w in words for i in range(len(w) + 1)][:1000])
without = torch.tanh(C[X].view(1000, -1) @ W1 + b1) @ torch.zeros_like(W2) + b2
p = torch.cat([tensor.flatten() for tensor in (C, W1, b1, W2, b2)]).requires_grad_()
before = p.detach().clone()
p.grad = torch.zeros_like(p)
torch.optim.Adam([p], lr=0.1).step()
value = {
    "tensors": sorted(parts),
    "moved_past_the_hidden_layer": (without - without[0]).abs().max().item(),
    "moved_by_decay": (p.detach() - before).abs().max().item(),
    "longest_token": max(map(len, itos)),
}
""",
    ),
    Claim(
        id="S98",
        statement=Statement(
            "课程 notebook 评估那两格的注释还写着旧的 (32, 3, 2) 和 (32, 100)，"
            "实际已是 10 维、200 个单元，行数也不是 32。",
            "The comments in the notebook's two evaluating cells still say (32, 3, 2) and (32, 100), where there are "
            "10 dimensions and 200 units by then, and not 32 rows.",
        ),
        source=B_SOURCES,
        expected={"stale_beyond_the_batch": ["emb", "hidden"]},
        find=_commented,
        code="""\
import random
shuffled = list(words)
random.seed(42)
random.shuffle(shuffled)
train = shuffled[: int(0.8 * len(words))]
Xtr = torch.tensor([[stoi[c] for c in ("..." + w)[i : i + 3]] for w in train for i in range(len(w) + 1)])
C, W1, b1, W2, b2 = (torch.randn(size) for size in [(27, 10), (30, 200), (200,), (200, 27), (27,)])
emb = C[Xtr]
h = torch.tanh(emb.view(-1, 30) @ W1 + b1)
logits = h @ W2 + b2
shapes = {"emb": list(emb.shape), "hidden": list(h.shape), "logits": list(logits.shape)}
comments = {"emb": [32, 3, 2], "hidden": [32, 100], "logits": [32, 27]}
value = {
    "shapes": shapes,
    "stale": [name for name in shapes if shapes[name] != comments[name]],
    "stale_beyond_the_batch": [name for name in shapes if shapes[name][1:] != comments[name][1:]],
}
""",
    ),
)
