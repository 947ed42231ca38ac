"""While models are being loaded, when they cannot be, and when many ask at once."""

import importlib
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from backend.studio.library import Library
from backend.web.routes import models as model_routes
from tests.shipped import MODELS
from tests.web.problem import check_problem

QUESTIONS = [
    "/api/models",
    "/api/models/names-2d",
    "/api/models/names-2d/weights",
    "/api/tables",
    "/api/tables/names-2d/embedding",
    "/api/tables/names-2d/neighbours?of=a",
    "/api/corpora",
    "/api/corpora/names",
    "/api/corpora/names/contexts?text=emma",
    "/api/corpora/names/counts?context=a",
]


def test_health_answers_at_once_and_the_others_wait(open_client, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, load = Event(), Library.load
    monkeypatch.setattr(Library, "load", lambda self: (gate.wait(30), load(self)))
    client = open_client()
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(client.get, url) for url in QUESTIONS[:3]]
        health = client.get("/api/health").json()
        assert health["status"] == "starting"
        assert health["models"] == MODELS
        assert client.get("/").status_code == 200
        time.sleep(0.2)
        assert not any(answer.done() for answer in asked)
        gate.set()
        assert [answer.result(30).status_code for answer in asked] == [200] * 3
    assert client.get("/api/health").json()["status"] == "ready"


def test_a_bad_body_is_refused_while_starting_without_harm(open_client, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, load = Event(), Library.load
    monkeypatch.setattr(Library, "load", lambda self: (gate.wait(30), load(self)))
    client = open_client()
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(client.post, "/api/models/names-2d/generate", json={"count": 0})
        gate.set()
        check_problem(answer.result(30), 422, "count")


def test_a_failed_load_is_told_by_health_and_by_every_route(open_client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str, *rest: Any) -> Any:
        if name == "torch":
            raise ImportError("libtorch_cpu.so is not here")
        return importlib.__import__(name)

    monkeypatch.setattr("backend.studio.library.importlib.import_module", broken)
    client = open_client()
    for url in QUESTIONS:
        check_problem(client.get(url), 500, None, "libtorch_cpu.so is not here", "start the server again")
    health = client.get("/api/health")
    assert (health.status_code, health.json()["status"]) == (200, "failed")
    assert client.get("/docs").status_code == 200


def test_a_fault_of_ours_is_a_problem_and_the_next_request_is_answered(
    open_client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    client = open_client()
    with monkeypatch.context() as patched:
        patched.setattr(model_routes, "_card", lambda _: 1 / 0)
        problem = check_problem(client.get("/api/models/names-2d"), 500)
    assert "division" not in problem["detail"]
    assert "ZeroDivisionError" in caplog.text
    assert client.get("/api/models/names-2d").status_code == 200


def test_many_first_requests_at_once(open_client) -> None:
    client = open_client()
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(client.get, QUESTIONS * 4 + ["/plotly.min.js"] * 4))
    assert {answer.status_code for answer in answers} == {200}
    for place in range(len(QUESTIONS)):
        assert len({answers[place + len(QUESTIONS) * turn].content for turn in range(4)}) == 1


def test_many_requests_for_names_at_once_each_get_their_own(client) -> None:
    def drawn(seed: int) -> bytes:
        return client.post("/api/models/names-10d/generate", json={"count": 20, "seed": seed}).content

    alone = [drawn(seed) for seed in range(12)]
    with ThreadPoolExecutor(12) as pool:
        assert list(pool.map(drawn, list(range(12)) * 3)) == alone * 3
