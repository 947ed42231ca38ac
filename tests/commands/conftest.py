"""Running commands: in this process for what they say, in one of their own for signals, terminals and ports."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch

from backend.__main__ import main
from backend.settings import ROOT

torch.set_num_threads(1)


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of the test's own, for this process and those it starts."""
    for name in [name for name in os.environ if name.startswith("EMBEDSCOPE_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("EMBEDSCOPE_STORE", str(tmp_path / "store"))
    monkeypatch.setenv("EMBEDSCOPE_WORKERS", "0")
    return tmp_path / "store"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """`run("train", ...)` -> exit code, standard output, standard error."""

    def ran(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return ran


@pytest.fixture
def start() -> Iterator[Callable[..., "subprocess.Popen[bytes]"]]:
    """`start("serve", ...)` -> a process, which is ended after the test."""
    processes: list[subprocess.Popen[bytes]] = []

    def started(*arguments: object, **options: object) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "backend", *map(str, arguments)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        process = subprocess.Popen(command, cwd=ROOT, **pipes)
        processes.append(process)
        return process

    yield started
    for process in processes:
        process.kill()
        process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe:
                pipe.close()
