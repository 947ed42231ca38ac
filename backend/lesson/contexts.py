"""Words -> contexts X (N, K) and labels Y (N,): the sliding window, as array operations over one long id array.

All words, each ended by '.', are one array of ids: that array is Y. The token j places back is the same array moved by
j, and it belongs to the context only as long as no boundary lies between, which is to say as long as the token after it
is not 0. No loop over words or examples (embedding-27-to-2, sliding window; embedding-and-mlp 7.1).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.lesson.vocabulary import BOUNDARY, Ids, Vocabulary
from backend.refusal import Refusal


@dataclass(frozen=True)
class Examples:
    """X (N, K) int64, oldest token first, and Y (N,) int64, the token that follows."""

    X: Ids
    Y: Ids


def window(words: Sequence[str], vocabulary: Vocabulary, context_length: int) -> Examples:
    """Every context and its next token, words in order; raises Refusal for a context length below 1."""
    if context_length < 1:
        raise Refusal(f"context_length is {context_length}; a context has at least one token", "context_length")
    Y = vocabulary.encode_known(BOUNDARY.join((*words, "")))  # (N,)
    X = np.zeros((len(Y), context_length), dtype=np.int64)
    X[1:, -1] = Y[:-1]
    for back in range(2, context_length + 1):
        newer = X[back:, context_length - back + 1]
        np.multiply(Y[:-back], newer != 0, out=X[back:, context_length - back])
    return Examples(X, Y)


def padded(context: str, vocabulary: Vocabulary, context_length: int, field: str) -> list[int]:
    """Ids (K,) of a context from outside, padded with '.' on the left; raises Refusal if empty, long or foreign."""
    ids = vocabulary.encode(context, field)
    if not 1 <= len(ids) <= context_length:
        what = "is empty" if not ids else f"{context!r} has {len(ids)} characters"
        raise Refusal(
            f"{field} {what}; this model reads 1 to {context_length}, shorter ones are padded with '.' on the left",
            field,
        )
    return [0] * (context_length - len(ids)) + ids
