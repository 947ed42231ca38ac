"""The arena and the look-up over HTTP: what they say equals what other routes say, and bad input is refused."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.shipped import MODELS
from tests.web.conftest import Open
from tests.web.problem import check_problem

CONTESTANTS = ["count", "add", "interpolated", "network", "mixture"]


@pytest.mark.parametrize("model", MODELS)
def test_every_shipped_model_enters(client: TestClient, model: str) -> None:
    card = client.get(f"/api/models/{model}").json()
    answer = client.post(f"/api/models/{model}/arena", json={}).json()
    assert [one["contestant"] for one in answer["columns"]] == CONTESTANTS
    assert [one["contestant"] for one in answer["scoreboard"]] == CONTESTANTS
    assert answer["tokens"] == card["vocabulary"] and answer["order"] == card["context_length"]
    assert answer["context"] == "." * card["context_length"]
    for column in answer["columns"]:
        assert sum(column["probabilities"]) == pytest.approx(1) and len(column["probabilities"]) == len(
            answer["tokens"]
        )
    lines = {line["contestant"]: line for line in answer["scoreboard"]}
    for part in ("dev", "test"):
        assert lines["network"][part]["all"]["loss"] == pytest.approx(card["losses"][part], abs=1e-6)
        assert lines["mixture"][part]["all"]["loss"] < lines["interpolated"][part]["all"]["loss"]
    assert [line["fitted_on_dev"] for line in answer["scoreboard"]] == [False, False, True, False, True]


def test_the_columns_equal_the_other_routes(client: TestClient) -> None:
    answer = client.post("/api/models/names-10d/arena", json={"context": "emm", "smoothing": 0.5}).json()
    trace = client.post("/api/models/names-10d/trace", json={"contexts": ["emm"]}).json()["predictions"][0]
    columns = {
        one["contestant"]: dict(zip(answer["tokens"], one["probabilities"], strict=True)) for one in answer["columns"]
    }
    for one in trace:
        assert columns["network"][one["token"]] == pytest.approx(one["probability"], abs=1e-6)
    share = answer["network_share"]
    for token in answer["tokens"]:
        mixed = share * columns["network"][token] + (1 - share) * columns["interpolated"][token]
        assert columns["mixture"][token] == pytest.approx(mixed, abs=1e-9)


@pytest.mark.parametrize("smoothing", [0, 0.1, 1])
def test_the_scores_equal_the_counts_route(client: TestClient, smoothing: float) -> None:
    asked = {"context": "em", "context_length": 3, "smoothing": smoothing}
    counts = client.get("/api/corpora/names/counts", params=asked).json()
    answer = client.post("/api/models/names-2d/arena", json={"context": "em", "smoothing": smoothing}).json()
    add = answer["scoreboard"][1]["dev"]["all"]
    assert (add["infinite"], add["impossible_events"]) == (counts["infinite"], counts["impossible_events"])
    assert add["loss"] == (None if counts["infinite"] else pytest.approx(counts["dev_loss"], abs=1e-12))
    assert answer["dev"]["events"] == counts["dev_events"]
    assert answer["scoreboard"][0]["dev"]["all"]["infinite"] is True
    assert answer["scoreboard"][0]["dev"]["seen"]["infinite"] is False


def test_words_that_train_has_too(client: TestClient) -> None:
    """Names repeat, a list of distinct words does not."""
    names = client.post("/api/models/names-2d/arena", json={}).json()
    assert (names["dev"]["words"], names["dev"]["seen_words"]) == (3203, 394)
    japanese = client.post("/api/models/japanese-2d/arena", json={}).json()
    assert japanese["dev"]["seen_words"] == japanese["dev"]["seen_events"] == 0
    score = japanese["scoreboard"][3]["dev"]["seen"]
    assert (score["loss"], score["infinite"]) == (None, False)


def test_an_unseen_context(client: TestClient) -> None:
    answer = client.post("/api/models/names-2d/arena", json={"context": "zqx", "smoothing": 0}).json()
    assert [one["probabilities"] for one in answer["columns"][:2]] == [None, None]
    assert [(one["context"], one["count"]) for one in answer["sights"]][2:] == [("qx", 0), ("zqx", 0)]
    assert answer["uniform_share"] + sum(one["share"] for one in answer["sights"]) == pytest.approx(1)


def test_more_characters_than_the_network_reads(client: TestClient) -> None:
    answer = client.post("/api/models/names-2d/arena", json={"context": "abell", "order": 5}).json()
    short = client.post("/api/models/names-2d/arena", json={"context": "ell"}).json()
    assert answer["context"] == "abell" and len(answer["sights"]) == 6
    assert answer["columns"][3] == short["columns"][3]


def test_the_look_up(client: TestClient) -> None:
    answer = client.post("/api/experiments/lookup", json={"vocabulary": 100, "dimensions": 3, "rows": 500}).json()
    assert answer["equal"] is True and answer["refused"] is None
    assert answer["ratio"] == pytest.approx(answer["one_hot_seconds"] / answer["index_seconds"])
    expected = {"table": 1200, "ids": 4000, "one_hot_int64": 400_000, "one_hot_float32": 200_000, "result": 6000}
    assert answer["bytes"] == expected


def test_one_hot_rows_that_do_not_fit(client: TestClient) -> None:
    answer = client.post("/api/experiments/lookup", json={"vocabulary": 50_257, "rows": 684_438}).json()
    assert "137.6 GB" in answer["refused"] and "EMBEDSCOPE_MAX_LOOKUP_BYTES" in answer["refused"]
    assert answer["one_hot_seconds"] is answer["ratio"] is answer["equal"] is None and answer["index_seconds"] > 0


def test_the_limit_is_a_setting(open_client: Open) -> None:
    small = open_client(max_lookup_bytes=10_000, workers=0)
    assert small.post("/api/experiments/lookup", json={"rows": 100}).json()["refused"]
    check_problem(small.post("/api/experiments/lookup", json={"rows": 10_000}), 422, "rows", "0.2 MB")


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/api/models/names-2d/arena", {"context": ""}, "context"),
        ("/api/models/names-2d/arena", {"context": "EM"}, "context"),
        ("/api/models/names-2d/arena", {"context": "emma"}, "context"),
        ("/api/models/names-2d/arena", {"order": 9}, "order"),
        ("/api/models/names-2d/arena", {"order": None}, "order"),
        ("/api/models/names-2d/arena", {"smoothing": -1}, "smoothing"),
        ("/api/models/names-2d/arena", {"smoothing": True}, "smoothing"),
        ("/api/models/names-2d/arena", {"k": 1}, "k"),
        ("/api/experiments/lookup", {"vocabulary": 0}, "vocabulary"),
        ("/api/experiments/lookup", {"dimensions": 257}, "dimensions"),
        ("/api/experiments/lookup", {"rows": 1.5}, "rows"),
        ("/api/experiments/lookup", {"vocabulary": 1_000_000, "dimensions": 256}, "dimensions"),
    ],
)
def test_bad_input_names_its_field(client: TestClient, path: str, body: dict[str, object], field: str) -> None:
    answer = client.post(path, json=body)
    assert answer.status_code == 422 and answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["errors"][0]["field"] == field


def test_other_words_under_the_corpus_id_are_refused(open_client: Open, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "names.txt").write_text("анна\nиван\n" * 20, encoding="utf-8")
    other = open_client(data=tmp_path / "data", workers=0)
    check_problem(other.post("/api/models/names-2d/arena", json={}), 422, "id", "names-2d")


def test_an_unknown_model_is_404(client: TestClient) -> None:
    assert client.post("/api/models/nope/arena", json={}).status_code == 404
