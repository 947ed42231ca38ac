"""A table -> its map: coordinates on a plane and how faithful they are. Slow enough to be worth keeping."""

from dataclasses import dataclass

from backend.space.fidelity import Fidelity, fidelity
from backend.space.projection import Projection, project
from backend.space.table import Table


@dataclass(frozen=True)
class TableMap:
    """Where the rows of a table are drawn, and what that is worth; None for a table too small or large to say."""

    projection: Projection
    fidelity: Fidelity | None


def draw_map(table: Table, method: str | None) -> TableMap:
    """The map by a method, by default the one that fits; raises Refusal for one that does not."""
    projection = project(table, method)
    return TableMap(projection, fidelity(table, projection.coordinates))
