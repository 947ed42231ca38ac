"""One forward: what stays the same from the bigram to the network."""

import numpy as np
import torch
import torch.nn.functional as F  # the name that everybody gives it

from backend.claims.claim import Claim, Ruling, Statement, Value
from backend.claims.ground import Ground
from backend.claims.ruling import fails, holds_if
from backend.claims.sources import A_BENGIO
from backend.lesson.counts import ContextCounts, table_loss
from backend.lesson.evaluation import mean_loss


def _same_loss(ground: Ground) -> Value:
    """One function, F.cross_entropy, over the bigram's log counts and over the network's logits."""
    words, model = ground.own_words, ground.model
    one, many = words.counts(1), words.counts(model.card.context_length)
    with np.errstate(divide="ignore"):
        log_counts = torch.from_numpy(np.log(one.dense(slice(None)).astype(np.float64)))
    logits = model.network.forward(torch.from_numpy(many.contexts)).logits.double()
    return {
        "bigram_by_cross_entropy": _cross_entropy(log_counts, one),
        "bigram_by_counting": table_loss(one, one, 0.0).loss,
        "network_by_cross_entropy": _cross_entropy(logits, many),
        "network_by_our_evaluation": mean_loss(model.network, many),
    }


def _cross_entropy(logits: torch.Tensor, counts: ContextCounts) -> float:
    """The mean over all examples, from logits (U, V) of the distinct contexts."""
    rows, labels = torch.from_numpy(counts.pair_rows), torch.from_numpy(counts.pair_tokens)
    each = F.cross_entropy(logits[rows], labels, reduction="none")
    return float(each @ torch.from_numpy(counts.pair_counts).double() / counts.examples)


def _rule_same_loss(value: Value) -> Ruling:
    off = max(
        abs(value["bigram_by_cross_entropy"] - value["bigram_by_counting"]),
        abs(value["network_by_cross_entropy"] - value["network_by_our_evaluation"]),
    )
    return holds_if(off < 1e-5, fails(f"两种算法相差 {off:.2g}。", f"The two ways differ by {off:.2g}."))


CLAIMS = (
    Claim(
        id="S11",
        statement=Statement(
            "softmax、交叉熵、梯度下降一个字不改：同一个损失函数，既算 bigram，也算这个网络。",
            "Softmax, cross-entropy and descent stay as they were: one loss function serves bigram and network.",
        ),
        source=A_BENGIO,
        find=_same_loss,
        rule=_rule_same_loss,
        of_model=True,
        code="""\
def data(K):
    X = torch.tensor([[stoi[c] for c in ("." * K + w)[i : i + K]] for w in words for i in range(len(w) + 1)])
    return X, torch.tensor([stoi[c] for w in words for c in w + "."])

X, Y = data(1)
N = torch.zeros(len(itos), len(itos), dtype=torch.double)
N.index_put_((X[:, 0], Y), torch.ones(len(Y), dtype=torch.double), accumulate=True)
bigram = F.cross_entropy(N.log()[X[:, 0]], Y)  # the counts' logarithms are its logits
X, Y = data(len(W1) // C.shape[1])
network = F.cross_entropy((torch.tanh(C[X].flatten(1) @ W1 + b1) @ W2 + b2).double(), Y)
value = {"bigram_by_cross_entropy": bigram.item(), "network_by_cross_entropy": network.item()}
""",
    ),
)
