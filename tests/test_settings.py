from pathlib import Path

import pytest
from pydantic import ValidationError

from backend.settings import Settings


def test_variables_are_read_when_settings_are_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EMBEDSCOPE_PORT", "1234")
    monkeypatch.setenv("EMBEDSCOPE_STORE", str(tmp_path))
    monkeypatch.setenv("EMBEDSCOPE_UNKNOWN", "left alone")
    settings = Settings()
    assert (settings.port, settings.store) == (1234, tmp_path)
    monkeypatch.setenv("EMBEDSCOPE_PORT", "4321")
    assert settings.port == 1234
    with pytest.raises(ValidationError):
        settings.port = 1


@pytest.mark.parametrize(
    ("given", "meant"), [("", ""), ("/", ""), ("app", "/app"), ("/app/", "/app"), ("//a/b//", "/a/b")]
)
def test_a_prefix_has_one_leading_slash(given: str, meant: str) -> None:
    assert Settings(root_path=given).root_path == meant


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("", []),
        (" , ", []),
        ("*", ["*"]),
        ("http://a.test, https://b.test:8000 ,", ["http://a.test", "https://b.test:8000"]),
    ],
)
def test_origins_are_separated_by_commas(given: str, meant: list[str]) -> None:
    assert Settings(cors_origins=given).origins == meant
