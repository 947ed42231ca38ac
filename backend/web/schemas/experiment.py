"""The wire form of the experiments."""

from typing import Annotated, Any

from pydantic import Field

from backend.web.schemas.model import Prediction
from backend.web.schemas.wire import LARGEST_SEED, LEFT_OUT, Answer, Body, Text


class IndexBody(Body):
    """An indexing expression over C, X, Y, emb, flat, W1, b1, W2, b2 of a model; X are the first 32 contexts."""

    expression: Annotated[str, Field(max_length=200)]
    model: Annotated[str, Field(max_length=64)] = "names-2d"


class IndexAnswer(Answer):
    """What the expression gives; `index_shape` and `rest` are the rule, where one index of whole numbers picks rows."""

    expression: str
    tensor: str
    tensor_shape: list[int]
    index_shape: list[int] | None
    rest: list[int] | None
    shape: list[int]
    ndim: int
    values: Any = Field(description="the elements, nested; null beyond 2,000 of them")


class StorageBody(Body):
    """A tensor 0, 1, 2, ... of a shape, and calls on it, each on the result of the one before."""

    shape: Annotated[list[Annotated[int, Field(ge=1, le=64)]], Field(min_length=1, max_length=5)]
    calls: Annotated[list[Annotated[str, Field(max_length=60)]], Field(max_length=12, default_factory=list)]


class StorageStep(Answer):
    """A call and what came of it, or PyTorch's own error; `order` is each element's cell, in logical order."""

    call: str
    error: str | None
    shape: list[int]
    stride: list[int]
    contiguous: bool
    shares_storage: bool = Field(description="whether the result lives in the memory of what it was called on")
    order: list[int]
    values: list[int]


class StorageAnswer(Answer):
    """The line of cells, every call, and every shape that `view` would accept at the end."""

    cells: int
    steps: list[StorageStep]
    legal_views: list[list[int]]


class EditBody(Body):
    """Rows of C to move, by token, and what to look at."""

    rows: Annotated[dict[str, list[float]], Field(min_length=1, max_length=64)]
    context: Annotated[Text, Field(description="to predict after; left out: the beginning")] = "."
    of: Annotated[str, Field(max_length=8, description="whose neighbours; left out: the first moved token")] = LEFT_OUT
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)] = 1


class DevLosses(Answer):
    """Exact dev loss with the moved rows, and before."""

    dev: float
    dev_before: float


class ChangedPrediction(Prediction):
    """A probability with the moved rows, and before."""

    before: float


class NearToken(Answer):
    """A neighbour by cosine with the moved rows."""

    token: str
    similarity: float


class ChangedName(Answer):
    """A name with the moved rows, and the one the same dice gave before."""

    text: str
    before: str


class EditAnswer(Answer):
    """What follows when rows move."""

    losses: DevLosses
    predictions: list[ChangedPrediction]
    neighbours: list[NearToken]
    names: list[ChangedName]


class WorthRow(Answer):
    """A token's row: dev loss when it is replaced by the mean row, and what that costs."""

    token: str
    dev_loss: float
    cost: float


class WorthAnswer(Answer):
    """Every row of C by what it is worth, the dearest first."""

    dev_loss: float
    rows: list[WorthRow]


class AlikeToken(Answer):
    """How far predictions move, in nats, when this token stands in the place of the asked one."""

    token: str
    divergence: float


class TurnedAnswer(Answer):
    """One model under two tables; `largest_change` is of any probability after 1,000 frequent contexts."""

    of: str
    seed: int
    strength: float
    neighbours_before: list[NearToken]
    neighbours: list[NearToken]
    losses: DevLosses
    largest_change: float
    table_before: list[list[float]] | None = Field(description="C where it has two dimensions, row by row")
    table: list[list[float]] | None = Field(description="CA + s where it has two dimensions")


class BehaviourAnswer(Answer):
    """All tokens by behaviour, the most alike first; `share` of the asked token's occurrences was looked at."""

    of: str
    share: float
    tokens: list[AlikeToken]
