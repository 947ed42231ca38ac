import hashlib
import json
import os
import pty
import re
import subprocess
import sys
import termios
import unicodedata
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from backend.settings import ROOT, Settings
from backend.web.app import create_app
from tests.web.test_files_on_disk import adopt

SMALL = ["--steps", "20", "--hidden-size", "8"]
WORDS = ["anna", "bob", "carla", "dora", "emil", "fritz", "greta", "hanno", "ida", "jan", "karl", "lena"]


def pair(store: Path, name: str) -> tuple[bytes, dict]:
    folder = store / "models"
    weights, card = (folder / f"{name}.safetensors").read_bytes(), json.loads((folder / f"{name}.json").read_bytes())
    assert card["weights_sha256"] == hashlib.sha256(weights).hexdigest()
    return weights, card


def written(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_model_pair_is_written_and_served(run, store: Path) -> None:
    status, out, err = run("train", *SMALL, "--seed", "3", "--out", "mine")
    assert (status, err) == (0, "")
    assert re.search(r"mine: 353 parameters, 20 steps in \d+\.\d s, seed 3; train \d\.\d{4}, dev \d\.\d{4}, test", out)
    assert "\r" not in out
    _, card = pair(store, "mine")
    assert (card["steps"], card["hidden_size"], card["seed"], card["corpus"]) == (20, 8, 3, "names")
    assert written(store) == ["models/mine.json", "models/mine.safetensors"]
    with TestClient(create_app(Settings())) as client:
        assert client.get("/api/models/mine").json()["losses"] == card["losses"]
        assert len(client.post("/api/models/mine/generate", json={"count": 4}).json()["names"]) == 4


def test_the_same_seed_gives_the_same_weights_under_two_names_in_two_processes(run, start, store: Path) -> None:
    first = start("train", *SMALL, "--seed", "5", "--out", "one")
    assert run("train", *SMALL, "--seed", "5", "--out", "two")[0] == 0
    assert run("train", *SMALL, "--seed", "6", "--out", "three")[0] == 0
    _, err = first.communicate(timeout=60)
    assert (first.returncode, err) == (0, b"")
    one, two, three = (pair(store, name) for name in ("one", "two", "three"))
    assert one[0] == two[0] != three[0]
    assert {**one[1], "id": "two"} == two[1]


def test_a_terminal_shows_steps_and_dev_loss(store: Path) -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 120))
    command = [sys.executable, "-m", "backend", "train", "--steps", "600", "--out", "seen"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:  # what Linux says when the other end has been closed
            pass
        os.close(ours)
        assert b"seen: " in process.stdout.read()
    assert process.returncode == 0
    assert b"\r" in shown
    assert re.search(rb"/600", shown)
    assert re.search(rb"dev \d\.\d{4}", shown)
    assert re.search(rb"\d\d:\d\d<\d\d:\d\d", shown)  # time gone and time left
    pair(store, "seen")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--context-length", "0"], "--context-length: "),
        (["--context-length", "33"], "--context-length: "),
        (["--context-length", "-3"], "--context-length: "),
        (["--embedding-dim", "0"], "--embedding-dim: "),
        (["--hidden-size", "0"], "--hidden-size: "),
        (["--hidden-size", "100000000"], "--hidden-size: "),
        (["--steps", "0"], "--steps: "),
        (["--batch-size", "0"], "--batch-size: "),
        (["--learning-rate", "nan"], "--learning-rate: "),
        (["--learning-rate", "-1"], "--learning-rate: "),
        (["--learning-rate", "inf"], "--learning-rate: "),
        (["--learning-rate", "1e38"], "--learning-rate: "),
        (["--learning-rate", "0"], "--learning-rate: "),
        (["--recipe", "magic"], "--recipe: "),
        (["--init", "zeros"], "--init: "),
        (["--seed", str(2**64)], "--seed: "),
        (["--seed", "-1"], "--seed: "),
        (["--shuffles", "0"], "--shuffles: "),
        (["--threads", "0"], "--threads: "),
        (["--threads", "-4"], "--threads: "),
        (["--corpus", "nobody"], "--corpus: 'nobody'"),
        (["--corpus", "missing.txt"], "--corpus: 'missing.txt'"),
        (["--corpus", "/tmp"], "--corpus: '/tmp'"),
        *((["--out", out], "--out: ") for out in ("", "Upper", "a b", "é", "..", ".", "x" * 65, "a/B", "names-2d")),
    ],
)
def test_a_knob_out_of_range_is_named_and_nothing_is_written(run, store: Path, options: list[str], said: str) -> None:
    status, out, err = run("train", *SMALL, "--out", "mine", *options)
    assert (status, out) == (1, "")
    assert err.startswith(f"train: {said}")
    assert err.count("\n") == 1
    assert written(store) == []


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "--corpus: the corpus has no word"),
        (b"a.b\n", "line 1"),
        (b"anna\nbob\xff\n", "--corpus: line 2 is not UTF-8"),
        (b"anna\nbob\ncarl\n", "--corpus: the corpus has 3 words"),
    ],
)
def test_a_text_that_is_no_corpus_is_refused_and_not_kept(
    run, store: Path, tmp_path: Path, content: bytes, said: str
) -> None:
    (tmp_path / "text.txt").write_bytes(content)
    status, _, err = run("train", *SMALL, "--out", "mine", "--corpus", tmp_path / "text.txt")
    assert status == 1
    assert said in err
    assert written(store) == []


