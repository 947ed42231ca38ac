"""All sweeps: start or go on with one, look how far it is, stop it. Its trainings are ordinary trainings on the board.

A sweep is a small file, store/sweeps/<id>.json, that holds the grid. What is done and what is missing is read from the
records of the trainings, so a sweep that was stopped, or whose server died, goes on by being asked for once more.
"""

import json
import logging
import time
from collections import Counter
from threading import Lock, Thread
from typing import Any

from backend.lesson.whole_file import write_whole
from backend.refusal import Damaged, Refusal
from backend.studio.missing import Missing, missing
from backend.studio.shelf import ID
from backend.studio.sweeps.grid import Cell, Grid, grid_of, sweep_id, training_id
from backend.studio.sweeps.tally import Outcome, rows
from backend.studio.trainings.admission import admitted
from backend.studio.trainings.board import UNFINISHED, Board
from backend.studio.trainings.dispatch import KNOWN_FOR
from backend.studio.trainings.record import Record
from backend.studio.trainings.request import request_of

MISSING = "missing"  # the state of a cell that has no training
VARIED = {"embedding_dim": "embedding_dims", "hidden_size": "hidden_sizes", "seed": "seeds"}  # as the grid calls them
LAST_WORDS = 10.0  # seconds to wait for workers that end with the best model so far
log = logging.getLogger("embedscope")


