"""A server in this process over the shipped models and corpora, with a store of its own; and a way to start others."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from backend.settings import ROOT, Settings
from backend.web.app import create_app

Open = Callable[..., TestClient]


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = Settings(store=tmp_path_factory.mktemp("store"))
    with TestClient(create_app(settings), raise_server_exceptions=False) as opened:
        yield opened


@pytest.fixture
def open_client(tmp_path: Path) -> Iterator[Open]:
    """Another server: `open_client(cors_origins=...)`; its store is `tmp_path / "store"` unless one is given."""
    with ExitStack() as stack:

        def opened(**settings: Any) -> TestClient:
            app = create_app(Settings(**{"store": tmp_path / "store", **settings}))
            return stack.enter_context(TestClient(app, raise_server_exceptions=False))

        yield opened


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A copy of the shipped models that a test may damage."""
    return Path(shutil.copytree(ROOT / "models", tmp_path / "models"))
