"""Words -> the trainings that some claims need, one after the other, and what came out (`make claims`)."""

import time
from collections.abc import Callable, Sequence

import torch

from backend.claims.ground import Words
from backend.claims.pooled import pooled_steps
from backend.claims.trained import Plan, Result, Trained, inputs_hash
from backend.lesson.network import Shape
from backend.lesson.recipe import recipe_of
from backend.lesson.run import Run
from backend.space.alphabet import vowels_and_consonants
from backend.space.structure import group_gap, norm_frequency_correlation
from backend.space.table import Table


def trained_once(words: Words, plan: Plan) -> Result:
    """One training to its end, and its results."""
    shape = Shape(plan.context_length, plan.embedding_dim, plan.hidden_size, len(words.vocabulary))
    run = Run(words.parts(plan.context_length), shape, recipe_of(init=plan.init, steps=plan.steps, seed=plan.seed))
    for _ in pooled_steps(run) if plan.pooled else run.steps():
        pass
    losses = run.losses()
    table = Table.build(words.vocabulary.tokens, run.network.table.numpy())
    gap = group_gap(table, *vowels_and_consonants(table.tokens), seed=0)
    frequencies = list(words.corpus.characters().values())
    correlation = norm_frequency_correlation(table, range(table.rows), frequencies)
    if gap is None or correlation is None:
        raise ValueError("the trainings are for a corpus with vowels and consonants")
    return Result(plan, losses.train, losses.dev, losses.test, gap.gap, gap.p_value, correlation)


def train_all(words: Words, plans: Sequence[Plan], done: Callable[[Result], object]) -> Trained:
    """Every training of a grid, `done` called after each."""
    started = time.perf_counter()
    results = []
    for plan in plans:
        results.append(trained_once(words, plan))
        done(results[-1])
    seconds = round(time.perf_counter() - started, 1)
    return Trained(inputs_hash(words.corpus.sha256, plans), torch.__version__, seconds, tuple(results))
