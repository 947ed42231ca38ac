"""`sweep` on the command line: the table, JSON as REST answers it, and only what is missing the second time."""

import json
import re
from pathlib import Path

import pytest

from backend.__main__ import main

GRID = ["sweep", "--dims", "1,2", "--hidden", "10", "--seeds", "2", "--steps", "30", "--batch-size", "16"]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EMBEDSCOPE_STORE", str(tmp_path))
    monkeypatch.setenv("EMBEDSCOPE_WORKERS", "1")
    return tmp_path


def test_it_prints_the_table_and_does_nothing_twice(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(GRID) == 0
    name, head, *rows = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"sweep-[0-9a-f]{10}", name)
    assert head.split() == ["D", "H", "runs", "dev", "loss", "train-dev", "gap", "structure"]
    assert [row.split()[:3] for row in rows] == [["1", "10", "2"], ["2", "10", "2"]]
    models = {path: path.stat().st_mtime_ns for path in (store / "models").glob("*")}
    assert len(models) == 8
    assert main([*GRID, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["id"], told["state"], told["runs"]["done"]) == (name, "done", 4)
    assert f"{told['table'][0]['dev']['mean']:.4f}" in rows[0]
    assert {path: path.stat().st_mtime_ns for path in (store / "models").glob("*")} == models


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["--dims", "0"], "--dims"), (["--seeds", "0"], "--seeds"), (["--steps", "999999999"], "--steps")],
)
def test_refusals_name_the_option(
    store: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert main([*GRID, *arguments]) == 1
    assert words in capsys.readouterr().err


def test_what_is_no_list_of_numbers_is_said_with_an_example(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*GRID, "--dims", "1,two"])
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert "--dims" in said and "'1,two'" in said and "such as 1,2,3" in said


def test_without_workers(store: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBEDSCOPE_WORKERS", "0")
    assert main(GRID) == 1
    assert "EMBEDSCOPE_WORKERS" in capsys.readouterr().err
