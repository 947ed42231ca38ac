"""A training whose files are damaged: it is named, the others keep working, and it can be deleted as its error says."""

import json
from pathlib import Path

import pytest

from tests.web.problem import check_problem

KNOBS = {"corpus": "names", "steps": 5, "batch_size": 8, "learning_rate": 0.04, "init": "scaled"}
GOOD = {
    "request.json": json.dumps({"created": 1.0, "knobs": KNOBS}),
    "state.json": json.dumps({"state": "failed", "message": "for a test"}),
}


def put(store: Path, training_id: str, **changed: str) -> None:
    """A record on disk, some of its files with other content."""
    folder = store / "trainings" / training_id
    (folder / "events").mkdir(parents=True)
    for name, content in {**GOOD, **changed}.items():
        (folder / name).write_text(content, encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        *((name, content) for name in GOOD for content in ("", "{", "[]", "{}", "null")),
        ("request.json", '{"created": 1, "knobs": {"colour": 1}}'),
        ("request.json", '{"created": 1, "knobs": []}'),
        ("request.json", '{"created": null, "knobs": {}}'),
        ("events/00000001.safetensors", "cut off"),
    ],
)
def test_it_is_named_and_deleted_and_the_others_are_listed(
    open_client, tmp_path: Path, name: str, content: str
) -> None:
    put(tmp_path / "store", "good")
    put(tmp_path / "store", "broken", **{name: content})
    client = open_client(workers=0, store=tmp_path / "store")
    listed = client.get("/api/trainings")
    assert [one["id"] for one in listed.json()["trainings"]] == ["good"]
    check_problem(client.get("/api/trainings/broken"), 500, None, f"broken/{Path(name).name}", "delete this training")
    assert client.delete("/api/trainings/broken").status_code == 204
    assert client.get("/api/trainings/broken").status_code == 404
    assert client.get("/api/trainings/good").json()["state"] == "failed"