class Sweeps:
    """The sweeps of one store."""

    def __init__(self, board: Board) -> None:
        self.board, self.settings = board, board.settings
        self._folder = self.settings.store / "sweeps"
        self._wanted: dict[str, bool] = {}  # of each sweep that a thread is at: True to train it, False to stop it
        self._trouble: dict[str, str] = {}  # why a sweep could not be handed over, or taken back
        self._done: dict[str, Outcome] = {}  # by training; what is done does not change
        self._lock = Lock()

    def start(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Start what a grid lacks; raises Refusal, Missing or NoCluster before anything is started."""
        grid, corpus_sha256 = self._filled(grid_of(asked))
        self.board.dispatch.check()
        sweep = sweep_id(grid, corpus_sha256)
        path = self._folder / f"{sweep}.json"
        if not path.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, json.dumps({"created": time.time(), "grid": grid.as_dict()}).encode())
        self._want(sweep, grid, True)
        return self.state(sweep)

    def states(self) -> list[dict[str, Any]]:
        """Every sweep, oldest first; what is damaged is left out and logged."""
        found = []
        for path in self._folder.glob("*.json"):
            try:
                found.append(self.state(path.stem))
            except Missing:  # forgotten since the folder was listed
                continue
            except Damaged as problem:
                log.warning("%s", problem)
        return sorted(found, key=lambda state: float(state["created"]))

    def state(self, sweep: str) -> dict[str, Any]:
        """How far a sweep is: its cells, how many are in which state, and the table of those that are done."""
        told = self._read(sweep)
        grid = grid_of(told["grid"])
        at_work = sweep in self._wanted  # before the cells: what is handed over then is seen
        cells = [self._cell(sweep, cell) for cell in grid.cells()]
        count = Counter(cell["state"] for cell in cells)
        under_way = at_work or any(count[state] for state in UNFINISHED)
        known = (self._done.get(cell["training"]) for cell in cells if cell["state"] == "done")
        return {
            "id": sweep,
            "created": told["created"],
            "state": "running" if under_way else "done" if count["done"] == len(cells) else "stopped",
            "grid": grid.as_dict(),
            "message": self._trouble.get(sweep),
            "runs": {"total": len(cells), "done": count["done"], "failed": count["failed"]},
            "table": rows(outcome for outcome in known if outcome),
            "cells": cells,
        }

    def stop(self, sweep: str) -> dict[str, Any]:
        """Take back what waits and end what runs; what is done stays."""
        grid = grid_of(self._read(sweep)["grid"])
        self._want(sweep, grid, False)
        return self.state(sweep)

    def remove(self, sweep: str) -> None:
        """Forget a sweep of which nothing runs; its trainings and models stay."""
        self._read(sweep)
        (self._folder / f"{sweep}.json").unlink(missing_ok=True)

    def _filled(self, grid: Grid) -> tuple[Grid, str]:
        """The grid with its recipe's defaults, every place of it admitted, and the hash of its corpus."""
        if len(grid) > self.settings.max_sweep_runs:
            raise Refusal(
                f"the grid has {len(grid):,} trainings, at most {self.settings.max_sweep_runs:,} "
                "(EMBEDSCOPE_MAX_SWEEP_RUNS); ask for fewer dims, sizes or seeds",
                "seeds",
            )
        filled: dict[str, Any] = {}
        for cell in grid.cells():
            if cell.seed == grid.seeds[0]:
                try:
                    filled = admitted(request_of(grid.request(cell)), self.board.library, None).as_dict()
                except Refusal as refused:
                    if refused.field not in VARIED:
                        raise
                    where = f"D {cell.embedding_dim} with H {cell.hidden_size}"
                    raise Refusal(f"{where}: {refused}", VARIED[refused.field]) from None
        knobs = {name: value for name, value in filled.items() if name not in VARIED}
        corpus = self.board.library.corpora.get(knobs["corpus"]).corpus
        return Grid(grid.embedding_dims, grid.hidden_sizes, grid.seeds, knobs), corpus.sha256

    def _want(self, sweep: str, grid: Grid, train: bool) -> None:
        with self._lock:
            begins = sweep not in self._wanted
            self._wanted[sweep] = train
            self._trouble.pop(sweep, None)
        if begins:
            Thread(target=self._work, args=(sweep, grid), name="sweep", daemon=True).start()

    def _work(self, sweep: str, grid: Grid) -> None:
        """One thread a sweep: handing over and taking back never cross, and what was wanted last is what comes."""
        while True:
            train, finished = self._wanted[sweep], True
            try:
                finished = (self._hand_over if train else self._take_back)(sweep, grid)
            except Exception as problem:  # nobody else hears of it in this thread
                self._trouble[sweep] = f"{type(problem).__name__}: {problem}"
            with self._lock:
                if finished and self._wanted[sweep] == train:
                    del self._wanted[sweep]
                    return

    def _hand_over(self, sweep: str, grid: Grid) -> bool:
        """Whether it came to the end before something else was wanted."""
        for cell in grid.cells():
            if not self._wanted[sweep]:
                return False
            name = training_id(sweep, cell)
            try:
                state = self._state_of(name)
                if state in ("failed", "interrupted", "paused"):
                    self.board.resume(name)
                elif state in (MISSING, "cancelled"):
                    if state == "cancelled":
                        self.board.record(name).remove()
                    self._done.pop(name, None)
                    self.board.launch(grid.request(cell), name)
            except Damaged as problem:  # told where its cell stands; the others can be trained all the same
                log.warning("%s", problem)
        return True

    def _take_back(self, sweep: str, grid: Grid) -> bool:
        """From the last to the first, so that no worker begins what is about to be taken back."""
        waited: list[str] = []
        running: list[str] = []
        finished = True
        for cell in reversed(list(grid.cells())):
            if self._wanted[sweep]:
                finished = False
                break
            name = training_id(sweep, cell)
            try:
                state = self._state_of(name)
                if state == "queued":
                    self.board.record(name).write("control", {"do": "cancel"})
                    self.board.dispatch.take_back(name)
                    waited.append(name)
                elif state == "running":
                    self.board.stop(name)
                    running.append(name)
            except Damaged as problem:
                log.warning("%s", problem)
        time.sleep(2 * KNOWN_FOR)  # until what the scheduler said before is no news any more
        until = time.monotonic() + LAST_WORDS
        while time.monotonic() < until and any(self._state_of(name) == "running" for name in waited + running):
            time.sleep(KNOWN_FOR)
        for name in waited:
            if self._state_of(name) == "interrupted":  # nobody has it, as was wanted: it has not begun
                self.board.record(name).remove()
        return finished

    def _state_of(self, name: str) -> str:
        record = Record(self.settings.store / "trainings" / name)
        try:
            return str(self.board.seen(record)["state"]) if record.exists() else MISSING
        except FileNotFoundError:  # removed between the two looks
            return MISSING

    def _cell(self, sweep: str, cell: Cell) -> dict[str, Any]:
        name = training_id(sweep, cell)
        told: dict[str, Any] = {"training": name, "embedding_dim": cell.embedding_dim, "hidden_size": cell.hidden_size}
        told |= {"seed": cell.seed, "message": None}
        record = Record(self.settings.store / "trainings" / name)
        if not record.exists():
            self._done.pop(name, None)
            return told | {"state": MISSING}
        if name in self._done:
            return told | {"state": "done"}
        try:
            seen = self.board.seen(record)
            if seen["state"] == "done":
                last = next(record.progress(), None)
                structure = last["event"]["diagnostics"]["vowel_gap"] if last else None
                self._done[name] = Outcome(cell, seen["losses"]["train"], seen["losses"]["dev"], structure)
        except FileNotFoundError:  # removed between two looks
            return told | {"state": MISSING}
        except Damaged as problem:  # one that cannot be read is not to hide the others
            return told | {"state": "failed", "message": str(problem)}
        return told | {"state": seen["state"], "message": seen.get("message")}

    def _read(self, sweep: str) -> dict[str, Any]:
        path = self._folder / f"{sweep}.json"
        try:
            content: dict[str, Any] = json.loads(path.read_bytes()) if ID.fullmatch(sweep) else {}
        except FileNotFoundError:
            content = {}
        except ValueError:
            raise Damaged(f"sweeps/{path.name} is not JSON; delete this file") from None
        if not content:
            raise missing("sweep", sweep, sorted(known.stem for known in self._folder.glob("*.json")))
        if not isinstance(content, dict) or not content.keys() >= {"created", "grid"}:
            raise Damaged(f"sweeps/{path.name} has no created and grid; delete this file")
        return content
