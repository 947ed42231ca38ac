"""The lesson's claims, each with its verdict over our data and the model on show."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Query

from backend.web.dependencies import ClaimsLedger
from backend.web.schemas import claim as wire

if TYPE_CHECKING:
    from backend.studio.ledger import Entry

router = APIRouter(prefix="/api/claims", tags=["claims"])
ClaimId = Annotated[str, Path(alias="id", description="id of a claim, S1 to S99", examples=["S1"])]


@router.get("", operation_id="list_claims", summary="Every claim of the lesson")
def list_claims(ledger: ClaimsLedger, query: Annotated[wire.ClaimsQuery, Query()]) -> wire.ClaimList:
    """In reading order, judged for a model. The first question for a model computes, later ones remember."""
    return wire.ClaimList(
        chapters=[
            wire.ChapterTitle(id=known, title=wire.BothLanguages(**asdict(title))) for known, title in ledger.chapters()
        ],
        claims=[_answer(entry) for entry in ledger.all(query.model)],
    )


@router.get("/{id}", operation_id="get_claim", summary="One claim")
def get_claim(ledger: ClaimsLedger, claim_id: ClaimId, query: Annotated[wire.ClaimsQuery, Query()]) -> wire.ClaimAnswer:
    """With what can only be measured at this moment, such as a ratio of times, measured now."""
    return _answer(ledger.one(claim_id, query.model))


def _answer(entry: "Entry") -> wire.ClaimAnswer:
    claim, found = entry.claim, entry.judged
    return wire.ClaimAnswer(
        id=claim.id,
        chapter=entry.chapter,
        statement=wire.BothLanguages(**asdict(claim.statement)),
        verdict=found.verdict,
        value=found.value,
        expected=claim.expected,
        tolerance=claim.tolerance,
        truth=wire.BothLanguages(**asdict(found.truth)) if found.truth else None,
        code=claim.code,
        preamble=entry.preamble,
        source=wire.ClaimSource(**asdict(claim.source)),
        model=entry.model,
        stored=entry.trained is not None,
        computed_from=wire.ComputedFrom(**entry.trained.about()) if entry.trained else None,
    )
