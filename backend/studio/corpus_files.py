"""New corpora -> files in the store, under an id made from their name.

The id is the ASCII slug of the name; where another corpus has it, -2, -3 and so on; where the name has no ASCII left,
`corpus-` and eight digits of the hash. Where a training brings its corpus, one that is there already, word for word,
keeps its id; what is uploaded always gets one of its own.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from backend.lesson.corpus import Corpus
from backend.lesson.whole_file import write_new
from backend.refusal import Damaged
from backend.studio.corpus_entry import CorpusEntry
from backend.studio.shelf import Shelf

LONGEST_SLUG = 56  # leaves room for a number within the 64 characters of an id


def slug(name: str, otherwise: str) -> str:
    """The name in [a-z0-9-], or `otherwise` where nothing of it is left."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_SLUG].rstrip("-") or otherwise


def corpus_id(shelf: Shelf[CorpusEntry], name: str, corpus: Corpus) -> str:
    """The id that a corpus of this name has on the shelf, or will have there."""
    taken = set(shelf.ids())
    return next(id_ for id_ in _ids(name, corpus) if id_ not in taken or _is_it(shelf, id_, corpus))


def add_corpus(shelf: Shelf[CorpusEntry], folder: Path, name: str, corpus: Corpus) -> str:
    """Write a corpus into `folder` unless it is on the shelf, and return its id; raises OSError, writing nothing."""
    chosen = corpus_id(shelf, name, corpus)
    return chosen if chosen in shelf.ids() else add_new_corpus(shelf, folder, name, corpus)


def add_new_corpus(shelf: Shelf[CorpusEntry], folder: Path, name: str, corpus: Corpus) -> str:
    """Write a corpus into `folder` under an id that nothing has, and return it; raises OSError, writing nothing.

    The file is made only where there is none, so of two that come at once with one name the second finds the next id.
    """
    taken = set(shelf.ids())
    for chosen in _ids(name, corpus):
        if chosen not in taken:
            try:
                write_new(folder / f"{chosen}.txt", b"".join(corpus.lines()))
            except FileExistsError:
                continue
            return chosen
    raise AssertionError("numbers do not end")


def _ids(name: str, corpus: Corpus) -> Iterator[str]:
    base = slug(name, f"corpus-{corpus.sha256[:8]}")
    yield base
    yield from (f"{base}-{number}" for number in count(2))


def _is_it(shelf: Shelf[CorpusEntry], candidate: str, corpus: Corpus) -> bool:
    try:
        return shelf.get(candidate).corpus.sha256 == corpus.sha256
    except Damaged:  # whatever it was, it keeps its id
        return False
