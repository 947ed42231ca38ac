"""What holds for every test: no cluster starts by itself, so that only the tests of trainings pay for one."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

os.environ.setdefault("EMBEDSCOPE_WORKERS", "0")


@pytest.fixture(scope="session")
def trainer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server in this process with a local cluster of two workers; started by the first test that needs it."""
    from fastapi.testclient import TestClient  # noqa: PLC0415 - most tests do without

    from backend.settings import Settings  # noqa: PLC0415
    from backend.web.app import create_app  # noqa: PLC0415

    settings = Settings(store=tmp_path_factory.mktemp("trained"), workers=2)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client
