"""`python -m backend claims`: trains the grid and stores what came out, for the claims to read."""

from pathlib import Path

import pytest

from backend.__main__ import main
from backend.claims.trained import Plan, read_trained
from backend.lesson.corpus import read_corpus
from backend.settings import ROOT

PLANS = (Plan(steps=3, hidden_size=4), Plan(steps=3, hidden_size=4, seed=2))


def test_it_stores_what_the_claims_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("EMBEDSCOPE_MODELS", str(tmp_path))
    for user in ("backend.claims.trained", "backend.commands.claims"):
        monkeypatch.setattr(f"{user}.grid", lambda: PLANS)
    assert main(["claims"]) == 0
    assert "2 trainings" in capsys.readouterr().out
    names = read_corpus((ROOT / "data" / "names.txt").read_text(encoding="utf-8"))
    trained = read_trained((tmp_path / "claims" / "trained.json").read_text(encoding="utf-8"), names.sha256)
    assert trained
    assert tuple(found.plan for found in trained.results) == PLANS


def test_without_the_lesson_s_names_it_says_which_corpora_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("EMBEDSCOPE_DATA", str(tmp_path))
    monkeypatch.setenv("EMBEDSCOPE_STORE", str(tmp_path / "store"))
    assert main(["claims"]) == 1
    assert "no corpus 'names'" in capsys.readouterr().err
