"""Things that take a while to make -> each made once, however many ask at the same time, and the last few kept.

Whoever asks for the same thing waits for the one that is making it; whoever asks for another thing does not. What could
not be made is tried again at the next request.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Thing = TypeVar("Thing")


@dataclass
class _Place(Generic[Thing]):
    version: object
    lock: Lock = field(default_factory=Lock)
    made: list[Thing] = field(default_factory=list)  # one, or none yet


class Kept(Generic[Key, Thing]):
    """At most `most` things by key; the one that was not asked for longest goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._places: OrderedDict[Key, _Place[Thing]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key, version: object, make: Callable[[], Thing]) -> Thing:
        """The thing of this key and version, made by `make` unless it is here; raises whatever `make` raises."""
        place = self._place(key, version)
        with place.lock:
            if not place.made:
                place.made.append(make())
            return place.made[0]

    def _place(self, key: Key, version: object) -> _Place[Thing]:
        with self._lock:
            place = self._places.get(key)
            if place is None or place.version != version:
                place = self._places[key] = _Place(version)
            self._places.move_to_end(key)
            if len(self._places) > self._most:
                self._places.popitem(last=False)
            return place
