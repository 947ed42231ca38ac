"""Names searched as vectors, over REST: against NumPy by brute force over weights read by safetensors."""

import hashlib
import json
import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from backend.studio.kept import Kept
from tests.web import oracles
from tests.web.conftest import Open
from tests.web.problem import check_problem

NAMES = list(dict.fromkeys(oracles.words()))
LONGEST = max(map(len, NAMES))
WAYS = ["concatenation", "mean", "hidden"]


def ask(client: TestClient, model: str, **body: object) -> dict:
    answer = client.post(f"/api/models/{model}/retrieve", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def vectors(model: str, names: list[str]) -> dict[str, oracles.Floats]:
    C = oracles.weights(model)["table"]
    rows = [[oracles.TOKENS.index(character) for character in name] for name in names]
    beside = [C[([0] * LONGEST + ids)[-LONGEST:]].ravel() for ids in rows]
    return {
        "concatenation": np.stack(beside),
        "mean": np.stack([C[ids].mean(axis=0) for ids in rows]),
        "hidden": oracles.forward(model, [f"...{name}"[-3:] for name in names])["hidden"],
    }


@pytest.mark.parametrize("model", ["names-2d", "names-10d"])
@pytest.mark.parametrize("text", ["emma", "emmx", "zzyzx", "a", "muhammadibrahimjon"])
def test_what_is_near_by_brute_force(client: TestClient, model: str, text: str) -> None:
    told = ask(client, model, text=text, k=20)
    every, asked = vectors(model, NAMES), vectors(model, [text])
    counts = Counter(oracles.words())
    assert [way["way"] for way in told["ways"]] == WAYS
    for way in told["ways"]:
        rows, query = every[way["way"]], asked[way["way"]][0]
        cosines = rows @ query / np.linalg.norm(rows, axis=1) / np.linalg.norm(query)
        assert way["dimensions"] == rows.shape[1]
        if text in counts:
            assert way["excluded"] == [{"row": NAMES.index(text), "token": text, "reason": "asked row"}]
            cosines[NAMES.index(text)] = -2
        else:
            assert way["excluded"] == []
        found = way["neighbours"]
        assert way["rows_searched"] == len(NAMES) - len(way["excluded"])
        assert [one["similarity"] for one in found] == pytest.approx(np.sort(cosines)[::-1][:20], abs=1e-6)
        assert [one["similarity"] for one in found] == pytest.approx([cosines[one["row"]] for one in found], abs=1e-6)
        assert all(one["token"] == NAMES[one["row"]] and one["count"] == counts[one["token"]] for one in found)
        assert [one["rank"] for one in found] == list(range(1, 21))


def test_duplicates_are_one_row_and_are_counted(client: TestClient) -> None:
    told = ask(client, "names-2d", text="emma")
    assert (told["words"], told["rows"], told["duplicates"]) == (32033, 29494, 2539)
    assert told["count"] == oracles.words().count("emma")
    assert all(len({one["token"] for one in way["neighbours"]}) == 8 for way in told["ways"])


def test_the_mean_knows_no_order_and_the_hidden_layer_no_beginning(client: TestClient) -> None:
    told = {way["way"]: way for way in ask(client, "names-10d", text="aryan", k=100)["ways"]}
    anagrams = {name for name in NAMES if sorted(name) == sorted("aryan") and name != "aryan"}
    nearest = [one for one in told["mean"]["neighbours"] if one["similarity"] == 1]
    assert anagrams and anagrams <= {one["token"] for one in nearest}
    assert [one["row"] for one in nearest] == sorted(one["row"] for one in nearest)
    assert told["hidden"]["read"] == "yan"
    assert all(one["token"].endswith("yan") for one in told["hidden"]["neighbours"][:20])
    assert told["concatenation"]["read"] == "aryan".rjust(LONGEST, ".")


@pytest.mark.parametrize("model", ["japanese-2d", "places-2d", "russian-2d"])
def test_every_shipped_model(client: TestClient, model: str) -> None:
    card = client.get(f"/api/models/{model}").json()
    corpus = client.get(f"/api/corpora/{card['corpus']}").json()
    told = ask(client, model, text=card["vocabulary"][-1] * 3, k=5)
    assert (told["words"], told["rows"]) == (corpus["words"], corpus["unique"])
    assert all(len(way["neighbours"]) == 5 for way in told["ways"])


@pytest.mark.parametrize(
    ("body", "field", "said"),
    [
        ({"text": ""}, "text", "is empty"),
        ({"text": "em.ma"}, "text", "begins and ends"),
        ({"text": "Emma"}, "text", "U+0045"),
        ({"text": "a" * 257}, "text", "256"),
        ({}, "text", "text"),
        ({"text": "emma", "k": 0}, "k", "1"),
        ({"text": "emma", "k": 101}, "k", "100"),
        ({"text": "emma", "k": None}, "k", "k"),
        ({"text": "emma", "metric": "dot"}, "metric", "metric"),
    ],
)
def test_what_cannot_be_is_refused(client: TestClient, body: dict, field: str, said: str) -> None:
    check_problem(client.post("/api/models/names-2d/retrieve", json=body), 422, field, said)


def own_model(store: Path, words: list[str]) -> None:
    """The weights of names-2d as a model of other words."""
    (store / "corpora").mkdir(parents=True)
    text = "".join(f"{word}\n" for word in words)
    (store / "corpora" / "few.txt").write_text(text, encoding="utf-8")
    (store / "models").mkdir()
    card = json.loads((oracles.ROOT / "models" / "names-2d.json").read_text(encoding="utf-8"))
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    card |= {"id": "few-2d", "corpus": "few", "corpus_sha256": sha256}
    (store / "models" / "few-2d.json").write_text(json.dumps(card), encoding="utf-8")
    shutil.copy(oracles.ROOT / "models" / "names-2d.safetensors", store / "models" / "few-2d.safetensors")


def test_a_corpus_of_ones_own(open_client: Open, tmp_path: Path) -> None:
    own_model(tmp_path / "store", ["bo", "a", "ob", "bo", "x", "zz", "y", "z", "q", "bq"])
    client = open_client()
    told = ask(client, "few-2d", text="bo", k=100)
    assert (told["words"], told["rows"], told["duplicates"], told["count"]) == (10, 9, 1, 2)
    every = vectors("names-2d", ["bo", "a", "ob", "x", "zz", "y", "z", "q", "bq"])
    for way in told["ways"]:
        assert (way["rows_searched"], len(way["neighbours"])) == (8, 8)
        rows = every["mean" if way["way"] == "mean" else way["way"]]
        if way["way"] != "concatenation":  # whose padding reaches to the longest word of the list, here 2
            cosines = rows @ rows[0] / np.linalg.norm(rows, axis=1) / np.linalg.norm(rows[0])
            found = [one["similarity"] for one in way["neighbours"]]
            assert found == pytest.approx([cosines[one["row"]] for one in way["neighbours"]], abs=1e-6)
    assert told["ways"][0]["dimensions"] == 4
    client.delete("/api/corpora/few")
    check_problem(client.post("/api/models/few-2d/retrieve", json={"text": "bo"}), 404)


def test_words_that_the_model_cannot_read_are_refused(open_client: Open, tmp_path: Path) -> None:
    own_model(tmp_path / "store", [*"abcdefghij", "ké"])
    answer = open_client().post("/api/models/few-2d/retrieve", json={"text": "a"})
    check_problem(answer, 422, "id", "U+00E9")


def test_more_words_than_fit_are_refused_with_the_numbers(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backend.studio.retrieval.MOST_NAMES", 29_493)
    monkeypatch.setattr(client.app.state.library, "_kept", Kept(1))
    answer = client.post("/api/models/names-2d/retrieve", json={"text": "emma"})
    check_problem(answer, 422, "id", "29,494", "29,493", "fewer words")
