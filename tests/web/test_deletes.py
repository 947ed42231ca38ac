"""DELETE of corpora and models: what was added goes, whole; what is shipped stays and says so."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from backend.settings import ROOT
from tests.shipped import CORPORA, MODELS
from tests.web.problem import check_problem
from tests.web.test_files_on_disk import adopt


@pytest.mark.parametrize("path", [*(f"models/{id_}" for id_ in MODELS), *(f"corpora/{id_}" for id_ in CORPORA)])
def test_what_is_shipped_stays(open_client, tmp_path: Path, path: str) -> None:
    kind, id_ = path.split("/")
    folder = {"models": ROOT / "models", "corpora": ROOT / "data"}[kind]
    copy = shutil.copytree(folder, tmp_path / "shipped")
    client = open_client(**{{"models": "models", "corpora": "data"}[kind]: copy})
    before = {file.name: file.read_bytes() for file in copy.rglob("*") if file.is_file()}
    check_problem(client.delete(f"/api/{path}"), 403, None, id_, "shipped", "only what you added")
    assert {file.name: file.read_bytes() for file in copy.rglob("*") if file.is_file()} == before
    assert client.get(f"/api/{path}").status_code == 200


def test_a_corpus_that_was_added_goes(open_client, tmp_path: Path) -> None:
    client = open_client()
    client.post("/api/corpora", json={"name": "mine", "text": "anna\nbob\n"})
    answer = client.delete("/api/corpora/mine")
    assert (answer.status_code, answer.content) == (204, b"")
    assert list((tmp_path / "store" / "corpora").iterdir()) == []
    check_problem(client.get("/api/corpora/mine"), 404, None, "mine")
    check_problem(client.delete("/api/corpora/mine"), 404, None, "mine", "names")
    assert "mine" not in client.get("/api/health").json()["corpora"]


def test_a_card_says_whether_it_can_be_removed(open_client) -> None:
    client = open_client()
    assert client.post("/api/corpora", json={"name": "mine", "text": "anna\n"}).json()["added"] is True
    cards = client.get("/api/corpora").json()["corpora"]
    assert {card["id"]: card["added"] for card in cards} == {"mine": True, **dict.fromkeys(CORPORA, False)}


def test_a_model_that_was_added_goes_with_its_weights(open_client, models: Path, tmp_path: Path) -> None:
    client, store = open_client(), tmp_path / "store" / "models"
    adopt(models, store, "fresh")
    adopt(models, store, "fresh-2")
    assert client.delete("/api/models/fresh").status_code == 204
    assert sorted(path.name for path in store.iterdir()) == ["fresh-2.json", "fresh-2.safetensors"]
    for path in ("models/fresh", "models/fresh/weights", "tables/fresh", "tables/fresh/embedding"):
        check_problem(client.get(f"/api/{path}"), 404, None, "fresh")
    assert client.get("/api/models/fresh-2").status_code == 200


def test_a_damaged_one_can_be_removed(open_client, tmp_path: Path) -> None:
    client = open_client()
    for folder, name in (("corpora", "bad.txt"), ("models", "bad.json")):
        (tmp_path / "store" / folder).mkdir(parents=True)
        (tmp_path / "store" / folder / name).write_bytes(b"\xff")
        assert client.delete(f"/api/{folder}/bad").status_code == 204
        assert list((tmp_path / "store" / folder).iterdir()) == []


def test_one_that_a_shipped_one_hides_is_not_removed(open_client, models: Path, tmp_path: Path) -> None:
    store = tmp_path / "store" / "models"
    adopt(models, store, "names-10d")
    check_problem(open_client().delete("/api/models/names-10d"), 403)
    assert len(list(store.iterdir())) == 2


def test_of_many_who_remove_the_same_one_is_told_it_is_gone(open_client) -> None:
    client = open_client()
    client.post("/api/corpora", json={"name": "mine", "text": "anna\n"})
    with ThreadPoolExecutor(8) as pool:
        statuses = sorted(pool.map(lambda _: client.delete("/api/corpora/mine").status_code, range(8)))
    assert statuses == [204] + [404] * 7


@pytest.mark.parametrize("kind", ["models", "corpora"])
@pytest.mark.parametrize("id_", ["..%2fnames-2d", "%00", "NAMES", "*", "n" * 5000, "names.txt", "licences"])
def test_an_odd_id_removes_nothing(open_client, kind: str, id_: str) -> None:
    check_problem(open_client().delete(f"/api/{kind}/{id_}"), 404)


def test_the_words_of_a_model_are_unknown_once_its_corpus_is_gone(open_client, models: Path, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    client = open_client(data=tmp_path / "data")
    text = (ROOT / "data" / "names.txt").read_text()
    assert client.post("/api/corpora", json={"name": "names", "text": text}).json()["id"] == "names"
    ask = {"texts": ["emma"]}
    assert client.post("/api/models/names-2d/score", json=ask).json()["results"][0]["in_corpus"] is True
    client.delete("/api/corpora/names")
    assert client.post("/api/models/names-2d/score", json=ask).json()["results"][0]["in_corpus"] is None
