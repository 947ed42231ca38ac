"""The bytes or the text of a word list, and a name -> a corpus in the store, and the report on it.

The same for the REST route and for the command line.
"""

from dataclasses import asdict
from typing import Any

from backend.lesson.corpus import Corpus, read_corpus
from backend.lesson.word_list import check_one_column, word_list
from backend.studio.corpus_entry import CorpusEntry
from backend.studio.corpus_files import add_new_corpus
from backend.studio.library import Library


def import_corpus(library: Library, name: str, content: bytes | str) -> dict[str, Any]:
    """Read, write, and tell: the card's fields and `report`; raises Refusal or OSError, and then nothing is written."""
    if isinstance(content, str):
        check_one_column(content)
    corpus = read_corpus(content if isinstance(content, str) else word_list(content))
    report = report_on(corpus)
    entry = CorpusEntry("", corpus)
    card = entry.card  # before the file is there, so that whatever fails leaves nothing behind
    entry.id = card["id"] = add_new_corpus(library.corpora, library.settings.store / "corpora", name, corpus)
    library.corpora.keep(entry.id, entry)
    return {**card, "report": report}


def report_on(corpus: Corpus) -> dict[str, Any]:
    """What became of the lines, and every character with its count and, where it looks out of place, the reason."""
    unusual = corpus.unusual()
    characters = [{"token": t, "count": n, "unusual": unusual.get(t)} for t, n in corpus.characters().items()]
    return {**asdict(corpus.report), "characters": characters}
