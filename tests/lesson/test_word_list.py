"""Files that somebody may take for a list of words: each is told what it is and what to do."""

import gzip
import io
import zipfile

import pytest

from backend.lesson.corpus import LONGEST_WORD, read_corpus
from backend.lesson.word_list import check_one_column, word_list
from backend.refusal import Refusal

NAMES = "emma\nolivia\nava\nzoé\nisabella\n"


def zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("names.txt", NAMES)
    return file.getvalue()


@pytest.mark.parametrize("data", [NAMES.encode(), b"\xef\xbb\xbf" + NAMES.encode(), b"", b"x", "李\n王\n".encode()])
def test_a_list_is_its_text(data):
    assert word_list(data) == data.decode()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (zipped(), "zip file"),
        (gzip.compress(NAMES.encode(), mtime=0), "gzip file"),
        (b"%PDF-1.7\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "picture"),
        (b"PAR1\0\0", "Parquet"),
    ],
)
def test_a_file_of_another_kind_is_named(data, said):
    with pytest.raises(Refusal, match=said) as e:
        word_list(data)
    assert "plain text in UTF-8 with one word a line" in str(e.value)
    assert e.value.field == "text"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_wide_encodings_are_told_to_save_as_utf_8(encoding, mark):
    with pytest.raises(Refusal, match="save it as UTF-8"):
        word_list((mark + NAMES).encode(encoding))


def test_latin_1_is_told_where_and_to_save_as_utf_8():
    with pytest.raises(Refusal, match=r"line 4 is not UTF-8 \(byte 0xe9 .*save the file as UTF-8"):
        word_list(NAMES.encode("latin-1"))


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_table_is_told_to_keep_one_column(separator, end):
    rows = [separator.join(row) for row in (["name", "sex", "count"], ["Emma", "F", "18770"], ["Ava", "F", "1"])]
    with pytest.raises(Refusal, match="3 columns") as e:
        check_one_column(end.join(rows))
    assert repr(separator) in str(e.value)
    assert "keep the one column" in str(e.value)


def test_a_table_with_a_few_odd_lines_is_still_one():
    rows = ["a,b"] * 95 + ["a"] * 5
    with pytest.raises(Refusal, match="2 columns"):
        check_one_column("\n".join(rows))


@pytest.mark.parametrize(
    "text", [NAMES, "", "Smith, John\n", "a,b\nc\n", "\n\n", "a\t\nb\t\n", "x;\ny\n", "a,b\n" + NAMES]
)
def test_a_comma_here_and_there_makes_no_table(text):
    check_one_column(text)


def test_a_line_as_long_as_a_book_is_refused_and_the_others_are_kept():
    corpus = read_corpus("anna\n" + "x" * (LONGEST_WORD + 1) + "\n" + "y" * LONGEST_WORD + "\n")
    assert corpus.words == ("anna", "y" * LONGEST_WORD)
    (refused,) = corpus.report.refused
    assert (refused.line, refused.reason[:27]) == (2, "a word of 257 characters; t")
    with pytest.raises(Refusal, match="line 1: a word of 5,000,000 characters"):
        read_corpus("x" * 5_000_000)