def test_a_file_becomes_a_corpus_of_the_store(run, store: Path, tmp_path: Path) -> None:
    path = tmp_path / "Möbel & Häuser.txt"
    path.write_text("\n".join([*WORDS, "", "no.dot", *WORDS[:1]]) + "\n", encoding="utf-8")
    status, _, err = run("train", *SMALL, "--out", "mine", "--corpus", path)
    assert status == 0
    assert "13 of 15 lines kept, 1 empty, 1 refused; line 14: " in err
    assert written(store) == ["corpora/mobel-hauser.txt", "models/mine.json", "models/mine.safetensors"]
    assert (store / "corpora" / "mobel-hauser.txt").read_text(encoding="utf-8").split() == [*WORDS, WORDS[0]]
    assert run("train", *SMALL, "--out", "again", "--corpus", path)[0] == 0  # the same words: the same corpus
    path.write_text("\n".join(reversed(WORDS)), encoding="utf-8")
    assert run("train", *SMALL, "--out", "other", "--corpus", path)[0] == 0
    assert [pair(store, name)[1]["corpus"] for name in ("mine", "again", "other")] == [
        "mobel-hauser",
        "mobel-hauser",
        "mobel-hauser-2",
    ]
    assert run("train", *SMALL, "--out", "by-id", "--corpus", "mobel-hauser")[0] == 0
    with TestClient(create_app(Settings())) as client:
        answer = client.post("/api/models/mine/score", json={"texts": ["anna", "nobody"[:2]]}).json()["results"]
    assert [result["in_corpus"] for result in answer] == [True, False]


@pytest.mark.parametrize(
    "words",
    [
        "анна борис вера глеб дарья елена жанна зоя иван юлия яна фёдор",
        "王伟 李娜 张敏 刘洋 陈静 杨勇 赵磊 黄丽 周杰 吴强 徐明 孙艳",
        "محمد فاطمة علي زينب عمر مريم حسن ليلى يوسف نور خالد سارة",
        "👩‍🚀🚀 🧑🏽‍🔬 🏳️‍🌈 🇩🇪🇨🇳 👍🏿 ❤️‍🔥 👨‍👩‍👧 🐈‍⬛ 🧵 🎲 🎯 🧭",
    ],
    ids=["cyrillic", "chinese", "arabic", "emoji"],
)
def test_other_alphabets_train_and_generate(run, store: Path, tmp_path: Path, words: str) -> None:
    path = tmp_path / "слова.txt"
    path.write_text(unicodedata.normalize("NFD", "\n".join(words.split())), encoding="utf-8")
    assert run("train", *SMALL, "--out", "mine", "--corpus", path)[0] == 0
    _, card = pair(store, "mine")
    composed = unicodedata.normalize("NFC", words).split()
    assert card["vocabulary"] == [".", *sorted(set("".join(composed)))]
    assert re.fullmatch(r"corpus-[0-9a-f]{8}", card["corpus"])
    first = composed[0][0]
    status, out, _ = run("generate", "--model", "mine", "--count", "5", "--seed", "1", "--prefix", first)
    assert status == 0
    assert all(set(name) <= set(card["vocabulary"]) and name.startswith(first) for name in out.splitlines())


def test_another_training_of_that_name_is_refused_but_the_same_one_may_repeat(run, store: Path) -> None:
    assert run("train", *SMALL, "--out", "mine")[0] == 0
    before = pair(store, "mine")
    assert run("train", *SMALL, "--out", "mine")[0] == 0
    assert pair(store, "mine") == before
    status, _, err = run("train", *SMALL, "--out", "mine", "--seed", "2")
    assert status == 1
    assert err.startswith("train: --out: mine is another model")
    assert "--force" in err
    assert pair(store, "mine") == before
    assert run("train", *SMALL, "--out", "mine", "--seed", "2", "--force")[0] == 0
    assert pair(store, "mine")[1]["seed"] == 2


def test_a_damaged_model_of_that_name_is_replaced_by_force_alone(run, store: Path) -> None:
    adopt(ROOT / "models", store / "models", "mine")
    (store / "models" / "mine.json").write_text("{", encoding="utf-8")
    assert run("train", *SMALL, "--out", "mine")[0] == 1
    assert run("train", *SMALL, "--out", "mine", "--force")[0] == 0
    pair(store, "mine")


def test_a_path_puts_the_model_into_another_folder(run, tmp_path: Path, store: Path) -> None:
    assert run("train", *SMALL, "--out", tmp_path / "elsewhere" / "mine")[0] == 0
    assert written(tmp_path / "elsewhere") == ["mine.json", "mine.safetensors"]
    assert written(store) == []


@pytest.mark.parametrize("recipe", ["counts", "published"])
def test_a_rate_that_explodes_stops_with_the_step(run, store: Path, recipe: str) -> None:
    status, out, err = run(
        "train", *SMALL, "--out", "mine", "--recipe", recipe, "--learning-rate", "1e37", "--hidden-size", 100
    )
    assert (status, out) == (1, "")
    assert re.search(r"train: --learning-rate: the loss is (nan|inf) at step \d+", err)
    assert written(store) == []


def test_a_store_that_cannot_be_written_is_named(run, store: Path) -> None:
    store.write_text("a file in its place", encoding="utf-8")
    status, _, err = run("train", *SMALL, "--out", "mine")
    assert status == 1
    assert str(store) in err
    assert err.count("\n") == 1


def test_copies_stay_together_where_that_is_asked(run, store: Path) -> None:
    assert run("train", *SMALL, "--out", "mine", "--unique", "--split-seed", "7", "--shuffles", "4")[0] == 0
    assert pair(store, "mine")[1]["split"] == {"seed": 7, "shuffles": 4, "unique": True}
