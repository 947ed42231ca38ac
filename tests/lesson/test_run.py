"""Whole trainings: same seed same bytes, other alphabets, corpora too small."""

import pytest
import torch

from backend.lesson.checkpoint import weights_bytes
from backend.lesson.corpus import read_corpus
from backend.lesson.network import Shape
from backend.lesson.recipe import recipe_of
from backend.lesson.run import Run, split_counts
from backend.lesson.split import SplitRecipe
from backend.refusal import Refusal


def bytes_after(counts, seed, name="counts", steps=70):
    run = Run(counts, Shape(3, 2, 20, 27), recipe_of(name, steps=steps, seed=seed))
    for _ in run.steps():
        pass
    return weights_bytes(run.network)


@pytest.mark.parametrize("name", ["counts", "published"])
def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(parts, name):
    made = [bytes_after(parts(3), seed, name) for seed in (1, 1, 2, 2**63, 2**63 + 1, 2**64 - 1)]
    assert made[0] == made[1]
    assert len(set(made)) == 5


def test_evaluating_between_steps_changes_nothing(parts):
    run = Run(parts(3), Shape(3, 2, 20, 27), recipe_of(steps=70))
    for taken in run.steps():
        if taken.step % 20 == 0:
            run.losses()
    assert weights_bytes(run.network) == bytes_after(parts(3), 1)


def test_the_losses_before_the_first_step_are_those_of_the_init(parts):
    run = Run(parts(3), Shape(3, 2, 20, 27), recipe_of(steps=1))
    next(run.steps())
    assert run.losses().dev == pytest.approx(3.2958, abs=0.05)


def test_the_examples_of_the_parts(parts):
    assert [part.examples for part in (parts(5).train, parts(5).dev, parts(5).test)] == [182_518, 22_939, 22_689]


def test_a_corpus_of_another_alphabet_can_be_learnt():
    corpus = read_corpus("\n".join(["李小龙", "зоя", "👩\u200d👧", "é", "عمر"] * 4))
    V = len(corpus.vocabulary)
    run = Run(split_counts(corpus, SplitRecipe(), 4), Shape(4, 3, 16, V), recipe_of(steps=100))
    losses = [run.losses().train for taken in run.steps() if taken.step in (0, 100)]
    assert losses[1] < losses[0] / 2
    assert torch.isfinite(run.network.flat).all()


@pytest.mark.parametrize("unique", [False, True])
def test_a_corpus_too_small_to_be_divided_is_refused(unique):
    corpus = read_corpus("\n".join("abcdefghi") + ("\na" * 5 if unique else ""))
    with pytest.raises(Refusal, match="the corpus has 9 words; train, dev and test need at least 10") as e:
        split_counts(corpus, SplitRecipe(unique=unique), 3)
    assert e.value.field == "corpus"


def test_ten_words_are_enough():
    counts = split_counts(read_corpus("\n".join("abcdefghij")), SplitRecipe(), 3)
    assert [part.examples for part in (counts.train, counts.dev, counts.test)] == [16, 2, 2]
