"""Folders of files -> things by id, each loaded once and again when its file changes.

An id is looked up among the names that a listing of the folders gives; it never becomes part of a path by itself. Where
two folders have the same id the first one, the shipped one, is meant.
"""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from backend.studio.missing import missing

Thing = TypeVar("Thing")
ID = re.compile(r"[a-z0-9-]{1,64}")
Stamp = tuple[int, int]


class Shelf(Generic[Thing]):
    """Everything in `folders` whose name ends in `suffix`; `load(folder, id)` makes one of them."""

    def __init__(
        self, kind: str, folders: Iterable[Path], suffix: str, load: Callable[[Path, str], Thing], keep: int = 64
    ) -> None:
        self._kind, self._folders, self._suffix, self._load, self._keep = kind, tuple(folders), suffix, load, keep
        self._loaded: dict[str, tuple[Path, Stamp, Thing]] = {}
        self._lock = Lock()

    def ids(self) -> list[str]:
        """The ids there are now, in alphabetical order."""
        return sorted(self._paths())

    def get(self, asked: str) -> Thing:
        """The thing with this id; raises Missing where there is none, and whatever `load` raises."""
        path = self._paths().get(asked)
        if path is None:
            raise missing(self._kind, asked, self.ids())
        status = path.stat()
        stamp = (status.st_mtime_ns, status.st_size)
        with self._lock:
            known = self._loaded.pop(asked, None)
            if known is None or known[:2] != (path, stamp):
                known = (path, stamp, self._load(path.parent, asked))
            self._loaded[asked] = known
            if len(self._loaded) > self._keep:
                del self._loaded[next(iter(self._loaded))]
            return known[2]

    def _paths(self) -> dict[str, Path]:
        found: dict[str, Path] = {}
        for folder in self._folders:
            for path in sorted(folder.glob(f"*{self._suffix}")):
                name = path.name.removesuffix(self._suffix)
                if ID.fullmatch(name):
                    found.setdefault(name, path)
        return found
