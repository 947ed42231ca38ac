"""Characters to ids and back, and characters that are not there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.lesson.vocabulary import Vocabulary, code_points, well_formed
from backend.refusal import Refusal


def test_the_boundary_is_0_and_the_letters_of_the_names_are_1_to_26(names):
    assert names.vocabulary.tokens == tuple(".abcdefghijklmnopqrstuvwxyz")
    assert names.vocabulary.encode("emma.", "text") == [5, 13, 13, 1, 0]


def test_tokens_follow_by_code_point_even_those_below_the_boundary():
    assert Vocabulary("z-é𝒜'a").tokens == (".", "'", "-", "a", "z", "é", "𝒜")


def test_equal_characters_make_an_equal_vocabulary():
    assert Vocabulary("abc") == Vocabulary(".cab") != Vocabulary("ab")
    assert hash(Vocabulary("abc")) == hash(Vocabulary("cba"))
    assert "a" in Vocabulary("a") and "b" not in Vocabulary("a")


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_encoding_and_decoding_are_inverse(text):
    text = well_formed(text, "text")
    vocabulary = Vocabulary(text)
    ids = vocabulary.encode(text, "text")
    assert ids == [vocabulary.tokens.index(character) for character in text]
    assert ids == vocabulary.encode_known(text).tolist()
    assert vocabulary.decode(ids) == text


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_code_points_are_those_of_ord(text):
    assert code_points(text).tolist() == [ord(character) for character in text]


def test_a_decomposed_letter_is_one_token():
    assert Vocabulary("é").encode("e\u0301", "prefix") == [1]


def test_an_emoji_of_several_code_points_is_several_tokens():
    family = "👩\u200d👧"
    assert len(Vocabulary(family)) == 4
    assert Vocabulary(family).decode(Vocabulary(family).encode(family, "text")) == family


def test_an_unknown_character_is_named_with_its_place_and_what_there_is():
    with pytest.raises(Refusal, match=r"prefix 'emM' has 'M' \(U\+004D, LATIN CAPITAL LETTER M\) at character 3") as e:
        Vocabulary("em").encode("emM", "prefix")
    assert e.value.field == "prefix"
    assert "the characters are . e m" in str(e.value)


def test_a_character_without_a_name_is_still_named():
    with pytest.raises(Refusal, match=r"U\+0000, no name"):
        Vocabulary("a").encode("\0", "text")


def test_a_large_alphabet_is_not_listed_whole():
    with pytest.raises(Refusal, match="and 41 more"):
        Vocabulary(chr(0x4E00 + i) for i in range(100)).encode("x", "text")


def test_a_lone_surrogate_is_refused_in_words_that_can_be_printed():
    with pytest.raises(Refusal, match=r"prefix has a lone surrogate \(U\+D83D\) at character 2") as e:
        Vocabulary("a").encode("a\ud83d", "prefix")
    assert e.value.field == "prefix"
    str(e.value).encode("utf-8")
