"""The table that empties: rows for every context, and fewer examples than cells."""

from backend.claims.claim import Claim, Statement, Value
from backend.claims.emptiness import (
    emptiness,
    reach,
    rule_contexts,
    rule_emptiness,
    rule_smoothing,
    rule_unseen,
    smoothing,
    unseen,
)
from backend.claims.ground import Ground
from backend.claims.sources import A_BENGIO, A_COUNTING, A_WINDOW


def _sizes(ground: Ground) -> Value:
    V = len(ground.words.vocabulary)
    K = (1, 2, 3)
    return {
        "rows": [V**k for k in K],
        "cells": [V ** (k + 1) for k in K],
        "examples_per_cell": [ground.words.counts(k).examples / V ** (k + 1) for k in K],
    }


def _positions(ground: Ground) -> Value:
    examples = [ground.words.counts(K).examples for K in (1, 2, 3)]
    return {"words": len(ground.words.corpus.words), "examples": examples}


def _spread(ground: Ground) -> Value:
    cells, examples = len(ground.words.vocabulary) ** 4, ground.words.counts(3).examples
    return {"cells": cells, "examples": examples, "examples_per_cell": examples / cells}


CLAIMS = (
    Claim(
        id="S3",
        statement=Statement(
            "上下文每多一个字符，表的行数就乘 27，每行还是 27 列：27、729、19,683 行。",
            "Each more character of context multiplies the rows by 27, of 27 columns each: 27, 729, 19,683.",
        ),
        source=A_COUNTING,
        expected={"rows": [27, 729, 19683], "cells": [729, 19683, 531441]},
        find=_sizes,
        code="""\
V, N = len(itos), sum(len(w) + 1 for w in words)
value = {
    "rows": [V**K for K in (1, 2, 3)],
    "cells": [V**K * V for K in (1, 2, 3)],
    "examples_per_cell": [N / V ** (K + 1) for K in (1, 2, 3)],
}
""",
    ),
    Claim(
        id="S4",
        statement=Statement(
            "上下文变宽并不会多出样本：K 取 1、2、3，都是 32,033 个名字里的 228,146 个位置。",
            "A wider context makes no new examples: K = 1, 2, 3 have the same 228,146 positions in 32,033 names.",
        ),
        source=A_COUNTING,
        expected={"words": 32033, "examples": [228146, 228146, 228146]},
        find=_positions,
        code="""\
def windows(K):
    return [("." * K + w)[i : i + K] for w in words for i in range(len(w) + 1)]

value = {"words": len(words), "examples": [len(windows(K)) for K in (1, 2, 3)]}
""",
    ),
    Claim(
        id="S5",
        statement=Statement(
            "K = 3 时 53 万个格子分 22.8 万个样本，平均每格连半个都不到。",
            "At K = 3 some 531,000 cells share 228,000 examples: less than half a one each.",
        ),
        source=A_COUNTING,
        expected={"examples_per_cell": 0.43},
        tolerance=0.005,
        find=_spread,
        code="""\
cells, examples = len(itos) ** 4, sum(len(w) + 1 for w in words)
value = {"cells": cells, "examples": examples, "examples_per_cell": examples / cells}
""",
    ),
    Claim(
        id="S6",
        statement=Statement(
            "问题不是算得慢，而是填不满：空格子的概率是 0，新名字一碰上它，loss 就是无穷大。",
            "The trouble is not speed but emptiness: an empty cell says p = 0, and one new name that meets it makes "
            "the loss infinite.",
        ),
        source=A_COUNTING,
        expected={"infinite": True},
        find=emptiness,
        rule=rule_emptiness,
        code="""\
import random
from collections import Counter

def pairs(some):
    return Counter((("..." + w)[i : i + 3], (w + ".")[i]) for w in some for i in range(len(w) + 1))

shuffled = list(words)
random.Random(42).shuffle(shuffled)
train = pairs(shuffled[: int(0.8 * len(words))])
dev = pairs(shuffled[int(0.8 * len(words)) : int(0.9 * len(words))])
never = sum(n for pair, n in dev.items() if pair not in train)
filled, cells = len(pairs(words)), len(itos) ** 4
value = {
    "cells_filled": filled,
    "cells_filled_percent": 100 * filled / cells,
    "cells_empty": cells - filled,
    "dev_events": sum(dev.values()),
    "dev_events_never": never,
    "dev_events_never_percent": 100 * never / sum(dev.values()),
    "infinite": never > 0,
}
""",
    ),
    Claim(
        id="S7",
        statement=Statement(
            "给每个计数加 k 能填掉 0，填进去的却是处处一样的假概率：没见过的上下文每个字符都是 1/27。",
            "Adding k to each count fills the zeros, but with the same made-up probability everywhere: after a context "
            "never seen every character gets 1/27.",
        ),
        source=A_COUNTING,
        expected={"p_unseen": 0.037},
        tolerance=0.0005,
        find=smoothing,
        rule=rule_smoothing,
        code="""\
import math
import random
from collections import Counter

shuffled = list(words)
random.Random(42).shuffle(shuffled)
a, b = int(0.8 * len(words)), int(0.9 * len(words))

def pairs(some, K):
    return Counter((("." * K + w)[i : i + K], (w + ".")[i]) for w in some for i in range(len(w) + 1))

def loss(some, K, k):
    counts, totals = pairs(shuffled[:a], K), Counter()
    for (context, _), n in counts.items():
        totals[context] += n
    events = pairs(some, K)
    p = {pair: (counts[pair] + k) / (totals[pair[0]] + k * len(itos)) for pair in events}
    return -sum(n * math.log(p[pair]) for pair, n in events.items()) / sum(events.values())

value = {
    "p_unseen": (0 + 0.1) / (0 + 0.1 * len(itos)),
    "dev_k3_add_1": loss(shuffled[a:b], 3, 1),
    "dev_k3_add_0_1": loss(shuffled[a:b], 3, 0.1),
    "test_k3_add_0_1": loss(shuffled[b:], 3, 0.1),
    "dev_k4_add_0_1": loss(shuffled[a:b], 4, 0.1),
    "dev_k5_add_0_1": loss(shuffled[a:b], 5, 0.1),
}
""",
    ),
    Claim(
        id="S19",
        statement=Statement(
            "可能的上下文有 53 万种，真正出现过的只是一小部分，其中许多只出现过一两次。",
            "Of some 531,000 possible contexts only a small part occurs, and much of that once or twice.",
        ),
        source=A_WINDOW,
        expected={"contexts_possible": 530_000},
        tolerance=5_000,
        find=reach,
        rule=rule_contexts,
        code="""\
from collections import Counter

V = len(itos)
spots = [(("..." + w)[i : i + 3], (w + ".")[i]) for w in words for i in range(len(w) + 1)]
seen, cells = Counter(context for context, _ in spots), Counter(spots)
value = {
    "contexts_possible": V**3,
    "contexts_reachable": sum((V - 1) ** n for n in range(4)),  # '.' only on the left
    "contexts_seen": len(seen),
    "contexts_seen_percent": 100 * len(seen) / V**3,
    "contexts_once": sum(n == 1 for n in seen.values()),
    "contexts_at_most_twice": sum(n <= 2 for n in seen.values()),
    "cells": V**4,
    "cells_filled": len(cells),
    "cells_once": sum(n == 1 for n in cells.values()),
}
""",
    ),
    Claim(
        id="S8",
        statement=Statement(
            "见过一句、没见过另一句，只要词两两相近，模型就能由此及彼；换成字母：没见过的上下文，网络也说得出道理。",
            "What was learnt from one phrase serves another whose words are alike. With letters: after a context never "
            "seen, the network still knows better than to guess.",
        ),
        source=A_BENGIO,
        expected={"kl_when_equal": 0.0},
        tolerance=1e-6,
        of_model=True,
        find=unseen,
        rule=rule_unseen,
        code="""\
def after_e(row):
    "p after '..e', with another row for e."
    other = C.clone()
    other[stoi["e"]] = row
    context = [0] * (len(W1) // C.shape[1] - 1) + [stoi["e"]]
    return F.log_softmax(torch.tanh(other[context].flatten() @ W1 + b1) @ W2 + b2, 0)

a, e = C[stoi["a"]], C[stoi["e"]]
target = after_e(a)
kl = lambda row: (target.exp() * (target - after_e(row))).sum().item()
value = {"kl_at_e": kl(e), "kl_half_way": kl((a + e) / 2), "kl_when_equal": kl(a)}
""",
    ),
)
