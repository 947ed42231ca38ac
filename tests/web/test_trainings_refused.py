"""What a training cannot be asked to do: each time the field, the limit and the setting that holds it."""

import json

import pytest

from backend.studio.trainings.record import Record
from backend.studio.trainings.request import request_of
from tests.web.problem import check_problem

JSON = {"content-type": "application/json"}
NAN, INFINITE = float("nan"), float("inf")


@pytest.fixture
def idle(open_client, tmp_path):
    """A server that trains nothing, with low limits; what is refused is refused before that is asked."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "names.txt").write_text("anna\nbob\n" * 20, encoding="utf-8")
    (tmp_path / "data" / "few.txt").write_text("anna\nbob\n" * 4 + "eve\n", encoding="utf-8")
    (tmp_path / "data" / "twins.txt").write_text("anna\nbob\n" * 40, encoding="utf-8")
    limits = {
        "max_steps": 5000,
        "max_batch_size": 512,
        "max_parameters": 5000,
        "max_training_cost": 5 * 10**8,
        "max_batch_cells": 80_000,
    }
    return open_client(workers=0, data=tmp_path / "data", **limits)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("corpus", value) for value in (None, 7, "x" * 65, True)),
        *(("context_length", value) for value in (0, 33, -1, 2.5, None, True, "3")),
        *(("embedding_dim", value) for value in (0, 1025, 1.5, None, False, 10**30)),
        *(("hidden_size", value) for value in (0, 10_001, None, True)),
        *(("recipe", value) for value in ("count", None, 1)),
        *(("init", value) for value in ("zeros", None)),
        *(("steps", value) for value in (0, -5, 1.5, None, True, "many")),
        *(("batch_size", value) for value in (0, None, 2.0)),
        *(("learning_rate", value) for value in (0, -0.1, NAN, INFINITE, 1e38, None, True, "fast")),
        *(("seed", value) for value in (-1, 2**64, None, True, 0.5)),
        *(("split", value) for value in (None, 42, "none")),
        *((f"split.{name}", value) for name in ("seed", "shuffles") for value in (-1, None, True, 1.5)),
        *(("split.unique", value) for value in (None, 1, "yes")),
        ("split.shuffles", 0),
        ("split.salt", 1),
        ("from", None),
        ("from", "names-2d"),
        ("from.training", None),
        ("from.step", -1),
        ("from.step", None),
        ("colour", "red"),
        ("origin", None),
    ],
)
def test_a_wrong_value_names_the_field(idle, field: str, value: object) -> None:
    name, _, inner = field.partition(".")
    whole = {"from": {"training": "x", "step": 1}}.get(name, {})
    body = {name: {**whole, inner: value} if inner else value}
    check_problem(idle.post("/api/trainings", content=json.dumps(body), headers=JSON), 422, field)
    assert idle.get("/api/trainings").json() == {"trainings": []}


@pytest.mark.parametrize(
    ("body", "field", "said"),
    [
        ({"steps": 5001}, "steps", ["5,001", "5,000", "EMBEDSCOPE_MAX_STEPS"]),
        ({"recipe": "published"}, "steps", ["200,000", "5,000", "EMBEDSCOPE_MAX_STEPS"]),
        ({"batch_size": 513}, "batch_size", ["513", "512", "EMBEDSCOPE_MAX_BATCH_SIZE"]),
        ({"batch_size": 512, "hidden_size": 150}, "batch_size", ["82,432", "EMBEDSCOPE_MAX_BATCH_CELLS"]),
        ({"hidden_size": 10_000, "batch_size": 1}, "hidden_size", ["5,000", "EMBEDSCOPE_MAX_PARAMETERS"]),
        ({"embedding_dim": 1024, "batch_size": 1}, "hidden_size", ["5,000", "EMBEDSCOPE_MAX_PARAMETERS"]),
        ({"steps": 5000, "batch_size": 256}, "steps", ["5.00e+08", "EMBEDSCOPE_MAX_TRAINING_COST"]),
    ],
)
def test_a_limit_names_the_setting_that_holds_it(idle, body: dict, field: str, said: list[str]) -> None:
    check_problem(idle.post("/api/trainings", json=body), 422, field, *said)


def test_a_corpus_has_to_be_there_and_large_enough(idle) -> None:
    check_problem(idle.post("/api/trainings", json={"corpus": "nowhere"}), 404, None, "nowhere", "few, names")
    check_problem(idle.post("/api/trainings", json={"corpus": "few"}), 422, "corpus", "9 words", "at least 10")
    twins = {"corpus": "twins", "split": {"unique": True}}
    check_problem(idle.post("/api/trainings", json=twins), 422, "corpus", "2 words", "at least 10")


def test_without_workers_it_says_what_to_set(idle) -> None:
    check_problem(idle.post("/api/trainings", json={}), 503, None, "EMBEDSCOPE_WORKERS", "1 or more")
    assert idle.get("/api/trainings").json() == {"trainings": []}


def test_a_paused_training_whose_corpus_is_gone_can_be_stopped_and_removed(idle, tmp_path) -> None:
    record = Record(tmp_path / "store" / "trainings" / "one")
    record.open(request_of({"corpus": "gone", "steps": 10}))
    record.tell("paused")
    stopped = idle.delete("/api/trainings/one")
    assert (stopped.status_code, stopped.json()["state"]) == (202, "failed")
    assert "There is no corpus 'gone'" in stopped.json()["message"]
    assert idle.delete("/api/trainings/one").status_code == 204
    check_problem(idle.get("/api/trainings/one"), 404)


@pytest.mark.parametrize("asked", ["no-such", "..%2f..%2fnames-2d", "NAMES", "%00", "n" * 65, "*"])
def test_an_unknown_id_is_not_found(idle, asked: str) -> None:
    for method, rest in [
        ("GET", ""),
        ("DELETE", ""),
        ("POST", "/pause"),
        ("POST", "/resume"),
        ("GET", "/events"),
        ("GET", "/trail"),
        ("GET", "/snapshots/0"),
    ]:
        check_problem(idle.request(method, f"/api/trainings/{asked}{rest}"), 404)
