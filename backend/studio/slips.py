"""Experiments that train or break something on purpose: the twins, and the two networks that read order or do not."""

from dataclasses import dataclass
from typing import Any

import torch

from backend.claims.pooled import parameters_if_pooled, pooled_steps
from backend.experiments.order import Apart, Ordered, all_apart, ordered
from backend.experiments.row_uses import RowUses, lines, row_uses
from backend.experiments.twins.material import Material
from backend.experiments.twins.run import Pair, run, trap_of
from backend.lesson.contexts import padded, window
from backend.lesson.evaluation import mean_loss
from backend.lesson.network import SCALED, Network, Shape
from backend.lesson.recipe import recipe_of
from backend.lesson.run import Run
from backend.lesson.split import split_words
from backend.refusal import Refusal
from backend.studio.bench import own_corpus, split_of
from backend.studio.library import Library
from backend.studio.model_entry import ModelEntry

DIM, HIDDEN, STEPS, SEED = 10, 200, 400, 1
MOST_CELLS = 2**24  # of distinct contexts times vocabulary: what a training of less than a second can be drawn from
Read = tuple[str, Ordered]  # a context as the networks read it, padded


@dataclass(frozen=True)
class Readers:
    """Two networks trained alike on the model's words, and their exact dev losses."""

    concatenating: Network
    pooling: Network
    concatenation_loss: float
    pooling_loss: float

    @property
    def parameters(self) -> tuple[int, int]:
        """How many numbers each has: K blocks of W1, or one."""
        return self.concatenating.shape.parameters, parameters_if_pooled(self.pooling)


def twins(library: Library, entry: ModelEntry, trap_id: str) -> Pair:
    """Run a trap over the model and its words; once a model, for the same code gives the same."""
    trap, material = trap_of(trap_id), _material(library, entry)
    return library.kept("twins", 256).get(
        (entry.card.id, trap.id), entry.card.weights_sha256, lambda: run(trap, material)
    )


def readers(library: Library, entry: ModelEntry) -> Readers:
    """Both networks for the model's words and K, trained at the first question, in less than a second."""
    own_corpus(library, entry)  # refused where it is another by now, whatever is kept
    return library.kept("readers of order", 8).get(
        entry.card.id, entry.card.weights_sha256, lambda: _trained(library, entry)
    )


def order(library: Library, entry: ModelEntry, contexts: list[str]) -> tuple[Readers, list[Read], list[Apart]]:
    """What both networks make of each context, and how far each is from the first; raises Refusal for a foreign one."""
    K, vocabulary = entry.card.context_length, entry.vocabulary
    rows = [padded(text, vocabulary, K, f"contexts.{at}") for at, text in enumerate(contexts)]
    both = readers(library, entry)
    found = ordered(both.concatenating, both.pooling, torch.tensor(rows))
    return both, [(vocabulary.decode(row), one) for row, one in zip(rows, found, strict=True)], all_apart(found)


def gradients(entry: ModelEntry, word: str) -> tuple[RowUses, list[str], str]:
    """What comes back to the rows that a word uses, its contexts, and the lines; raises Refusal for a foreign word."""
    ids = entry.vocabulary.encode(word, "word")
    if 0 in ids:
        raise Refusal("word has '.', which ends a word; leave it out", "word")
    known = entry.vocabulary.decode(ids)
    examples = window([known], entry.vocabulary, entry.card.context_length)
    contexts = [entry.vocabulary.decode(row) for row in examples.X.tolist()]
    return row_uses(entry.network, examples), contexts, lines(known)


def _material(library: Library, entry: ModelEntry) -> dict[str, Any]:
    corpus = own_corpus(library, entry)

    def made() -> dict[str, Any]:
        judged_on = split_words(corpus.words, entry.card.split).dev
        return Material(entry.network, entry.vocabulary, corpus.words, judged_on).named()

    return library.kept("material of twins", 4).get(entry.card.id, entry.card.weights_sha256, made)


def _trained(library: Library, entry: ModelEntry) -> Readers:
    counts, V = split_of(library, entry), len(entry.vocabulary)
    if len(counts.train.contexts) * V > MOST_CELLS:
        raise Refusal(
            f"{entry.card.id!r} has {len(counts.train.contexts):,} contexts over {V:,} tokens; two networks are "
            f"trained while you wait where the product is at most {MOST_CELLS:,}",
            "model",
        )
    shape, recipe = Shape(entry.card.context_length, DIM, HIDDEN, V), recipe_of(init=SCALED, steps=STEPS, seed=SEED)
    plain, pooled = Run(counts, shape, recipe), Run(counts, shape, recipe)
    for steps in (plain.steps(), pooled_steps(pooled)):
        for _ in steps:
            pass
    losses = [mean_loss(made.network, counts.dev) for made in (plain, pooled)]
    return Readers(plain.network, pooled.network, *losses)
