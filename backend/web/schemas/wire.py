"""What all bodies and queries have in common: no unknown field, no null for a number, no boolean for a number."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

LARGEST_SEED = 2**64 - 1
LONGEST_TEXT = 256
LONGEST_CONTEXT = 32

LEFT_OUT: Any = None  # the default of a field that may be left out, but not be null

Metric = Literal["cosine", "dot", "euclidean"]
Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
ContextLength = Annotated[int, Field(ge=1, le=LONGEST_CONTEXT, description="K, how many tokens a context has")]


class Body(BaseModel):
    """A JSON body that is asked with."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class Query(BaseModel):
    """A query string that is asked with."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Answer(BaseModel):
    """A JSON body that is answered with."""


class FieldError(Answer):
    """One field that cannot be accepted, and why."""

    field: str
    message: str


class Problem(Answer):
    """RFC 9457: what every error looks like. `detail` names the thing, the place and the remedy."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    errors: list[FieldError] | None = None
