"""What a claim is: one checkable statement of the lesson, how its value is computed, and what the value says of it.

A claim's `find` computes numbers over real data, and its `rule` turns those numbers, and nothing else, into a verdict.
So no verdict is typed in where it should follow, and a test can hand a rule other numbers and see it turn.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from backend.claims.ground import Ground

Verdict = Literal["holds", "depends", "fails"]
Value = dict[str, Any]  # numbers, texts, truths, lists and objects of them: what JSON can hold, never NaN or infinity


@dataclass(frozen=True)
class Statement:
    """The same in Chinese and in English, in our own words."""

    zh: str
    en: str


@dataclass(frozen=True)
class Source:
    """Where the lesson says it: the text's file name without its ending, and the heading as it stands there."""

    text: str
    section: Statement


@dataclass(frozen=True)
class Ruling:
    """What a value says of a claim; `truth` is what is so instead, None where the claim simply holds."""

    verdict: Verdict
    truth: Statement | None = None


@dataclass(frozen=True)
class Judged:
    """A claim's verdict over some ground: every number of it unrounded, in its units (per cent as 96.296)."""

    verdict: Verdict
    value: Value
    truth: Statement | None


@dataclass(frozen=True)
class Claim:
    """One statement of the lesson.

    `expected` is what the lesson says, by the names of `value`, and `tolerance` how far off a number may be: half a
    unit of the last digit that the lesson prints, 0 for whole numbers. Without a `rule` the claim holds if every
    expected number is met, and fails otherwise. `code` is what a reader can paste after the preamble (snippet.py): it
    ends with a `value` that has at least the names of `expected`, and a test runs it.
    """

    id: str
    statement: Statement
    source: Source
    code: str
    find: Callable[["Ground"], Value]
    expected: Value = field(default_factory=dict)
    tolerance: float = 0.0
    rule: Callable[[Value], Ruling] | None = None
    of_model: bool = False  # computed for the model on show, and changes with it
    trained: bool = False  # computed from the trainings that `make claims` runs and stores
    measured: Callable[["Ground"], Value] | None = None  # more values, taken anew when this one claim is asked for
