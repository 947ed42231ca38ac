"""Oracles for the lesson in plain Python: loops over lists and math, no array library.

The sliding window is the lesson's own loop; forward, loss and sampler follow its formulas number by number.
"""

import math
from collections.abc import Sequence

Matrix = list[list[float]]


def token_ids(words: Sequence[str]) -> dict[str, int]:
    """'.' is 0, the other characters follow by code point."""
    return {token: i for i, token in enumerate([".", *sorted(set("".join(words)))])}


def window(words: Sequence[str], K: int) -> tuple[list[list[int]], list[int]]:
    """The lesson's loop: K zeros, record, then move on by one."""
    stoi = token_ids(words)
    X, Y = [], []
    for word in words:
        context = [0] * K
        for character in word + ".":
            i = stoi[character]
            X.append(context)
            Y.append(i)
            context = [*context[1:], i]
    return X, Y


class Plain:
    """The five tensors as nested lists of Python floats, read from a network by name."""

    def __init__(self, tensors: dict) -> None:
        self.table, self.W1, self.W2 = (tensors[n].tolist() for n in ("table", "hidden.weight", "logits.weight"))
        self.b1, self.b2 = (tensors[n].tolist() for n in ("hidden.bias", "logits.bias"))

    def hidden(self, context: Sequence[int]) -> list[float]:
        flat = [number for i in context for number in self.table[i]]
        sums = (sum(x * row[q] for x, row in zip(flat, self.W1, strict=True)) for q in range(len(self.b1)))
        return [math.tanh(z + b) for z, b in zip(sums, self.b1, strict=True)]

    def logits(self, context: Sequence[int]) -> list[float]:
        h = self.hidden(context)
        sums = (sum(x * row[j] for x, row in zip(h, self.W2, strict=True)) for j in range(len(self.b2)))
        return [z + b for z, b in zip(sums, self.b2, strict=True)]

    def log_probabilities(self, context: Sequence[int]) -> list[float]:
        z = self.logits(context)
        top = max(z)
        total = top + math.log(sum(math.exp(number - top) for number in z))
        return [number - total for number in z]

    def loss(self, X: Sequence[Sequence[int]], targets: Sequence[Sequence[float]]) -> float:
        """Mean cross-entropy over B of target distributions (B, V)."""
        each = (
            -sum(t * p for t, p in zip(target, self.log_probabilities(x), strict=True))
            for x, target in zip(X, targets, strict=True)
        )
        return sum(each) / len(X)

    def text_log_probability(self, ids: Sequence[int], end: bool) -> float:
        """ln p of a text, one prediction after another, its end included if asked."""
        K = len(self.W1) // len(self.table[0])
        context, total = [0] * K, 0.0
        for i in [*ids, 0] if end else ids:
            total += self.log_probabilities(context)[i]
            context = [*context[1:], i]
        return total
