"""Everything a client can get wrong: a problem that names the field, from a server that answers the next request."""

import json
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from tests.web.problem import check_problem

GENERATE, SCORE, TRACE = (f"/api/models/names-2d/{what}" for what in ("generate", "score", "trace"))
EMOJI = "\U0001f469\u200d\U0001f680"  # a woman, a joiner, a rocket: one picture of three code points
HEBREW = "שלום"
JSON = {"content-type": "application/json"}


@pytest.fixture(autouse=True)
def good_request_afterwards(client: TestClient) -> Iterator[None]:
    yield
    answer = client.post(GENERATE, json={"count": 1, "seed": 1})
    assert answer.status_code == 200
    assert answer.json()["seed"] == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("count", value) for value in (0, 10_001, -1, 1.5, "ten", None, True, [], 10**30)),
        *(("temperature", value) for value in (0, -1, 1e308, 100.5, "warm", None, False, float("nan"), float("inf"))),
        *(("seed", value) for value in (-1, 2**64, 2**70, 0.5, "seven", None, True)),
        *(("prefix", value) for value in ("a.b", ".", "E", "a b", "\0", EMOJI, HEBREW, "é", 7, None, "a" * 257)),
        *(("top_k", value) for value in (0, -3, 1.5, None, "few")),
        *(("max_length", value) for value in (0, -1, 257, 2.5, None)),
        *(("explain", value) for value in (1, "yes", None)),
        ("colour", "red"),
    ],
)
def test_generate_names_the_field(client: TestClient, field: str, value: object) -> None:
    answer = client.post(GENERATE, content=json.dumps({field: value}), headers=JSON)
    check_problem(answer, 422, field, field)


def test_what_only_together_cannot_be(client: TestClient) -> None:
    check_problem(client.post(GENERATE, json={"prefix": "anna", "max_length": 3}), 422, "prefix", "max_length")
    check_problem(client.post(GENERATE, json={"count": 1001, "explain": True}), 422, "explain", "1,000")


@pytest.mark.parametrize("character", ["E", " ", "é", HEBREW[0], "\0"])
def test_a_character_outside_the_vocabulary_is_answered_with_those_inside(client: TestClient, character: str) -> None:
    answers = {
        "prefix": client.post(GENERATE, json={"prefix": f"a{character}"}),
        "texts.1": client.post(SCORE, json={"texts": ["a", f"b{character}"]}),
        "contexts.0": client.post(TRACE, json={"contexts": [character]}),
        "text": client.get("/api/corpora/names/contexts", params={"text": character}),
        "context": client.get("/api/corpora/names/counts", params={"context": character}),
    }
    for field, answer in answers.items():
        check_problem(answer, 422, field, f"U+{ord(character):04X}", ". a b c d", "x y z")


@pytest.mark.parametrize("token", ["E", "ab", EMOJI, HEBREW, "\0", "\u202e"])
@pytest.mark.parametrize("metric", ["cosine", "dot", "euclidean"])
def test_an_unknown_token_is_answered_with_the_known_ones(client: TestClient, token: str, metric: str) -> None:
    table, knob = "/api/tables/names-2d", {"metric": metric}
    check_problem(client.get(f"{table}/neighbours", params={"of": token, **knob}), 422, "of", "'y' 'z'")
    check_problem(client.get(f"{table}/similarity", params={"tokens": ["a", token], **knob}), 422, "tokens", "'z'")
    check_problem(client.get(f"{table}/analogy", params={"plus": token, **knob}), 422, "plus", "'z'")
    check_problem(client.get(f"{table}/analogy", params={"plus": "a", "minus": token, **knob}), 422, "minus", "'z'")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"contexts": []}, "contexts"),
        ({"contexts": [""]}, "contexts.0"),
        ({"contexts": ["a", "abcd"]}, "contexts.1"),
        ({"contexts": ["a"] * 65}, "contexts"),
        ({"contexts": "emm"}, "contexts"),
        ({"contexts": [None]}, "contexts.0"),
        ({"contexts": [["e", "m"]]}, "contexts.0"),
        ({"contexts": None}, "contexts"),
        ({"contexts": ["a"], "model": "x"}, "model"),
        ({}, "contexts"),
    ],
)
def test_trace_names_the_field(client: TestClient, body: object, field: str) -> None:
    check_problem(client.post(TRACE, json=body), 422, field, field.split(".", maxsplit=1)[0])


