"""Folders of files -> things by id, each loaded once and again when its file changes.

An id is looked up among the names that a listing of the folders gives; it never becomes part of a path by itself. Where
two folders have the same id the first one, the shipped one, is meant.
"""

import logging
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from backend.refusal import Damaged
from backend.studio.kept import Kept
from backend.studio.missing import Missing, Shipped, missing

Thing = TypeVar("Thing")
ID = re.compile(r"[a-z0-9-]{1,64}")
log = logging.getLogger("embedscope")


class Shelf(Generic[Thing]):
    """Everything in `folders` whose name ends in `suffix`; `load(folder, id)` makes one of them."""

    def __init__(
        self, kind: str, folders: Iterable[Path], suffix: str, load: Callable[[Path, str], Thing], keep: int = 64
    ) -> None:
        self._kind, self._folders, self._suffix, self._load = kind, tuple(folders), suffix, load
        self._loaded: Kept[str, Thing] = Kept(keep)

    def ids(self) -> list[str]:
        """The ids there are now, in alphabetical order."""
        return sorted(self._paths())

    def get(self, asked: str) -> Thing:
        """The thing with this id; raises Missing where there is none, and whatever `load` raises."""
        return self._get(asked, self._load)

    def keep(self, asked: str, thing: Thing) -> None:
        """Remember a thing that has just been written, so that it need not be read; raises Missing if it is gone."""
        self._get(asked, lambda _, __: thing)

    def _get(self, asked: str, load: Callable[[Path, str], Thing]) -> Thing:
        path = self._paths().get(asked)
        try:
            if path is not None:
                return self._loaded.get(asked, _version(path), lambda: load(path.parent, asked))
        except FileNotFoundError:  # removed since the folder was listed
            pass
        raise missing(self._kind, asked, self.ids())

    def readable(self) -> list[Thing]:
        """All that can be read; what is damaged is left out and logged, `get` says what is wrong with it."""
        found = []
        for asked in self.ids():
            try:
                found.append(self.get(asked))
            except (Damaged, Missing, OSError) as problem:
                log.warning("%s %s cannot be read: %s", self._kind, asked, problem)
        return found

    def folder_of(self, asked: str) -> Path | None:
        """The folder that has this id, or None."""
        path = self._paths().get(asked)
        return None if path is None else path.parent

    def remove(self, asked: str, with_suffixes: Sequence[str] = ()) -> None:
        """Delete a thing that was added, and the files of its name that belong to it; raises Missing, Shipped, OSError.

        The file that makes it one of these goes first: whatever happens then, the thing is there whole or not at all.
        """
        path = self._paths().get(asked)
        if path is None:
            raise missing(self._kind, asked, self.ids())
        if path.parent == self._folders[0]:
            raise Shipped(f"{self._kind} {asked} is shipped with Embedscope and stays; only what you added is deleted.")
        try:
            path.unlink()
        except FileNotFoundError:  # by somebody else, a moment ago
            raise missing(self._kind, asked, self.ids()) from None
        for suffix in with_suffixes:
            path.with_suffix(suffix).unlink(missing_ok=True)

    def _paths(self) -> dict[str, Path]:
        found: dict[str, Path] = {}
        for folder in self._folders:
            for path in sorted(folder.glob(f"*{self._suffix}")):
                name = path.name.removesuffix(self._suffix)
                if ID.fullmatch(name) and path.is_file():
                    found.setdefault(name, path)
        return found


def _version(path: Path) -> object:
    """What changes when the file does; raises FileNotFoundError."""
    if not isinstance(path, Path):  # a file of another store, which knows best what tells its versions apart
        place: Any = path
        return place, place.fs.ukey(place.path)
    status = path.stat()
    return path, status.st_ino, status.st_mtime_ns, status.st_size
