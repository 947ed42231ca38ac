"""The wire form of the look-up experiment: sizes, and times taken now."""

from typing import Annotated

from pydantic import Field

from backend.web.schemas.wire import Answer, Body


class LookupBody(Body):
    """A table of V rows of D numbers, and how many rows are looked up in it."""

    vocabulary: Annotated[int, Field(ge=1, le=1_000_000, description="V")] = 27
    dimensions: Annotated[int, Field(ge=1, le=256, description="D")] = 2
    rows: Annotated[int, Field(ge=1, le=10_000_000, description="N, ids to look up")] = 10_000


class LookupBytes(Answer):
    """Bytes of every tensor; the one-hot rows are made as int64 and multiplied as float32."""

    table: int
    ids: int
    one_hot_int64: int
    one_hot_float32: int
    result: int


class LookupAnswer(Answer):
    """Both ways to the same rows; what concerns one-hot rows is null where they would not fit and were not made."""

    vocabulary: int
    dimensions: int
    rows: int
    bytes: LookupBytes
    most_bytes: int = Field(description="what this server makes of one-hot rows, both kinds together")
    refused: str | None = Field(description="why the one-hot rows were not made")
    rounds: int = Field(description="both ways in turn; times are medians over them")
    threads: int
    index_seconds: float
    one_hot_seconds: float | None
    ratio: float | None = Field(description="how many times as long the one-hot way takes")
    equal: bool | None = Field(description="whether both gave the same numbers, to the last bit")
