"""A claim and a ground -> its verdict, with every number behind it."""

from backend.claims.claim import Claim, Judged, Ruling, Statement
from backend.claims.ground import Ground
from backend.claims.ruling import NotHere, ruled

UNTRAINED = Statement(
    "这条要先训练若干网络，而这份语料上还没有对应的结果；运行 make claims 就会算出来。",
    "This one needs trainings, and there are no results for these words yet; `make claims` computes them.",
)


def judged(claim: Claim, ground: Ground, now: bool = False) -> Judged:
    """The claim over this ground; `now` also takes what can only be measured at this moment, which takes a while.

    Depends, with no value, where this model or corpus has not got what the claim is about, or where its trainings have
    not been run.
    """
    if claim.trained and ground.trained is None:
        return Judged("depends", {}, UNTRAINED)
    try:
        value = claim.find(ground)
        if now and claim.measured:
            value = {**value, **claim.measured(ground)}
        ruling = ruled(claim, value)
    except NotHere as absent:
        value, ruling = {}, Ruling("depends", absent.reason)
    return Judged(ruling.verdict, value, ruling.truth)
