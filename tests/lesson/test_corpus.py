"""Reading a corpus: lines, characters and encodings that are kept, refused or named."""

import hashlib
import math
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.lesson.corpus import LISTED_LINES, decoded, read_corpus
from backend.refusal import Refusal


def test_the_shipped_names(names, lines):
    assert list(names.words) == lines
    assert names.examples == 228_146
    assert len(names.unique) == 29_494
    report = names.report
    assert (report.lines, report.kept, report.duplicates) == (32_033, 32_033, 2_539)
    assert (report.empty, report.refused_lines, report.refused) == (0, 0, ())
    assert names.sha256 == "3a83b1b3f3b9535eeb070f19ae678c29d83558ede501a863b19b82c4807450d2"


def test_character_counts_are_those_of_the_words_and_give_the_unigram_loss(names, lines):
    counted = Counter("".join(line + "." for line in lines))
    assert names.characters() == counted
    assert list(names.characters()) == list(names.vocabulary.tokens)
    total = sum(counted.values())
    loss = -sum(n * math.log(n / total) for n in names.characters().values()) / total
    assert loss == pytest.approx(2.822726, abs=1e-6)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_of_every_system(end):
    corpus = read_corpus(end.join(["emma", "", " ava ", "emma", ""]))
    assert corpus.words == ("emma", "ava", "emma")
    assert (corpus.report.lines, corpus.report.empty, corpus.report.duplicates) == (4, 1, 1)


def test_the_last_line_needs_no_end():
    assert read_corpus("emma\nava").report == read_corpus("emma\nava\n").report


def test_a_byte_order_mark_is_no_character_whether_in_a_file_or_in_a_text():
    assert read_corpus(decoded("\ufeffemma\n".encode())).vocabulary.tokens == (".", "a", "e", "m")
    assert read_corpus("\ufeffemma\n").words == ("emma",)


def test_white_space_around_a_word_is_dropped_and_within_it_kept():
    corpus = read_corpus("\t mary ann\u3000\n\xa0\n \n")
    assert corpus.words == ("mary ann",)
    assert corpus.report.empty == 2


def test_a_full_stop_is_refused_with_its_line_and_a_remedy():
    corpus = read_corpus("emma\n\nst.john\nava\n...\n")
    assert corpus.words == ("emma", "ava")
    assert [refused.line for refused in corpus.report.refused] == [3, 5]
    assert corpus.report.refused_lines == 2
    assert corpus.report.empty == 1
    assert "'.' marks where a word begins and ends" in corpus.report.refused[0].reason
    assert "remove it" in corpus.report.refused[0].reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("em\0ma", "control character U+0000"),
        ("em\tma", "control character U+0009"),
        ("em\x7fma", "control character U+007F"),
        ("em\x85ma", "control character U+0085"),
        ("em\x0bma", "control character U+000B"),
        ("em\x1bma", "control character U+001B"),
        ("em\ud800ma", "lone surrogate U+D800"),
        ("\udfffma", "lone surrogate U+DFFF"),
    ],
)
def test_characters_that_no_word_may_have(line, reason):
    corpus = read_corpus(f"ava\n{line}\nzoé\n")
    assert corpus.words == ("ava", "zoé")
    (refused,) = corpus.report.refused
    assert refused.line == 2
    assert reason in refused.reason
    refused.reason.encode("utf-8")


@pytest.mark.parametrize(
    "word", ["李小龙", "עִבְרִית", "محمد", "👩\u200d👩\u200d👧", "𝒜𝓃𝓃𝒶", "o'neil", "नेहा", "\U0010ffff"]
)
def test_anything_else_that_unicode_can_spell(word):
    corpus = read_corpus(f"{word}\n{word}a\n")
    composed = unicodedata.normalize("NFC", word)
    assert corpus.words == (composed, composed + "a")
    assert corpus.vocabulary.tokens[1:] == tuple(sorted(set(composed + "a")))
    assert corpus.report.refused_lines == 0


def test_decomposed_words_are_composed_and_then_equal():
    corpus = read_corpus("zoe\u0301\nzo\u00e9\n")
    assert corpus.words == ("zo\u00e9", "zo\u00e9")
    assert corpus.report.duplicates == 1


def test_nothing_is_lower_cased():
    assert read_corpus("Emma\nemma\n").report.duplicates == 0


@pytest.mark.parametrize(("text", "said"), [("", "of 0 lines"), ("\n\n \n", "of 3 lines"), ("a.b\n.\n", "line 1: '.'")])
def test_a_text_without_a_single_word_is_refused(text, said):
    with pytest.raises(Refusal, match="no word that can be kept") as e:
        read_corpus(text)
    assert said in str(e.value)
    assert "one word a line" in str(e.value)
    assert e.value.field == "text"


def test_a_report_lists_only_the_first_thousand_lines():
    report = read_corpus("emma\n" + "a.b\n" * (LISTED_LINES + 5)).report
    assert report.refused_lines == LISTED_LINES + 5
    assert len(report.refused) == LISTED_LINES


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_bytes_that_are_not_utf_8_are_named_with_their_line(mark, end):
    data = mark + end.join([b"emma", b"ava", b"\xffzoe", b""])
    with pytest.raises(Refusal, match=r"line 3 is not UTF-8 \(byte 0xff at (\d+)\)") as e:
        decoded(data)
    assert f"at {data.index(0xFF)})" in str(e.value)
    assert e.value.field == "text"


def test_a_character_cut_off_at_the_end_is_not_utf_8():
    with pytest.raises(Refusal, match="line 2 is not UTF-8"):
        decoded("emma\nzoé".encode()[:-1])


@given(st.text())
def test_every_line_is_kept_refused_or_empty_and_words_are_clean(text):
    try:
        corpus = read_corpus(text)
    except Refusal:
        return
    report = corpus.report
    assert report.lines == report.kept + report.empty + report.refused_lines
    assert report.kept == len(corpus.words)
    for word in corpus.words:
        assert word and word == word.strip() == unicodedata.normalize("NFC", word)
        assert "." not in word and not {unicodedata.category(c) for c in word} & {"Cc", "Cs"}
    again = read_corpus("\n".join(corpus.words))
    assert again.words == corpus.words
    assert corpus.sha256 == hashlib.sha256("\n".join([*corpus.words, ""]).encode()).hexdigest()
