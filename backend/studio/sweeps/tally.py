"""How the trainings of a sweep ended -> a row for every D and H: mean and spread over the seeds. Pure."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from backend.studio.sweeps.grid import Cell


@dataclass(frozen=True)
class Outcome:
    """One training that is done: exact losses in nats a token, and how far vowels lie apart from consonants."""

    cell: Cell
    train: float
    dev: float
    structure: float | None


def rows(outcomes: Iterable[Outcome]) -> list[dict[str, Any]]:
    """Dev loss, train-dev gap and structure for every D and H of which a training is done, by D and then H."""
    places: dict[tuple[int, int], list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        places[outcome.cell.embedding_dim, outcome.cell.hidden_size].append(outcome)
    return [
        {
            "embedding_dim": embedding_dim,
            "hidden_size": hidden_size,
            "runs": len(found),
            "dev": summary([one.dev for one in found]),
            "gap": summary([one.dev - one.train for one in found]),
            "structure": summary([one.structure for one in found if one.structure is not None]),
        }
        for (embedding_dim, hidden_size), found in sorted(places.items())
    ]


def summary(values: list[float]) -> dict[str, float | None]:
    """Mean and sample standard deviation; None where there are too few values for one."""
    return {"mean": fmean(values) if values else None, "spread": stdev(values) if len(values) > 1 else None}
