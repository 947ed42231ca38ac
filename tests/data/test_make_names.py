"""The script that makes data/names.txt, on a small made-up list."""

import hashlib
import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "data" / "make_names.py"
ROWS = "Zoe,F,30\nAva,F,20\nNew,F,5\nZoe,M,40\nNew,M,5\nBo,M,1\n"
ADDED = "new,F\nabc,F\nbo,F\n"
MADE = b"zoe\nava\nzoe\nnew\nbo\n"


@pytest.fixture
def script(tmp_path, monkeypatch):
    """The script as a module, its folder and its hash replaced by made-up ones."""
    spec = importlib.util.spec_from_file_location("make_names", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "rows-added-later.csv").write_text(ADDED.upper(), encoding="ascii")
    (tmp_path / "yob2018.txt").write_text(ROWS, encoding="ascii", newline="\r\n")
    monkeypatch.setattr(module, "HERE", tmp_path)
    monkeypatch.setattr(module, "SHA256", hashlib.sha256(MADE).hexdigest())
    monkeypatch.setattr(sys, "argv", ["make_names.py", str(tmp_path / "yob2018.txt")])
    return module


def test_rows_of_the_first_release_are_kept_in_order_by_name_and_sex(script):
    assert script.published_names(ROWS, ADDED.lower()) == MADE


def test_the_file_is_written_beside_the_script(script, tmp_path):
    assert script.main() == 0
    assert (tmp_path / "names.txt").read_bytes() == MADE


def test_another_release_writes_nothing_and_says_so(script, tmp_path, capsys):
    (tmp_path / "yob2018.txt").write_text(ROWS + "Later,M,5\n", encoding="ascii")
    assert script.main() == 1
    assert not (tmp_path / "names.txt").exists()
    assert "nothing written" in capsys.readouterr().err


def test_a_call_without_a_file_says_how_to_call_it(script, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["make_names.py"])
    assert script.main() == 2
    assert "usage: python data/make_names.py" in capsys.readouterr().err
