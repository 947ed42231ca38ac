import json
import math

import numpy as np
import pytest
from fastapi.testclient import TestClient

from tests.web import oracles

MODELS = ["names-2d", "names-10d"]


def generate(client: TestClient, model: str, **knobs: object) -> dict:
    answer = client.post(f"/api/models/{model}/generate", json=knobs)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("model", MODELS)
def test_names_have_the_log_probability_of_a_plain_forward_pass(client: TestClient, model: str) -> None:
    for name in generate(client, model, count=50, seed=11, max_length=6)["names"]:
        expected = oracles.log_probability(model, name["text"], end=name["complete"])
        assert name["log_probability"] == pytest.approx(expected, abs=1e-4)
        assert name["complete"] or len(name["text"]) == 6
        assert name["in_corpus"] == (name["text"] in set(oracles.words()))


def test_some_names_are_known_and_some_are_new(client: TestClient) -> None:
    names = generate(client, "names-10d", count=300, seed=1)["names"]
    assert {name["in_corpus"] for name in names} == {True, False}


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(client: TestClient) -> None:
    first, again, other = (
        client.post("/api/models/names-2d/generate", json={"count": 20, "seed": seed}).content for seed in (5, 5, 6)
    )
    assert first == again
    assert json.loads(first)["names"] != json.loads(other)["names"]


@pytest.mark.parametrize("knobs", [{}, {"temperature": 2.5, "prefix": "ma"}, {"top_k": 3, "explain": True}])
def test_a_name_does_not_depend_on_how_many_are_drawn(client: TestClient, knobs: dict) -> None:
    one, seven, thousand = (generate(client, "names-2d", count=n, seed=3, **knobs)["names"] for n in (1, 7, 1000))
    assert one == thousand[:1]
    assert seven == thousand[:7]


def test_a_drawn_seed_is_exact_in_any_json_reader_and_draws_the_same_again(client: TestClient) -> None:
    drawn = [generate(client, "names-2d", count=3) for _ in range(5)]
    assert len({answer["seed"] for answer in drawn}) == 5
    for answer in drawn:
        assert 0 <= answer["seed"] < 2**53
        assert generate(client, "names-2d", count=3, seed=answer["seed"]) == answer


def test_the_largest_seeds_are_told_apart(client: TestClient) -> None:
    names = [generate(client, "names-2d", count=20, seed=2**64 - 1 - back)["names"] for back in range(3)]
    assert names[0] != names[1] != names[2] != names[0]


@pytest.mark.parametrize("model", MODELS)
def test_the_likeliest_alone_is_the_greedy_name(client: TestClient, model: str) -> None:
    text = "ka"
    while len(text) < 12:
        p = oracles.forward(model, [f"...{text}"[-3:]])["probabilities"][0]
        token = oracles.TOKENS[int(p.argmax())]
        if token == ".":
            break
        text += token
    names = generate(client, model, count=3, seed=9, top_k=1, prefix="ka", max_length=12, temperature=5)["names"]
    assert [name["text"] for name in names] == [text] * 3


@pytest.mark.parametrize(("temperature", "top_k"), [(1.0, None), (0.5, None), (3.0, None), (1.0, 4), (1e-4, None)])
def test_first_letters_come_as_often_as_their_tempered_probability(
    client: TestClient, temperature: float, top_k: int | None
) -> None:
    p = oracles.forward("names-10d", ["..."])["probabilities"][0]
    shares = np.exp((np.log(p) - np.log(p).max()) / temperature)
    if top_k:
        shares[np.argsort(-p)[top_k:]] = 0
    shares /= shares.sum()
    knobs = {"temperature": temperature} | ({"top_k": top_k} if top_k else {})
    names = generate(client, "names-10d", count=10_000, seed=2, max_length=1, **knobs)["names"]
    for token, share in zip(oracles.TOKENS, shares, strict=True):
        seen = sum((name["text"] or ".") == token for name in names) / 10_000
        assert seen == pytest.approx(share, abs=5 * math.sqrt(share * (1 - share) / 10_000) + 1e-9)


def test_text_holds_the_prefix_and_max_length_counts_it(client: TestClient) -> None:
    names = generate(client, "names-2d", count=40, seed=4, prefix="jo", max_length=4)["names"]
    assert all(name["text"].startswith("jo") and len(name["text"]) <= 4 for name in names)
    whole = generate(client, "names-2d", count=2, seed=4, prefix="anna", max_length=4)["names"][0]
    assert (whole["text"], whole["complete"]) == ("anna", False)
    assert whole["log_probability"] == pytest.approx(oracles.log_probability("names-2d", "anna", end=False), abs=1e-4)


def test_a_decomposed_prefix_is_refused_like_its_composed_form(client: TestClient) -> None:
    answers = [client.post("/api/models/names-2d/generate", json={"prefix": text}) for text in ("e\u0301", "\u00e9")]
    assert [answer.status_code for answer in answers] == [422, 422]
    assert answers[0].json() == answers[1].json()


def test_explained_steps_are_the_predictions_on_the_way(client: TestClient) -> None:
    for name in generate(client, "names-10d", count=20, seed=8, prefix="el", explain=True, max_length=7)["names"]:
        steps = oracles.read("names-10d", name["text"], end=name["complete"])
        assert [(s["context"], s["token"], s["rank"]) for s in name["steps"]] == [(c, t, r) for c, t, _, r in steps]
        for step, (_, _, probability, _) in zip(name["steps"], steps, strict=True):
            assert step["probability"] == pytest.approx(probability, rel=1e-4, abs=1e-7)
        assert sum(math.log(s["probability"]) for s in name["steps"]) == pytest.approx(name["log_probability"])


def test_steps_are_left_out_unless_asked_for(client: TestClient) -> None:
    assert all("steps" not in name for name in generate(client, "names-2d", count=2, seed=1)["names"])
