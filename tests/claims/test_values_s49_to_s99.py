"""Values and verdicts of S49 to S99: against the list (oracle_s49_to_s99.py), and by plain Python."""

import math
from collections import Counter, defaultdict
from typing import Any

import numpy as np
import pytest
import torch

from backend.claims.ground import Ground
from backend.claims.pooled import blocks, pooled_steps
from backend.claims.registry import by_id
from backend.claims.retrieval import name_tables
from backend.lesson.network import Shape
from backend.lesson.recipe import recipe_of
from backend.lesson.run import Run
from tests.claims.conftest import names, on_shipped, shipped
from tests.claims.oracle import A, B, meets
from tests.claims.oracle_s49_to_s99 import BY_MODEL, EVERYWHERE

CASES = [(claim_id, A, *facts) for claim_id, facts in EVERYWHERE.items()]
CASES += [(claim_id, model_id, *facts) for (claim_id, model_id), facts in BY_MODEL.items()]


def test_every_claim_is_asked_about() -> None:
    assert {claim_id for claim_id, *_ in CASES} == {f"S{number}" for number in range(49, 100)}
    assert len(by_id()) == 99
    for claim_id, model_id, *_ in CASES:
        assert by_id()[claim_id][0].of_model == ((claim_id, model_id) in BY_MODEL)


@pytest.mark.parametrize(("claim_id", "model_id", "verdict", "numbers"), CASES)
def test_a_claim_comes_to_what_claims_md_has(
    claim_id: str, model_id: str, verdict: str, numbers: dict[str, Any]
) -> None:
    found = on_shipped(claim_id, model_id)
    off = {name: found.value.get(name) for name, number in numbers.items() if not meets(found.value[name], number)}
    assert not off
    assert found.verdict == verdict


def test_ana_and_ava_by_counting() -> None:
    """S58, S65: the list's numbers, and the floor of three characters in plain Python."""
    value = on_shipped("S58", A).value
    assert (value["ana"]["counts"]["."], value["ana"]["total"]) == (470, 804)
    assert (value["ava"]["counts"], value["ava"]["total"]) == ({".": 15, "n": 54}, 161)
    assert value["ana"]["percent"]["."] == pytest.approx(58.5, abs=0.05)
    assert value["ava"]["percent"] == {".": pytest.approx(9.3, abs=0.05), "n": pytest.approx(33.5, abs=0.05)}
    after: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for word in names().corpus.words:
        for i, label in enumerate(word + "."):
            after[f"...{word}"[i : i + 3]][label] += 1
    events = [(n, n / sum(row.values())) for row in after.values() for n in row.values()]
    floor = -sum(n * math.log(p) for n, p in events) / sum(n for n, _ in events)
    assert on_shipped("S65", A).value["floor"] == pytest.approx(floor, abs=1e-9)


@pytest.mark.parametrize("model_id", [A, B])
def test_uses_of_rows(model_id: str) -> None:
    """S52: row uses of the list; all of them together are K times the examples."""
    uses = on_shipped("S52", model_id).value["uses"]
    assert [uses[token] for token in ".aeq"] == [192198, 83409, 48486, 754]
    assert sum(uses.values()) == 3 * 228146


@pytest.mark.parametrize("model_id", [A, B])
def test_retrieval_by_brute_force(model_id: str) -> None:
    """S55: the nearest by side-by-side vectors, with NumPy's own product."""
    value, model = on_shipped("S55", model_id).value, shipped(model_id)
    rows = dict(zip(model.card.vocabulary, model.network.table.numpy(), strict=True))
    listed = list(dict.fromkeys(names().corpus.words))[:3000]
    vectors = np.array([np.concatenate([rows[token] for token in name.rjust(15, ".")]) for name in listed])
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    scores = dict(zip(listed, unit @ unit[0], strict=True))
    best = [name for name in sorted(scores, key=lambda name: -scores[name]) if name != "emma"]
    found = value["concatenation"]["nearest"]
    assert [name for name in found if name in scores] == best[: sum(name in scores for name in found)]
    tables = name_tables(Ground(names(), model))
    assert tables["mean"].vectors[tables["mean"].row_of("emma")] == pytest.approx(
        np.mean([rows[token] for token in "emma"], axis=0), abs=1e-6
    )


def test_pooling_is_the_mean_and_trains_by_its_own_gradient() -> None:
    """S97: equal blocks of W1 are a mean, and one step moves them as autograd on the mean would."""
    run = Run(names().parts(3), Shape(3, 4, 8, 27), recipe_of(steps=3, seed=5))
    steps = pooled_steps(run)
    next(steps)
    network, X = run.network, torch.tensor([[1, 2, 1], [1, 1, 2], [0, 0, 5]])
    pooled = torch.tanh(network.table[X].mean(1) @ (3 * network.hidden_weight[:4]) + network.hidden_bias)
    made = network.forward(X)
    assert torch.allclose(made.hidden, pooled, atol=1e-5)
    assert torch.allclose(made.logits[0], made.logits[1], atol=1e-5)
    list(steps)
    W = blocks(network.shape, network.flat)
    assert torch.allclose(W, W[:1].expand_as(W), atol=1e-6)
    assert run.optimiser.steps == 3


def test_messages_of_hard_coded_32() -> None:
    """S93, S95, trap 4: the essential part of what PyTorch says."""
    value = on_shipped("S95", A).value
    assert "shape mismatch" in value["labels_of_5"]
    assert "index 1 is out of bounds" in value["labels_of_1"]
    assert "(3x2 and 6x100)" in on_shipped("S93", A).value["message"]
    assert "(27)" in on_shipped("S54", B).value["without_keepdim"]
    low, high = on_shipped("S54", A).value["row_norms_without_keepdim_at_27"]
    assert low < 0.95
    assert high > 1.05


def test_the_leak_is_worse_than_guessing_on_honest_contexts() -> None:
    value = on_shipped("S62", A).value
    assert value["dev_without_the_leak"] > value["guessing"] > 3.29


@pytest.mark.parametrize("model_id", [A, B])
def test_softmax_twice_costs(model_id: str) -> None:
    """S91: the loss from the logits is the card's; with softmax twice it stays above its floor."""
    value = on_shipped("S91", model_id).value
    assert value["once"] == pytest.approx(shipped(model_id).card.losses.dev, abs=1e-5)
    assert 2.3575 < value["twice"] < math.log(27)


def test_39_of_50_means_differ_in_the_last_bit() -> None:
    """S97: how many is a matter of the machine's order of adding; that some do is not."""
    assert 20 <= on_shipped("S97", A).value["last_bit_differs"] <= 50
