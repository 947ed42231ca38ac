"""Bytes -> files that are there whole or not at all: written under a temporary name, flushed to disk, then renamed.

Apart from the checkpoint so that whoever writes a file does not have to wait for PyTorch. A path that is no local one
(an fsspec URL) is written at once: in such a store a file appears whole when its upload has ended.
"""

import os
import tempfile
from pathlib import Path
from typing import Any


def write_whole(path: Path, content: bytes) -> None:
    """Write a file aside, flush it and rename it: the old content or the new, never a part; raises OSError."""
    write_together({path: content})


def write_together(contents: dict[Path, bytes]) -> None:
    """Write several files in this order, each whole; raises OSError, leaving all of them as they were."""
    for path in contents:
        path.parent.mkdir(parents=True, exist_ok=True)
    ready: list[_Ready] = []
    placed: list[_Ready] = []
    try:
        last = len(contents) - 1
        for at, (path, content) in enumerate(contents.items()):
            ready.append(_Ready(path, content, takes_back=at < last))  # whether the last one came is the answer itself
        for one in ready:
            one.place()
            placed.append(one)
    except OSError:
        for one in placed:
            one.take_back()
        raise
    finally:
        for one in ready:
            one.clear()


class _Ready:
    """A file about to be put in place, and what was there, both on disk before anything is changed."""

    def __init__(self, path: Path, content: bytes, takes_back: bool) -> None:
        self._path, self._content = path, content
        self._local = isinstance(path, Path)
        self._before = path.read_bytes() if takes_back and path.exists() else None
        self._asides: list[Path] = []
        try:
            for each in [content, *([self._before] if self._before is not None else [])]:
                if self._local:
                    self._asides.append(write_aside(path.parent, each))
        except OSError:
            self.clear()
            raise

    def place(self) -> None:
        """Put the new content in its place; raises OSError, leaving the old one there."""
        if self._local:
            self._asides[0].replace(self._path)
        else:
            self._path.write_bytes(self._content)

    def take_back(self) -> None:
        """Put back what was there before, or nothing where there was nothing."""
        if self._before is None:
            self._path.unlink(missing_ok=True)
        elif self._local:
            self._asides[1].replace(self._path)
        else:
            self._path.write_bytes(self._before)

    def clear(self) -> None:
        """Remove what was written aside and has not been put in its place."""
        for aside in self._asides:
            aside.unlink(missing_ok=True)


def write_new(path: Path, content: bytes) -> None:
    """Write a file that is not there yet, whole; raises FileExistsError where it is, which decides who came first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not isinstance(path, Path):
        place: Any = path
        place.fs.pipe_file(place.path, content, mode="create")
        return
    aside = write_aside(path.parent, content)
    try:
        path.hardlink_to(aside)
    finally:
        aside.unlink(missing_ok=True)


def write_aside(folder: Path, content: bytes) -> Path:
    """Write to a temporary name in `folder` and flush to disk, so that a rename later is the whole commit."""
    handle, name = tempfile.mkstemp(dir=folder, prefix=".writing-")
    path = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        path.chmod(0o644)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path
