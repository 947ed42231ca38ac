"""A training on disk, in a folder and in a store that is none."""

import json

import numpy as np
import pytest
import torch

from backend.lesson.run import RunState
from backend.refusal import Damaged
from backend.studio.trainings.record import Record
from backend.studio.trainings.segment import Segment


def a_segment(number: int, step: int, kind: str = "progress") -> Segment:
    draw = torch.Generator().manual_seed(number)
    flat = torch.randn(11, generator=draw)
    steps = np.arange(step - 2, step + 1)
    tables = np.arange(3 * 4 * 2, dtype=np.float32).reshape(3, 4, 2) + step
    event = {"step": step, "losses": {"train": 1 / 3, "dev": 0.1 + 0.2}, "names": ["é", "𝔸"]}
    return Segment(number, kind, event, steps, tables, RunState(step, flat, (flat * 2, flat * 3)))


def test_a_record_comes_back_as_it_was_written(any_bench) -> None:
    record = any_bench.record(seed=2**64 - 1, split={"seed": 1, "shuffles": 2, "unique": True})
    again = any_bench.known("one")
    assert again.exists()
    assert again.asked() == record.asked()
    assert again.asked().seed == 2**64 - 1
    assert again.asked().learning_rate == 0.04
    assert (again.state(), again.wanted(), again.numbers()) == ("queued", None, [])
    for number in (1, 2, 10):
        record.append(a_segment(number, 5 * number))
    assert again.numbers() == [1, 2, 10]
    assert again.has(2)
    assert not again.has(3)
    written, read = a_segment(2, 10), again.segment(2)
    assert again.event(2) == {"number": 2, "kind": "progress", "event": written.event, "step": 10}
    assert (read.event, read.kind, read.state.step) == (written.event, "progress", 10)
    for steps, tables in ((read.steps, read.tables), again.tables(2)):
        np.testing.assert_array_equal(steps, written.steps)
        np.testing.assert_array_equal(tables, written.tables)
    for here, there in zip(
        (read.state.flat, *read.state.moments), (written.state.flat, *written.state.moments), strict=True
    ):
        assert torch.equal(here, there)


def test_thinning_takes_the_state_alone(any_bench) -> None:
    record = any_bench.record()
    record.append(a_segment(1, 5))
    record.thin(1)
    thinned = record.segment(1)
    assert thinned.state is None
    assert "step" not in record.event(1)
    np.testing.assert_array_equal(thinned.tables, a_segment(1, 5).tables)


def test_a_number_is_written_once(any_bench) -> None:
    record = any_bench.record()
    record.append(a_segment(1, 5))
    with pytest.raises(FileExistsError):
        record.append(a_segment(1, 6))
    assert record.event(1)["event"]["step"] == 5


@pytest.mark.parametrize("kind", ["done", "cancelled"])
def test_a_worker_killed_between_its_last_event_and_the_state_has_still_ended(any_bench, kind: str) -> None:
    record = any_bench.record()
    record.append(a_segment(1, 5))
    assert record.close() is None
    record.append(Segment(2, kind, {"model": "one", "step": 5}))
    record.tell("running")
    assert any_bench.work(record) == kind
    assert record.read("state") == {"state": kind, "model": "one", "step": 5}
    assert record.numbers() == [1, 2]


def test_a_removed_record_is_gone(any_bench) -> None:
    record = any_bench.record()
    record.append(a_segment(1, 5))
    record.remove()
    assert not any_bench.known("one").exists()
    assert list(record.folder.parent.glob("*/*")) == []
    assert any_bench.work(record) == "removed"


@pytest.mark.parametrize(
    "spoil", [lambda whole: whole[:-1], lambda whole: whole[:40], lambda _: b"", lambda _: b"x" * 99]
)
def test_a_damaged_segment_is_named(bench, spoil) -> None:
    record = bench.record()
    record.append(a_segment(7, 5))
    path = record.folder / "events" / "00000007.safetensors"
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(Damaged, match=r"one/00000007\.safetensors"):
        record.segment(7)
    with pytest.raises(Damaged, match=r"one/00000007\.safetensors"):
        record.tables(7)


def test_a_damaged_state_is_named(bench) -> None:
    record = bench.record()
    (record.folder / "state.json").write_bytes(b"{")
    with pytest.raises(Damaged, match=r"one/state\.json"):
        record.state()


def test_json_in_a_segment_has_no_number_that_json_has_not(bench) -> None:
    with pytest.raises(ValueError, match="JSON"):
        Segment(1, "progress", {"loss": float("nan")}).as_bytes()
    assert json.loads((bench.record().folder / "request.json").read_text())["knobs"]["steps"] == 60


def test_a_record_that_cannot_be_opened_leaves_nothing(bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Record, name: str, content: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Record, "write", full)
    with pytest.raises(OSError, match="No space"):
        bench.record()
    assert not list((bench.settings.store / "trainings").iterdir())
