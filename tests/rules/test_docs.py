"""Prose that can be checked is checked: README's table of settings, and its snippets, which run against a server."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.settings import ROOT, Settings

README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUNNABLE = ("curl ", ".venv/bin/python ")


def default(name: str) -> str:
    """A default as the table writes it: a path of the project relative to it, nothing for an empty text."""
    value = Settings.model_fields[name].default
    if isinstance(value, Path):
        value = value.relative_to(ROOT).as_posix()
    return f"`{value}`" if value != "" else ""


def table() -> str:
    rows = [
        f"| `EMBEDSCOPE_{name.upper()}` | {default(name)} | {field.description} |"
        for name, field in Settings.model_fields.items()
    ]
    return "\n".join(["| variable | default | meaning |", "|---|---|---|", *rows])


def snippets() -> list[str]:
    """The fenced blocks of README that are marked sh or bash and begin with a command that can be run here."""
    blocks = [text for language, text in FENCE.findall(README) if language in {"sh", "bash"}]
    return [block for block in blocks if block.startswith(RUNNABLE)]


def test_the_table_of_settings_is_the_settings() -> None:
    section = README.split("\n## Settings\n", 1)[1].split("\n## ", 1)[0]
    assert table() in section
    assert section.count("`EMBEDSCOPE_") == len(Settings.model_fields)


def test_the_table_of_models_is_their_cards() -> None:
    cards = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "models").glob("*.json")}
    rows = re.findall(r"^\| (\S+-\d+d) \| (.+) \|$", README, re.MULTILINE)
    assert {name for name, _ in rows} == set(cards)
    for name, row in rows:
        card = cards[name]
        shape = ", ".join(str(card[part]) for part in ("context_length", "embedding_dim", "hidden_size"))
        losses = [f"{card['losses'][part]:.3f}" for part in ("train", "dev", "test")]
        assert row.split(" | ") == [shape, f"{card['parameters']:,}", *losses], name


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server on a free port."""
    environment = {**os.environ, "EMBEDSCOPE_STORE": str(tmp_path_factory.mktemp("store")), "EMBEDSCOPE_WORKERS": "1"}
    command = [sys.executable, "-m", "backend", "serve", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield re.search(r"127\.0\.0\.1:\d+", server.stdout.readline())[0]
        finally:
            server.terminate()


def test_there_are_snippets_to_run() -> None:
    assert snippets()


@pytest.mark.parametrize("snippet", snippets())
def test_a_snippet_runs(snippet: str, address: str, tmp_path: Path) -> None:
    """Each block as a shell script that stops at its first error; curl fails where the server answers with one."""
    (tmp_path / "curl").write_text('#!/bin/sh\nexec "$CURL" --fail-with-body --silent --show-error "$@"\n')
    (tmp_path / "curl").chmod(0o755)
    curl = subprocess.run(["sh", "-c", "command -v curl"], capture_output=True, text=True, check=True).stdout.strip()
    script = snippet.replace("127.0.0.1:8000", address).replace(".venv/bin/python", sys.executable)
    environment = {
        **os.environ,
        "CURL": curl,
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "EMBEDSCOPE_STORE": str(tmp_path / "store"),
    }
    ran = subprocess.run(
        ["sh", "-eu", "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stderr + ran.stdout
