"""The wire form of trainings."""

from typing import Annotated, Any, Literal

from pydantic import Field

from backend.web.schemas.examples import TRAINING, example
from backend.web.schemas.wire import LARGEST_SEED, LEFT_OUT, Answer, Body, Query

LARGEST_RATE = 1e37  # the lesson's own bound; a rate far below it already leads out of the finite numbers
State = Literal["queued", "running", "paused", "done", "cancelled", "failed", "interrupted"]


class SplitKnobs(Body):
    """How the corpus is divided; the default is the published recipe."""

    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)] = 42
    shuffles: Annotated[int, Field(ge=1, le=100)] = 1
    unique: bool = False


class Fork(Body):
    """Where a fork begins: the model of another training at a step it has reached."""

    training: Annotated[str, Field(max_length=64)]
    step: Annotated[int, Field(ge=0)]


class TrainingBody(Body):
    """Every knob of a training; each has a default, so `{}` trains."""

    corpus: Annotated[str, Field(max_length=64, description="id of a corpus")] = "names"
    context_length: Annotated[int, Field(ge=1, le=32)] = 3
    embedding_dim: Annotated[int, Field(ge=1, le=1024)] = 2
    hidden_size: Annotated[int, Field(ge=1, le=10_000)] = 100
    recipe: Literal["counts", "published"] = "counts"
    init: Annotated[Literal["scaled", "lecture"], Field(description="left out: what goes with the recipe")] = LEFT_OUT
    steps: Annotated[int, Field(ge=1, description="left out: what goes with the recipe")] = LEFT_OUT
    batch_size: Annotated[int, Field(ge=1, description="left out: what goes with the recipe")] = LEFT_OUT
    learning_rate: Annotated[float, Field(gt=0, le=LARGEST_RATE, description="left out: what goes with the recipe")] = (
        LEFT_OUT
    )
    split: SplitKnobs = SplitKnobs()
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED, description="of the first weights, batches and names")] = 1
    origin: Annotated[Fork, Field(alias="from", description="go on from another training's step")] = LEFT_OUT


class TrainingLosses(Answer):
    """Exact losses in nats a token; test only once a training has ended."""

    train: float
    dev: float
    test: float | None = None


class TrainingState(Answer):
    """What a training is at this moment."""

    id: str
    state: State
    request: dict[str, Any] = Field(description="every knob as it was used, defaults filled in")
    created: float = Field(description="seconds since 1970")
    step: int
    steps: int
    losses: TrainingLosses | None = None
    model: str | None = Field(default=None, description="the model's id, once it is saved")
    message: str | None = Field(default=None, description="why it failed, and what to do")
    position: int | None = Field(default=None, description="place in the queue, 1 is next")


class TrainingList(Answer):
    """All trainings, oldest first."""

    model_config = example({"trainings": [TRAINING]})

    trainings: list[TrainingState]


class Snapshot(Answer):
    """A training's model at a step, replayed to the last bit."""

    training: str
    step: int
    table: list[list[float]]
    losses: TrainingLosses
    parameters: dict[str, Any] = Field(description="the five tensors, nested lists")


class TrailQuery(Query):
    """How many tables of the steps so far."""

    count: Annotated[int, Field(ge=2, le=2000, description="at most so many, evenly spread; of large tables fewer")] = (
        200
    )


class Trail(Answer):
    """C at steps spread evenly over the training so far, to scrub through."""

    training: str
    stride: int = Field(description="every how many steps C is kept")
    steps: list[int]
    tables: list[list[list[float]]]
