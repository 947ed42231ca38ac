"""The experiments over HTTP: answers equal what the other routes say, and bad input is refused in words."""

from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import Open
from tests.web.problem import check_problem


def test_an_index_expression(client: TestClient) -> None:
    answer = client.post("/api/experiments/index", json={"expression": "C[X]"}).json()
    assert (answer["tensor_shape"], answer["index_shape"], answer["rest"]) == ([27, 2], [32, 3], [2])
    assert (answer["shape"], answer["ndim"]) == ([32, 3, 2], 3)
    vectors = client.get("/api/tables/names-2d/embedding").json()["vectors"]
    assert answer["values"][1] == [vectors[0], vectors[0], vectors[5]]  # ..e


def test_storage(client: TestClient) -> None:
    answer = client.post("/api/experiments/storage", json={"shape": [3, 4], "calls": ["t()", "view(12)"]}).json()
    assert answer["cells"] == 12
    assert "view size is not compatible" in answer["steps"][-1]["error"]
    assert [4, 3] in answer["legal_views"] and [12] not in answer["legal_views"]


def test_rows_put_where_they_are_change_nothing(client: TestClient) -> None:
    embedding = client.get("/api/tables/names-2d/embedding").json()
    row = embedding["vectors"][embedding["tokens"].index("e")]
    answer = client.post("/api/models/names-2d/edit", json={"rows": {"e": row}, "context": "emm", "seed": 7}).json()
    card = client.get("/api/models/names-2d").json()
    assert answer["losses"]["dev"] == answer["losses"]["dev_before"] == pytest.approx(card["losses"]["dev"], abs=1e-9)
    assert all(one["probability"] == one["before"] for one in answer["predictions"])
    names = client.post("/api/models/names-2d/generate", json={"count": 6, "seed": 7, "max_length": 30}).json()["names"]
    assert (
        [one["text"] for one in answer["names"]]
        == [one["before"] for one in answer["names"]]
        == [n["text"] for n in names]
    )
    near = client.get("/api/tables/names-2d/neighbours", params={"of": "e", "k": 26}).json()["neighbours"]
    assert [one["token"] for one in answer["neighbours"]] == [one["token"] for one in near]


def test_a_moved_vowel_costs_and_moves_its_neighbours(client: TestClient) -> None:
    answer = client.post("/api/models/names-2d/edit", json={"rows": {"e": [-6.0, 1.4]}, "context": "emm"}).json()
    assert answer["losses"]["dev"] > answer["losses"]["dev_before"] + 0.05
    assert answer["neighbours"][0]["token"] == "q"  # it was put where q lies


def test_what_rows_are_worth(client: TestClient) -> None:
    answer = client.get("/api/models/names-2d/worth").json()
    assert len(answer["rows"]) == 27
    embedding = client.get("/api/tables/names-2d/embedding").json()
    mean = [sum(column) / 27 for column in zip(*embedding["vectors"], strict=True)]
    dearest = answer["rows"][0]
    edit = client.post("/api/models/names-2d/edit", json={"rows": {dearest["token"]: mean}}).json()
    assert dearest["dev_loss"] == pytest.approx(edit["losses"]["dev"], abs=1e-5)


def test_behaviour_ranks_all_others(client: TestClient) -> None:
    answer = client.get("/api/models/names-2d/behaviour", params={"of": "e"}).json()
    divergences = [one["divergence"] for one in answer["tokens"]]
    assert len(divergences) == 26 and divergences == sorted(divergences) and divergences[0] > 0
    assert 0.5 < answer["share"] <= 1


@pytest.mark.parametrize("model", ["names-2d", "names-10d"])
def test_other_angles_leave_the_model_as_it_is(client: TestClient, model: str) -> None:
    query = {"of": "e", "seed": 4, "strength": 1}
    answer = client.get(f"/api/models/{model}/turned", params=query).json()
    assert {name: answer[name] for name in query} == query
    asked = client.get(f"/api/tables/{model}/neighbours", params={"of": "e", "k": 26}).json()["neighbours"]
    assert answer["neighbours_before"] == [{"token": one["token"], "similarity": one["similarity"]} for one in asked]
    assert [one["token"] for one in answer["neighbours"]] != [one["token"] for one in asked]
    losses, card = answer["losses"], client.get(f"/api/models/{model}").json()
    assert losses["dev_before"] == pytest.approx(card["losses"]["dev"], abs=1e-6)
    assert losses["dev"] == pytest.approx(losses["dev_before"], abs=1e-5)
    assert 0 < answer["largest_change"] < 1e-4
    if model == "names-10d":
        assert answer["table"] is answer["table_before"] is None
        return
    tokens = card["vocabulary"]
    moved = np.array(answer["table"])
    e = moved[tokens.index("e")]
    for one in answer["neighbours"]:
        row = moved[tokens.index(one["token"])]
        assert one["similarity"] == pytest.approx(row @ e / np.linalg.norm(row) / np.linalg.norm(e), abs=1e-5)


@pytest.mark.parametrize(
    ("query", "field"),
    [({}, "of"), ({"of": "?"}, "of"), ({"of": "e", "strength": 2}, "strength"), ({"of": "e", "seed": -1}, "seed")],
)
def test_a_turn_that_cannot_be_names_its_field(client: TestClient, query: dict[str, object], field: str) -> None:
    check_problem(client.get("/api/models/names-2d/turned", params=query), 422, field)


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/api/experiments/index", {"expression": "C[99]"}, "expression"),
        ("/api/experiments/index", {}, "expression"),
        ("/api/experiments/index", {"expression": "C[0]", "model": 1}, "model"),
        ("/api/experiments/storage", {"shape": [9, 9]}, "shape"),
        ("/api/experiments/storage", {"shape": [2], "calls": ["exec()"]}, "calls"),
        ("/api/models/names-2d/edit", {"rows": {}}, "rows"),
        ("/api/models/names-2d/edit", {"rows": {"E": [0, 0]}}, "rows"),
        ("/api/models/names-2d/edit", {"rows": {"e": [0]}}, "rows"),
        ("/api/models/names-2d/edit", {"rows": {"e": [0, 0]}, "of": "?"}, "of"),
        ("/api/models/names-2d/edit", {"rows": {"e": [0, 0]}, "context": ""}, "context"),
        ("/api/models/names-2d/edit", {"rows": {"e": [0, None]}}, "rows.e.1"),
    ],
)
def test_bad_input_names_its_field(client: TestClient, path: str, body: dict[str, object], field: str) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code == 422 and answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["errors"][0]["field"] == field


def test_other_words_under_the_corpus_id_are_refused(open_client: Open, tmp_path: Path) -> None:
    """They may have characters that the model does not know."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "names.txt").write_text("анна\nиван\n" * 20, encoding="utf-8")
    other = open_client(data=tmp_path / "data", workers=0)
    check_problem(other.post("/api/experiments/index", json={"expression": "C[X]"}), 422, "id", "names-2d")
    check_problem(other.get("/api/models/names-2d/behaviour?of=e"), 422, "id", "names-2d")


def test_unknown_models_are_404(client: TestClient) -> None:
    assert client.post("/api/experiments/index", json={"expression": "C[0]", "model": "nope"}).status_code == 404
    assert client.get("/api/models/nope/worth").status_code == 404
    assert client.get("/api/models/names-2d/behaviour", params={"of": "?"}).status_code == 422
