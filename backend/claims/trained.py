"""What `make claims` stores: the trainings that some claims need, what came out, and of which inputs.

One training is its knobs and its results; the whole is JSON beside the models, valid only for the inputs whose hash it
carries. Trained rows are averaged over seeds where a claim asks for a number.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from statistics import fmean
from typing import Any

FORMAT = "embedscope-claims-1"


@dataclass(frozen=True)
class Plan:
    """The knobs of one training by the recipe `counts`."""

    context_length: int = 3
    embedding_dim: int = 10
    hidden_size: int = 200
    init: str = "scaled"
    steps: int = 1000
    seed: int = 1
    pooled: bool = False  # the mean of the vectors in place of their concatenation (pooled.py)


def grid() -> tuple[Plan, ...]:
    """Every training: D from 27 to 1, K from 3 to 8, the lecture's init, and mean pooling; two or three seeds each."""
    squeezed = [Plan(embedding_dim=D, seed=seed) for D in (27, 20, 15, 10, 7, 5, 3, 2, 1) for seed in (1, 2, 3)]
    windows = [Plan(context_length=K, steps=2000, seed=seed) for K in (3, 4, 5, 8) for seed in (1, 2)]
    lecture = [Plan(embedding_dim=D, init="lecture", seed=seed) for D in (2, 10, 27) for seed in (1, 2, 3)]
    small = [Plan(embedding_dim=2, hidden_size=100, init="lecture", seed=seed) for seed in (1, 2, 3)]
    pooled = [Plan(pooled=True, seed=seed) for seed in (1, 2, 3)]
    return (*squeezed, *windows, *lecture, *small, *pooled)


@dataclass(frozen=True)
class Result:
    """What a training gave: exact losses, vowel gap in cosine with its p, correlation of norm and log frequency."""

    plan: Plan
    train: float
    dev: float
    test: float
    vowel_gap: float
    vowel_gap_p: float
    norm_frequency: float


@dataclass(frozen=True)
class Trained:
    """All results over one corpus, the torch that made them and the seconds that took."""

    inputs_sha256: str
    torch: str
    seconds: float
    results: tuple[Result, ...]

    def of(self, **knobs: object) -> list[Result]:
        """The results whose plan has these knobs, one a seed; not the pooled ones unless they are asked for."""
        asked = {"pooled": False, **knobs}
        return [found for found in self.results if asked.items() <= asdict(found.plan).items()]

    def mean(self, what: str, **knobs: object) -> float:
        """A result averaged over the seeds of these knobs."""
        return fmean(getattr(found, what) for found in self.of(**knobs))

    @cached_property
    def seeds(self) -> int:
        """How many different seeds there are."""
        return len({found.plan.seed for found in self.results})

    def about(self) -> dict[str, Any]:
        """What the numbers were computed from, for whoever is shown them."""
        return {
            "recipe": "counts",
            "trainings": len(self.results),
            "seeds": sorted({found.plan.seed for found in self.results}),
            "seconds": self.seconds,
            "torch": self.torch,
            "inputs_sha256": self.inputs_sha256,
        }

    def as_json(self) -> str:
        """The file's content."""
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=1) + "\n"


def inputs_hash(corpus_sha256: str, plans: Sequence[Plan]) -> str:
    """SHA-256 over the corpus' hash and every plan, as JSON."""
    inputs = [FORMAT, corpus_sha256, [asdict(plan) for plan in plans]]
    return hashlib.sha256(json.dumps(inputs).encode()).hexdigest()


def read_trained(text: str, corpus_sha256: str) -> Trained | None:
    """The stored trainings, or None where they are of other words, other plans, or no such file's content at all."""
    try:
        content = json.loads(text)
        if content.pop("format") != FORMAT or content["inputs_sha256"] != inputs_hash(corpus_sha256, grid()):
            return None
        rows = [Result(**{**row, "plan": Plan(**row["plan"])}) for row in content.pop("results")]
        return Trained(**content, results=tuple(rows))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
