from concurrent.futures import ThreadPoolExecutor

import pytest

from backend.lesson.corpus import read_corpus
from backend.studio import corpus_entry
from backend.studio.corpus_entry import CorpusEntry


def test_counts_are_made_once_and_the_last_few_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    count = CorpusEntry._count

    def counted(self: CorpusEntry, context_length: int) -> corpus_entry.CountsOfCorpus:
        made.append(context_length)
        return count(self, context_length)

    monkeypatch.setattr(CorpusEntry, "_count", counted)
    entry = CorpusEntry("words", read_corpus("\n".join(["anna", "bob", "carla"] * 10)))
    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(entry.counts, [3] * 16))
    assert made == [3]
    assert all(counts is got[0] for counts in got)
    for context_length in range(4, 12):
        entry.counts(context_length)
    entry.counts(3)
    assert made == [3, *range(4, 12), 3]


@pytest.mark.parametrize("words", [1, 2, 5, 9])
def test_a_corpus_too_small_to_be_divided_still_has_a_card_and_counts(words: int) -> None:
    entry = CorpusEntry("few", read_corpus("\n".join("abcdefghi"[:words])))
    assert sum(part["words"] for part in entry.card["splits"].values()) == words
    assert entry.counts(2).all.examples == entry.card["examples"] == 2 * words
