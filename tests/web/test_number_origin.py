"""What made a number, and W1 in blocks, over REST: against weights read by safetensors and loops over lists."""

import math

import numpy as np
import pytest
from fastapi.testclient import TestClient

from tests.web import oracles
from tests.web.problem import check_problem

SIZES = {"names-2d": (2, 100), "names-10d": (10, 200)}
CONTEXTS = ["emm", "a", "zq"]


def ask(client: TestClient, model: str, step: str, index: list[int], contexts: list[str] = CONTEXTS) -> dict:
    answer = client.post(f"/api/models/{model}/origin", json={"contexts": contexts, "step": step, "index": index})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("model", SIZES)
@pytest.mark.parametrize("unit", [0, 17, 99])
def test_a_hidden_unit_is_the_tanh_of_its_products_and_its_bias(client: TestClient, model: str, unit: int) -> None:
    parts, (D, _) = oracles.weights(model), SIZES[model]
    C, W1 = parts["table"].tolist(), parts["hidden.weight"].tolist()
    for b, context in enumerate(["emm", "..a", ".zq"]):
        made = ask(client, model, "hidden", [b, unit])
        assert made["contexts"][b] == context
        total = parts["hidden.bias"][unit]
        for k, token in enumerate(context):
            for d in range(D):
                number, weight = C[oracles.TOKENS.index(token)][d], W1[k * D + d][unit]
                term = made["terms"][k * D + d]
                assert term["position"] == k
                assert [one["tensor"] for one in term["factors"]] == ["emb", "W1"]
                assert [one["index"] for one in term["factors"]] == [[b, k, d], [k * D + d, unit]]
                assert [one["value"] for one in term["factors"]] == pytest.approx([number, weight])
                assert term["value"] == pytest.approx(number * weight, abs=1e-9)
                total += number * weight
        assert made["bias"] == {"tensor": "b1", "index": [unit], "value": pytest.approx(parts["hidden.bias"][unit])}
        assert made["total"] == pytest.approx(total, abs=1e-9)
        assert made["result"] == pytest.approx(math.tanh(total), abs=1e-12)
        assert abs(made["value"] - made["result"]) < 1e-5


@pytest.mark.parametrize("model", SIZES)
def test_any_number_of_the_trace_is_met_again(client: TestClient, model: str) -> None:
    steps = client.post(f"/api/models/{model}/trace", json={"contexts": CONTEXTS}).json()["steps"]
    for step in steps:
        values = np.array(step["values"])
        for index in ([0] * values.ndim, [n - 1 for n in values.shape], [n // 2 for n in values.shape]):
            made = ask(client, model, step["name"], index)
            assert made["value"] == values[tuple(index)]
            assert abs(made["result"] - made["value"]) < 1e-5


def test_a_probability_is_a_share_of_the_powers(client: TestClient) -> None:
    made = ask(client, "names-2d", "probabilities", [0, 1])
    logits = oracles.forward("names-2d", ["emm"])["logits"][0]
    powers = [math.exp(z - max(logits)) for z in logits]
    assert [term["value"] for term in made["terms"]] == pytest.approx(powers, rel=1e-4)
    assert made["result"] == pytest.approx(powers[1] / math.fsum(powers), rel=1e-4)


def test_any_alphabet(client: TestClient) -> None:
    made = ask(client, "russian-2d", "embedding", [0, 3, 1], ["анна"])
    vocabulary = client.get("/api/models/russian-2d").json()["vocabulary"]
    assert [one["index"] for one in made["terms"][0]["factors"]] == [[0, 3], [vocabulary.index("а"), 1]]


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        ({"step": "softmax"}, "step", "probabilities"),
        ({"step": None}, "step", "step"),
        ({"index": [0]}, "index", "takes 2"),
        ({"index": [0, 100]}, "index", "from 0 to 99"),
        ({"index": [1, 0]}, "index", "1 for B"),
        ({"index": [0, -1]}, "index", "-1 for H"),
        ({"index": [0, 10**30]}, "index", "for H"),
        ({"index": []}, "index", "index"),
        ({"index": [0, 0, 0, 0]}, "index", "index"),
        ({"index": [0, 1.5]}, "index.1", "index"),
        ({"index": [0, True]}, "index.1", "index"),
        ({"contexts": ["EMM"]}, "contexts.0", "'E'"),
        ({"contexts": []}, "contexts", "contexts"),
        ({"contexts": ["a"] * 65}, "contexts", "64"),
        ({"colour": "red"}, "colour", "colour"),
    ],
)
def test_what_cannot_be_is_refused(client: TestClient, change: dict, field: str, said: str) -> None:
    body = {"contexts": ["emm"], "step": "hidden", "index": [0, 17], **change}
    check_problem(client.post("/api/models/names-2d/origin", json=body), 422, field, said)


@pytest.mark.parametrize("model", SIZES)
def test_blocks_are_the_rows_of_w1_by_position(client: TestClient, model: str) -> None:
    told, (D, H) = client.get(f"/api/models/{model}/blocks").json(), SIZES[model]
    parts = oracles.weights(model)
    assert told["shape"] == [3 * D, H]
    for k, block in enumerate(told["blocks"]):
        rows = parts["hidden.weight"][k * D : (k + 1) * D]
        np.testing.assert_allclose(block["weights"], rows, rtol=1e-6)
        assert (block["position"], block["first"], block["last"]) == (k, k * D, (k + 1) * D)
        assert block["norm"] == pytest.approx(math.sqrt(math.fsum(w * w for w in rows.ravel())), rel=1e-6)
        pushed = (parts["table"] - parts["table"].mean(axis=0)) @ rows
        assert block["push"] == pytest.approx(math.sqrt((pushed**2).sum() / len(pushed)), rel=1e-6)
