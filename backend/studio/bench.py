"""Experiments on a model of the library: the tensors they need, and the model's own split to measure on."""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from backend.experiments.behaviour import behaviour
from backend.experiments.cost import check_cost
from backend.experiments.edit import RowWorth, edited, worth
from backend.experiments.indexing import Indexed, indexed
from backend.experiments.turned import turn_of, turned
from backend.lesson.contexts import padded, window
from backend.lesson.corpus import Corpus
from backend.lesson.evaluation import mean_loss
from backend.lesson.likelihood import log_probabilities
from backend.lesson.network import Network
from backend.lesson.run import SplitCounts, split_counts
from backend.lesson.sampling import Sampler, draw_names
from backend.refusal import Refusal
from backend.space.neighbours import neighbours
from backend.space.table import Table
from backend.studio.library import Library
from backend.studio.model_entry import ModelEntry

EXAMPLES, NAMES, LONGEST = 32, 6, 30
COMPARED = 1000  # contexts, the most frequent ones of dev, whose predictions are laid side by side


@dataclass(frozen=True)
class Edited:
    """What follows when rows of C move; each pair is (after, before)."""

    dev: tuple[float, float]
    predictions: list[tuple[str, float, float]]
    neighbours: list[tuple[str, float]]
    names: list[tuple[str, str]]


def index(library: Library, entry: ModelEntry, expression: str) -> tuple[Indexed, dict[str, Tensor]]:
    """An indexing expression over the model's tensors; raises Refusal in PyTorch's words."""
    tensors = _tensors(library, entry)
    return indexed(expression, tensors), tensors


def edit(library: Library, entry: ModelEntry, rows: dict[str, list[float]], context: str, of: str, seed: int) -> Edited:
    """Move rows of C and look; raises Refusal for a token, a row, a context or a size of model that cannot be."""
    moved = {entry.table.row_of(token, "rows"): vector for token, vector in rows.items()}
    dev = split_of(library, entry).dev
    check_cost("the dev loss before and after", entry.network, 2 * len(dev.contexts))
    after = edited(entry.network, moved)
    ids = torch.tensor([padded(context, entry.vocabulary, entry.card.context_length, "context")]).numpy()
    p, p_before = (torch.from_numpy(log_probabilities(net, ids)[0]).exp().tolist() for net in (after, entry.network))
    predictions = sorted(zip(entry.card.vocabulary, p, p_before, strict=True), key=lambda row: -row[1])
    table = Table.build(entry.card.vocabulary, after.table.numpy())
    near = neighbours(table, of, len(entry.card.vocabulary), "cosine").neighbours
    drawn = [_names(entry, net, seed) for net in (after, entry.network)]
    return Edited(
        (mean_loss(after, dev), dev_loss(library, entry)),
        predictions,
        [(one.token, one.score) for one in near],
        list(zip(*drawn, strict=True)),
    )


def rows_worth(library: Library, entry: ModelEntry) -> list[RowWorth]:
    """What every row of C is worth on the model's dev words; computed once a model."""
    return library.kept("worth of rows", 32).get(
        entry.card.id, entry.card.weights_sha256, lambda: worth(entry.network, split_of(library, entry).dev)
    )


def behaves_like(library: Library, entry: ModelEntry, of: str) -> tuple[list[tuple[str, float]], float]:
    """Every other token by how little predictions move when it replaces `of`, and the share of occurrences seen."""
    row = entry.table.row_of(of, "of")
    divergences, share = behaviour(entry.network, split_of(library, entry).dev, row)
    pairs = [(t, float(d)) for t, d in zip(entry.card.vocabulary, divergences, strict=True) if t != of]
    return sorted(pairs, key=lambda pair: pair[1]), share


@dataclass(frozen=True)
class Turned:
    """One model under two tables: what changes, and what does not. Lists are nearest first, by cosine."""

    before: list[tuple[str, float]]
    after: list[tuple[str, float]]
    dev: tuple[float, float]
    largest_change: float
    tables: tuple[Tensor, Tensor]


def turned_by(library: Library, entry: ModelEntry, of: str, seed: int, strength: float) -> Turned:
    """The same model with other angles, seen from one token; each pair is (after, before).

    Raises Refusal for an unknown token, and for a model whose dev loss takes too long.
    """
    dev = split_of(library, entry).dev
    check_cost("the dev loss of both tables", entry.network, 2 * len(dev.contexts))
    other = turned(entry.network, turn_of(entry.network, seed, strength))
    lists = []
    for net in (entry.network, other):
        table = Table.build(entry.card.vocabulary, net.table.numpy())
        found = neighbours(table, of, len(entry.card.vocabulary), "cosine").neighbours
        lists.append([(one.token, one.score) for one in found])
    contexts = dev.contexts[np.argsort(-dev.totals, kind="stable")[:COMPARED]]
    p, p_before = (np.exp(log_probabilities(net, contexts)) for net in (other, entry.network))
    return Turned(
        lists[0],
        lists[1],
        (mean_loss(other, dev), dev_loss(library, entry)),
        float(np.abs(p - p_before).max()),
        (other.table, entry.network.table),
    )


def dev_loss(library: Library, entry: ModelEntry) -> float:
    """The exact dev loss of the model as it is; computed once a model."""
    return library.kept("dev losses", 64).get(
        entry.card.id, entry.card.weights_sha256, lambda: mean_loss(entry.network, split_of(library, entry).dev)
    )


def _tensors(library: Library, entry: ModelEntry) -> dict[str, Tensor]:
    words = own_corpus(library, entry).words[:EXAMPLES]
    examples = window(words, entry.vocabulary, entry.card.context_length)
    X, Y = torch.from_numpy(examples.X[:EXAMPLES]), torch.from_numpy(examples.Y[:EXAMPLES])
    net, made = entry.network, entry.network.forward(X)
    return {
        "C": net.table,
        "X": X,
        "Y": Y,
        "emb": made.embedding,
        "flat": made.concatenation,
        "W1": net.hidden_weight,
        "b1": net.hidden_bias,
        "W2": net.logits_weight,
        "b2": net.logits_bias,
    }


def own_corpus(library: Library, entry: ModelEntry) -> Corpus:
    """The very words that the model learnt from: others may have characters that it does not know."""
    card, corpus = entry.card, library.corpora.get(entry.card.corpus).corpus
    if corpus.sha256 != card.corpus_sha256:
        raise Refusal(
            f"the corpus {card.corpus!r} is not the one {card.id!r} learnt from; its words cannot be had", "id"
        )
    return corpus


def split_of(library: Library, entry: ModelEntry) -> SplitCounts:
    """The counts of train, dev and test, divided as they were for this model; counted once a model."""
    card, corpus = entry.card, own_corpus(library, entry)
    return library.kept("split counts", 8).get(
        card.id, card.weights_sha256, lambda: split_counts(corpus, card.split, card.context_length)
    )


def _names(entry: ModelEntry, network: Network, seed: int) -> list[str]:
    drawn = draw_names(network, NAMES, seed, Sampler(), [], LONGEST)
    rows = zip(drawn.ids.tolist(), drawn.lengths.tolist(), strict=True)
    return [entry.vocabulary.decode(ids[:length]) for ids, length in rows]
