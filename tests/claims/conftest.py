"""What the tests of the ledger use: the lesson's names, the shipped models, and a judge for a claim by its id."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import torch

from backend.claims.claim import Judged
from backend.claims.ground import Ground, Model, Words
from backend.claims.judging import judged
from backend.claims.registry import by_id
from backend.claims.trained import Trained, read_trained
from backend.lesson.checkpoint import load_model
from backend.lesson.corpus import decoded, read_corpus
from backend.lesson.network import Network

ROOT = Path(__file__).parents[2]
torch.set_num_threads(1)

Judge = Callable[..., Judged]


@cache
def shipped(model_id: str) -> Model:
    network, card = load_model(ROOT / "models", model_id)
    return Model(card, network)


@cache
def names() -> Words:
    return Words(read_corpus(decoded((ROOT / "data" / "names.txt").read_bytes())))


@cache
def stored() -> Trained:
    text = (ROOT / "models" / "claims" / "trained.json").read_text(encoding="utf-8")
    trained = read_trained(text, names().corpus.sha256)
    assert trained is not None, "the stored trainings are of other inputs: run make claims"
    return trained


@cache
def on_shipped(claim_id: str, model_id: str) -> Judged:
    return judged(by_id()[claim_id][0], Ground(names(), shipped(model_id), stored()))


def altered(model: Model, change: Callable[[Network], object]) -> Model:
    """A copy of a model whose network `change` has been let loose on."""
    network = model.network.copy()
    change(network)
    return replace(model, network=network)


@pytest.fixture(scope="session")
def judge() -> Judge:
    """`judge("S1")`, `judge("S10", "names-10d")`: the verdict over the lesson's names and a shipped model."""
    return lambda claim_id, model_id="names-2d": on_shipped(claim_id, model_id)
