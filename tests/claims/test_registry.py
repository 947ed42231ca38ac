"""The registry: every claim once, in the chapter that its list says, complete in both languages."""

import json
import re

import pytest

from backend.claims import registry
from backend.claims.registry import CHAPTERS, by_id
from tests.claims.conftest import on_shipped

LISTED = {
    chapter: claims.split()
    for chapter, claims in re.findall(r"^    ([a-z-]+) +((?:S\d+ ?)+)$", registry.__doc__ or "", re.MULTILINE)
}
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def test_the_list_gives_every_claim_one_chapter() -> None:
    listed = [claim for claims in LISTED.values() for claim in claims]
    assert sorted(listed, key=lambda claim: int(claim[1:])) == [f"S{number}" for number in range(1, 100)]
    assert list(LISTED) == [chapter.id for chapter in CHAPTERS]


def test_a_claim_stands_in_its_chapter_and_once() -> None:
    for chapter in CHAPTERS:
        assert {claim.id for claim in chapter.claims} <= set(LISTED[chapter.id])
    assert len(by_id()) == sum(len(chapter.claims) for chapter in CHAPTERS)


@pytest.mark.parametrize("claim_id", by_id())
def test_a_claim_is_complete_in_both_languages_and_in_json(claim_id: str) -> None:
    claim, _ = by_id()[claim_id]
    verdict = on_shipped(claim_id, "names-2d")
    assert json.loads(json.dumps(verdict.value, allow_nan=False)) == verdict.value
    assert set(claim.expected) <= set(verdict.value)
    assert (verdict.truth is None) == (verdict.verdict == "holds")
    for said in [claim.statement, claim.source.section, *([verdict.truth] if verdict.truth else [])]:
        assert CHINESE.search(said.zh), said
        assert not CHINESE.search(said.en), said
        assert said.zh[-1] in "。）" or said is claim.source.section
