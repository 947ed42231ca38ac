"""Bytes -> a file that is there whole or not at all: written under a temporary name, flushed to disk, then renamed.

Apart from the checkpoint so that whoever writes a file does not have to wait for PyTorch.
"""

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file aside, flush it and rename it: the old content or the new, never a part; raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = write_aside(path.parent, content)
    try:
        aside.replace(path)
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
