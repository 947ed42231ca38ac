"""The arena of a model of the library: made once for each model and order, then asked about any context."""

from dataclasses import dataclass

import numpy as np

from backend.experiments.arena import LONGEST_ORDER, Arena, Score, Sight
from backend.lesson.contexts import padded
from backend.lesson.corpus import Corpus
from backend.lesson.split import split_words
from backend.studio.bench import own_corpus
from backend.studio.library import Library
from backend.studio.model_entry import ModelEntry


@dataclass(frozen=True)
class Contest:
    """One context in the arena; `columns` by contestant, None where the table has no answer; `sights` by order."""

    arena: Arena
    context: str
    below: float
    sights: list[tuple[str, Sight]]
    columns: dict[str, list[float] | None]
    board: dict[tuple[str, str, str], Score]


def contest(library: Library, entry: ModelEntry, context: str, order: int | None, smoothing: float) -> Contest:
    """What the five say after a context; raises Refusal for a context, an order or a model that cannot be asked.

    The counting ones read `order` tokens: the model's K where it is left out, at most LONGEST_ORDER.
    """
    corpus, vocabulary, K = own_corpus(library, entry), entry.vocabulary, entry.card.context_length
    order = min(K, LONGEST_ORDER) if order is None else order
    ids = np.array(padded(context, vocabulary, max(order, K), "context"))
    arena = library.kept("arenas", 8).get(
        (entry.card.id, order), entry.card.weights_sha256, lambda: _made(corpus, entry, order)
    )
    below, sights = arena.sights(ids)
    texts = [vocabulary.decode(ids[len(ids) - sight.length :].tolist()) for sight in sights]
    columns = arena.columns(ids, smoothing)
    return Contest(
        arena,
        vocabulary.decode(ids.tolist()),
        below,
        list(zip(texts, sights, strict=True)),
        {name: None if p is None else p.tolist() for name, p in columns.items()},
        arena.board(smoothing),
    )


def _made(corpus: Corpus, entry: ModelEntry, order: int) -> Arena:
    return Arena(entry.network, entry.vocabulary, split_words(corpus.words, entry.card.split), order)
