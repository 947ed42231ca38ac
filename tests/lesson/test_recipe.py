"""Recipes: defaults, rates, and knobs out of range."""

import math

import pytest
import torch

from backend.lesson.batches import ExampleBatches, FrequencyBatches
from backend.lesson.optimiser import Adam, Descent
from backend.lesson.recipe import Recipe, recipe_of
from backend.refusal import Refusal


def test_each_recipe_has_defaults_of_its_own():
    assert recipe_of() == Recipe("counts", "scaled", 1000, 256, 0.04, 1)
    assert recipe_of("published") == Recipe("published", "lecture", 200_000, 32, 0.1, 1)
    assert recipe_of("published", "scaled", 10, 5, 1.5, 2**64 - 1) == Recipe(
        "published", "scaled", 10, 5, 1.5, 2**64 - 1
    )


@pytest.mark.parametrize(
    ("knobs", "field", "said"),
    [
        ({"name": "fast"}, "recipe", "recipe is 'fast'; it is 'counts' or 'published'"),
        ({"init": "zeros"}, "init", "init is 'zeros'"),
        ({"steps": 0}, "steps", "steps is 0; it has to be at least 1"),
        ({"batch_size": -1}, "batch_size", "batch_size is -1"),
        ({"learning_rate": 0}, "learning_rate", "above 0"),
        ({"learning_rate": -0.1}, "learning_rate", "above 0"),
        ({"learning_rate": math.nan}, "learning_rate", "above 0"),
        ({"learning_rate": math.inf}, "learning_rate", "above 0"),
        ({"seed": -1}, "seed", "from 0 to 18446744073709551615"),
        ({"seed": 2**64}, "seed", "from 0 to 18446744073709551615"),
    ],
)
def test_a_knob_out_of_range_is_named(knobs, field, said):
    with pytest.raises(Refusal) as e:
        recipe_of(**knobs)
    assert e.value.field == field
    assert said in str(e.value)


def test_the_published_rate_falls_to_a_tenth_half_way():
    recipe = recipe_of("published")
    rates = [recipe.rate(step) for step in (1, 100_000, 100_001, 200_000)]
    assert rates == pytest.approx([0.1, 0.1, 0.01, 0.01])


def test_the_one_cycle_rate_rises_to_its_top_and_falls_to_0():
    recipe = recipe_of(steps=1000, learning_rate=0.04)
    rates = [recipe.rate(step) for step in range(1, 1001)]
    top = rates.index(max(rates))
    assert rates[top] == pytest.approx(0.04)
    assert top in (149, 150)
    assert rates[: top + 1] == sorted(rates[: top + 1]) and rates[top:] == sorted(rates[top:], reverse=True)
    assert rates[:150] == pytest.approx([0.04 * (step - 0.5) / 150 for step in range(1, 151)])
    assert (recipe.rate(575) + recipe.rate(576)) / 2 == pytest.approx(0.02)  # half way down
    assert 0 < rates[-1] < 1e-7


@pytest.mark.parametrize("steps", [1, 2, 3, 7])
@pytest.mark.parametrize("name", ["counts", "published"])
def test_rates_of_a_very_short_training_move_at_every_step(name, steps):
    recipe = recipe_of(name, steps=steps)
    assert all(0 < recipe.rate(step) <= recipe.learning_rate for step in range(1, steps + 1))


def test_which_batches_and_optimiser_a_recipe_takes(parts):
    assert isinstance(recipe_of().batches(parts(3).train), FrequencyBatches)
    assert isinstance(recipe_of("published").batches(parts(3).train), ExampleBatches)
    assert isinstance(recipe_of().optimiser(torch.zeros(3)), Adam)
    assert isinstance(recipe_of("published").optimiser(torch.zeros(3)), Descent)
