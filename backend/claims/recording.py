"""Recording the window: the context first, then the label, and what two small slips make of it."""

from backend.claims import recorded
from backend.claims.claim import Claim, Statement
from backend.claims.sources import B_WINDOW

CLAIMS = (
    Claim(
        id="S61",
        statement=Statement(
            "aba 一共 4 行样本，从 ... 预测 a 开始，到 aba 预测结束为止。",
            "aba makes 4 rows, from the one where ... is followed by a to the one where aba is followed by the end.",
        ),
        source=B_WINDOW,
        expected={"rows": [["...", "a"], ["..a", "b"], [".ab", "a"], ["aba", "."]]},
        find=recorded.aba,
        code="""\
X, Y, context = [], [], [0] * 3
for char in "aba" + ".":
    ix = stoi[char]
    X.append(context)
    Y.append(ix)
    context = context[1:] + [ix]
value = {"rows": [["".join(itos[i] for i in x), itos[y]] for x, y in zip(X, Y)]}
""",
    ),
    Claim(
        id="S62",
        statement=Statement(
            "先把字符放进上下文再记录，答案就漏进了输入：loss 几乎为 0，dev 也查不出来，模型却什么都没学会。",
            "Put the character into the context before recording and the answer leaks into the input: the loss is "
            "nearly 0, on dev too, and nothing has been learnt.",
        ),
        source=B_WINDOW,
        expected={"rows": [["..a", "a"], [".ab", "b"], ["aba", "a"], ["ba.", "."]]},
        find=recorded.leak,
        rule=recorded.rule_leak,
        code="""\
import numpy as np
from backend.lesson.contexts import Examples
from backend.lesson.counts import ContextCounts
from backend.lesson.network import Shape
from backend.lesson.recipe import recipe_of
from backend.lesson.run import Run, SplitCounts
from backend.lesson.split import SplitRecipe, split_words

def leaked(words):
    X, Y = [], []
    for w in words:
        context = [0] * 3
        for char in w + ".":
            context = context[1:] + [stoi[char]]  # the slip: these two lines stand the wrong way round
            X.append(context)
            Y.append(stoi[char])
    return np.array(X), np.array(Y)

split = split_words(words, SplitRecipe())
parts = [ContextCounts(Examples(*leaked(part)), 27) for part in (split.train, split.dev, split.test)]
run = Run(SplitCounts(*parts), Shape(3, 10, 50, 27), recipe_of(steps=200, seed=1))
for _ in run.steps():
    pass
rows = [["".join(itos[i] for i in x), itos[y]] for x, y in zip(*leaked(["aba"]))]
honest = [([stoi[c] for c in ("..." + w)[i : i + 3]], stoi[(w + ".")[i]]) for w in split.dev for i in range(len(w) + 1)]
X, Y = torch.tensor([x for x, _ in honest]), torch.tensor([y for _, y in honest])
value = {
    "rows": rows,
    "train": run.losses().train,
    "dev": run.losses().dev,
    "dev_without_the_leak": F.cross_entropy(run.network.forward(X).logits.double(), Y).item(),
}
""",
    ),
    Claim(
        id="S63",
        statement=Statement(
            "若在原地改同一个列表，记录下来的都是它：一个名字的各行最后完全相同；用 .copy() 或每次重建就好了。",
            "Change one list in place and every record is that list: all rows of a name end up the same. A copy, or a "
            "new list each time, cures it.",
        ),
        source=B_WINDOW,
        expected={"aba": ["ba."] * 4, "emma": ["ma."] * 5, "copies_cure_it": True},
        find=recorded.in_place,
        code="""\
def rows(word, recorded):
    X, context = [], [0] * 3
    for char in word + ".":
        X.append(recorded(context))
        context.pop(0)
        context.append(stoi[char])
    return ["".join(itos[i] for i in x) for x in X]

right = [("..." + "emma")[i : i + 3] for i in range(5)]
same, copy = lambda context: context, lambda context: context.copy()
value = {"aba": rows("aba", same), "emma": rows("emma", same), "copies_cure_it": rows("emma", copy) == right}
""",
    ),
    Claim(
        id="S64",
        statement=Statement(
            "一批 B 条样本，X 是 (B, K)，Y 是 (B,)，都是整数，B 多大都一样。",
            "For a batch of B examples X is (B, K) and Y is (B,), whole numbers both, whatever B is.",
        ),
        source=B_WINDOW,
        expected={"X_shape": [[1, 3], [5, 3], [32, 3], [228146, 3]], "dtype": ["int64", "int64"]},
        find=recorded.batches,
        code="""\
spots = [(("..." + w)[i : i + 3], (w + ".")[i]) for w in words for i in range(len(w) + 1)]
X = torch.tensor([[stoi[c] for c in context] for context, _ in spots])
Y = torch.tensor([stoi[label] for _, label in spots])
sizes = [1, 5, 32, len(X)]
value = {
    "X_shape": [list(X[:B].shape) for B in sizes],
    "Y_shape": [list(Y[:B].shape) for B in sizes],
    "dtype": [str(tensor.dtype).removeprefix("torch.") for tensor in (X, Y)],
}
""",
    ),
)
