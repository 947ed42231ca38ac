"""The split against the published cell, on the shipped order."""

import random
from collections import Counter

import pytest

from backend.lesson.split import SplitRecipe, split_words
from backend.refusal import Refusal


def literal(words, seed=42, shuffles=1):
    """The published cell, run `shuffles` times over the same list."""
    words = list(words)
    for _ in range(shuffles):
        random.seed(seed)
        random.shuffle(words)
    n1, n2 = int(0.8 * len(words)), int(0.9 * len(words))
    return words[:n1], words[n1:n2], words[n2:]


@pytest.mark.parametrize("shuffles", [1, 2, 4])
@pytest.mark.parametrize("seed", [42, 0, 7, 2**64 - 1])
def test_the_split_is_the_published_recipe(lines, seed, shuffles):
    split = split_words(lines, SplitRecipe(seed, shuffles))
    assert (list(split.train), list(split.dev), list(split.test)) == literal(lines, seed, shuffles)


def test_the_default_split_of_the_shipped_order(split):
    parts = (split.train, split.dev, split.test)
    assert [len(part) for part in parts] == [25_626, 3_203, 3_204]
    assert [sum(len(word) + 1 for word in part) for part in parts] == [182_518, 22_939, 22_689]
    known = set(split.train)
    assert sum(word in known for word in split.dev) == 394


def test_the_callers_list_and_the_global_dice_are_left_alone(lines):
    before, state = list(lines), random.getstate()
    split_words(lines, SplitRecipe())
    assert lines == before
    assert random.getstate() == state


def test_unique_keeps_all_copies_on_one_side(lines):
    split = split_words(lines, SplitRecipe(unique=True))
    parts = [set(split.train), set(split.dev), set(split.test)]
    assert sum(map(len, parts)) == len(set(lines)) == len(set.union(*parts))
    assert Counter(split.train + split.dev + split.test) == Counter(lines)


def test_unique_divides_the_distinct_words_by_the_same_recipe(lines):
    split = split_words(lines, SplitRecipe(unique=True, shuffles=3))
    parts = [list(dict.fromkeys(part)) for part in (split.train, split.dev, split.test)]
    assert tuple(parts) == literal(dict.fromkeys(lines), shuffles=3)


def test_less_than_one_shuffle_is_refused():
    with pytest.raises(Refusal, match=r"split\.shuffles is 0; the list is shuffled at least once") as e:
        split_words(["emma"], SplitRecipe(shuffles=0))
    assert e.value.field == "split.shuffles"


def test_a_recipe_as_a_card_holds_it():
    assert SplitRecipe(**SplitRecipe(7, 4, True).as_dict()) == SplitRecipe(7, 4, True)
    assert SplitRecipe().as_dict() == {"seed": 42, "shuffles": 1, "unique": False}
