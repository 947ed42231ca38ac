"""Trainings on their way to the cluster: in the order of asking, each once, whatever the cluster does meanwhile."""

from threading import Event
from typing import Any

import pytest

from backend.studio.cluster import Cluster
from backend.studio.trainings import dispatch as dispatch_module
from backend.studio.trainings.dispatch import Dispatch
from tests.training import until


class Handed:
    """A future that nobody works on."""

    status = "pending"

    def add_done_callback(self, _: Any) -> None:
        return


class Slow(Cluster):
    """A cluster that comes up when the gate opens, and notes what it is handed."""

    def __init__(self, settings: Any) -> None:
        super().__init__(settings)
        self.gate, self.handed = Event(), []

    def client(self) -> Any:
        assert self.gate.wait(60)
        return self

    def submit(self, _: Any, shared: dict[str, Any], training_id: str, **options: Any) -> Handed:
        assert shared["store"] == str(self.settings.store)
        assert options["key"].startswith(f"training:{training_id}:")
        self.handed.append(training_id)
        return Handed()


@pytest.fixture
def slow(bench, monkeypatch: pytest.MonkeyPatch) -> Slow:
    monkeypatch.setattr(dispatch_module, "fire_and_forget", lambda _: None)
    return Slow(bench.settings)


def test_they_are_handed_over_in_the_order_of_asking(bench, slow: Slow) -> None:
    dispatch, names = Dispatch(slow), [f"t{number}" for number in range(12)]
    for name in names:
        dispatch.submit(bench.record(name))
        assert dispatch.has(name, None)
    slow.gate.set()
    until(lambda: len(slow.handed) == len(names), "all of them")
    assert slow.handed == names
    dispatch.submit(bench.record("later"))
    until(lambda: slow.handed[-1] == "later", "the later one")


def test_one_that_was_taken_back_is_not_handed_over_and_one_put_back_only_once(bench, slow: Slow) -> None:
    dispatch = Dispatch(slow)
    records = [bench.record(name) for name in ("first", "gone", "again", "last")]
    for record in records:
        dispatch.submit(record)
    dispatch.take_back("gone")
    assert not dispatch.has("gone", None)
    dispatch.take_back("again")
    dispatch.submit(records[2])
    slow.gate.set()
    until(lambda: slow.handed[-1:] == ["again"], "the last one")
    assert slow.handed == ["first", "last", "again"]


def test_a_scheduler_that_does_not_answer_is_asked_once_at_a_time(bench, slow: Slow, monkeypatch) -> None:
    monkeypatch.setattr(dispatch_module, "PATIENCE", 0.05)
    monkeypatch.setattr(Slow, "is_up", True)
    asked: list[int] = []
    monkeypatch.setattr(
        slow, "known", lambda: (asked.append(1), slow.gate.wait(60), {"training:one:0": "processing"})[2]
    )
    dispatch = Dispatch(slow)
    for _ in range(3):
        assert not dispatch.has("one", None)
        dispatch._known = (0.0, {})
    assert asked == [1]
    slow.gate.set()
    until(lambda: dispatch.has("one", None), "an answer")
