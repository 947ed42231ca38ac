"""The wire form of names that are searched as vectors."""

from typing import Annotated

from pydantic import Field

from backend.web.schemas.table import ExcludedRow
from backend.web.schemas.wire import Answer, Body, Text

MOST_FOUND = 100


class RetrieveBody(Body):
    """A name, on the list or not, and how many to find."""

    text: Text
    k: Annotated[int, Field(ge=1, le=MOST_FOUND, description="names a way")] = 8


class NearName(Answer):
    """A name found: its row in the table of names, its cosine, and how often it is on the list."""

    rank: int
    token: str
    row: int
    similarity: float
    count: int


class Way(Answer):
    """One way of making a name a vector, and what it calls near."""

    way: str = Field(description="concatenation, mean or hidden")
    dimensions: int
    read: str = Field(description="the part of the name that it sees, '.' where there is none")
    metric: str
    exact: bool
    rows_searched: int
    excluded: list[ExcludedRow] = Field(description="the asked name itself, zero vectors")
    table_sha256: str
    neighbours: list[NearName] = Field(description="nearest first; equal cosines stand in the order of the list")


class RetrieveAnswer(Answer):
    """The same question to three tables of names. A name that is on the list several times is one row."""

    text: str = Field(description="the name as it was read, after NFC")
    count: int = Field(description="how often the asked name is on the list")
    words: int = Field(description="words on the list")
    rows: int = Field(description="different words, one row each")
    duplicates: int = Field(description="words - rows")
    ways: list[Way]
