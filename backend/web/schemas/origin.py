"""The wire form of what a number was made of, and of W1 in blocks."""

from typing import Annotated

from pydantic import Field

from backend.web.schemas.model import TraceRequest
from backend.web.schemas.wire import Answer

MOST_WEIGHTS = 40_000


class OriginRequest(TraceRequest):
    """A number of a trace: the contexts, the step, and its index in that step's tensor, the row of the batch first."""

    step: Annotated[str, Field(max_length=40, description="ids, embedding, ..., probabilities")]
    index: Annotated[list[int], Field(min_length=1, max_length=3)]


class Factor(Answer):
    """A number of a tensor by its address, such as W1[3, 17]."""

    tensor: str
    index: list[int]
    value: float


class Term(Answer):
    """A product, a copied number or a power of e; `position` is the k it belongs to, where it belongs to one."""

    factors: list[Factor]
    value: float
    position: int | None


class OriginAnswer(Answer):
    """function(terms + bias), added up in float64 from the float32 numbers; `value` is the network's own."""

    contexts: list[str] = Field(description="as the network read them, padded")
    step: str
    index: list[int]
    expression: str = Field(description="Python over the tensors, true as it stands")
    function: str = Field(description="vocabulary, row, copy, sum, tanh or softmax")
    terms: list[Term] = Field(description="all of them, in the order of the sum")
    bias: Factor | None
    total: float = Field(description="of the terms and the bias")
    result: float
    value: float = Field(description="the same number in the trace")


class Block(Answer):
    """Rows `first` to `last` - 1 of W1: those that the character at this position meets."""

    position: int
    first: int
    last: int
    norm: float = Field(description="root of the sum of squares of the weights")
    push: float = Field(description="how far a character here moves the H sums, root mean square over the V characters")
    weights: list[list[float]] | None = Field(
        description=f"(D, H); null where W1 has more than {MOST_WEIGHTS:,} numbers"
    )


class BlocksAnswer(Answer):
    """W1 (KD, H) as K blocks, the oldest position first."""

    shape: list[int]
    blocks: list[Block]
