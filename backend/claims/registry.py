"""Every claim, in the order in which the lesson is read: chapters, and in each the claims that belong there.

A chapter is one file that exports CLAIMS, or two or three named by their nouns where one would be too long. Which claim
stands where:

    one-character    S1 S2 S9 S58
    table-empties    S3 S4 S5 S6 S7 S8 S19 S59
    window           S12 S13 S14 S15 S16 S17 S18 S61 S62 S63 S64
    lookup           S21 S22 S23 S24 S25 S66 S67 S68 S69 S70 S71 S72
    shapes           S26 S27 S28 S29 S30 S31 S32 S33 S34 S75
    equal-distances  S35 S36 S37 S38 S39 S40
    squeezing        S41 S42 S43 S44 S57
    how-alike        S48 S49 S50 S51 S52 S53 S54 S55
    concatenation    S56 S73 S74 S76 S77 S78 S79 S97
    storage          S80 S81 S82 S83 S84 S85 S99
    parameters       S10 S20 S45 S47 S86 S87 S88 S89 S96
    one-forward      S11 S60 S91 S92 S93 S94 S95 S98
    loss             S46 S65 S90
"""

from dataclasses import dataclass
from functools import cache
from types import ModuleType

from backend.claims import (
    ana_and_ava,
    dot_and_cosine,
    equal_distances,
    floors,
    formulas,
    how_alike,
    lookup,
    loss,
    one_character,
    one_forward,
    paper,
    parameter_counts,
    parameters,
    pooling,
    pressing,
    recording,
    retrieval,
    rows,
    shape_table,
    shapes,
    side_by_side,
    squeezing,
    storage,
    table_empties,
    table_growth,
    training_and_sampling,
    window,
)
from backend.claims.claim import Claim, Statement


@dataclass(frozen=True)
class Chapter:
    """A chapter of the Lesson view: its id in addresses, its title, and its claims in reading order."""

    id: str
    title: Statement
    files: tuple[ModuleType, ...]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims of all its files."""
        return tuple(claim for file in self.files for claim in file.CLAIMS)


CHAPTERS: tuple[Chapter, ...] = (
    Chapter("one-character", Statement("只看一个字符", "One character"), (one_character, ana_and_ava)),
    Chapter("table-empties", Statement("越扩越空的表", "The table that empties"), (table_empties, table_growth)),
    Chapter("window", Statement("滑动窗口", "The window"), (window, recording)),
    Chapter("lookup", Statement("C[X]：查表", "C[X]"), (lookup, rows)),
    Chapter("shapes", Statement("形状与 ndim", "Shapes and ndim"), (shapes, shape_table)),
    Chapter("equal-distances", Statement("两两等距", "Equal distances"), (equal_distances,)),
    Chapter("squeezing", Statement("压缩", "Squeezing"), (squeezing, pressing)),
    Chapter("how-alike", Statement("像不像", "How alike"), (how_alike, dot_and_cosine, retrieval)),
    Chapter("concatenation", Statement("拼接", "Concatenation"), (side_by_side, formulas, pooling)),
    Chapter("storage", Statement("view 与 reshape", "view and reshape"), (storage,)),
    Chapter("parameters", Statement("数参数", "Counting parameters"), (parameters, parameter_counts)),
    Chapter("one-forward", Statement("一次前向", "One forward"), (one_forward, paper, training_and_sampling)),
    Chapter("loss", Statement("loss 没告诉你的", "What the loss hides"), (loss, floors)),
)


@cache
def by_id() -> dict[str, tuple[Claim, str]]:
    """Every claim with its chapter's id, by its own id, in reading order."""
    return {claim.id: (claim, chapter.id) for chapter in CHAPTERS for claim in chapter.claims}
