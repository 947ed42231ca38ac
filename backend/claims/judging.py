"""A claim and a ground -> its verdict, with every number behind it."""

from backend.claims.claim import Claim, Judged, Ruling
from backend.claims.ground import Ground
from backend.claims.ruling import NotHere, ruled


def judged(claim: Claim, ground: Ground, now: bool = False) -> Judged:
    """The claim over this ground; `now` also takes what can only be measured at this moment, which takes a while.

    Depends, with no value, where this model or corpus has not got what the claim is about or is too large for it, or
    where its trainings have not been run.
    """
    try:
        if claim.of_model:
            ground.check_size()
        value = claim.find(ground)
        if now and claim.measured:
            value = {**value, **claim.measured(ground)}
        ruling = ruled(claim, value)
    except NotHere as absent:
        value, ruling = {}, Ruling("depends", absent.reason)
    return Judged(ruling.verdict, value, ruling.truth)
