"""Words -> examples, recorded rightly and in two wrong ways: what is computed, and how it is judged (S61 to S64)."""

import numpy as np
import torch

from backend.claims.claim import Ruling, Value
from backend.claims.ground import Ground, Words
from backend.claims.ruling import fails, holds_if
from backend.lesson.contexts import Examples, window
from backend.lesson.counts import ContextCounts
from backend.lesson.evaluation import mean_loss
from backend.lesson.network import Shape
from backend.lesson.recipe import recipe_of
from backend.lesson.run import Run, SplitCounts
from backend.lesson.sampling import Sampler, draw_names

Rows = list[list[str]]
K, DRAWN = 3, 100
LEAKED_SHAPE, LEAKED_STEPS = (K, 10, 50), 200


def rows_of(words: Words, word: str) -> Rows:
    """Each context of a word with the token that follows."""
    words.ids(word)
    made = window([word], words.vocabulary, K)
    return _spelled(words, made.X.tolist(), made.Y.tolist())


def leaked(examples: Examples) -> Examples:
    """The examples of a loop that puts the next token into the context before it records both."""
    return Examples(np.concatenate([examples.X[:, 1:], examples.Y[:, None]], axis=1), examples.Y)


def mutated_rows(words: Words, word: str, copied: bool = False) -> Rows:
    """The rows of a loop that keeps one list and changes it in place, recording the list itself or a copy."""
    X, Y, context = [], [], [0] * K
    for ix in [*words.ids(word), 0]:
        X.append(context.copy() if copied else context)
        Y.append(ix)
        context.pop(0)
        context.append(ix)
    return _spelled(words, X, Y)


def _spelled(words: Words, X: list[list[int]], Y: list[int]) -> Rows:
    vocabulary = words.vocabulary
    return [[vocabulary.decode(context), vocabulary.tokens[label]] for context, label in zip(X, Y, strict=True)]


def aba(ground: Ground) -> Value:
    """The rows of aba."""
    return {"rows": rows_of(ground.words, "aba")}


def leak(ground: Ground) -> Value:
    """A network trained for a moment on leaked examples: its loss there, on honest ones, and what it writes."""
    words = ground.words
    words.ids("aba")
    vocabulary, split = words.vocabulary, words.split
    made = leaked(window(["aba"], vocabulary, K))
    parts = (leaked(window(part, vocabulary, K)) for part in (split.train, split.dev, split.test))
    counts = SplitCounts(*(ContextCounts(part, len(vocabulary)) for part in parts))
    run = Run(counts, Shape(*LEAKED_SHAPE, len(vocabulary)), recipe_of(steps=LEAKED_STEPS, seed=1))
    for _ in run.steps():
        pass
    losses = run.losses()
    drawn = draw_names(run.network, DRAWN, 1, Sampler(), [], 30)
    return {
        "rows": _spelled(words, made.X.tolist(), made.Y.tolist()),
        "train": losses.train,
        "dev": losses.dev,
        "dev_without_the_leak": mean_loss(run.network, words.parts(K).dev),
        "guessing": float(np.log(len(vocabulary))),
        "names_drawn": DRAWN,
        "names_empty": int((drawn.lengths == 0).sum()),
    }


def rule_leak(value: Value) -> Ruling:
    """Holds where the loss is nearly nothing while on honest contexts the network is worse than guessing."""
    honest, low = value["dev_without_the_leak"], max(value["train"], value["dev"])
    return holds_if(
        low < 0.05 and honest > value["guessing"],
        fails(
            f"loss 是 {low:.4f}，不漏答案时是 {honest:.4f}。",
            f"The loss is {low:.4f}, and {honest:.4f} without the leak.",
        ),
    )


def in_place(ground: Ground) -> Value:
    """The rows of one list that is changed in place, and with copies."""
    words = ground.words
    return {
        "aba": [context for context, _ in mutated_rows(words, "aba")],
        "emma": [context for context, _ in mutated_rows(words, "emma")],
        "copies_cure_it": mutated_rows(words, "emma", copied=True) == rows_of(words, "emma"),
    }


def batches(ground: Ground) -> Value:
    """Shapes and types of X and Y for batches of several sizes."""
    X, Y = ground.words.contexts(K), ground.words.labels(K)
    sizes = (1, 5, 32, len(X))
    return {
        "X_shape": [list(X[:B].shape) for B in sizes],
        "Y_shape": [list(Y[:B].shape) for B in sizes],
        "dtype": [str(tensor.dtype).removeprefix("torch.") for tensor in (X, Y)],
        "whole_numbers": not (torch.is_floating_point(X) or torch.is_floating_point(Y)),
    }
