"""What several tests of the lesson use: the shipped corpus, its split, its counts, and one short training."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
import torch
from hypothesis import settings

from backend.lesson.contexts import window
from backend.lesson.corpus import Corpus, decoded, read_corpus
from backend.lesson.counts import ContextCounts
from backend.lesson.network import Shape
from backend.lesson.recipe import recipe_of
from backend.lesson.run import Run, SplitCounts, split_counts
from backend.lesson.split import Split, SplitRecipe, split_words

NAMES = Path(__file__).parents[2] / "data" / "names.txt"

torch.set_num_threads(1)
settings.register_profile("lesson", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("lesson")


@pytest.fixture(scope="session")
def names() -> Corpus:
    return read_corpus(decoded(NAMES.read_bytes()))


@pytest.fixture(scope="session")
def lines() -> list[str]:
    """The shipped words, read without the code under test."""
    return NAMES.read_text(encoding="utf-8").split("\n")[:-1]


@pytest.fixture(scope="session")
def split(names: Corpus) -> Split:
    return split_words(names.words, SplitRecipe())


@pytest.fixture(scope="session")
def all_counts(names: Corpus) -> Callable[[int], ContextCounts]:
    """Counts over all words, for any context length."""
    return cache(lambda K: ContextCounts(window(names.words, names.vocabulary, K), len(names.vocabulary)))


@pytest.fixture(scope="session")
def parts(names: Corpus) -> Callable[[int], SplitCounts]:
    """Counts of the three parts, for any context length."""
    return cache(lambda K: split_counts(names, SplitRecipe(), K))


@pytest.fixture(scope="session")
def trained(parts: Callable[[int], SplitCounts]) -> Run:
    """K3 D10 H200 after 300 steps on counts; not to be changed by a test."""
    run = Run(parts(3), Shape(3, 10, 200, 27), recipe_of(steps=300))
    for _ in run.steps():
        pass
    return run
