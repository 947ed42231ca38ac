"""What belongs to a corpus: its card, the sliding window, and the table of counts."""

import math
from typing import Annotated

import numpy as np
from fastapi import APIRouter, Path, Query

from backend.lesson.contexts import padded, window
from backend.lesson.counts import probabilities, table_loss
from backend.lesson.vocabulary import BOUNDARY
from backend.refusal import Refusal
from backend.web.dependencies import OpenLibrary
from backend.web.schemas.corpus import (
    ContextsAnswer,
    ContextsQuery,
    CorpusCard,
    CorpusList,
    CountedToken,
    CountsAnswer,
    CountsQuery,
    Coverage,
    WindowRow,
)

router = APIRouter(prefix="/api/corpora", tags=["corpora"])
CorpusId = Annotated[str, Path(alias="id", description="id of a corpus", examples=["names"])]
AddedId = Annotated[str, Path(alias="id", description="id of a corpus that was added", examples=["my-words"])]


@router.get("", operation_id="list_corpora", summary="All corpora")
def list_corpora(library: OpenLibrary) -> CorpusList:
    """The cards of all corpora that can be read."""
    return CorpusList(corpora=[CorpusCard(**entry.card) for entry in library.corpora.readable()])


@router.get("/{id}", operation_id="get_corpus", summary="A corpus' card")
def get_corpus(library: OpenLibrary, corpus_id: CorpusId) -> CorpusCard:
    """Words, examples, vocabulary, and the sizes of the default split."""
    return CorpusCard(**library.corpora.get(corpus_id).card)


@router.delete("/{id}", status_code=204, operation_id="delete_corpus", summary="Remove a corpus that was added")
def delete_corpus(library: OpenLibrary, corpus_id: AddedId) -> None:
    """Models that learnt from it stay; a shipped corpus stays too (403)."""
    library.corpora.remove(corpus_id)


@router.get("/{id}/contexts", operation_id="get_contexts", summary="The sliding window over one word")
def get_contexts(library: OpenLibrary, corpus_id: CorpusId, query: Annotated[ContextsQuery, Query()]) -> ContextsAnswer:
    """One row a character and one for the end: the context, and the token it is to predict."""
    vocabulary = library.corpora.get(corpus_id).corpus.vocabulary
    if BOUNDARY in query.text:
        raise Refusal(
            f"text {query.text!r} has '.', the boundary, which the window adds by itself; leave it out", "text"
        )
    word = vocabulary.decode(vocabulary.encode(query.text, "text"))
    examples = window([word], vocabulary, query.context_length)
    rows = [
        WindowRow(context=vocabulary.decode(ids), ids=ids, next=vocabulary.tokens[label], next_id=label)
        for ids, label in zip(examples.X.tolist(), examples.Y.tolist(), strict=True)
    ]
    return ContextsAnswer(text=word, context_length=query.context_length, rows=rows)


@router.get("/{id}/counts", operation_id="get_counts", summary="One row of the table of counts")
def get_counts(library: OpenLibrary, corpus_id: CorpusId, query: Annotated[CountsQuery, Query()]) -> CountsAnswer:
    """The row over all words, how full the table is, and its loss with and without words kept back."""
    entry = library.corpora.get(corpus_id)
    vocabulary, K = entry.corpus.vocabulary, query.context_length
    ids = padded(query.context, vocabulary, K, "context")
    counts = entry.counts(K)
    row = counts.all.row(np.array(ids))
    shares = probabilities(row, query.smoothing).tolist()
    dev = table_loss(counts.train, counts.dev, query.smoothing) if counts.dev else None
    V = len(vocabulary)
    return CountsAnswer(
        context=vocabulary.decode(ids),
        context_length=K,
        smoothing=query.smoothing,
        total=int(row.sum()),
        row=[
            CountedToken(token=token, count=count, probability=share)
            for token, count, share in zip(vocabulary.tokens, row.tolist(), shares, strict=True)
        ],
        coverage=Coverage(
            contexts_possible=V**K,
            contexts_seen=len(counts.all.contexts),
            cells=V ** (K + 1),
            cells_filled=len(counts.all.pair_counts),
            examples_per_cell=counts.all.examples / V ** (K + 1),
        ),
        loss=table_loss(counts.all, counts.all, query.smoothing).loss,
        dev_loss=dev.loss if dev and math.isfinite(dev.loss) else None,
        infinite=bool(dev and math.isinf(dev.loss)),
        impossible_events=dev.impossible_events if dev else 0,
        dev_events=dev.events if dev else 0,
    )
