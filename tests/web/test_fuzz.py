"""Random bodies and queries: never a 5xx, never a number that JSON has not got, every refusal in the one shape."""

import json
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.problem import check_problem, no_such_number

bounded = settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
texts = st.one_of(st.text("abcdefghijklmnopqrstuvwxyz.", max_size=12), st.text(max_size=12))
scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), texts)
anything = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3))
fields = {
    "generate": {
        "count": st.integers(-2, 40),
        "temperature": st.floats(0, 120),
        "seed": st.integers(-1, 2**64),
        "prefix": texts,
        "top_k": st.integers(-1, 40),
        "max_length": st.integers(-1, 300),
        "explain": st.booleans(),
    },
    "score": {"texts": st.lists(texts, max_size=4)},
    "trace": {"contexts": st.lists(st.text("abcxyz.", max_size=4), max_size=4)},
    "arena": {"context": texts, "order": st.integers(-1, 10), "smoothing": st.floats(0, 1e7)},
    "retrieve": {"text": texts, "k": st.integers(-1, 120)},
    "origin": {
        "contexts": st.lists(st.text("abcxyz.", min_size=1, max_size=3), max_size=4),
        "step": st.sampled_from(["ids", "embedding", "hidden", "logits", "probabilities", "x"]),
        "index": st.lists(st.integers(-1, 120), max_size=4),
    },
}
queries = {
    "tables/names-2d/neighbours": ["of", "k", "metric"],
    "tables/names-10d/analogy": ["plus", "plus", "minus", "k", "metric"],
    "tables/names-10d/similarity": ["metric", "tokens", "tokens"],
    "tables/names-10d/embedding": ["method"],
    "corpora/names/contexts": ["text", "context_length"],
    "corpora/names/counts": ["context", "context_length", "smoothing"],
}
values = st.one_of(
    st.sampled_from(["a", "q", ".", "cosine", "dot", "euclidean", "pca", "none", "1", "2", "3", "0.5", "-1", "nan"]),
    st.integers(-1, 5).map(str),
    st.floats().map(str),
    st.text(max_size=8),
)


def check(answer: Response) -> None:
    if answer.status_code == 200:
        json.loads(answer.content, parse_constant=no_such_number)
    else:
        check_problem(answer, answer.status_code)
        assert 400 <= answer.status_code < 500, answer.text


@pytest.mark.parametrize("question", fields)
@bounded
@given(data=st.data())
def test_bodies(client: TestClient, question: str, data: st.DataObject) -> None:
    likely = st.fixed_dictionaries({}, optional=fields[question])
    names = st.sampled_from([*fields[question], "x"])
    spoilt = st.builds(lambda good, bad: {**good, **bad}, likely, st.dictionaries(names, anything, max_size=2))
    body: Any = data.draw(st.one_of(likely, likely, spoilt, anything))
    content = json.dumps(body).encode()  # NaN and lone surrogates included
    model = data.draw(st.sampled_from(["names-2d", "names-10d"]))
    url = f"/api/models/{model}/{question}"
    check(client.post(url, content=content, headers={"content-type": "application/json"}))


@pytest.mark.parametrize("question", fields)
@bounded
@given(content=st.binary(max_size=40))
def test_bytes(client: TestClient, question: str, content: bytes) -> None:
    url = f"/api/models/names-2d/{question}"
    check(client.post(url, content=content, headers={"content-type": "application/json"}))


@pytest.mark.parametrize("route", queries)
@bounded
@given(data=st.data())
def test_queries(client: TestClient, route: str, data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from([*queries[route], *queries[route], "x"]), max_size=5))
    pairs = [(name, data.draw(values)) for name in names]
    check(client.get(f"/api/{route}?{urlencode(pairs, errors='replace')}"))


@bounded
@given(path=st.text(max_size=20), kind=st.sampled_from(["models", "tables", "corpora"]))
def test_ids(client: TestClient, path: str, kind: str) -> None:
    check(client.get(f"/api/{kind}/{quote(path, safe='', errors='replace')}x", follow_redirects=False))
