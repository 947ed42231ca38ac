"""The window: one name, many contexts with the token that follows each."""

import numpy as np

from backend.claims.claim import Claim, Ruling, Statement, Value
from backend.claims.ground import Ground
from backend.claims.ruling import HOLDS, depends, fails
from backend.claims.sources import A_WINDOW
from backend.lesson.contexts import window

EMMA = [["...", "e"], ["..e", "m"], [".em", "m"], ["emm", "a"], ["mma", "."]]


def _loop(ground: Ground) -> Value:
    """The lesson's own loop in plain Python, against the windows made by array operations."""
    words, K = ground.words, 3
    stoi = {token: i for i, token in enumerate(words.vocabulary.tokens)}
    X, Y = [], []
    for word in words.corpus.words:
        context = [0] * K
        for character in word + ".":
            ix = stoi[character]
            X.append(context)
            Y.append(ix)
            context = [*context[1:], ix]
    ours = words.examples(K)
    by_loop, labels = np.array(X), np.array(Y)
    return {
        "X_shape": list(by_loop.shape),
        "Y_shape": list(labels.shape),
        "X_dtype": str(ours.X.dtype),
        "Y_dtype": str(ours.Y.dtype),
        "same_as_array_operations": bool((by_loop == ours.X).all() and (labels == ours.Y).all()),
    }


def _emma(ground: Ground) -> Value:
    vocabulary = ground.words.vocabulary
    ground.words.ids("emma")
    made = window(["emma"], vocabulary, 3)
    rows = zip(made.X.tolist(), made.Y.tolist(), strict=True)
    return {"rows": [[vocabulary.decode(context), vocabulary.tokens[label]] for context, label in rows]}


def _padding(ground: Ground) -> Value:
    vocabulary = ground.words.vocabulary
    first = window(ground.words.corpus.words[:1], vocabulary, 3).X[0]
    return {
        "padding": first.tolist(),
        "boundary_id": ground.words.id_of("."),
        "vocabulary": len(vocabulary),
        "letters": len(set("".join(ground.words.corpus.words))),
    }


def _ends(ground: Ground) -> Value:
    examples = ground.words.examples(3)
    later = (examples.X[:, 1:] == 0) & (examples.X[:, :-1] != 0)  # a '.' with a letter before it
    return {
        "words": len(ground.words.corpus.words),
        "labels_that_end": int((examples.Y == 0).sum()),
        "contexts_with_an_end_inside": int(later.any(axis=1).sum()),
    }


def _widened(ground: Ground) -> Value:
    one, three = ground.words.examples(1), ground.words.examples(3)
    return {
        "X_bigram": [len(one.X)],
        "X_window": list(three.X.shape),
        "Y_shape": list(three.Y.shape),
        "labels_that_differ": int((one.Y != three.Y).sum()),
    }


def _bigrams(ground: Ground) -> Value:
    words, made = ground.words, ground.words.examples(1)
    text = words.vocabulary.encode_known("".join(f".{word}" for word in words.corpus.words) + ".")
    return {
        "pairs": len(made.Y),
        "pairs_that_differ": int((made.X[:, 0] != text[:-1]).sum() + (text[1:] != made.Y).sum()),
    }


def _lengths(ground: Ground) -> Value:
    Ks = (3, 4, 5, 8)
    trained = ground.results
    dev = [trained.mean("dev", context_length=K, steps=2000) for K in Ks]
    return {"context_length": list(Ks), "dev": dev}


def _rule_lengths(value: Value) -> Ruling:
    dev = dict(zip(value["context_length"], value["dev"], strict=True))
    said = ", ".join(f"{loss:.4f}" for loss in dev.values())
    if min(dev, key=lambda K: dev[K]) == 3:
        return fails(f"K = 3 最好：dev loss 依次是 {said}。", f"K = 3 is the best: dev losses {said}.")
    if dev[4] - dev[8] < (dev[3] - dev[4]) / 2:
        return depends(
            f"可以调，但好处很快见底：K = 3、4、5、8 的 dev loss 是 {said}。",
            f"It can be chosen, but soon gains little: dev losses for K = 3, 4, 5, 8 are {said}.",
        )
    return HOLDS