def test_a_trace_over_a_large_alphabet_takes_fewer_contexts(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each context comes with all V probabilities; one is always told."""
    monkeypatch.setattr("backend.studio.model_entry.MOST_PREDICTIONS", 2 * 27)
    assert client.post(TRACE, json={"contexts": ["a", "b"]}).status_code == 200
    check_problem(client.post(TRACE, json={"contexts": ["a", "b", "c"]}), 422, "contexts", "at most 2")
    monkeypatch.setattr("backend.studio.model_entry.MOST_PREDICTIONS", 1)
    assert client.post(TRACE, json={"contexts": ["a"]}).status_code == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"texts": []}, "texts"),
        ({"texts": ["a"] * 1001}, "texts"),
        ({"texts": ["a", "b.c"]}, "texts.1"),
        ({"texts": ["a" * 257]}, "texts.0"),
        ({"texts": [3]}, "texts.0"),
        ({"texts": None}, "texts"),
        ({"texts": ["a"], "text": "a"}, "text"),
        ({}, "texts"),
    ],
)
def test_score_names_the_field(client: TestClient, body: object, field: str) -> None:
    check_problem(client.post(SCORE, json=body), 422, field, field.split(".", maxsplit=1)[0])


@pytest.mark.parametrize(
    ("route", "query", "field"),
    [
        ("tables/names-2d/neighbours", "", "of"),
        ("tables/names-2d/neighbours", "of=", "of"),
        *(("tables/names-2d/neighbours", f"of=a&k={k}", "k") for k in ("0", "-1", "1001", "1.5", "ten", "", "null")),
        ("tables/names-2d/neighbours", "of=a&metric=manhattan", "metric"),
        ("tables/names-2d/neighbours", "of=a&colour=red", "colour"),
        ("tables/names-2d/analogy", "", "plus"),
        ("tables/names-2d/analogy", "minus=a", "plus"),
        ("tables/names-2d/analogy", "plus=a&minus=a", "plus"),
        ("tables/names-2d/analogy", "plus=a&k=0", "k"),
        ("tables/names-2d/analogy", "&".join(["plus=a"] * 65), "plus"),
        ("tables/names-2d/similarity", "metric=Cosine", "metric"),
        ("tables/names-2d/similarity", "tokens=", "tokens.0"),
        ("tables/names-2d/similarity", "token=a", "token"),
        ("tables/names-2d/embedding", "method=tsne", "method"),
        ("tables/names-10d/embedding", "method=none", "method"),
        ("tables/names-2d/embedding", "dimensions=2", "dimensions"),
        ("corpora/names/contexts", "", "text"),
        ("corpora/names/contexts", "text=a.b", "text"),
        ("corpora/names/contexts", "text=" + "a" * 257, "text"),
        *(("corpora/names/contexts", f"text=a&context_length={K}", "context_length") for K in ("0", "33", "-1", "x")),
        ("corpora/names/contexts", "text=a&k=3", "k"),
        ("corpora/names/counts", "", "context"),
        ("corpora/names/counts", "context=", "context"),
        ("corpora/names/counts", "context=abcd", "context"),
        ("corpora/names/counts", "context=ab&context_length=1", "context"),
        *(("corpora/names/counts", f"context=a&smoothing={s}", "smoothing") for s in ("-1", "nan", "inf", "1e10", "x")),
        ("corpora/names/counts", "context=a&context_length=0", "context_length"),
        ("corpora/names/counts", "context=a&colour=red", "colour"),
    ],
)
def test_a_query_names_the_field(client: TestClient, route: str, query: str, field: str) -> None:
    check_problem(client.get(f"/api/{route}?{query}"), 422, field)


@pytest.mark.parametrize("route", [GENERATE, SCORE, TRACE])
class TestBodies:
    def test_broken_json(self, client: TestClient, route: str) -> None:
        for body in (b"{", b'{"count": }', b"count=3", b"{'count': 3}", b'{"count": 3', b"\x00"):
            check_problem(client.post(route, content=body, headers=JSON), 400, None, "JSON", "character")

    def test_json_that_python_cannot_hold(self, client: TestClient, route: str) -> None:
        for body in (b"[" * 100_000, b'{"count":' + b"9" * 5000 + b"}", b'{"prefix": "\xff"}'):
            check_problem(client.post(route, content=body, headers=JSON), 400, None, "JSON", "UTF-8")

    def test_no_object(self, client: TestClient, route: str) -> None:
        check_problem(client.post(route, content=b"", headers=JSON), 422, "body", "empty")
        check_problem(client.post(route), 422, "body", "empty")
        for body in (b"[]", b"null", b'"a"', b"3", b"true"):
            check_problem(client.post(route, content=body, headers=JSON), 422, "body", "JSON object")

    def test_wrong_content_type(self, client: TestClient, route: str) -> None:
        for kind in ("text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data"):
            answer = client.post(route, content=b'{"count": 1}', headers={"content-type": kind})
            check_problem(answer, 422, "body", "application/json")
        check_problem(client.post(route, content=b'{"count": 1}'), 422, "body", "application/json")

    def test_ten_megabytes(self, client: TestClient, route: str) -> None:
        check_problem(client.post(route, content=b" " * 10_000_000, headers=JSON), 413, None, "limit", "less")
        chunks = (b" " * 100_000 for _ in range(100))
        check_problem(client.post(route, content=chunks, headers=JSON), 413, None, "limit", "less")

    def test_a_lone_surrogate(self, client: TestClient, route: str) -> None:
        field = {GENERATE: "prefix", SCORE: "texts", TRACE: "contexts"}[route]
        half = '"\\ud83d"' if route == GENERATE else '["\\udc00"]'
        answer = client.post(route, content=f'{{"{field}": {half}}}'.encode(), headers=JSON)
        check_problem(answer, 422, None, field, "surrogate", "whole character")

    def test_a_hundred_thousand_wrong_fields_get_a_short_answer(self, client: TestClient, route: str) -> None:
        fields = {f"k{i}": 1 for i in range(70_000)}
        problem = check_problem(client.post(route, json=fields), 422, "k0", "more")
        assert len(problem["errors"]) <= 100
        assert len(client.post(route, json={"x" * 900_000: 1}).content) < 1000


@pytest.mark.parametrize("kind", ["models", "tables", "corpora"])
@pytest.mark.parametrize(
    "id_",
    [
        "../names-2d",
        "..%2fnames-2d",
        "..%2F..%2F..%2Fetc%2Fpasswd",
        "names-2d%2f..%2fnames-2d",
        "%2e%2e%2fnames-2d",
        "..%5cnames-2d",
        "%00",
        "names-2d%00",
        "names-2d.json",
        "NAMES-2D",
        "names%2D2d%20",
        "%ED%A0%80",
        "%FF",
        "%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80",
        "%D7%A9%D7%9C%D7%95%D7%9D",
        "%E2%80%AEd2-seman",
        "*",
        "names-2?",
        "n" * 65,
        "n" * 5000,
    ],
)
def test_an_odd_id_is_not_found(client: TestClient, kind: str, id_: str) -> None:
    check_problem(client.get(f"/api/{kind}/{id_}"), 404)


@pytest.mark.parametrize(
    ("method", "route", "allowed"),
    [
        ("POST", "/api/health", "GET"),
        ("HEAD", "/api/health", "GET"),
        ("DELETE", "/api/models", "GET"),
        ("GET", GENERATE, "POST"),
        ("PUT", TRACE, "POST"),
        ("PATCH", "/api/tables/names-2d/neighbours", "GET"),
    ],
)
def test_a_wrong_method_is_told_the_right_one(client: TestClient, method: str, route: str, allowed: str) -> None:
    answer = client.request(method, route)
    assert answer.status_code == 405
    assert answer.headers["allow"] == allowed
    assert answer.headers["content-type"] == "application/problem+json"


def test_an_unknown_path_is_told_where_the_page_is(client: TestClient) -> None:
    for path in ("/nothing", "/api", "/api/nothing", "/%00", "/..%2f..%2fetc/passwd", "/a/" * 200):
        check_problem(client.get(path), 404, None, "/docs")
