"""POST /api/compare: two models with the same dice, held against a sampler by hand and against /generate."""

import math

import numpy as np
import pytest
from fastapi.testclient import TestClient

from backend.web.routes.compare import parts_at
from tests.web import oracles
from tests.web.problem import check_problem

ROUTE = "/api/compare"
PAIR = ["names-2d", "names-10d"]


def compare(client: TestClient, models: list[str] = PAIR, **knobs: object) -> dict:
    answer = client.post(ROUTE, json={"models": models, **knobs})
    assert answer.status_code == 200, answer.text
    return answer.json()


def drawn_by_hand(model: str, seed: int, number: int, longest: int) -> str:
    """Name `number` of a seed: at draw t the number-th uniform of Philox (seed, t), against cumulated probabilities."""
    name = ""
    for draw in range(longest):
        key = np.array([seed, draw], dtype=np.uint64)
        thrown = np.random.Generator(np.random.Philox(key=key)).random(number + 1)[number]
        p = oracles.forward(model, [name[-3:].rjust(3, ".")])["probabilities"][0]
        token = oracles.TOKENS[int(np.searchsorted(np.cumsum(p) / p.sum(), thrown, side="right"))]
        if token == ".":
            break
        name += token
    return name


def test_both_models_use_the_same_uniforms(client: TestClient) -> None:
    answer = compare(client, count=12, seed=5, max_length=20)
    assert (answer["seed"], answer["models"]) == (5, PAIR)
    for number, pair in enumerate(answer["names"]):
        assert pair["texts"] == [drawn_by_hand(model, 5, number, 20) for model in PAIR]
        expected = [
            oracles.log_probability(*given) for given in zip(PAIR, pair["texts"], pair["complete"], strict=True)
        ]
        assert pair["log_probabilities"] == pytest.approx(expected, abs=1e-4)
        assert pair["in_corpus"] == [text in set(oracles.words()) for text in pair["texts"]]


@pytest.mark.parametrize("knobs", [{}, {"prefix": "ma", "temperature": 0.7}, {"top_k": 3, "max_length": 5}])
def test_each_model_draws_what_it_draws_alone(client: TestClient, knobs: dict) -> None:
    answer = compare(client, count=50, seed=2**64 - 1, **knobs)
    for side, model in enumerate(PAIR):
        alone = client.post(f"/api/models/{model}/generate", json={"count": 50, "seed": 2**64 - 1, **knobs}).json()
        for pair, name in zip(answer["names"], alone["names"], strict=True):
            assert pair["texts"][side] == name["text"]
            assert pair["log_probabilities"][side] == name["log_probability"]
            assert pair["complete"][side] == name["complete"]
            assert pair["in_corpus"][side] == name["in_corpus"]


def test_names_part_at_the_first_character_that_differs(client: TestClient) -> None:
    seen = set()
    for pair in compare(client, count=300, seed=1)["names"]:
        a, b = pair["texts"]
        at = pair["parts_at"]
        assert (at is None) == (a == b)
        if at is not None:
            assert a[:at] == b[:at]
            assert a[at : at + 1] != b[at : at + 1]
        seen.add(at)
    assert len(seen) > 3


@pytest.mark.parametrize(
    ("a", "b", "at"),
    [("anna", "anna", None), ("anna", "anne", 3), ("ann", "anna", 3), ("", "a", 0), ("", "", None), ("👩a", "👩b", 1)],
)
def test_where_two_texts_part(a: str, b: str, at: int | None) -> None:
    assert parts_at(a, b) == parts_at(b, a) == at


def test_a_model_beside_itself_never_parts(client: TestClient) -> None:
    for pair in compare(client, ["names-2d", "names-2d"], seed=3)["names"]:
        assert pair["parts_at"] is None
        assert pair["texts"][0] == pair["texts"][1]


def test_models_of_other_alphabets_may_be_compared_where_both_can_spell_the_prefix(client: TestClient) -> None:
    answer = compare(client, ["names-2d", "russian-2d"], count=5, seed=1)
    assert all(math.isfinite(p) for pair in answer["names"] for p in pair["log_probabilities"])
    assert all(pair["parts_at"] == 0 for pair in answer["names"] if all(pair["texts"]))
    body = {"models": ["names-2d", "russian-2d"], "prefix": "а"}  # Cyrillic
    check_problem(client.post(ROUTE, json=body), 422, "prefix", "names-2d: ", "U+0430")
    check_problem(client.post(ROUTE, json={**body, "prefix": "a"}), 422, "prefix", "russian-2d: ", "U+0061")
    assert compare(client, ["names-2d", "places-2d"], prefix="ber", seed=1)["names"][0]["texts"][1].startswith("ber")


def test_a_seed_is_drawn_and_told(client: TestClient) -> None:
    answer = compare(client)
    assert 0 <= answer["seed"] < 2**53
    assert len(answer["names"]) == 10
    assert compare(client, seed=answer["seed"]) == answer


def test_ten_pairs_are_the_first_of_a_thousand(client: TestClient) -> None:
    assert compare(client, count=10, seed=9)["names"] == compare(client, count=1000, seed=9)["names"][:10]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("models", value) for value in ([], ["names-2d"], ["names-2d"] * 3, "names-2d", None, [1, 2])),
        *(("count", value) for value in (0, 10_001, 1.5, True, None)),
        *(("temperature", value) for value in (0, 100.5, "warm")),
        *(("seed", value) for value in (-1, 2**64, "x")),
        *(("prefix", value) for value in ("a.b", "É", "a" * 257)),
        *(("top_k", value) for value in (0, 1.5)),
        *(("max_length", value) for value in (0, 257)),
        ("explain", True),
    ],
)
def test_a_bad_field_is_named(client: TestClient, field: str, value: object) -> None:
    problem = check_problem(client.post(ROUTE, json={"models": PAIR, field: value}), 422)
    assert {error["field"].partition(".")[0] for error in problem["errors"]} == {field}


def test_what_is_missing_is_named(client: TestClient) -> None:
    check_problem(client.post(ROUTE, json={}), 422, "models")
    for models in (["names-2d", "nobody"], ["nobody", "names-2d"]):
        check_problem(client.post(ROUTE, json={"models": models}), 404, None, "nobody")
    check_problem(client.post(ROUTE, json={"models": PAIR, "prefix": "anna", "max_length": 3}), 422, "prefix")
