"""A sweep of 24 small trainings on two worker processes, and the same sweep on one: how many times faster."""

import json
import tempfile
import time
from pathlib import Path
from typing import Any

from backend.settings import Settings
from backend.studio.cluster import Cluster
from backend.studio.library import Library
from backend.studio.sweeps.desk import Sweeps
from backend.studio.trainings.board import Board

KNOBS = {"corpus": "names", "steps": 600}
WARM: dict[str, Any] = {"embedding_dims": [2], "hidden_sizes": [10], "seeds": [1, 2], "knobs": {**KNOBS, "steps": 5}}
GRID: dict[str, Any] = {"embedding_dims": [1, 2, 3, 5], "hidden_sizes": [50, 100], "seeds": [1, 2, 3], "knobs": KNOBS}


def finish(sweeps: Sweeps, grid: dict[str, Any]) -> float:
    """Seconds from asking for a sweep until its last training is done."""
    started = time.perf_counter()
    state = sweeps.start(grid)
    while state["state"] == "running":
        time.sleep(0.2)
        state = sweeps.state(state["id"])
    assert state["state"] == "done", state["message"] or [cell["message"] for cell in state["cells"]]
    return time.perf_counter() - started


def measure(workers: int) -> float:
    """The sweep on so many workers, in a store of its own; they are up and have counted the corpus before."""
    with tempfile.TemporaryDirectory() as store:
        settings = Settings(store=Path(store), workers=workers)
        cluster = Cluster(settings)
        sweeps = Sweeps(Board(Library(settings), cluster))
        try:
            finish(sweeps, WARM)
            return finish(sweeps, GRID)
        finally:
            cluster.close()


def main() -> None:
    """Take both in turn, twice, and compare the better of each."""
    times = [(measure(1), measure(2)) for _ in range(2)]
    one, two = (min(taken) for taken in zip(*times, strict=True))
    print(json.dumps({"ratio": round(one / two, 2), "seconds": round(two, 2), "plain": round(one, 2)}))


if __name__ == "__main__":
    main()
