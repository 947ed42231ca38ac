"""Twins, order and row gradients over HTTP: what other routes and plain PyTorch say, and refusals in words."""

import math
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from fastapi.testclient import TestClient
from safetensors.torch import load

from tests.shipped import MODELS
from tests.web.conftest import Open
from tests.web.problem import check_problem


@pytest.fixture(scope="module")
def traps(client: TestClient) -> list[dict[str, Any]]:
    return client.get("/api/experiments/twins").json()["traps"]


def run(client: TestClient, trap: str, model: str = "names-2d") -> dict[str, Any]:
    answer = client.post("/api/experiments/twins", json={"trap": trap, "model": model})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_thirteen_traps_by_number(traps: list[dict[str, Any]]) -> None:
    numbers = [trap["number"] for trap in traps]
    assert numbers == sorted(numbers) and set(numbers) == set(range(1, 14))


@pytest.mark.parametrize("model", MODELS)
def test_every_trap_runs_over_every_model_without_a_false_alarm(
    client: TestClient, traps: list[dict[str, Any]], model: str
) -> None:
    for trap in traps:
        told = run(client, trap["id"], model)
        assert (told["trap"], told["number"], told["model"]) == (trap["id"], trap["number"], model)
        assert (told["healthy"]["code"], told["broken"]["code"]) == (trap["healthy"], trap["broken"])
        assert told["healthy"]["error"] is None and told["healthy"]["findings"] == [], trap["id"]
        assert (told["broken"]["findings"] == []) == (told["outcome"] == "nothing"), trap["id"]


def test_the_loss_of_the_healthy_twin_is_the_model_s_own_nearly(client: TestClient) -> None:
    """It is taken over the first of the dev examples, so that it is quick."""
    told = run(client, "softmax-twice")
    card = client.get("/api/models/names-2d").json()
    assert told["healthy"]["values"]["loss"] == pytest.approx(card["losses"]["dev"], abs=0.03)
    claim = client.get("/api/claims/S91", params={"model": "names-2d"}).json()["value"]
    assert told["broken"]["values"]["loss"] == pytest.approx(claim["twice"], abs=0.03)
    (finding,) = told["broken"]["findings"]
    assert finding["evidence"]["floor"] == pytest.approx(math.log(math.e + 26) - 1)


def test_nan_travels_as_a_word(client: TestClient) -> None:
    told = run(client, "logit-100")
    assert (told["healthy"]["values"]["loss"], told["broken"]["values"]["loss"]) == (0.0, "nan")
    assert told["cost"] is None


def test_a_warning_is_told(client: TestClient) -> None:
    told = run(client, "byte-mask")
    assert "uint8 is now deprecated" in told["broken"]["warning"] and told["healthy"]["warning"] is None


def test_order(client: TestClient) -> None:
    contexts = ["aba", "aab", "baa", "emm"]
    told = client.post("/api/experiments/order", json={"contexts": contexts}).json()
    assert [one["context"] for one in told["contexts"]] == contexts
    assert [one["nearly"] for one in told["apart"]] == [True, True, False]
    for one, other in zip(told["apart"], told["contexts"][1:], strict=True):
        for network in ("concatenation", "pooling"):
            pairs = zip(told["contexts"][0]["predictions"], other["predictions"], strict=True)
            assert one[network] == pytest.approx(sum(abs(p[network] - q[network]) for p, q in pairs) / 2)
    assert all(one["pooling"] < 1e-5 < one["concatenation"] for one in told["apart"][:2])
    assert told["concatenation"]["parameters"] == 27 * 10 + 30 * 200 + 200 + 200 * 27 + 27
    assert told["pooling"]["parameters"] == 7_897  # S97
    assert told["pooling"]["dev_loss"] == pytest.approx(2.35, abs=0.03)
    assert told["concatenation"]["dev_loss"] == pytest.approx(2.12, abs=0.02)


def test_short_contexts_are_padded(client: TestClient) -> None:
    told = client.post("/api/experiments/order", json={"contexts": ["a", ".a."]}).json()
    assert [one["context"] for one in told["contexts"]] == ["..a", ".a."]
    assert told["apart"][0]["nearly"]