CLAIMS = (
    Claim(
        id="S12",
        statement=Statement(
            "滑动窗口的循环照着写就能跑，得到整数张量 X 和 Y。",
            "The loop of the sliding window runs as it is printed and gives whole numbers X and Y.",
        ),
        source=A_WINDOW,
        expected={"X_dtype": "int64", "Y_dtype": "int64", "same_as_array_operations": True},
        find=_loop,
        code="""\
X, Y = [], []
for w in words:
    context = [0] * 3
    for ch in w + ".":
        X.append(context)
        Y.append(stoi[ch])
        context = context[1:] + [stoi[ch]]
X, Y = torch.tensor(X), torch.tensor(Y)
flat = torch.cat([torch.zeros(3, dtype=torch.long), Y])  # the same by array operations: Y, moved by 1, 2, 3
moved = torch.stack([flat[i : i + len(Y)] for i in range(3)], 1)
for column in (1, 0):
    moved[:, column] *= moved[:, column + 1] != 0
value = {
    "X_shape": list(X.shape),
    "Y_shape": list(Y.shape),
    "X_dtype": str(X.dtype).removeprefix("torch."),
    "Y_dtype": str(Y.dtype).removeprefix("torch."),
    "same_as_array_operations": torch.equal(X, moved),
}
""",
    ),
    Claim(
        id="S13",
        statement=Statement(
            "emma 给出 5 行样本，最后一行预测结束。", "emma makes 5 rows, the last of which predicts the end."
        ),
        source=A_WINDOW,
        expected={"rows": EMMA},
        find=_emma,
        code="""\
w = "emma"
value = {"rows": [[("..." + w)[i : i + 3], (w + ".")[i]] for i in range(len(w) + 1)]}
""",
    ),
    Claim(
        id="S14",
        statement=Statement(
            "开头的上文用 0 填满，0 就是边界 '.'，不必另设填充符。",
            "A name's first contexts are filled with 0, which is the boundary '.', so padding needs no id of its own.",
        ),
        source=A_WINDOW,
        expected={"padding": [0, 0, 0], "boundary_id": 0, "vocabulary": 27, "letters": 26},
        find=_padding,
        code="""\
value = {"padding": [0] * 3, "boundary_id": stoi["."], "vocabulary": len(itos), "letters": len(set("".join(words)))}
""",
    ),
    Claim(
        id="S15",
        statement=Statement(
            "结尾的 '.' 只当标签：每个名字恰好一次，从不出现在后面的上下文里。",
            "The closing '.' is only ever a label, once a name, and never stands inside a later context.",
        ),
        source=A_WINDOW,
        expected={"labels_that_end": 32033, "contexts_with_an_end_inside": 0},
        find=_ends,
        code="""\
spots = [(("..." + w)[i : i + 3], (w + ".")[i]) for w in words for i in range(len(w) + 1)]
value = {
    "words": len(words),
    "labels_that_end": sum(label == "." for _, label in spots),
    "contexts_with_an_end_inside": sum("." in context.lstrip(".") for context, _ in spots),
}
""",
    ),
    Claim(
        id="S16",
        statement=Statement(
            "X 从 (228146,) 变成 (228146, 3)，Y 一个数也没变。",
            "X grows from (228146,) to (228146, 3); not one number of Y changes.",
        ),
        source=A_WINDOW,
        expected={"X_bigram": [228146], "X_window": [228146, 3], "Y_shape": [228146], "labels_that_differ": 0},
        find=_widened,
        code="""\
def data(K):
    spots = [(("." * K + w)[i : i + K], (w + ".")[i]) for w in words for i in range(len(w) + 1)]
    return torch.tensor([[stoi[c] for c in context] for context, _ in spots]), torch.tensor([stoi[y] for _, y in spots])

(X1, Y1), (X3, Y3) = data(1), data(3)
value = {
    "X_bigram": list(X1[:, 0].shape),
    "X_window": list(X3.shape),
    "Y_shape": list(Y3.shape),
    "labels_that_differ": int((Y1 != Y3).sum()),
}
""",
    ),
    Claim(
        id="S17",
        statement=Statement(
            "block_size = 1 时，同一段代码给出的正是 bigram 的字符对。",
            "With block_size = 1 the same code gives exactly the pairs of the bigram.",
        ),
        source=A_WINDOW,
        expected={"pairs_that_differ": 0},
        find=_bigrams,
        code="""\
made = []
for w in words:
    context = [0] * 1
    for ch in w + ".":
        made.append((context[0], stoi[ch]))
        context = context[1:] + [stoi[ch]]
pairs = [(stoi[a], stoi[b]) for w in words for a, b in zip("." + w, w + ".")]
value = {"pairs": len(made), "pairs_that_differ": sum(a != b for a, b in zip(made, pairs))}
""",
    ),
    Claim(
        id="S18",
        statement=Statement(
            "看几个字符是可以调的超参数，调长一些有用。",
            "How many characters are seen is ours to choose, and seeing more helps.",
        ),
        source=A_WINDOW,
        find=_lengths,
        rule=_rule_lengths,
        trained=True,
        code="""\
from statistics import fmean
from backend.claims.ground import Words
from backend.claims.trained import Plan
from backend.claims.trainings import trained_once

ours, lengths = Words(names), [3, 4, 5, 8]
dev = [fmean(trained_once(ours, Plan(context_length=K, steps=2000, seed=s)).dev for s in (1, 2)) for K in lengths]
value = {"context_length": lengths, "dev": dev}
""",
    ),
)
