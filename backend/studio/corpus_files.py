"""New corpora -> files in the store, under an id made from their name.

The id is the ASCII slug of the name; where another corpus has it, -2, -3 and so on; where the name has no ASCII left,
`corpus-` and eight digits of the hash. A corpus that is there already, word for word, keeps its id.
"""

import re
import unicodedata
from pathlib import Path

from backend.lesson.corpus import Corpus
from backend.lesson.whole_file import write_whole
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
    base = slug(name, f"corpus-{corpus.sha256[:8]}")
    taken, candidate, number = set(shelf.ids()), base, 1
    while candidate in taken and not _is_it(shelf, candidate, corpus):
        number += 1
        candidate = f"{base}-{number}"
    return candidate


def add_corpus(shelf: Shelf[CorpusEntry], folder: Path, name: str, corpus: Corpus) -> str:
    """Write a corpus into `folder` unless it is on the shelf, and return its id; raises OSError, writing nothing."""
    chosen = corpus_id(shelf, name, corpus)
    if chosen not in shelf.ids():
        write_whole(folder / f"{chosen}.txt", "".join(f"{word}\n" for word in corpus.words).encode())
    return chosen


def _is_it(shelf: Shelf[CorpusEntry], candidate: str, corpus: Corpus) -> bool:
    try:
        return shelf.get(candidate).corpus.sha256 == corpus.sha256
    except Damaged:  # whatever it was, it keeps its id
        return False