@pytest.mark.parametrize("model", ["names-2d", "names-10d"])
def test_gradients_by_autograd_over_the_weights(client: TestClient, model: str) -> None:
    told = client.get(f"/api/models/{model}/gradients", params={"word": "emma"}).json()
    assert {row["token"]: row["uses"] for row in told["rows"]} == {".": 6, "a": 1, "e": 3, "m": 5}
    assert all(set(row["of_the_sum"]) == {row["uses"]} for row in told["rows"])
    assert told["unused"] == 23 and told["others_are_zero"]
    C, W1, b1, W2, b2 = (
        load(client.get(f"/api/models/{model}/weights").content)[name]
        for name in ("table", "hidden.weight", "hidden.bias", "logits.weight", "logits.bias")
    )
    contexts = client.get("/api/corpora/names/contexts", params={"text": "emma", "context_length": 3}).json()["rows"]
    assert told["contexts"] == [row["context"] for row in contexts]
    C.requires_grad_()
    flat = C[torch.tensor([row["ids"] for row in contexts])].reshape(5, -1)
    labels = torch.tensor([row["next_id"] for row in contexts])
    loss = F.cross_entropy(torch.tanh(flat @ W1 + b1) @ W2 + b2, labels)
    loss.backward()
    assert told["loss"] == pytest.approx(loss.item(), abs=1e-5)
    for row in told["rows"]:
        assert row["of_the_loss"] == pytest.approx(C.grad[row["row"]].tolist(), abs=1e-5)
        assert row["norm"] == pytest.approx(math.hypot(*row["of_the_loss"]), abs=1e-5)


@pytest.mark.parametrize(
    ("path", "body", "field", "said"),
    [
        ("twins", {"trap": "nope"}, "trap", "there is no trap 'nope'; there are byte-index"),
        ("twins", {}, "trap", "required"),
        ("twins", {"trap": "leak", "model": None}, "model", "string"),
        ("twins", {"trap": "leak", "code": "1"}, "code", "unknown field"),
        ("order", {"contexts": ["aba"]}, "contexts", "at least 2"),
        ("order", {"contexts": ["aba", "ab?"]}, "contexts.1", "not in the vocabulary"),
        ("order", {"contexts": ["aba", "abaa"]}, "contexts.1", "this model reads 1 to 3"),
        ("order", {"contexts": ["", "a"]}, "contexts.0", "is empty"),
        ("order", {"contexts": ["a"] * 25}, "contexts", "at most 24"),
    ],
)
def test_bad_input_names_its_field(client: TestClient, path: str, body: dict[str, Any], field: str, said: str) -> None:
    answer = client.post(f"/api/experiments/{path}", json=body)
    assert answer.status_code == 422
    (error,) = answer.json()["errors"]
    assert error["field"] == field and said in error["message"]


@pytest.mark.parametrize("word", ["Emma", "em.ma", "\ud800", "a" * 257])
def test_a_word_that_cannot_be_read(client: TestClient, word: str) -> None:
    url = "/api/models/names-2d/gradients?word=" + ("%ED%A0%80" if word == "\ud800" else word)
    answer = client.get(url)
    assert answer.status_code == 422 and answer.json()["errors"][0]["field"] == "word"


def test_other_words_under_the_corpus_id_are_refused(open_client: Open, tmp_path: Path) -> None:
    """Even where the right words have been answered for before."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "names.txt").write_text("анна\nиван\n" * 20, encoding="utf-8")
    other = open_client(data=tmp_path / "data", workers=0)
    for path, body in {"twins": {"trap": "leak"}, "order": {"contexts": ["aba", "aab"]}}.items():
        check_problem(other.post(f"/api/experiments/{path}", json=body), 422, "id", "names-2d")


def test_unknown_models_are_404(client: TestClient) -> None:
    assert client.post("/api/experiments/twins", json={"trap": "leak", "model": "nope"}).status_code == 404
    assert client.post("/api/experiments/order", json={"contexts": ["a", "b"], "model": "nope"}).status_code == 404
    assert client.get("/api/models/nope/gradients", params={"word": "a"}).status_code == 404
