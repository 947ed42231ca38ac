import pytest
from fastapi.testclient import TestClient

from backend.settings import Settings
from backend.web.app import create_app


@pytest.mark.parametrize(
    ("metric", "value"), [("cosine", "similarity"), ("dot", "similarity"), ("euclidean", "distance")]
)
def test_it_lists_what_the_route_answers(run, metric: str, value: str) -> None:
    options = ["neighbours", "e", "--table", "names-10d", "--k", "4", "--metric", metric]
    with TestClient(create_app(Settings())) as client:
        answer = client.get("/api/tables/names-10d/neighbours", params={"of": "e", "k": 4, "metric": metric})
    assert run(*options, "--json") == (0, answer.text + "\n", "")
    status, out, _ = run(*options)
    assert status == 0
    rows = [line.split() for line in out.splitlines()]
    assert rows == [[str(n["rank"]), n["token"], f"{n[value]:.6f}"] for n in answer.json()["neighbours"]]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["E"], "neighbours: of: "),
        (["e", "--k", "0"], "neighbours: --k: "),
        (["e", "--metric", "manhattan"], "neighbours: --metric: "),
        (["e", "--table", "nobody"], "neighbours: There is no"),
        ([""], "neighbours: of: "),
    ],
)
def test_what_cannot_be_searched_is_named(run, options: list[str], said: str) -> None:
    status, out, err = run("neighbours", *options)
    assert (status, out) == (1, "")
    assert err.startswith(said)
    assert err.count("\n") == 1
