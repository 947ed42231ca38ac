"""A small store of its own with a small corpus, a record in it, and the worker's function in this process."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from upath import UPath

from backend.settings import Settings
from backend.studio.library import Library
from backend.studio.trainings.admission import admitted
from backend.studio.trainings.record import Record
from backend.studio.trainings.request import request_of
from backend.studio.trainings.work import work

torch.set_num_threads(1)
SMALL = {"embedding_dim": 2, "hidden_size": 20, "batch_size": 16, "steps": 60}


class Bench:
    """One store, and everything a worker does, without a cluster."""

    def __init__(self, store: Any, **more: Any) -> None:
        self.settings = Settings(store=store, **more)
        self.library = Library(self.settings)
        self.shared = {"store": str(self.settings.store), **more}

    def record(self, name: str = "one", **knobs: Any) -> Record:
        """A training that waits for a worker."""
        asked = request_of({**SMALL, **knobs})
        parent = self.known(asked.origin.training) if asked.origin else None
        record = self.known(name)
        record.open(admitted(asked, self.library, parent))
        return record

    def known(self, name: str) -> Record:
        return Record(self.settings.store / "trainings" / name)

    def work(self, record: Record) -> str:
        return work(self.shared, record.id)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "store")


@pytest.fixture(params=["folder", "memory"])
def any_bench(request: pytest.FixtureRequest, tmp_path: Path) -> Bench:
    """The same over a folder, and over a store that is no file system."""
    if request.param == "folder":
        return Bench(tmp_path / "store")
    place = UPath("memory:///") / tmp_path.name / "store"
    return Bench(str(place))


@pytest.fixture
def make_bench(tmp_path: Path) -> Callable[..., Bench]:
    return lambda **more: Bench(tmp_path / "store", **more)
