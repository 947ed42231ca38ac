"""A look-up two ways: what is computed, and how it is judged, for indexing against a product with one-hot rows."""

import os
import time
from collections.abc import Callable

import torch
import torch.nn.functional as F  # the name that everybody gives it

from backend.claims.claim import Ruling, Value
from backend.claims.ground import Ground
from backend.claims.ruling import HOLDS, as_expected, depends, fails, holds_if, on_the_lesson_s_shape

GPT2_VOCABULARY = 50_257
MEASURED_SHARE = 8  # an eighth of the examples is timed, so that one question stays below a second
AT_ONCE = 5_000_000  # numbers of one-hot rows that are made at a time
MILLIONS = {"one_hot_millions": 18}


def all_at_once(ground: Ground) -> Value:
    """The shape of C[X] over every example, and its size."""
    shape = ground.model.card.shape
    X = ground.own_words.contexts(shape.context_length)
    few = ground.model.network.table[X[:1]]
    result = [*X.shape, *few.shape[2:]]
    floats = len(X) * few.nelement()
    return {
        "X_shape": list(X.shape),
        "emb_shape": result,
        "floats": floats,
        "megabytes": floats * few.element_size() / 1e6,
    }


def rule_all_at_once(value: Value) -> Ruling:
    """Holds for D = 2; the model's D is what is appended."""
    _, K, D = value["emb_shape"]
    said = value["emb_shape"], value["megabytes"]
    return on_the_lesson_s_shape(
        K,
        D,
        depends(
            f"末尾追加的是模型的 D：这个模型得到 {said[0]}，{said[1]:.1f} MB。",
            f"What is appended is the model's D: here {said[0]}, {said[1]:.1f} MB.",
        ),
    )


def same_row(ground: Ground) -> Value:
    """One row, and every distinct context, by both ways."""
    C = ground.model.network.table
    V, i = len(C), 5 % len(C)
    row = F.one_hot(torch.tensor(i), V).float() @ C
    contexts = torch.from_numpy(ground.own_words.counts(ground.model.card.context_length).contexts)
    parts = torch.split(contexts, max(1, AT_ONCE // (contexts.shape[1] * V)))
    difference = max((F.one_hot(part, V).float() @ C - C[part]).abs().max() for part in parts)
    return {
        "allclose": bool(torch.allclose(row, C[i])),
        "equal_to_the_last_bit": bool(torch.equal(row, C[i])),
        "distinct_contexts_checked": len(contexts),
        "largest_difference": float(difference),
    }


def rule_same_row(value: Value) -> Ruling:
    """Holds where both ways agree."""
    largest = value["largest_difference"]
    return holds_if(
        value["allclose"] and largest < 1e-6,
        fails(f"两者最多相差 {largest:.3g}。", f"They differ by up to {largest:.3g}."),
    )


def one_hot_numbers(ground: Ground) -> Value:
    """What the one-hot rows of all contexts take."""
    V, K = len(ground.words.vocabulary), 3
    numbers = ground.words.counts(K).examples * K * V
    return {
        "one_hot_numbers": numbers,
        "one_hot_millions": numbers / 1e6,
        "float32_megabytes": numbers * 4 / 1e6,
        "int64_megabytes": numbers * 8 / 1e6,
    }


def timed(ground: Ground) -> Value:
    """Both ways over an eighth of the examples, the quickest of three."""
    X, V = ground.words.contexts(3), len(ground.words.vocabulary)
    X = X[: len(X) // MEASURED_SHARE]
    C = torch.randn((V, 2), generator=torch.Generator().manual_seed(1))
    indexed, multiplied = _seconds(lambda: C[X]), _seconds(lambda: F.one_hot(X, V).float() @ C)
    return {
        "measured_examples": len(X),
        "one_hot_milliseconds": 1000 * multiplied,
        "index_milliseconds": 1000 * indexed,
        "times_slower": multiplied / indexed,
    }


def _seconds(once: Callable[[], object]) -> float:
    took = []
    for _ in range(3):
        started = time.perf_counter()
        once()
        took.append(time.perf_counter() - started)
    return min(took)


def rule_one_hot(value: Value) -> Ruling:
    """By the numbers, and by the order of magnitude of the time where it was measured."""
    slower = value.get("times_slower", 10.0)  # in the list nothing is timed, and the numbers alone decide
    if slower < 2:
        return depends(
            f"这台机器此刻只慢 {slower:.1f} 倍；数的个数照旧。",
            f"On this machine, now, it is only {slower:.1f} times slower; the numbers are as many.",
        )
    return as_expected(value, MILLIONS, 0.5)


def zeros(ground: Ground) -> Value:
    """The share of zeros in one-hot rows, in per cent."""
    V = len(ground.words.vocabulary)
    rows = F.one_hot(torch.arange(V), V)
    return {"zeros_percent": 100 * float((rows == 0).double().mean())}


def gpt2(ground: Ground) -> Value:
    """The same with GPT-2's vocabulary, against the memory of this machine."""
    numbers = ground.words.counts(3).examples * 3 * GPT2_VOCABULARY
    return {
        "numbers": numbers,
        "gigabytes": numbers * 4 / 1e9,
        "gigabytes_of_this_machine": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9,
    }


def rule_gpt2(value: Value) -> Ruling:
    """Holds where it does not fit."""
    needed, there = value["gigabytes"], value["gigabytes_of_this_machine"]
    if needed > there:
        return HOLDS
    return depends(
        f"需要 {needed:.1f} GB；这台机器有 {there:.0f} GB，勉强放得下。",
        f"It takes {needed:.1f} GB; this machine has {there:.0f} GB, so here it would fit.",
    )
