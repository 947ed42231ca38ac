"""Moved rows and behaviour against plain autograd-free PyTorch over the raw examples of a small corpus."""

import pytest
import torch
import torch.nn.functional as F

from backend.experiments import cost
from backend.experiments.behaviour import behaviour
from backend.experiments.edit import edited, worth
from backend.lesson.contexts import window
from backend.lesson.counts import ContextCounts
from backend.lesson.network import Network, Shape, initialised
from backend.lesson.vocabulary import Vocabulary
from backend.refusal import Refusal

WORDS = ("emma", "anna", "eve", "ava", "maeve", "nan")
VOCABULARY = Vocabulary("".join(WORDS))
EXAMPLES = window(WORDS, VOCABULARY, 3)
EVENTS = ContextCounts(EXAMPLES, len(VOCABULARY))
X, Y = torch.from_numpy(EXAMPLES.X), torch.from_numpy(EXAMPLES.Y)


@pytest.fixture
def network() -> Network:
    return initialised(Shape(3, 2, 8, len(VOCABULARY)), "lecture", 3)


def logits(network: Network, C: torch.Tensor, contexts: torch.Tensor) -> torch.Tensor:
    h = torch.tanh(C[contexts].reshape(len(contexts), -1) @ network.hidden_weight + network.hidden_bias)
    return h @ network.logits_weight + network.logits_bias


def test_an_edit_moves_its_rows_alone_and_leaves_the_model(network: Network) -> None:
    before = network.flat.clone()
    changed = edited(network, {1: [0.5, -2.0]})
    assert changed.table[1].tolist() == [0.5, -2.0]
    assert torch.equal(network.flat, before)
    rest = [row for row in range(len(VOCABULARY)) if row != 1]
    assert torch.equal(changed.table[rest], network.table[rest])
    assert torch.equal(changed.hidden_weight, network.hidden_weight)


@pytest.mark.parametrize("vector", [[1.0], [1.0, 2.0, 3.0], [float("nan"), 0.0], [float("inf"), 0.0], [1e9, 0.0]])
def test_a_row_that_cannot_be_is_refused(network: Network, vector: list[float]) -> None:
    with pytest.raises(Refusal) as refused:
        edited(network, {0: vector})
    assert refused.value.field == "rows"


def test_worth_is_the_loss_with_the_mean_row(network: Network) -> None:
    base = float(F.cross_entropy(logits(network, network.table, X), Y))
    for one in worth(network, EVENTS):
        C = network.table.clone()
        C[one.row] = network.table.mean(dim=0)
        loss = float(F.cross_entropy(logits(network, C, X), Y))
        assert one.loss == pytest.approx(loss, abs=1e-5)
        assert one.cost == pytest.approx(loss - base, abs=1e-5)
    costs = [one.cost for one in worth(network, EVENTS)]
    assert costs == sorted(costs, reverse=True)


def test_more_work_than_some_seconds_is_refused(network: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    work = len(VOCABULARY) * len(EVENTS.contexts) * network.shape.parameters
    monkeypatch.setattr(cost, "MOST_MULTIPLICATIONS", work)
    assert len(worth(network, EVENTS)) == len(VOCABULARY)
    monkeypatch.setattr(cost, "MOST_MULTIPLICATIONS", work - 1)
    with pytest.raises(Refusal, match=f"the worth of {len(VOCABULARY)} rows"):
        worth(network, EVENTS)


def test_more_replacing_than_some_seconds_is_refused(network: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    (a,) = VOCABULARY.encode("a", "of")
    contexts = sum(a in row for row in EVENTS.contexts.tolist())
    work = len(VOCABULARY) * contexts * network.shape.parameters
    monkeypatch.setattr(cost, "MOST_MULTIPLICATIONS", work)
    assert behaviour(network, EVENTS, a)[1] == 1.0
    monkeypatch.setattr(cost, "MOST_MULTIPLICATIONS", work - 1)
    with pytest.raises(Refusal, match=f"by each of {len(VOCABULARY)} takes"):
        behaviour(network, EVENTS, a)


def test_behaviour_is_the_mean_kl_over_the_occurrences(network: Network) -> None:
    (a,) = VOCABULARY.encode("a", "of")
    found, share = behaviour(network, EVENTS, a)
    assert share == 1.0
    has = (a == X).any(dim=1)
    p = F.log_softmax(logits(network, network.table, X[has]), dim=1)
    for other in range(len(VOCABULARY)):
        swapped = torch.where(X[has] == a, torch.tensor(other), X[has])
        q = F.log_softmax(logits(network, network.table, swapped), dim=1)
        kl = float(F.kl_div(q, p, log_target=True, reduction="batchmean"))
        assert found[other] == pytest.approx(kl, abs=1e-5)
    assert found[a] == 0
