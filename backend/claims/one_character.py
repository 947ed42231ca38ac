"""One character: what a table of pairs can know, and where its loss of 2.4544 comes from."""

import numpy as np

from backend.claims.claim import Claim, Ruling, Statement, Value
from backend.claims.ground import Ground
from backend.claims.ruling import depends, fails, holds_if, meets
from backend.claims.sources import A_BENGIO, A_OPENING
from backend.lesson.counts import table_loss

PUBLISHED, HALF_DIGIT = 2.4544, 5e-5


def _losses(ground: Ground) -> Value:
    counts, events = ground.words.counts(1), ground.words.examples(1)
    raised = counts.dense(slice(None)).astype(np.float32) + np.float32(1)  # (V, V)
    P = raised / raised.sum(axis=1, keepdims=True, dtype=np.float32)
    one_by_one = np.cumsum(np.log(P[events.X[:, 0], events.Y]), dtype=np.float32)
    return {
        "float32_add_one": float(-one_by_one[-1] / np.float32(len(events.Y))),
        "exact_add_one": table_loss(counts, counts, 1.0).loss,
        "exact_unsmoothed": table_loss(counts, counts, 0.0).loss,
    }


def _rule_losses(value: Value) -> Ruling:
    met = {name for name, loss in value.items() if meets(loss, PUBLISHED, HALF_DIGIT)}
    exact, rounded, plain = (value[n] for n in ("exact_add_one", "float32_add_one", "exact_unsmoothed"))
    if not met:
        return fails(f"这份语料上精确值是 {exact:.6f}。", f"On these words the exact value is {exact:.6f}.")
    return holds_if(
        len(met) == len(value),
        depends(
            f"取决于怎么求和：加 1 的计数逐项用 float32 累加得 {rounded:.6f}；精确求和是 {exact:.6f}，"
            f"不平滑是 {plain:.6f}。",
            f"It depends on how it is summed: add-one counts summed one by one in float32 give {rounded:.6f}; "
            f"summed exactly they give {exact:.6f}, and without smoothing {plain:.6f}.",
        ),
    )


def _after_a(ground: Ground) -> Value:
    """The row for a, seen from every context of two characters that ends in a."""
    words = ground.words
    a, one, two = words.id_of("a"), words.examples(1), words.examples(2)
    V = len(words.vocabulary)
    alone = np.bincount(one.Y[one.X[:, 0] == a], minlength=V)
    ends = two.X[:, 1] == a
    befores = np.unique(two.X[ends, 0])
    contexts = np.stack([befores, np.full(len(befores), a)], axis=1)  # (U, 2)
    rows = {tuple(words.counts(1).row(context[-1:]).tolist()) for context in contexts}
    by_two = [np.bincount(two.Y[ends & (two.X[:, 0] == before)], minlength=V) for before in befores]
    return {
        "contexts_ending_in_a": len(befores),
        "distinct_rows_given": len(rows),
        "distinct_rows_counted": len({tuple((row / row.sum()).tolist()) for row in by_two}),
        "p_end": float(alone[0] / alone.sum()),
    }


def _an(ground: Ground) -> Value:
    words = ground.words
    a, n = words.id_of("a"), words.id_of("n")
    N = words.counts(1).dense(slice(None)).astype(np.float64)  # (V, V): all tokens occur before some other
    before = N / N.sum(axis=1, keepdims=True)
    N[a, n] *= 2
    after = N / N.sum(axis=1, keepdims=True)
    moved = np.flatnonzero((before != after).any(axis=1))
    return {
        "an": int(words.counts(1).row(np.array([a]))[n]),
        "rows_changed": [words.vocabulary.tokens[r] for r in moved],
    }


CLAIMS = (
    Claim(
        id="S1",
        statement=Statement(
            "只看前一个字符的计数模型，平均 loss 停在 2.4544。", "A table of character pairs gets to a loss of 2.4544."
        ),
        source=A_OPENING,
        expected={"float32_add_one": PUBLISHED},
        tolerance=HALF_DIGIT,
        find=_losses,
        rule=_rule_losses,
        code="""\
N = torch.zeros((len(itos), len(itos)))
xs = [stoi[c] for w in words for c in "." + w]
ys = [stoi[c] for w in words for c in w + "."]
for x, y in zip(xs, ys):
    N[x, y] += 1
P = (N + 1) / (N + 1).sum(1, keepdim=True)
total = torch.tensor(0.0)
for log_p in P[xs, ys].log():
    total += log_p  # float32, one by one
exact = lambda M: -(M / M.sum(1, keepdim=True))[xs, ys].log().mean().item()
value = {
    "float32_add_one": -(total / len(xs)).item(),
    "exact_add_one": exact(N.double() + 1),
    "exact_unsmoothed": exact(N.double()),
}
""",
    ),
    Claim(
        id="S2",
        statement=Statement(
            "bigram 只认前一个字符：无论 a 前面是什么，它给 a 之后的分布都是同一行。",
            "A bigram sees one character: whatever stands before an a, what it says of the next one is the same row.",
        ),
        source=A_OPENING,
        expected={"distinct_rows_given": 1},
        find=_after_a,
        code="""\
contexts = {("." + w)[i - 1] + "a" for w in words for i, c in enumerate(w, 1) if c == "a"}
after = {c: [0] * len(itos) for c in itos}
for w in words:
    for c, d in zip("." + w, w + "."):
        after[c][stoi[d]] += 1
rows = {tuple(after[context[-1]]) for context in contexts}
value = {
    "contexts_ending_in_a": len(contexts),
    "distinct_rows_given": len(rows),
    "p_end": after["a"][0] / sum(after["a"]),
}
""",
    ),
    Claim(
        id="S9",
        statement=Statement(
            "表里的格子互不相干：an 出现了 5438 次，这个数再涨，别的行一行也不变。",
            "Cells know nothing of each other: an occurs 5,438 times, and were it more, no other row would change.",
        ),
        source=A_BENGIO,
        expected={"an": 5438, "rows_changed": ["a"]},
        find=_an,
        code="""\
N = torch.zeros((len(itos), len(itos)), dtype=torch.double)
for w in words:
    for c, d in zip("." + w, w + "."):
        N[stoi[c], stoi[d]] += 1
M = N.clone()
M[stoi["a"], stoi["n"]] *= 2
changed = (N / N.sum(1, keepdim=True) != M / M.sum(1, keepdim=True)).any(1)
value = {"an": int(N[stoi["a"], stoi["n"]]), "rows_changed": [itos[i] for i in changed.nonzero()[:, 0]]}
""",
    ),
)
