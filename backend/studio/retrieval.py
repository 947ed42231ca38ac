"""Retrieval over the names a model learnt from: each name once, as a vector, searched by cosine in three ways (S55).

The tables of names are made at the first question of a model and kept; a search is the exact one of every other table.
"""

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from backend.lesson.name_vectors import WAYS, name_ids
from backend.lesson.vocabulary import BOUNDARY
from backend.refusal import Refusal
from backend.space.neighbours import NeighbourList, Reason, nearest
from backend.space.table import Table
from backend.studio.bench import own_corpus
from backend.studio.kept import Kept
from backend.studio.library import Library
from backend.studio.model_entry import ModelEntry

MOST_NAMES, MOST_NUMBERS = 200_000, 40_000_000


@dataclass(frozen=True)
class NameTables:
    """Every different name of a corpus as a row of three tables; `counts` says how often it is on the list."""

    counts: Counter[str]
    longest: int
    tables: Mapping[str, Table]


@dataclass(frozen=True)
class Found:
    """What one way of making vectors calls near; `read` is the part of the name that it sees."""

    way: str
    dimensions: int
    read: str
    near: NeighbourList


@dataclass(frozen=True)
class Retrieved:
    """The name as it was read, the names there are, and what each way found."""

    text: str
    counts: Counter[str]
    found: list[Found]


_kept: Kept[str, NameTables] = Kept(3)


def retrieve(library: Library, entry: ModelEntry, text: str, k: int) -> Retrieved:
    """The k names nearest to a name, on the list or not; raises Refusal for one that cannot be spelled."""
    ids = entry.vocabulary.encode(text, "text")
    if not ids or 0 in ids:
        why = "is empty" if not ids else f"{text!r} has {BOUNDARY!r}, which stands where a name begins and ends"
        raise Refusal(f"text {why}; type a name of the characters {entry.vocabulary.listed()}", "text")
    name = entry.vocabulary.decode(ids)
    version = f"{entry.card.weights_sha256} {entry.card.corpus_sha256}"
    own_corpus(library, entry)  # refuses where the words have gone or changed since
    made = _kept.get(entry.card.id, version, lambda: _made(library, entry))
    with ThreadPoolExecutor(len(WAYS)) as pool:
        found = list(pool.map(lambda way: _search(entry, made, way, name, k), WAYS))
    return Retrieved(name, made.counts, found)


def _made(library: Library, entry: ModelEntry) -> NameTables:
    corpus = own_corpus(library, entry)
    counts = Counter(corpus.words)
    if foreign := set(corpus.vocabulary.tokens) - set(entry.vocabulary.tokens):
        raise Refusal(
            f"the corpus {entry.card.corpus!r} has {entry.vocabulary.named(min(foreign))}, which {entry.card.id!r} "
            "does not know; its words cannot be vectors of this model",
            "id",
        )
    names, longest, shape = list(counts), max(map(len, counts)), entry.network.shape
    numbers = len(names) * ((longest + 1) * shape.embedding_dim + shape.hidden_size)
    if len(names) > MOST_NAMES or numbers > MOST_NUMBERS:
        raise Refusal(
            f"the corpus {entry.card.corpus!r} has {len(names):,} different words of up to {longest} characters, which "
            f"as vectors of {entry.card.id!r} take {numbers:,} numbers; retrieval keeps at most {MOST_NAMES:,} words "
            f"and {MOST_NUMBERS:,} numbers, so ask a model of fewer words or dimensions",
            "id",
        )
    ids = name_ids(names, entry.vocabulary, longest)
    tables = {way: Table.build(names, make(entry.network, ids)) for way, make in WAYS.items()}
    return NameTables(counts, longest, tables)


def _search(entry: ModelEntry, made: NameTables, way: str, name: str, k: int) -> Found:
    table, K = made.tables[way], entry.card.context_length
    length = {"concatenation": made.longest, "mean": len(name), "hidden": K}[way]
    query = WAYS[way](entry.network, name_ids([name], entry.vocabulary, length))[0]
    leave_out: dict[int, Reason] = {table.row_of(name): "asked row"} if name in made.counts else {}
    if not query.any():
        raise Refusal(f"text {name!r} is the zero vector by {way}, which has no direction; type another name", "text")
    near = nearest(table, np.asarray(query, dtype=np.float64), "cosine", k, leave_out)
    return Found(way, table.dimensions, name[-length:].rjust(length, BOUNDARY), near)
