"""The wire form of the lesson's claims."""

from typing import Annotated, Any, Literal

from pydantic import Field

from backend.web.schemas.wire import Answer, Query

ModelId = Annotated[str, Field(max_length=64, description="the model on show, for the claims that are about a model")]


class ClaimsQuery(Query):
    """For which model."""

    model: ModelId = "names-2d"


class BothLanguages(Answer):
    """The same in Chinese and in English."""

    zh: str
    en: str


class ClaimSource(Answer):
    """Where the lesson says it: the text, and the heading of the section."""

    text: str
    section: BothLanguages


class ComputedFrom(Answer):
    """The stored trainings behind a claim."""

    recipe: str
    trainings: int
    seeds: list[int]
    seconds: float
    torch: str
    inputs_sha256: str


class ClaimAnswer(Answer):
    """One claim: what the lesson says, what we compute, and what follows.

    `value` is unrounded and in its units (per cent as 96.296); `expected` is what the lesson says by the same names,
    met where it is at most `tolerance` off. `truth` is null where the claim simply holds. `code` runs after `preamble`
    and ends with the same numbers. `model` is null for a claim about words.
    """

    id: str
    chapter: str
    statement: BothLanguages
    verdict: Literal["holds", "depends", "fails"]
    value: dict[str, Any]
    expected: dict[str, Any]
    tolerance: float
    truth: BothLanguages | None
    code: str
    preamble: str
    source: ClaimSource
    model: str | None
    stored: bool = Field(description="computed from trainings that `make claims` stored, not at this moment")
    computed_from: ComputedFrom | None


class ChapterTitle(Answer):
    """A chapter of the lesson as it is shown here."""

    id: str
    title: BothLanguages


class ClaimList(Answer):
    """The chapters in reading order, and every claim."""

    chapters: list[ChapterTitle]
    claims: list[ClaimAnswer]
