import hashlib
import random
from functools import cache

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from fastapi.testclient import TestClient
from safetensors.numpy import load

from tests.shipped import MODELS as SHIPPED
from tests.web import oracles
from tests.web.problem import check_problem

MODELS = {"names-2d": (2, 100, 3481, 2.21), "names-10d": (10, 200, 11_897, 2.105)}


def test_the_list_holds_the_cards(client: TestClient) -> None:
    cards = client.get("/api/models").json()["models"]
    assert [card["id"] for card in cards] == SHIPPED
    for card in cards:
        assert client.get(f"/api/models/{card['id']}").json() == card


@pytest.mark.parametrize("model", MODELS)
def test_a_card_says_what_the_weights_are(client: TestClient, model: str) -> None:
    D, H, parameters, largest_dev = MODELS[model]
    card = client.get(f"/api/models/{model}").json()
    assert card["vocabulary"] == list(oracles.TOKENS)
    assert (card["context_length"], card["embedding_dim"], card["hidden_size"]) == (3, D, H)
    assert card["parameters"] == parameters == sum(array.size for array in oracles.weights(model).values())
    assert card["corpus"] == "names"
    assert card["corpus_sha256"] == hashlib.sha256((oracles.ROOT / "data" / "names.txt").read_bytes()).hexdigest()
    assert card["split"] == {"seed": 42, "shuffles": 1, "unique": False}
    assert card["losses"]["dev"] <= largest_dev
    assert set(card["description"]) == {"en", "zh"}


@pytest.mark.parametrize("model", MODELS)
def test_weights_are_the_shipped_file(client: TestClient, model: str) -> None:
    answer = client.get(f"/api/models/{model}/weights")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == f'attachment; filename="{model}.safetensors"'
    assert answer.content == (oracles.ROOT / "models" / f"{model}.safetensors").read_bytes()
    assert hashlib.sha256(answer.content).hexdigest() == client.get(f"/api/models/{model}").json()["weights_sha256"]
    D, H, _, _ = MODELS[model]
    shapes = {name: (array.shape, array.dtype) for name, array in load(answer.content).items()}
    assert shapes == {
        "table": ((27, D), np.float32),
        "hidden.weight": ((3 * D, H), np.float32),
        "hidden.bias": ((H,), np.float32),
        "logits.weight": ((H, 27), np.float32),
        "logits.bias": ((27,), np.float32),
    }


@cache
def split_words() -> dict[str, list[str]]:
    """The published recipe, written out."""
    shuffled = list(oracles.words())
    random.seed(42)
    random.shuffle(shuffled)
    first, second = int(0.8 * len(shuffled)), int(0.9 * len(shuffled))
    return {"train": shuffled[:first], "dev": shuffled[first:second], "test": shuffled[second:]}


@cache
def examples() -> dict[str, tuple[torch.Tensor, torch.Tensor]]:
    """X (N, 3) and Y (N,) of each part, one row an example."""
    ids = {token: i for i, token in enumerate(oracles.TOKENS)}
    made = {}
    for part, words in split_words().items():
        rows = [row for word in words for row in oracles.window(word)]
        X = torch.tensor([[ids[character] for character in context] for context, _ in rows])
        made[part] = X, torch.tensor([ids[token] for _, token in rows])
    return made


@pytest.mark.parametrize("model", MODELS)
def test_losses_are_those_of_every_example_of_the_split(client: TestClient, model: str) -> None:
    losses = client.get(f"/api/models/{model}").json()["losses"]
    parts = {name: torch.from_numpy(array) for name, array in oracles.weights(model).items()}
    for part, (X, Y) in examples().items():
        hidden = torch.tanh(parts["table"][X].reshape(len(X), -1) @ parts["hidden.weight"] + parts["hidden.bias"])
        loss = F.cross_entropy(hidden @ parts["logits.weight"] + parts["logits.bias"], Y)
        assert losses[part] == pytest.approx(float(loss), abs=1e-5)


@pytest.mark.parametrize("route", ["", "/weights"])
def test_an_unknown_model_is_named_with_those_there_are(client: TestClient, route: str) -> None:
    check_problem(client.get(f"/api/models/nobody{route}"), 404, None, "nobody", "names-10d", "names-2d")
