"""A model and its words -> what the twins find under the names that the lesson uses: C, W1, X, Y, words, stoi, ...

Everything is the model's own, so that a trap's cost is the cost for the model on show. What has to be trained is a
small network, a moment long and always by the same seed.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from backend.experiments.twins.learning import SEED, counted, learned, trained
from backend.lesson.contexts import window
from backend.lesson.counts import ContextCounts, table_loss
from backend.lesson.evaluation import mean_loss
from backend.lesson.network import LECTURE, Network, Shape, initialised
from backend.lesson.run import FEWEST_WORDS
from backend.lesson.sampling import Sampler, draw_names
from backend.lesson.split import SplitRecipe, split_words
from backend.lesson.vocabulary import BOUNDARY, Vocabulary
from backend.refusal import Refusal

LARGEST_ALPHABET = 1_000  # tokens: a small network over more takes seconds to train
MOST_WORDS, MOST_READ = 50_000, 2**23  # words, and ids in the contexts of all of them
MOST_CELLS, MOST_TOKENS = 2**20, 256
TRAIN_WORDS, DEV_WORDS = 4_000, 1_000
NAMES, LONGEST, PATIENCE = 8, 30, 2_000
SMOOTHING = 0.1


class StillRunning(Exception):
    """A loop that had not ended when we lost patience."""


@dataclass(frozen=True)
class Material:
    """A network, its vocabulary, all words of its corpus and those it is judged on."""

    network: Network
    vocabulary: Vocabulary
    words: Sequence[str]
    judged_on: Sequence[str]

    def named(self) -> dict[str, Any]:
        """What a twin may ask for, by name; tensors are copies, so that no twin can hurt the model.

        Raises Refusal where there are too few different words to be divided, or too many tokens to train over.
        """
        net, K, V = self.network.copy(), self.network.shape.context_length, len(self.vocabulary)
        if V > LARGEST_ALPHABET:
            raise Refusal(
                f"the model has V = {V:,} tokens; twins train small networks while you wait, over at most "
                f"{LARGEST_ALPHABET:,}: choose another model",
                "model",
            )
        words = first_words(self.words[:MOST_WORDS], MOST_READ // (K + 1))
        if len(set(words)) < FEWEST_WORDS:
            raise Refusal(
                f"the model learnt from {len(set(words))} different words; the twins divide them and need at least "
                f"{FEWEST_WORDS}: choose another model",
                "model",
            )
        split = split_words(words, SplitRecipe(unique=True))
        most = max(64, MOST_CELLS // max(V, net.shape.hidden_size))
        X, Y = self.windowed(first_words(self.judged_on, most))
        return {
            "words": words,
            "train": list(split.train[:TRAIN_WORDS]),
            "dev": list(split.dev[:DEV_WORDS]),
            "typed": words[0].capitalize(),
            "alphabet": "".join(self.vocabulary.tokens),
            "itos": list(self.vocabulary.tokens),
            "stoi": {token: i for i, token in enumerate(self.vocabulary.tokens)},
            "K": K,
            "V": V,
            "C": net.table,
            "W1": net.hidden_weight,
            "b1": net.hidden_bias,
            "W2": net.logits_weight,
            "b2": net.logits_bias,
            "X": X[:most],
            "Y": Y[:most],
            "pairs": self._pairs(words),
            "forward": lambda contexts: forward(net, contexts),
            "windowed": self.windowed,
            "ids_windowed": self.ids_windowed,
            "trained": lambda contexts, labels: trained(contexts, labels, V),
            "learned": lambda objective, contexts, labels: learned(objective, contexts, labels, V),
            "loss_of": self.loss_of,
            "drawn": self.drawn,
            "table_loss": self.table_loss,
            "untrained": self.untrained(),
        }

    def windowed(self, words: Sequence[str]) -> tuple[Tensor, Tensor]:
        """Contexts (N, K) and labels (N,) of words."""
        made = window(list(words), self.vocabulary, self.network.shape.context_length)
        return torch.from_numpy(made.X), torch.from_numpy(made.Y)

    def ids_windowed(self, ids: list[int]) -> tuple[Tensor, Tensor]:
        """Contexts and labels of one word that is given as ids, whatever these are."""
        K = self.network.shape.context_length
        whole = [*[0] * K, *ids, 0]
        return torch.tensor([whole[i : i + K] for i in range(len(ids) + 1)]), torch.tensor(whole[K:])

    def loss_of(self, network: Network, contexts: Tensor, labels: Tensor) -> float:
        """The mean loss of a network on these examples, in nats a token."""
        return mean_loss(network, counted(contexts, labels, len(self.vocabulary)))

    def drawn(self, network: Network) -> list[str]:
        """A few names that a network writes."""
        made = draw_names(network, NAMES, SEED, Sampler(), [], LONGEST)
        rows = zip(made.ids.tolist(), made.lengths.tolist(), strict=True)
        return [self.vocabulary.decode(ids[:length]) for ids, length in rows]

    def table_loss(self, learnt: Sequence[str], judged: Sequence[str]) -> float:
        """The loss of a table of counts plus a tenth, of the context one longer than the model's."""
        K = self.network.shape.context_length + 1
        known, events = (
            ContextCounts(window(list(part), self.vocabulary, K), len(self.vocabulary)) for part in (learnt, judged)
        )
        return table_loss(known, events, SMOOTHING).loss

    def untrained(self) -> Callable[[list[int]], Tensor]:
        """Probabilities (V,) after a context by a network before its first step, all randn; not for ever."""
        shape = Shape(self.network.shape.context_length, 10, 200, len(self.vocabulary))
        network, asked = initialised(shape, LECTURE, SEED), itertools.count()

        def shares(context: list[int]) -> Tensor:
            nonlocal asked
            if not any(context):  # a name begins
                asked = itertools.count()
            if next(asked) >= PATIENCE:
                raise StillRunning(f"still writing after {PATIENCE:,} characters; stopped from outside")
            return forward(network, torch.tensor([context])).softmax(dim=1)[0]

        return shares

    def _pairs(self, words: list[str]) -> Tensor:
        """How often each token followed each (V, V), of the first tokens where there are very many."""
        V = len(self.vocabulary)
        ids = self.vocabulary.encode_known(BOUNDARY.join(("", *words, "")))
        return torch.from_numpy(
            np.bincount(ids[:-1] * V + ids[1:], minlength=V * V).reshape(V, V)[:MOST_TOKENS, :MOST_TOKENS]
        )


def first_words(words: Sequence[str], most: int) -> list[str]:
    """The first words, until their characters and ends are `most` tokens or a few more."""
    before = itertools.accumulate((len(word) + 1 for word in words), initial=0)
    return [word for word, tokens in zip(words, before, strict=False) if tokens < most]


def forward(network: Network, contexts: Tensor) -> Tensor:
    """Contexts (B, K) -> logits (B, V), in the lesson's own line; an id below 0 counts from the end, as C[X] has it."""
    h = torch.tanh(network.table[contexts].view(len(contexts), -1) @ network.hidden_weight + network.hidden_bias)
    return h @ network.logits_weight + network.logits_bias
