import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from backend.studio.kept import Kept


def test_a_thing_is_made_once_however_many_ask_at_the_same_time() -> None:
    kept: Kept[str, object] = Kept(4)
    barrier, made = Barrier(8), []

    def make() -> object:
        time.sleep(0.05)
        made.append(object())
        return made[-1]

    def ask(_: int) -> object:
        barrier.wait()
        return kept.get("a", 1, make)

    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(ask, range(8)))
    assert len(made) == 1
    assert all(thing is made[0] for thing in got)


def test_nobody_waits_for_another_thing() -> None:
    kept: Kept[str, int] = Kept(4)
    gate = Event()
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(kept.get, "slow", None, lambda: int(gate.wait(10)))
        assert kept.get("quick", None, lambda: 2) == 2
        assert not slow.done()
        gate.set()
        assert slow.result(10) == 1


def test_another_version_is_made_anew_and_the_old_one_forgotten() -> None:
    kept: Kept[str, str] = Kept(4)
    assert kept.get("a", 1, lambda: "first") == "first"
    assert kept.get("a", 2, lambda: "second") == "second"
    assert kept.get("a", 1, lambda: "third") == "third"


def test_what_failed_is_tried_again() -> None:
    kept: Kept[str, int] = Kept(4)
    with pytest.raises(ZeroDivisionError):
        kept.get("a", 1, lambda: 1 // 0)
    assert kept.get("a", 1, lambda: 7) == 7


def test_the_one_not_asked_for_longest_goes_first() -> None:
    kept: Kept[int, int] = Kept(2)
    made: list[int] = []

    def ask(key: int) -> None:
        kept.get(key, None, lambda: made.append(key) or key)

    for key in (1, 2, 1, 3, 1, 2):
        ask(key)
    assert made == [1, 2, 3, 2]
