import numpy as np
import pytest
import torch
from fastapi.testclient import TestClient

from tests.web import oracles

SIZES = {"names-2d": {"D": 2, "H": 100}, "names-10d": {"D": 10, "H": 200}}
CONTEXTS = {1: ["emm"], 2: ["a", "."], 64: [f"{a}{b}{c}" for a in "abcd" for b in "aeio" for c in "lmnr"]}


def trace(client: TestClient, model: str, contexts: list[str]) -> dict:
    answer = client.post(f"/api/models/{model}/trace", json={"contexts": contexts})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("model", SIZES)
@pytest.mark.parametrize("B", CONTEXTS)
def test_every_tensor_is_that_of_a_plain_forward_pass(client: TestClient, model: str, B: int) -> None:
    traced = trace(client, model, CONTEXTS[B])
    padded = [context.rjust(3, ".") for context in CONTEXTS[B]]
    assert traced["contexts"] == padded
    expected = oracles.forward(model, padded)
    steps = {step["name"]: step for step in traced["steps"]}
    assert list(steps) == list(expected)
    for name, step in steps.items():
        np.testing.assert_allclose(np.array(step["values"]), expected[name], rtol=1e-4, atol=1e-5, err_msg=name)


@pytest.mark.parametrize("model", SIZES)
@pytest.mark.parametrize("B", CONTEXTS)
def test_what_is_said_of_a_tensor_is_what_pytorch_says_of_one_like_it(client: TestClient, model: str, B: int) -> None:
    letters = {"B": B, "K": 3, "V": 27, **SIZES[model]}
    for step in trace(client, model, CONTEXTS[B])["steps"]:
        axes = [letters[s] if s in letters else letters[s[0]] * letters[s[1]] for s in step["symbols"]]
        like = torch.tensor(step["values"], dtype=getattr(torch, step["dtype"]))
        assert step["shape"] == axes == list(like.shape), step["name"]
        assert step["ndim"] == like.ndim
        assert step["stride"] == list(like.stride())
        assert step["contiguous"] is like.is_contiguous()
        assert step["dtype"] == ("int64" if step["name"] == "ids" else "float32")
        assert step["storage"]["bytes"] == like.nelement() * like.element_size()


@pytest.mark.parametrize("B", CONTEXTS)
def test_concatenation_is_the_only_view(client: TestClient, B: int) -> None:
    """`view` shares memory with its source; indexing, products, tanh and softmax make memory of their own."""
    embedding = torch.zeros(27, 2)[torch.zeros(B, 3, dtype=torch.int64)]
    assert embedding.view(B, 6).data_ptr() == embedding.data_ptr()
    views = {step["name"]: step["storage"]["view_of"] for step in trace(client, "names-2d", CONTEXTS[B])["steps"]}
    assert views.pop("concatenation") == "embedding"
    assert set(views.values()) == {None}


def test_flops_count_the_two_products(client: TestClient) -> None:
    B, K, D, H, V = 64, 3, 10, 200, 27
    flops = {step["name"]: step["flops"] for step in trace(client, "names-10d", CONTEXTS[64])["steps"]}
    assert flops["ids"] == flops["embedding"] == flops["concatenation"] == 0
    assert flops["preactivation"] == 2 * B * K * D * H + B * H
    assert flops["hidden"] == B * H
    assert flops["logits"] == 2 * B * H * V + B * V


def test_predictions_hold_all_tokens_likeliest_first(client: TestClient) -> None:
    traced = trace(client, "names-10d", ["emm", "q"])
    for row, context in zip(traced["predictions"], ["emm", "..q"], strict=True):
        p = oracles.forward("names-10d", [context])["probabilities"][0]
        assert [prediction["token"] for prediction in row] == [oracles.TOKENS[i] for i in np.argsort(-p)]
        assert sum(prediction["probability"] for prediction in row) == pytest.approx(1, abs=1e-5)


def test_a_context_is_traced_the_same_in_a_batch(client: TestClient) -> None:
    alone = trace(client, "names-2d", ["ann"])["steps"]
    batch = trace(client, "names-2d", ["bob", "ann"])["steps"]
    for one, two in zip(alone, batch, strict=True):
        np.testing.assert_allclose(one["values"][0], two["values"][1], rtol=1e-5, atol=1e-6)


def test_the_trace_predicts_what_score_reads(client: TestClient) -> None:
    predictions = trace(client, "names-2d", ["emm"])["predictions"][0]
    read = client.post("/api/models/names-2d/score", json={"texts": ["emma"]}).json()["results"][0]["tokens"][3]
    told = next(p["probability"] for p in predictions if p["token"] == "a")
    assert told == pytest.approx(read["probability"], rel=1e-5)
