import math

import pytest
from fastapi.testclient import TestClient

from tests.web import oracles


def score(client: TestClient, model: str, texts: list[str]) -> list[dict]:
    answer = client.post(f"/api/models/{model}/score", json={"texts": texts})
    assert answer.status_code == 200, answer.text
    return answer.json()["results"]


@pytest.mark.parametrize("model", ["names-2d", "names-10d"])
def test_texts_are_read_as_a_plain_forward_pass_reads_them(client: TestClient, model: str) -> None:
    texts = ["emma", "olivia", "qqq", "a", "", "zzzzzzzzzzzz", "emma"]
    for text, result in zip(texts, score(client, model, texts), strict=True):
        expected = oracles.read(model, text)
        assert result["text"] == text
        assert result["log_probability"] == pytest.approx(oracles.log_probability(model, text), abs=1e-4)
        assert result["nll_per_token"] == pytest.approx(-result["log_probability"] / (len(text) + 1))
        assert [(read["token"], read["rank"]) for read in result["tokens"]] == [(t, r) for _, t, _, r in expected]
        for read, (_, _, probability, _) in zip(result["tokens"], expected, strict=True):
            assert read["probability"] == pytest.approx(probability, rel=1e-4, abs=1e-7)
        assert result["in_corpus"] == (text in oracles.words())


def test_a_text_scores_the_same_in_any_company(client: TestClient) -> None:
    alone = score(client, "names-2d", ["emma"])[0]
    crowd = score(client, "names-2d", [word for word in oracles.words()[:999] if word != "emma"] + ["emma"])[-1]
    assert alone == crowd


def test_a_drawn_name_scores_what_generating_said(client: TestClient) -> None:
    names = client.post("/api/models/names-10d/generate", json={"count": 100, "seed": 1}).json()["names"]
    whole = [name for name in names if name["complete"]]
    results = score(client, "names-10d", [name["text"] for name in whole])
    for name, result in zip(whole, results, strict=True):
        assert result["log_probability"] == pytest.approx(name["log_probability"], abs=1e-9)
        assert math.prod(read["probability"] for read in result["tokens"]) == pytest.approx(
            math.exp(name["log_probability"])
        )
