"""Characters that look out of place: every rule, and how many words have one, by plain loops."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.lesson.characters import FEW, character_counts, script, unusual_characters, words_with
from backend.lesson.corpus import read_corpus

WORDS = st.lists(st.text("abcжé-\u0301 \U0001f469", min_size=1, max_size=6), min_size=1, max_size=30)


@given(st.text())
def test_counts_are_those_of_a_loop(text):
    counts = character_counts(text)
    assert counts == Counter(text)
    assert list(counts) == sorted(set(text))


@given(WORDS, st.sets(st.sampled_from("abcжé-\u0301 \U0001f469z")))
def test_words_that_have_a_character(words, characters):
    expected = {c: sum(c in word for word in words) for c in characters}
    assert words_with(words, characters) == expected


@pytest.mark.parametrize(
    ("character", "reason"),
    [
        ("а", "U+0430 CYRILLIC SMALL LETTER A is of another script than most letters, LATIN"),
        ("α", "of another script"),
        ("李", "of another script"),
        ("\u0301", "combining mark left after NFC, U+0301 COMBINING ACUTE ACCENT"),
        (" ", "white space inside words, U+0020 SPACE"),
        ("\u00a0", "white space inside words"),
        ("\u3000", "white space inside words"),
        ("7", "digit among letters"),
        ("٣", "digit among letters"),
        ("½", "digit among letters"),
        ("-", "punctuation among letters"),
        ("'", "punctuation among letters"),
        ("’", "punctuation among letters"),
        ("€", "symbol among letters"),
        ("\u200d", "invisible format character U+200D ZERO WIDTH JOINER"),
        ("\u00ad", "invisible format character U+00AD SOFT HYPHEN"),
        ("\ufeff", "invisible format character U+FEFF"),
        ("\ue000", "U+E000 has no agreed meaning"),
        ("\U0010ffff", "U+10FFFF has no agreed meaning"),
    ],
)
def test_a_character_out_of_place_is_named_with_the_reason_and_how_many_words_have_it(character, reason):
    corpus = read_corpus(f"anna\nbob\nx{character}x\nx{character}{character}y\nzoé\n")
    ((flagged, said),) = corpus.unusual().items()
    assert flagged == character
    assert reason in said
    assert said.endswith("; in 2 of 5 words")


@pytest.mark.parametrize(
    "text",
    [
        "emma\nzoé\nłukasz\n",
        "анна\nёлка\n",
        "नेहा\nप्रिया\n",  # vowel signs are marks of the words' own script
        "さくら\nサクラ\n桜\nリー\n",  # kana and Han are written together
        "123\n4-5\n",  # no letters that a digit could be among
        "שלום\n",
    ],
)
def test_what_belongs_together_is_not_flagged(text):
    assert read_corpus(text).unusual() == {}


def test_the_main_script_is_that_of_most_letters_not_of_most_words():
    flagged = read_corpus("анастасия\nab\ncd\n").unusual()
    assert set(flagged) == set("abcd")
    assert "CYRILLIC" in flagged["a"]


@pytest.mark.parametrize(("words", "having", "rare"), [(FEW, 1, False), (FEW + 1, 1, True), (3 * FEW, 3, False)])
def test_a_character_in_fewer_than_one_word_in_a_thousand_is_rare(words, having, rare):
    text = "anna\n" * (words - having) + "qqqq\n" * having
    flagged = read_corpus(text).unusual()
    assert flagged == ({"q": f"rare: in {having:,} of {words:,} words"} if rare else {})


def test_rare_counts_words_and_not_occurrences():
    words = ["anna"] * (FEW * 2 - 1) + ["q" * 100]
    assert unusual_characters(words, Counter("".join(words)))["q"] == "rare: in 1 of 2,000 words"


def test_reasons_come_in_vocabulary_order():
    corpus = read_corpus("ana\nb-b\nж c\n")
    assert list(corpus.unusual()) == [" ", "-", "ж"]


def test_the_shipped_names_have_nothing_unusual(names):
    assert names.unusual() == {}


@pytest.mark.parametrize(
    ("character", "expected"),
    [("a", "LATIN"), ("Ａ", "LATIN"), ("ﾊ", "CJK"), ("李", "CJK"), ("я", "CYRILLIC"), ("\0", "")],
)
def test_scripts(character, expected):
    assert script(character) == expected
