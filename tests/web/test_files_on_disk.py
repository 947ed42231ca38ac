"""Models and corpora as files: damaged, new, changed, removed, of the same id, with odd names, in a useless store."""

import json
import os
import shutil
from pathlib import Path

import pytest

from backend.settings import ROOT
from tests.shipped import CORPORA, MODELS
from tests.web.problem import check_problem

ROUTES = ["", "/weights"]


def adopt(models: Path, folder: Path, new_id: str) -> None:
    """A copy of names-2d under another id."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(models / "names-2d.safetensors", folder / f"{new_id}.safetensors")
    card = json.loads((models / "names-2d.json").read_text(encoding="utf-8"))
    aside = folder / f".{new_id}"
    aside.write_text(json.dumps({**card, "id": new_id}), encoding="utf-8")
    aside.replace(folder / f"{new_id}.json")


def damage(models: Path, what: str) -> str:
    """Spoil names-2d in one of several ways; the name of the file that the answer has to give."""
    weights, card = models / "names-2d.safetensors", models / "names-2d.json"
    if what == "truncated weights":
        weights.write_bytes(weights.read_bytes()[:-100])
    elif what == "altered weights":
        content = bytearray(weights.read_bytes())
        content[-1] ^= 1
        weights.write_bytes(content)
    elif what == "missing weights":
        weights.unlink()
    elif what == "truncated card":
        card.write_bytes(card.read_bytes()[:300])
        return card.name
    elif what == "foreign card":
        card.write_text('{"name": "package"}', encoding="utf-8")
        return card.name
    elif what == "binary card":
        card.write_bytes(b"\x80\x04\xff\xfe")
        return card.name
    else:
        card.write_text("", encoding="utf-8")
        return card.name
    return weights.name


@pytest.mark.parametrize(
    "what",
    [
        "truncated weights",
        "altered weights",
        "missing weights",
        "truncated card",
        "foreign card",
        "binary card",
        "empty card",
    ],
)
def test_a_damaged_model_is_named_and_the_others_keep_working(open_client, models: Path, what: str) -> None:
    file = damage(models, what)
    client = open_client(models=models)
    for route in ROUTES:
        check_problem(client.get(f"/api/models/names-2d{route}"), 500, None, file)
    check_problem(client.get("/api/tables/names-2d/neighbours?of=a"), 500, None, file)
    for question in ("generate", "score", "trace"):
        body = {"generate": {}, "score": {"texts": ["a"]}, "trace": {"contexts": ["a"]}}[question]
        check_problem(client.post(f"/api/models/names-2d/{question}", json=body), 500, None, file)
        assert client.post(f"/api/models/names-10d/{question}", json=body).status_code == 200
    others = [model for model in MODELS if model != "names-2d"]
    assert [card["id"] for card in client.get("/api/models").json()["models"]] == others
    assert [card["id"] for card in client.get("/api/tables").json()["tables"]] == others
    assert client.get("/api/health").json()["status"] == "ready"


@pytest.mark.parametrize(
    ("content", "said"), [(b"", "no word"), (b"\n \n", "no word"), (b"a.b\n", "'.'"), (b"anna\n\xff\n", "line 2")]
)
def test_a_damaged_corpus_is_named_and_the_others_keep_working(
    open_client, tmp_path: Path, content: bytes, said: str
) -> None:
    folder = tmp_path / "store" / "corpora"
    folder.mkdir(parents=True)
    (folder / "spoilt.txt").write_bytes(content)
    client = open_client()
    for route in ("", "/contexts?text=a", "/counts?context=a"):
        check_problem(client.get(f"/api/corpora/spoilt{route}"), 500, None, "spoilt.txt", said)
    assert [card["id"] for card in client.get("/api/corpora").json()["corpora"]] == CORPORA
    assert client.get("/api/health").json()["status"] == "ready"


def test_a_model_added_while_serving_is_there_and_gone_when_removed(open_client, models: Path, tmp_path: Path) -> None:
    client, store = open_client(), tmp_path / "store" / "models"
    check_problem(client.get("/api/models/fresh"), 404)
    adopt(models, store, "fresh")
    assert [card["id"] for card in client.get("/api/models").json()["models"]] == sorted(["fresh", *MODELS])
    assert client.get("/api/health").json()["tables"] == sorted(["fresh", *MODELS])
    drawn = [client.post(f"/api/models/{model}/generate", json={"seed": 1}).content for model in ("fresh", "names-2d")]
    assert drawn[0] == drawn[1]
    (store / "fresh.json").unlink()
    check_problem(client.get("/api/models/fresh"), 404, None, "fresh")


def test_a_changed_model_is_read_again(open_client, models: Path) -> None:
    client = open_client(models=models)
    before = client.get("/api/tables/names-2d").json()
    for suffix in (".safetensors", ".json"):
        content = (models / f"names-10d{suffix}").read_bytes().replace(b'"id": "names-10d"', b'"id": "names-2d"')
        (models / f"aside{suffix}").write_bytes(content)
        (models / f"aside{suffix}").replace(models / f"names-2d{suffix}")
    after = client.get("/api/tables/names-2d").json()
    assert (before["dimensions"], after["dimensions"]) == (2, 10)
    assert after["sha256"] == client.get("/api/tables/names-10d").json()["sha256"]
    assert client.get("/api/tables/names-2d/embedding").json()["projection"]["method"] == "pca"


def test_the_shipped_one_of_two_with_the_same_id_is_meant(open_client, models: Path, tmp_path: Path) -> None:
    adopt(models, tmp_path / "store" / "models", "names-10d")  # names-2d's weights under a shipped id
    client = open_client()
    assert client.get("/api/models/names-10d").json()["embedding_dim"] == 10
    assert [card["id"] for card in client.get("/api/models").json()["models"]] == MODELS


def test_files_whose_names_are_no_ids_are_ignored(open_client, models: Path, tmp_path: Path) -> None:
    store = tmp_path / "store" / "models"
    store.mkdir(parents=True)
    for odd in ("Upper", "with space", "dot.dot", "änne", "under_score", "x" * 65, "", "-" * 65, "a\nb", "..", "~"):
        shutil.copy(models / "names-2d.json", store / f"{odd}.json")
    (store / "folder.json").mkdir()
    (store / "README.md").write_text("notes", encoding="utf-8")
    client = open_client()
    assert [card["id"] for card in client.get("/api/models").json()["models"]] == MODELS
    assert client.get("/api/health").json()["models"] == MODELS


def test_a_link_to_a_file_that_is_gone_is_ignored(open_client, tmp_path: Path) -> None:
    store = tmp_path / "store" / "models"
    store.mkdir(parents=True)
    (store / "gone.json").symlink_to(tmp_path / "nothing")
    check_problem(open_client().get("/api/models/gone"), 404)


@pytest.mark.parametrize("store", ["a file in its place", "no folder", "read-only"])
def test_a_store_that_cannot_be_written_does_not_keep_anyone_from_reading(
    open_client, tmp_path: Path, store: str
) -> None:
    folder = tmp_path / "store"
    if store == "a file in its place":
        folder.write_text("", encoding="utf-8")
    elif store == "read-only":
        folder.mkdir()
        folder.chmod(0o500)
    client = open_client(store=folder)
    assert client.get("/api/models").status_code == 200
    assert client.get("/plotly.min.js").status_code == 200
    if store == "read-only" and os.getuid():
        assert not list(folder.iterdir())
    folder.chmod(0o700)


def test_a_model_whose_corpus_is_not_here_does_not_say_what_is_new(open_client, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    client = open_client(data=tmp_path / "data")
    names = client.post("/api/models/names-2d/generate", json={"seed": 1}).json()["names"]
    assert {name["in_corpus"] for name in names} == {None}
    (tmp_path / "data" / "names.txt").write_text("anna\nbert\n", encoding="utf-8")  # another corpus of that name
    result = client.post("/api/models/names-2d/score", json={"texts": ["anna"]}).json()["results"][0]
    assert result["in_corpus"] is None
    shutil.copy(ROOT / "data" / "names.txt", tmp_path / "data" / "names.txt")
    result = client.post("/api/models/names-2d/score", json={"texts": ["emma"]}).json()["results"][0]
    assert result["in_corpus"] is True


def test_a_missing_folder_of_models_is_said_in_the_log(
    open_client, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    client = open_client(models=tmp_path / "nowhere")
    assert client.get("/api/models").json() == {"models": []}
    check_problem(client.get("/api/models/names-2d"), 404, None, "there is none yet")
    assert "EMBEDSCOPE_MODELS" in caplog.text
    assert "nowhere" in caplog.text
