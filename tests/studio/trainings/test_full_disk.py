"""A disk that fills up while a training saves: a clear failure, nothing half written, and it can be resumed."""

import errno
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.lesson import whole_file
from backend.studio.trainings.record import RESERVE, Record
from tests.studio.trainings.conftest import SMALL, Bench
from tests.training import done_here, sha


class Disk:
    """A disk with so many bytes left, for whatever is written aside; what is deleted is free again."""

    def __init__(self, room: int, keeps_its_room: bool = True) -> None:
        self.keeps_its_room = keeps_its_room
        self.room, self.write = room, whole_file.write_aside

    def write_aside(self, folder: Path, content: bytes) -> Path:
        if len(content) > self.room:
            self.room = self.room if self.keeps_its_room else 0
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.room -= len(content)
        return self.write(folder, content)


def whole(record: Record) -> None:
    """Everything there is can be read, and nothing else is there."""
    numbers = record.numbers()
    assert numbers == list(range(1, len(numbers) + 1))
    for number in numbers:
        record.segment(number)
    assert not list(record.folder.rglob(".writing-*"))


@pytest.mark.parametrize("room", [0, 3000, 20_000, 60_000, 100_000])
def test_a_full_disk_is_a_clear_failure_and_can_be_resumed(bench, monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    record = bench.record()
    disk = Disk(room)
    give_room = Record.give_room
    with monkeypatch.context() as patched:
        patched.setattr(whole_file, "write_aside", disk.write_aside)
        patched.setattr(Record, "give_room", lambda self: (give_room(self), setattr(disk, "room", RESERVE)))
        assert bench.work(record) == "failed"
    told = record.read("state")
    assert "No space left on device" in told["message"]
    assert "make room, then resume" in told["message"]
    assert record.event(record.numbers()[-1])["kind"] == "failed"
    assert record.id not in bench.library.models.ids()
    whole(record)
    record.queue()
    assert bench.work(record) == "done"
    assert bench.library.models.get("one").card.weights_sha256 == sha(done_here(**SMALL).network)


def test_a_disk_that_takes_not_even_the_failure_leaves_what_was_there(bench, monkeypatch: pytest.MonkeyPatch) -> None:
    record = bench.record()
    with monkeypatch.context() as patched:
        patched.setattr(whole_file, "write_aside", Disk(25_000, keeps_its_room=False).write_aside)
        with pytest.raises(OSError, match="No space left"):
            bench.work(record)
    assert record.state() == "running"  # so that the board calls it interrupted: see test_board
    whole(record)
    assert bench.work(record) == "done"


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 160 kB; needs the right to mount."""
    place = tmp_path / "tiny"
    place.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=160k", "tmpfs", str(place)], capture_output=True, check=False
    )
    if made.returncode:
        yield tmp_path / "not-mounted"
        return
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_real_file_system_that_is_full(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where mounting is not permitted, a limit on this process' writes stands for it."""
    bench = Bench(tiny)
    if not tiny.is_dir():
        disk = Disk(160_000)
        monkeypatch.setattr(whole_file, "write_aside", disk.write_aside)
        monkeypatch.setattr(Record, "give_room", lambda _: setattr(disk, "room", RESERVE))
    record = bench.record(embedding_dim=8, hidden_size=60)
    assert bench.work(record) == "failed"
    assert "No space left on device" in record.read("state")["message"]
    assert record.numbers()
    whole(record)
    if tiny.is_dir():
        assert shutil.disk_usage(tiny).free < 160_000
