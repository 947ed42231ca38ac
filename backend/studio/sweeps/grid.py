"""What a sweep varies, and what it holds -> its trainings, each under an id that is the same whenever it is asked."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Cell:
    """One training of a sweep."""

    embedding_dim: int
    hidden_size: int
    seed: int


@dataclass(frozen=True)
class Grid:
    """Every D with every H with every seed; `knobs` are the other knobs of a training, and the same in all of them."""

    embedding_dims: tuple[int, ...]
    hidden_sizes: tuple[int, ...]
    seeds: tuple[int, ...]
    knobs: dict[str, Any]

    def cells(self) -> Iterator[Cell]:
        """Seed by seed, so that after the first one every place of the grid has a number."""
        for seed in self.seeds:
            for embedding_dim in self.embedding_dims:
                for hidden_size in self.hidden_sizes:
                    yield Cell(embedding_dim, hidden_size, seed)

    def __len__(self) -> int:
        return len(self.seeds) * len(self.embedding_dims) * len(self.hidden_sizes)

    def request(self, cell: Cell) -> dict[str, Any]:
        """A cell as the body of a training."""
        return {**self.knobs, **asdict(cell)}

    def as_dict(self) -> dict[str, Any]:
        """The grid as JSON holds it."""
        return {
            "embedding_dims": list(self.embedding_dims),
            "hidden_sizes": list(self.hidden_sizes),
            "seeds": list(self.seeds),
            "knobs": self.knobs,
        }


def grid_of(content: dict[str, Any]) -> Grid:
    """The grid in a dictionary that `as_dict` made, or that was asked for; equal values count once, in order."""
    dims, sizes, seeds = (tuple(sorted(set(content[name]))) for name in ("embedding_dims", "hidden_sizes", "seeds"))
    return Grid(dims, sizes, seeds, content["knobs"])


def sweep_id(grid: Grid, corpus_sha256: str) -> str:
    """The id of a sweep: the same grid over the same words is the same sweep, whoever asks, and can go on."""
    told = json.dumps([grid.as_dict(), corpus_sha256], sort_keys=True)
    return f"sweep-{hashlib.sha256(told.encode()).hexdigest()[:10]}"


def training_id(sweep: str, cell: Cell) -> str:
    """The id of a cell's training."""
    return f"{sweep}-d{cell.embedding_dim}-h{cell.hidden_size}-s{cell.seed}"
