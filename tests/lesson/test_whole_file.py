"""Files that are there whole or not at all, on a disk that fails."""

import errno
import os

import pytest

from backend.lesson.whole_file import write_aside, write_whole


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_over_and_its_folder_made(tmp_path):
    path = tmp_path / "deeper" / "file"
    for content in (b"first", b"", bytes(100_000)):
        write_whole(path, content)
        assert path.read_bytes() == content
    assert names(path.parent) == ["file"]
    assert path.stat().st_mode & 0o444 == 0o444


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_write_that_fails_leaves_what_was_there(tmp_path, monkeypatch, call):
    def full(*_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    write_whole(tmp_path / "file", b"old")
    monkeypatch.setattr(os, call, full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "file", b"new")
    assert names(tmp_path) == ["file"]
    assert (tmp_path / "file").read_bytes() == b"old"


def test_what_is_written_aside_is_flushed_under_another_name(tmp_path, monkeypatch):
    flushed = []
    monkeypatch.setattr(os, "fsync", flushed.append)
    path = write_aside(tmp_path, b"content")
    assert path.parent == tmp_path and path.read_bytes() == b"content"
    assert len(flushed) == 1
