"""What a board adds to the records: who has a training, whose turn it is, what can be asked of one nobody has."""

import json

import pytest

from backend.refusal import Refusal
from backend.studio.cluster import Cluster, NoCluster
from backend.studio.missing import Missing
from backend.studio.trainings import board as board_module
from backend.studio.trainings import job as job_module
from backend.studio.trainings.board import Board
from backend.studio.trainings.record import Record
from tests.studio.trainings.conftest import SMALL, Bench


@pytest.fixture
def board(any_bench: Bench) -> Board:
    """A board without workers, over a record that a worker has done in part."""
    return Board(any_bench.library, Cluster(any_bench.settings))


def in_part(bench: Bench, monkeypatch: pytest.MonkeyPatch, name: str = "one") -> Record:
    """A training whose worker was killed at its fourth report."""
    record, append = bench.record(name), Record.append

    def dying(self: Record, segment) -> None:
        append(self, segment)
        if segment.number == 4:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Record, "append", dying)
        with pytest.raises(KeyboardInterrupt):
            bench.work(record)
    return record


def test_what_nobody_has_was_interrupted_and_can_be_stopped_here(any_bench, board, monkeypatch) -> None:
    record = in_part(any_bench, monkeypatch)
    assert record.state() == "running"
    told = board.state("one")
    assert (told["state"], told["step"], told["position"]) == ("interrupted", 5, None)
    assert told["losses"] == record.event(4)["event"]["losses"]
    stopped = board.stop("one")
    assert (stopped["state"], stopped["model"]) == ("cancelled", "one")
    assert any_bench.library.models.get("one").card.losses.dev == stopped["losses"]["dev"]
    board.remove("one")
    with pytest.raises(Missing, match="one"):
        board.state("one")
    assert any_bench.library.models.folder_of("one") == any_bench.settings.store / "models"


def test_without_workers_nothing_is_started_or_resumed_and_nothing_changes(any_bench, board, monkeypatch) -> None:
    in_part(any_bench, monkeypatch)
    with pytest.raises(NoCluster, match="EMBEDSCOPE_WORKERS"):
        board.resume("one")
    with pytest.raises(NoCluster, match="EMBEDSCOPE_WORKERS"):
        board.start(SMALL)
    assert [told["id"] for told in board.states()] == ["one"]
    assert board.state("one")["state"] == "interrupted"
    for ask in (board.pause, board.remove):
        with pytest.raises(Refusal, match=r"interrupted|not ended"):
            ask("one")


def test_one_that_ends_between_two_looks_was_not_interrupted(any_bench, board, monkeypatch) -> None:
    record = any_bench.record()
    record.tell("running")

    def ending(*_: object) -> bool:
        record.tell("done", model="one", losses={"train": 1.0, "dev": 1.0, "test": 1.0}, step=60)
        return False

    monkeypatch.setattr(board.dispatch, "has", ending)
    assert board.state("one")["state"] == "done"


def test_turns_are_in_the_order_of_asking_and_resuming_goes_to_the_end(any_bench, board, monkeypatch) -> None:
    monkeypatch.setattr(board.dispatch, "has", lambda *_: True)
    records = {name: any_bench.record(name) for name in ("c", "a", "b")}
    assert {told["id"]: told["position"] for told in board.states()} == {"c": 1, "a": 2, "b": 3}
    records["c"].tell("paused")
    assert [board.state(name)["position"] for name in ("c", "a", "b")] == [None, 1, 2]
    records["c"].queue()
    assert [board.state(name)["position"] for name in ("c", "a", "b")] == [3, 1, 2]
    assert [told["id"] for told in board.states()] == ["c", "a", "b"]  # oldest first, whatever the turn


def test_a_worker_that_takes_it_at_the_very_moment_it_is_stopped_comes_first(bench, monkeypatch) -> None:
    board, record = Board(bench.library, Cluster(bench.settings)), bench.record()
    job = board_module.Job
    monkeypatch.setattr(job_module, "CHECK_EVERY", 999)

    def late(*given: object) -> object:
        made = job(*given)
        bench.work(record)
        return made

    monkeypatch.setattr(board_module, "Job", late)
    assert board.stop("one")["state"] == "done"
    assert [record.event(number)["kind"] for number in record.numbers()].count("done") == 1


def test_a_folder_that_is_no_training_is_left_alone(bench) -> None:
    board = Board(bench.library, Cluster(bench.settings))
    for name in ("NOT-AN-ID", "empty"):
        (bench.settings.store / "trainings" / name).mkdir(parents=True)
    (bench.settings.store / "trainings" / "NOT-AN-ID" / "request.json").write_text(json.dumps({"created": 1}))
    assert board.states() == []
    for asked in ("NOT-AN-ID", "empty", "..", "", "x" * 65):
        with pytest.raises(Missing):
            board.state(asked)
