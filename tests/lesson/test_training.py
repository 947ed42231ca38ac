"""Steps against autograd with torch.optim, and what three hundred of them must reach."""

import itertools

import pytest
import torch
from torch.nn import functional as F

from backend.lesson.counts import table_loss
from backend.lesson.evaluation import mean_loss
from backend.lesson.network import Network, Shape, initialised
from backend.lesson.recipe import recipe_of
from backend.lesson.training import Step, train

SHAPE = Shape(3, 2, 20, 27)


# Adam of a long run averages over 10 and 100 steps; of a run of 60, over a thirtieth and an eighth: 2 and 7.5 steps.
@pytest.mark.parametrize(
    ("name", "steps", "betas"),
    [("counts", 5000, (0.9, 0.99)), ("counts", 60, (1 - 1 / 2, 1 - 1 / 7.5)), ("published", 60, None)],
)
def test_each_step_is_that_of_autograd_and_torch_optim_on_the_same_batch(parts, name, steps, betas):
    learnt, recipe = parts(3).train, recipe_of(name, init="scaled", steps=steps, seed=3)
    network = initialised(SHAPE, "scaled", 3)
    flat = network.flat.clone().requires_grad_()
    oracle = torch.optim.Adam([flat], betas=betas) if betas else torch.optim.SGD([flat])
    batches = recipe.batches(learnt)
    for taken in itertools.islice(train(network, learnt, recipe), 41):
        if taken.step:
            X, targets = batches.at(taken.step)
            oracle.zero_grad()
            F.cross_entropy(Network(SHAPE, flat).forward(X).logits, targets).backward()
            oracle.param_groups[0]["lr"] = taken.learning_rate
            oracle.step()
        assert torch.allclose(network.flat, flat.detach(), atol=1e-4)


def test_the_caller_sets_the_pace(parts):
    recipe = recipe_of(steps=5)
    network = initialised(SHAPE, "scaled", 1)
    start = network.flat.clone()
    steps = train(network, parts(3).train, recipe)
    assert next(steps) == Step(0, 0.0)
    assert torch.equal(network.flat, start)
    assert next(steps) == Step(1, recipe.rate(1))
    assert not torch.equal(network.flat, start)
    assert [taken.step for taken in steps] == [2, 3, 4, 5]


def test_three_hundred_steps_on_counts_beat_the_bigram_table(trained, parts):
    losses = trained.losses()
    assert losses.dev < 2.17
    assert losses.dev < table_loss(parts(1).train, parts(1).dev, 1).loss - 0.2
    assert losses.train < 2.17 and losses.test < 2.18


def test_the_published_recipe_falls_from_its_start(parts):
    recipe, dev = recipe_of("published", steps=300), parts(3).dev
    network = initialised(Shape(3, 10, 200, 27), recipe.init, recipe.seed)
    losses = [mean_loss(network, dev) for taken in train(network, parts(3).train, recipe) if taken.step % 150 == 0]
    assert losses[0] > 15
    assert losses[0] - 5 > losses[1] > losses[2]
