from pathlib import Path

import pytest

from backend.lesson.corpus import read_corpus
from backend.studio.corpus_entry import CorpusEntry, load_corpus
from backend.studio.corpus_files import add_corpus, add_new_corpus, corpus_id, slug
from backend.studio.shelf import ID, Shelf

ONE, OTHER = read_corpus("anna\nbob\n"), read_corpus("carla\n")


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf[CorpusEntry]:
    return Shelf("corpus", [tmp_path], ".txt", load_corpus)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Names", "names"),
        ("Möbel & Häuser (2024)", "mobel-hauser-2024"),
        ("  --a__b--  ", "a-b"),
        ("../../etc/passwd", "etc-passwd"),
        ("ﬁve ①", "five-1"),
        ("слова", "otherwise"),
        ("👩‍🚀", "otherwise"),
        ("", "otherwise"),
        ("x" * 200, "x" * 56),
        ("a" * 55 + " b", "a" * 55),
        ("\0\n", "otherwise"),
    ],
)
def test_a_slug_is_an_id(name: str, expected: str) -> None:
    assert slug(name, "otherwise") == expected
    assert ID.fullmatch(expected)


def test_a_name_never_conflicts_and_the_same_words_keep_their_id(shelf: Shelf[CorpusEntry], tmp_path: Path) -> None:
    assert [add_corpus(shelf, tmp_path, "Mine", corpus) for corpus in (ONE, OTHER, ONE, OTHER)] == [
        "mine",
        "mine-2",
        "mine",
        "mine-2",
    ]
    assert corpus_id(shelf, "mine", read_corpus("dora\n")) == "mine-3"
    assert shelf.ids() == ["mine", "mine-2"]
    assert shelf.get("mine-2").corpus.words == ("carla",)


def test_a_name_without_ascii_is_named_after_its_words(shelf: Shelf[CorpusEntry], tmp_path: Path) -> None:
    assert add_corpus(shelf, tmp_path, "имена", ONE) == f"corpus-{ONE.sha256[:8]}"


def test_a_damaged_file_keeps_its_id(shelf: Shelf[CorpusEntry], tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_bytes(b"\xff")
    assert add_corpus(shelf, tmp_path, "mine", ONE) == "mine-2"
    assert (tmp_path / "mine.txt").read_bytes() == b"\xff"


def test_the_file_reads_back_as_the_same_corpus(shelf: Shelf[CorpusEntry], tmp_path: Path) -> None:
    corpus = read_corpus("\ufeffe\u0301mile\r\n\r\n  anna \nanna\nno.dot\n")
    add_corpus(shelf, tmp_path, "mine", corpus)
    again = shelf.get("mine").corpus
    assert again.words == corpus.words == ("\u00e9mile", "anna", "anna")
    assert again.sha256 == corpus.sha256


def test_what_is_new_gets_an_id_of_its_own_even_when_the_words_are_there(
    shelf: Shelf[CorpusEntry], tmp_path: Path
) -> None:
    assert [add_new_corpus(shelf, tmp_path, "Mine", corpus) for corpus in (ONE, ONE, OTHER)] == [
        "mine",
        "mine-2",
        "mine-3",
    ]


def test_of_two_that_come_at_once_the_second_finds_the_next_id(
    shelf: Shelf[CorpusEntry], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one's file appears after this one has looked which ids there are."""
    monkeypatch.setattr(shelf, "ids", lambda: [])
    (tmp_path / "mine.txt").write_bytes(b"theirs\n")
    assert add_new_corpus(shelf, tmp_path, "mine", ONE) == "mine-2"
    assert (tmp_path / "mine.txt").read_bytes() == b"theirs\n"
    assert (tmp_path / "mine-2.txt").read_bytes() == b"anna\nbob\n"
    assert len(list(tmp_path.iterdir())) == 2
