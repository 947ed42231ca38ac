"""The sliding window against the lesson's own loop, for any words and any context length."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.lesson.contexts import padded, window
from backend.lesson.corpus import read_corpus
from backend.lesson.vocabulary import Vocabulary
from backend.refusal import Refusal
from tests.lesson import plain

ODD = st.one_of(
    st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="."),
    st.sampled_from("aé𝒜👩\u200d\u0301\u0327\U0010ffff李مא"),
)
WORDS = st.lists(st.text(ODD, min_size=1, max_size=25), min_size=1, max_size=8)


@given(WORDS, st.integers(1, 20))
def test_any_words_and_any_length_equal_the_loop_of_the_lesson(words, K):
    examples = window(words, Vocabulary("".join(words)), K)
    X, Y = plain.window(words, K)
    assert examples.X.tolist() == X
    assert examples.Y.tolist() == Y
    assert examples.X.dtype == examples.Y.dtype == np.int64


@pytest.mark.parametrize("K", [1, 3, 20])
def test_the_whole_corpus_equals_the_loop_of_the_lesson(names, lines, K):
    examples = window(names.words, names.vocabulary, K)
    X, Y = plain.window(lines, K)
    assert examples.X.shape == (228_146, K)
    assert np.array_equal(examples.X, X)
    assert np.array_equal(examples.Y, Y)


def test_the_five_rows_of_emma(names):
    examples = window(["emma"], names.vocabulary, 3)
    decode = names.vocabulary.decode
    rows = [(decode(x), decode([y])) for x, y in zip(examples.X, examples.Y, strict=True)]
    assert rows == [("...", "e"), ("..e", "m"), (".em", "m"), ("emm", "a"), ("mma", ".")]


def test_the_first_five_names_give_32_examples(names):
    assert window(names.words[:5], names.vocabulary, 3).X.shape == (32, 3)


def test_labels_do_not_depend_on_the_context_length_and_length_1_gives_the_bigrams(names):
    one, three = (window(names.words, names.vocabulary, K) for K in (1, 3))
    assert np.array_equal(one.Y, three.Y)
    pairs = [pair for word in names.words for pair in zip(f".{word}", f"{word}.", strict=True)]
    decode = names.vocabulary.decode
    assert [(decode(x), decode([y])) for x, y in zip(one.X[:5000], one.Y[:5000], strict=True)] == pairs[:5000]
    assert len(pairs) == len(one.Y)


def test_no_words_give_no_examples():
    assert window([], Vocabulary("a"), 3).X.shape == (0, 3)


def test_a_context_longer_than_every_word_together():
    assert window(["a"], Vocabulary("a"), 20).X.tolist() == [[0] * 20, [0] * 19 + [1]]


@pytest.mark.parametrize("K", [0, -1])
def test_a_context_has_at_least_one_token(K):
    with pytest.raises(Refusal, match=f"context_length is {K}") as e:
        window(["a"], Vocabulary("a"), K)
    assert e.value.field == "context_length"


def test_rows_do_not_share_memory_with_one_another():
    examples = window(["emma"], Vocabulary("ema"), 3)
    before = examples.X.copy()
    examples.X[0] = 9
    assert np.array_equal(examples.X[1:], before[1:])


def test_a_corpus_of_another_alphabet():
    corpus = read_corpus("李小龙\nзоя\n👩\u200d👧\n")
    X, Y = plain.window(corpus.words, 5)
    examples = window(corpus.words, corpus.vocabulary, 5)
    assert (examples.X.tolist(), examples.Y.tolist()) == (X, Y)


def test_a_context_from_outside_is_padded_on_the_left(names):
    assert padded("em", names.vocabulary, 3, "contexts") == [0, 5, 13]
    assert padded("emm", names.vocabulary, 3, "contexts") == [5, 13, 13]
    assert padded("..e", names.vocabulary, 3, "contexts") == padded("e", names.vocabulary, 3, "contexts")


@pytest.mark.parametrize(
    ("context", "said"),
    [("", "contexts is empty; this model reads 1 to 3"), ("emma", "'emma' has 4 characters"), ("EMM", "'E'")],
)
def test_a_context_that_this_model_cannot_read(names, context, said):
    with pytest.raises(Refusal) as e:
        padded(context, names.vocabulary, 3, "contexts")
    assert said in str(e.value)
    assert e.value.field == "contexts"
