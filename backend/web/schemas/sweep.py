"""The wire form of sweeps."""

from typing import Annotated, Any, Literal

from pydantic import Field

from backend.web.schemas.examples import example
from backend.web.schemas.training import SplitKnobs
from backend.web.schemas.wire import LARGEST_SEED, LEFT_OUT, Answer, Body


class SweepBody(Body):
    """What a sweep varies, and the knobs that all its trainings share; the same body goes on with what is missing."""

    embedding_dims: list[Annotated[int, Field(ge=1, le=1024)]] = Field(
        default_factory=lambda: [1, 2, 3, 5, 10, 27], min_length=1, max_length=64
    )
    hidden_sizes: list[Annotated[int, Field(ge=1, le=10_000)]] = Field(
        default_factory=lambda: [100], min_length=1, max_length=64
    )
    seeds: Annotated[int, Field(ge=1, le=100, description="how many seeds: first_seed and those after it")] = 3
    first_seed: Annotated[int, Field(ge=0, le=LARGEST_SEED - 100)] = 1
    corpus: Annotated[str, Field(max_length=64, description="id of a corpus")] = "names"
    context_length: Annotated[int, Field(ge=1, le=32)] = 3
    recipe: Literal["counts", "published"] = "counts"
    init: Annotated[Literal["scaled", "lecture"], Field(description="left out: what goes with the recipe")] = LEFT_OUT
    steps: Annotated[int, Field(ge=1, description="left out: what goes with the recipe")] = LEFT_OUT
    batch_size: Annotated[int, Field(ge=1, description="left out: what goes with the recipe")] = LEFT_OUT
    learning_rate: Annotated[float, Field(gt=0, le=1000, description="left out: what goes with the recipe")] = LEFT_OUT
    split: SplitKnobs = SplitKnobs()

    def grid(self) -> dict[str, Any]:
        """The body as `grid_of` takes it."""
        knobs = self.model_dump(exclude_none=True)
        first, count = knobs.pop("first_seed"), knobs.pop("seeds")
        varied = {"seeds": list(range(first, first + count))}
        varied |= {name: knobs.pop(name) for name in ("embedding_dims", "hidden_sizes")}
        return varied | {"knobs": knobs}


class Grid(Answer):
    """What a sweep varies, and the knobs that all its trainings share, defaults filled in."""

    embedding_dims: list[int]
    hidden_sizes: list[int]
    seeds: list[int]
    knobs: dict[str, Any]


class Runs(Answer):
    """How many trainings a sweep has, and how many have ended."""

    total: int
    done: int
    failed: int


class Summary(Answer):
    """Mean and sample standard deviation over the seeds; null where there are too few of them."""

    mean: float | None
    spread: float | None


class SweepRow(Answer):
    """One D and H."""

    embedding_dim: int
    hidden_size: int
    runs: int = Field(description="how many seeds are done")
    dev: Summary = Field(description="exact dev loss, nats a token")
    gap: Summary = Field(description="dev loss less train loss")
    structure: Summary = Field(description="vowel gap: cosine among vowels less cosine between vowels and consonants")


class SweepCell(Answer):
    """One training of a sweep."""

    training: str
    embedding_dim: int
    hidden_size: int
    seed: int
    state: Literal["missing", "queued", "running", "paused", "done", "cancelled", "failed", "interrupted"]
    message: str | None = Field(description="why it failed, and what to do")


class SweepState(Answer):
    """How far a sweep is, and what is known so far."""

    id: str
    state: Literal["running", "done", "stopped"] = Field(
        description="stopped: some are missing, and nothing is at work"
    )
    created: float = Field(description="seconds since 1970")
    message: str | None = Field(description="why its trainings could not be started")
    grid: Grid
    runs: Runs
    table: list[SweepRow] = Field(description="by D and then H, as far as a seed is done")
    cells: list[SweepCell]


class SweepList(Answer):
    """All sweeps, oldest first."""

    model_config = example({"sweeps": []})

    sweeps: list[SweepState]
