"""Below what no loss can go, and what sharing parameters costs (S65, S90)."""

import numpy as np

from backend.claims.claim import Claim, Ruling, Statement, Value
from backend.claims.ground import Ground
from backend.claims.ruling import depends, holds_if
from backend.claims.sources import B_PARAMETERS, B_WINDOW
from backend.lesson.contexts import window
from backend.lesson.counts import ContextCounts, table_loss
from backend.lesson.evaluation import mean_loss


def _successors(ground: Ground) -> Value:
    words = ground.words
    counts, V = words.counts(3), len(words.vocabulary)
    first = ContextCounts(window(words.corpus.words[:5], words.vocabulary, 3), V)
    return {
        "after_the_opening": int((counts.row(np.zeros(3, dtype=np.int64)) > 0).sum()),
        "first_examples": first.examples,
        "floor_of_first": table_loss(first, first, 0.0).loss,
        "floor": table_loss(counts, counts, 0.0).loss,
    }


def _underfit(ground: Ground) -> Value:
    words, model = ground.own_words, ground.model
    train = words.parts(model.card.context_length).train
    contexts, V = len(train.contexts), len(words.vocabulary)
    return {
        "train": mean_loss(model.network, train),
        "floor": table_loss(train, train, 0.0).loss,
        "contexts": contexts,
        "free_numbers_of_the_table": contexts * (V - 1),
        "parameters": model.card.parameters,
    }


def _rule_underfit(value: Value) -> Ruling:
    said = f"{value['train']:.4f}", f"{value['floor']:.4f}"
    return holds_if(
        value["train"] > value["floor"] + 0.01 and value["parameters"] < value["free_numbers_of_the_table"],
        depends(
            f"取决于大小：这个模型的训练 loss 是 {said[0]}，计数表的下限是 {said[1]}，"
            f"参数 {value['parameters']:,} 个，各上下文分开则要 {value['free_numbers_of_the_table']:,} 个。",
            f"It depends on the size: this model's train loss is {said[0]} and the floor of the counts {said[1]}, with "
            f"{value['parameters']:,} parameters, where separate contexts take {value['free_numbers_of_the_table']:,}.",
        ),
    )


CLAIMS = (
    Claim(
        id="S65",
        statement=Statement(
            "同一个上下文后面可以跟不同的字符，该学的是分布；loss 因此有一个到不了 0 的下限。",
            "One context can be followed by many characters, so what is to be learnt is a distribution, and the loss "
            "has a floor above 0.",
        ),
        source=B_WINDOW,
        expected={"after_the_opening": 26, "floor_of_first": 0.251475, "floor": 1.884207},
        tolerance=1e-6,
        find=_successors,
        code="""\
from collections import Counter, defaultdict

def floor(words):
    after = defaultdict(Counter)
    for w in words:
        for i in range(len(w) + 1):
            after[("..." + w)[i : i + 3]][(w + ".")[i]] += 1
    pairs = [(n, n / counts.total()) for counts in after.values() for n in counts.values()]
    n, p = torch.tensor(pairs, dtype=torch.double).T
    return -(n * p.log()).sum().item() / n.sum().item()

value = {
    "after_the_opening": len({w[0] for w in words}),
    "first_examples": sum(len(w) + 1 for w in words[:5]),
    "floor_of_first": floor(words[:5]),
    "floor": floor(words),
}
""",
    ),
    Claim(
        id="S90",
        statement=Statement(
            "共用参数就不能给每个上下文随意定一个分布，所以也可能欠拟合：训练 loss 到不了计数的下限。",
            "Shared parameters cannot give each context a distribution of its own, so they may underfit: the training "
            "loss stays above the floor of the counts.",
        ),
        source=B_PARAMETERS,
        find=_underfit,
        rule=_rule_underfit,
        of_model=True,
        code="""\
import random
from collections import Counter, defaultdict
K = len(W1) // C.shape[1]
shuffled = list(words)
random.seed(42)
random.shuffle(shuffled)
after = defaultdict(Counter)
for w in shuffled[: int(0.8 * len(words))]:
    for i in range(len(w) + 1):
        after[("." * K + w)[i : i + K]][stoi[(w + ".")[i]]] += 1
X = torch.tensor([[stoi[c] for c in context] for context in after])
log_p = (torch.tanh(C[X].view(len(X), -1) @ W1 + b1) @ W2 + b2).double().log_softmax(1)
N = torch.tensor([[counts[j] for j in range(len(C))] for counts in after.values()]).double()
p = N / N.sum(1, keepdim=True)
value = {
    "train": -(N * log_p).sum().item() / N.sum().item(),
    "floor": -torch.xlogy(N, p).sum().item() / N.sum().item(),
    "contexts": len(X),
    "free_numbers_of_the_table": len(X) * (len(C) - 1),
    "parameters": sum(tensor.nelement() for tensor in parts.values()),
}
""",
    ),
)
