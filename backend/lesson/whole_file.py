"""Bytes -> a file that is there whole or not at all: written under a temporary name, flushed to disk, then renamed.

Apart from the checkpoint so that whoever writes a file does not have to wait for PyTorch.
"""

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file aside, flush it and rename it: the old content or the new, never a part; raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not isinstance(path, Path):  # a remote store, where a file appears whole when its upload has ended
        path.write_bytes(content)
        return
    aside = write_aside(path.parent, content)
    try:
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)


def write_new(path: Path, content: bytes) -> None:
    """Write a file that is not there yet, whole; raises FileExistsError where it is, which decides who came first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not isinstance(path, Path):
        if path.exists():
            raise FileExistsError(str(path))
        path.write_bytes(content)
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
