"""What /docs and /openapi.json promise: examples that work, and a page that needs no other origin."""

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from fastapi.testclient import TestClient

from backend.web.schemas import corpus, health, model, slip, sweep, table, training


@pytest.fixture(scope="session")
def document(client: TestClient) -> dict[str, Any]:
    return client.get("/openapi.json").json()


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(method, path, op) for path, ops in document["paths"].items() for method, op in ops.items()]


def test_it_lists_the_routes_of_the_contract(document: dict[str, Any]) -> None:
    listed = {f"{method.upper()} {path}" for method, path, _ in operations(document)}
    assert listed == {
        "GET /api/health",
        "GET /api/models",
        "GET /api/models/{id}",
        "DELETE /api/models/{id}",
        "GET /api/models/{id}/weights",
        "POST /api/models/{id}/generate",
        "POST /api/models/{id}/score",
        "POST /api/models/{id}/trace",
        "POST /api/models/{id}/origin",
        "GET /api/models/{id}/blocks",
        "POST /api/compare",
        "GET /api/tables",
        "GET /api/tables/{id}",
        "GET /api/tables/{id}/embedding",
        "GET /api/tables/{id}/similarity",
        "GET /api/tables/{id}/neighbours",
        "GET /api/tables/{id}/analogy",
        "GET /api/corpora",
        "POST /api/corpora",
        "GET /api/corpora/{id}",
        "DELETE /api/corpora/{id}",
        "GET /api/corpora/{id}/contexts",
        "GET /api/corpora/{id}/counts",
        "GET /api/trainings",
        "POST /api/trainings",
        "GET /api/trainings/{id}",
        "DELETE /api/trainings/{id}",
        "POST /api/trainings/{id}/pause",
        "POST /api/trainings/{id}/resume",
        "GET /api/trainings/{id}/events",
        "GET /api/trainings/{id}/snapshots/{step}",
        "GET /api/trainings/{id}/trail",
        "GET /api/sweeps",
        "POST /api/sweeps",
        "GET /api/sweeps/{id}",
        "DELETE /api/sweeps/{id}",
        "POST /api/experiments/index",
        "POST /api/experiments/storage",
        "POST /api/experiments/lookup",
        "POST /api/models/{id}/arena",
        "POST /api/models/{id}/edit",
        "GET /api/models/{id}/worth",
        "GET /api/models/{id}/behaviour",
        "GET /api/models/{id}/turned",
        "GET /api/models/{id}/gradients",
        "GET /api/experiments/twins",
        "POST /api/experiments/twins",
        "POST /api/experiments/order",
        "POST /api/models/{id}/retrieve",
        "GET /api/claims",
        "GET /api/claims/{id}",
    }


def test_operation_ids_are_unique_and_every_operation_says_what_it_does(document: dict[str, Any]) -> None:
    ids = [op["operationId"] for _, _, op in operations(document)]
    assert len(set(ids)) == len(ids)
    for _, path, op in operations(document):
        assert op["summary"], path
        assert op["description"], path
        assert "4XX" in op["responses"], path


def test_every_operation_works_with_exactly_its_examples(open_client, document: dict[str, Any]) -> None:
    client = open_client()
    for method, path, op in operations(document):
        if method == "delete" or path.startswith(("/api/trainings", "/api/sweeps")):
            continue  # these change what is there; test_deletes.py and test_training_examples.py have them
        url, query = path, {}
        for parameter in op.get("parameters", []):
            examples = parameter["schema"].get("examples", [])
            assert examples or not parameter["required"], f"{path}: {parameter['name']} has no example"
            if parameter["in"] == "path":
                url = url.replace(f"{{{parameter['name']}}}", examples[0])
            elif examples:
                query[parameter["name"]] = examples[0]
        bodies = [None]
        if "requestBody" in op:
            bodies = [e["value"] for e in op["requestBody"]["content"]["application/json"]["examples"].values()]
            assert bodies, path
        for body in bodies:
            answer = client.request(method, url, params=query, json=body)
            assert str(answer.status_code) == next(iter(op["responses"])), (
                f"{method} {url} {query} {body}: {answer.text[:300]}"
            )


def test_an_operation_without_parameters_shows_its_answer(client: TestClient, document: dict[str, Any]) -> None:
    schemas = {"/api/health": health.Health, "/api/models": model.ModelList}
    schemas |= {"/api/tables": table.TableList, "/api/corpora": corpus.CorpusList}
    schemas |= {"/api/trainings": training.TrainingList, "/api/sweeps": sweep.SweepList}
    schemas |= {"/api/experiments/twins": slip.TwinList}
    asked_without = {path for method, path, op in operations(document) if method == "get" and not op.get("parameters")}
    assert asked_without == set(schemas)
    for path, schema in schemas.items():
        (shown,) = document["components"]["schemas"][schema.__name__]["examples"]
        schema.model_validate(shown)
        assert_alike(shown, client.get(path).json())


def assert_alike(shown: Any, given: Any) -> None:
    """The example is the real answer, with long lists cut; versions, and what models made anew change, may differ."""
    if isinstance(shown, dict):
        assert set(shown) == {name for name, value in given.items() if value is not None}  # FastAPI shows no null
        for name in set(shown) - {"version", "torch", "weights_sha256"}:
            assert_alike(shown[name], given[name])
    elif isinstance(shown, list):
        by_id = {item["id"]: item for item in given if isinstance(item, dict) and "id" in item}
        for item, real in zip(shown, given, strict=False):
            assert_alike(item, by_id.get(item["id"]) if by_id else real)
    else:
        assert shown == (pytest.approx(given, abs=0.02) if isinstance(shown, float) else given)


class Loads(HTMLParser):
    """What a page loads: the sources of its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.urls: list[str] = []

    def handle_starttag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        self.urls += [value for name, value in attrs if name in {"src", "href"} and value]


@pytest.mark.parametrize("root_path", ["", "/embedscope"])
def test_docs_load_everything_from_here(open_client, root_path: str) -> None:
    client = open_client(root_path=root_path)
    page = client.get(f"{root_path}/docs")
    assert page.status_code == 200
    parser = Loads()
    parser.feed(page.text)
    assert len(parser.urls) >= 3
    assert not re.findall(r"(?:https?:)?//[a-z]", page.text)
    for url in parser.urls:
        asset = client.get(url if url.startswith("/") else f"{root_path}/{url}")
        assert asset.status_code == 200, url
        assert asset.url.host == "testserver"
        if url.endswith(".css"):
            assert not re.findall(r"url\(\s*['\"]?(?:https?:)?//", asset.text)
            assert "@import" not in asset.text
    (document,) = re.findall(r"url: '([^']+)'", page.text)
    assert document == f"{root_path}/openapi.json"
    listed = json.loads(client.get(document).content)
    assert listed.get("servers", [{"url": ""}])[0]["url"] == root_path


def test_limits_are_in_the_schema(document: dict[str, Any]) -> None:
    fields = document["components"]["schemas"]["GenerateRequest"]["properties"]
    assert (fields["count"]["minimum"], fields["count"]["maximum"]) == (1, 10_000)
    assert (fields["temperature"]["exclusiveMinimum"], fields["temperature"]["maximum"]) == (0, 100)
    assert fields["seed"]["maximum"] == float(2**64 - 1)
    assert fields["prefix"]["maxLength"] == fields["max_length"]["maximum"] == 256
    assert document["components"]["schemas"]["GenerateRequest"]["additionalProperties"] is False
    contexts = document["components"]["schemas"]["TraceRequest"]["properties"]["contexts"]
    assert (contexts["minItems"], contexts["maxItems"]) == (1, 64)
