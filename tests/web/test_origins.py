"""Who may call: pages of other origins only where that is set; and a proxy that serves the app under a prefix."""

import pytest

from tests.web.problem import check_problem

GENERATE = "/api/models/names-2d/generate"
ELSEWHERE = {"origin": "https://elsewhere.test"}
PREFLIGHT = {**ELSEWHERE, "access-control-request-method": "POST", "access-control-request-headers": "content-type"}


def test_other_origins_are_not_allowed_by_default(client) -> None:
    for answer in (client.get("/api/health", headers=ELSEWHERE), client.post(GENERATE, json={}, headers=ELSEWHERE)):
        assert answer.status_code == 200
        assert not [name for name in answer.headers if name.startswith("access-control")]
    check_problem(client.options(GENERATE, headers=PREFLIGHT), 405)


def test_named_origins_are_allowed(open_client) -> None:
    client = open_client(cors_origins="https://one.test, https://elsewhere.test")
    allowed = client.options(GENERATE, headers=PREFLIGHT)
    assert allowed.status_code == 200
    assert allowed.headers["access-control-allow-origin"] == ELSEWHERE["origin"]
    answers = [
        client.post(GENERATE, json={"count": 1}, headers=ELSEWHERE),
        client.post(GENERATE, json={"count": 0}, headers=ELSEWHERE),
        client.post(GENERATE, content=b" " * 2_000_000, headers={**ELSEWHERE, "content-type": "application/json"}),
    ]
    assert [answer.status_code for answer in answers] == [200, 422, 413]
    assert {answer.headers["access-control-allow-origin"] for answer in answers} == {ELSEWHERE["origin"]}
    stranger = client.options(GENERATE, headers={**PREFLIGHT, "origin": "https://stranger.test"})
    check_problem(stranger, 400, None, "EMBEDSCOPE_CORS_ORIGINS")
    assert "access-control-allow-origin" not in stranger.headers


@pytest.mark.parametrize("root_path", ["/embedscope", "embedscope/", "/a/b"])
def test_a_prefix_works_whether_or_not_the_proxy_takes_it_off(open_client, root_path: str) -> None:
    client = open_client(root_path=root_path)
    prefix = f"/{root_path.strip('/')}"
    for path in ("/", "/index.html", "/docs", "/openapi.json", "/api/health", "/plotly.min.js", "/api/models/names-2d"):
        answers = [client.get(prefix + path), client.get(path)]
        assert [answer.status_code for answer in answers] == [200, 200], path
    assert (
        client.post(f"{prefix}{GENERATE}", json={"seed": 1}).content == client.post(GENERATE, json={"seed": 1}).content
    )
    assert client.get("/openapi.json").json()["servers"] == [{"url": prefix}]
    moved = client.get(prefix, follow_redirects=False)
    assert moved.status_code == 307
    assert moved.headers["location"].endswith(f"{prefix}/")
    check_problem(client.get(f"{prefix}x/api/health"), 404)


def test_without_a_prefix_there_is_none(client) -> None:
    check_problem(client.get("/embedscope/api/health"), 404)
    assert "servers" not in client.get("/openapi.json").json()
