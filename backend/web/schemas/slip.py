"""The wire form of the twins, of order, and of the gradients of rows."""

from typing import Annotated, Any, Literal

from pydantic import Field

from backend.web.schemas.examples import TWINS, example
from backend.web.schemas.wire import Answer, Body, Text

ModelName = Annotated[str, Field(max_length=64)]


class TwinLines(Answer):
    """A trap: its number in docs/findings.md, and the lines of the sound twin and of the one with the slip."""

    id: str
    number: int
    healthy: str
    broken: str


class TwinList(Answer):
    """Every trap, by number."""

    model_config = example(TWINS)
    traps: list[TwinLines]


class TwinBody(Body):
    """Which trap to run, over which model and its words."""

    trap: Annotated[str, Field(max_length=64)]
    model: ModelName = "names-2d"


class Finding(Answer):
    """A rule of the detector that was hit, what it says, and the numbers it saw."""

    rule: str
    about: str
    evidence: dict[str, Any]


class TwinSide(Answer):
    """What one twin gave: `values` of its variables, or PyTorch's own error with the values until then."""

    code: str
    error: str | None
    warning: str | None
    values: dict[str, Any] = Field(description="NaN as a word; a large tensor as its type and shape")
    findings: list[Finding]


class TwinAnswer(Answer):
    """Both twins, and how it ended for the one with the slip."""

    trap: str
    number: int
    model: str
    outcome: Literal["error", "silent", "nothing", "endless"]
    cost: float | None = Field(description="nats by which the loss of the broken twin is higher; null without both")
    healthy: TwinSide
    broken: TwinSide


class OrderBody(Body):
    """Contexts to compare, each with the first; shorter ones are padded with '.' on the left."""

    contexts: Annotated[list[Text], Field(min_length=2, max_length=24)]
    model: ModelName = "names-2d"


class ReaderLosses(Answer):
    """One of the two networks: its parameters and its exact dev loss."""

    parameters: int
    dev_loss: float


class OrderShare(Answer):
    """A token's probability by either network."""

    token: str
    concatenation: float
    pooling: float


class OrderContext(Answer):
    """One context: the vector that either network makes of it, and what it expects next, in vocabulary order."""

    context: str
    concatenation: list[float]
    pooling: list[float]
    predictions: list[OrderShare]


class OrderApart(Answer):
    """A context beside the first: whether the means are equal, and the share of probability that moves, 0 to 1."""

    nearly: bool
    to_the_last_bit: bool
    largest_difference: float
    concatenation: float
    pooling: float


class OrderAnswer(Answer):
    """Two networks trained alike for this, on the model's words and with its K; `apart` has one row fewer."""

    model: str
    context_length: int
    embedding_dim: int
    hidden_size: int
    steps: int
    seed: int
    concatenation: ReaderLosses
    pooling: ReaderLosses
    contexts: list[OrderContext]
    apart: list[OrderApart]


class RowGradient(Answer):
    """A row of C that the word uses: how often, and what comes back to it from the sum and from the loss."""

    token: str
    row: int
    uses: int
    of_the_sum: list[float]
    of_the_loss: list[float]
    norm: float = Field(description="the length of of_the_loss")


class GradientsAnswer(Answer):
    """Rows in the order of the table; the others, `unused` of them, get exactly 0 from both if `others_are_zero`."""

    word: str
    contexts: list[str]
    loss: float
    rows: list[RowGradient]
    unused: int
    others_are_zero: bool
    code: str
