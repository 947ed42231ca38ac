"""What the tests of the REST interface compare with: weights read by safetensors, NumPy in float64, plain loops."""

import math
from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load

ROOT = Path(__file__).parents[2]
TOKENS = ".abcdefghijklmnopqrstuvwxyz"
K = 3
Floats = NDArray[np.float64]


@cache
def words() -> tuple[str, ...]:
    return tuple((ROOT / "data" / "names.txt").read_text(encoding="ascii").split())


@cache
def weights(model: str) -> dict[str, Floats]:
    content = (ROOT / "models" / f"{model}.safetensors").read_bytes()
    return {name: array.astype(np.float64) for name, array in load(content).items()}


def window(word: str, length: int = K) -> list[tuple[str, str]]:
    """The lesson's loop: the context, oldest first, and the token after it."""
    context, rows = "." * length, []
    for character in f"{word}.":
        rows.append((context, character))
        context = context[1:] + character
    return rows


def forward(model: str, contexts: list[str]) -> dict[str, Floats]:
    """The pass written out: rows of C side by side, tanh, softmax."""
    parts = weights(model)
    ids = np.array([[TOKENS.index(character) for character in context] for context in contexts])
    embedding = np.stack([np.stack([parts["table"][i] for i in row]) for row in ids])
    flat = np.stack([np.concatenate(list(rows)) for rows in embedding])
    preactivation = flat @ parts["hidden.weight"] + parts["hidden.bias"]
    hidden = np.tanh(preactivation)
    logits = hidden @ parts["logits.weight"] + parts["logits.bias"]
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return {
        "ids": ids,
        "embedding": embedding,
        "concatenation": flat,
        "preactivation": preactivation,
        "hidden": hidden,
        "logits": logits,
        "probabilities": powers / powers.sum(axis=1, keepdims=True),
    }


def read(model: str, word: str, end: bool = True) -> list[tuple[str, str, float, int]]:
    """For each prediction along a word: context, token, probability, rank among all tokens."""
    rows = window(word) if end else window(word)[:-1]
    if not rows:
        return []
    probabilities = forward(model, [context for context, _ in rows])["probabilities"]
    result = []
    for (context, token), p in zip(rows, probabilities, strict=True):
        place = TOKENS.index(token)
        result.append((context, token, float(p[place]), 1 + int((p > p[place]).sum())))
    return result


def log_probability(model: str, word: str, end: bool = True) -> float:
    return math.fsum(math.log(p) for _, _, p, _ in read(model, word, end))


@cache
def counts(length: int) -> dict[str, Counter[str]]:
    """Every context of the corpus with how often each token followed it."""
    table: dict[str, Counter[str]] = {}
    for word in words():
        for context, token in window(word, length):
            table.setdefault(context, Counter())[token] += 1
    return table


def score(metric: str, a: Floats, b: Floats) -> float:
    if metric == "dot":
        return float(sum(x * y for x, y in zip(a, b, strict=True)))
    if metric == "euclidean":
        return math.dist(a, b)
    return float(sum(x * y for x, y in zip(a, b, strict=True)) / (math.hypot(*a) * math.hypot(*b)))


def nearest(model: str, query: Floats, metric: str, left_out: set[str]) -> list[tuple[str, float]]:
    """All other tokens, nearest first, with their score."""
    table = weights(model)["table"]
    found = [(t, score(metric, table[i], query)) for i, t in enumerate(TOKENS) if t not in left_out]
    return sorted(found, key=lambda pair: pair[1] if metric == "euclidean" else -pair[1])
