"""A model on the shelf: its network, its card, its C as a table, and the questions that belong to a model.

Generate, score, trace and origin all run the one forward pass of the network (embedding-and-mlp 7.6).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import torch

from backend.lesson.card import ModelCard
from backend.lesson.checkpoint import load_model, weights_bytes
from backend.lesson.contexts import padded
from backend.lesson.likelihood import TokenScore, score
from backend.lesson.network import Network
from backend.lesson.origin import Origin, origin
from backend.lesson.sampling import Sampler, draw_names
from backend.lesson.trace import TraceStep, trace
from backend.lesson.vocabulary import BOUNDARY, Vocabulary
from backend.refusal import Refusal
from backend.space.table import Table

MOST_PREDICTIONS = 150_000  # probabilities in one trace, some 10 MB as JSON


@dataclass(frozen=True)
class GeneratedName:
    """A name, how likely the untempered network finds it, and the steps to it where they were asked for."""

    text: str
    log_probability: float
    complete: bool
    steps: list[TokenScore] | None


@dataclass(frozen=True)
class Traced:
    """The steps of a trace, and for each context all tokens with their probability, likeliest first."""

    steps: list[TraceStep]
    predictions: list[list[tuple[str, float]]]


@dataclass(frozen=True)
class ModelEntry:
    """One model by id."""

    card: ModelCard
    network: Network

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The tokens, '.' first."""
        return Vocabulary(self.card.vocabulary)

    @cached_property
    def table(self) -> Table:
        """C as a table: one row of D numbers a token."""
        return Table.build(self.card.vocabulary, self.network.table.numpy())

    def weights(self) -> bytes:
        """The safetensors file."""
        return weights_bytes(self.network)

    def generate(
        self, count: int, seed: int, sampler: Sampler, prefix: str, max_length: int, explain: bool
    ) -> list[GeneratedName]:
        """`count` names from a seed; raises Refusal for a prefix that cannot be spelled or does not fit."""
        drawn = draw_names(self.network, count, seed, sampler, self._spelled(prefix, "prefix"), max_length)
        rows = [ids[:length] for ids, length in zip(drawn.ids.tolist(), drawn.lengths.tolist(), strict=True)]
        complete = drawn.complete.tolist()
        steps: Sequence[list[TokenScore] | None] = score(self.network, rows, complete) if explain else [None] * count
        facts = zip(rows, drawn.log_probabilities.tolist(), complete, steps, strict=True)
        return [GeneratedName(self.vocabulary.decode(row), *rest) for row, *rest in facts]

    def score(self, texts: Sequence[str]) -> list[list[TokenScore]]:
        """How the network reads each text and its end; raises Refusal for one that cannot be spelled."""
        rows = [self._spelled(text, f"texts.{i}") for i, text in enumerate(texts)]
        return score(self.network, rows, [True] * len(rows))

    def trace(self, contexts: Sequence[str]) -> Traced:
        """Every tensor for a batch of contexts; raises Refusal for one that is empty, too long or foreign.

        All V probabilities are told of each: so of a large alphabet fewer contexts at once, and always one.
        """
        V = len(self.card.vocabulary)
        most = max(1, MOST_PREDICTIONS // V)
        if len(contexts) > most:
            raise Refusal(
                f"contexts has {len(contexts)}, and each comes with the chances of {V:,} characters; of this model at "
                f"most {most} are traced at once",
                "contexts",
            )
        steps = trace(self.network, self._contexts(contexts))
        tokens = self.vocabulary.tokens
        likeliest = [
            sorted(zip(tokens, row, strict=True), key=lambda pair: -pair[1]) for row in steps[-1].tensor.tolist()
        ]
        return Traced(steps, likeliest)

    def origin(self, contexts: Sequence[str], step: str, index: Sequence[int]) -> tuple[list[str], Origin]:
        """What a number of that trace was made of, and the contexts as read; raises Refusal where it is not there."""
        X = self._contexts(contexts)
        return [self.vocabulary.decode(row) for row in X.tolist()], origin(self.network, X, step, index)

    def _contexts(self, contexts: Sequence[str]) -> torch.Tensor:
        K = self.card.context_length
        return torch.tensor([padded(text, self.vocabulary, K, f"contexts.{i}") for i, text in enumerate(contexts)])

    def _spelled(self, text: str, field: str) -> list[int]:
        if BOUNDARY in text:
            raise Refusal(
                f"{field} {text!r} has '.', the boundary, which stands where a text begins and ends; leave it out",
                field,
            )
        return self.vocabulary.encode(text, field)


def load_model_entry(folder: Path, model_id: str) -> ModelEntry:
    """The model in `<id>.json` and `<id>.safetensors`; raises Damaged naming what is wrong with them."""
    network, card = load_model(folder, model_id)
    return ModelEntry(card, network)
