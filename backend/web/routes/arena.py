"""The arena: one context put to counts, smoothed counts, the interpolated n-gram, the network, and their mixture."""

import math
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Body

from backend.web.dependencies import ModelId, OpenLibrary
from backend.web.schemas.arena import (
    ArenaAnswer,
    ArenaBody,
    ArenaColumn,
    ArenaLine,
    ArenaPart,
    ArenaScore,
    ArenaScores,
    ArenaSight,
)

if TYPE_CHECKING:
    from backend.experiments.arena import Score
    from backend.studio.arenas import Contest

router = APIRouter(prefix="/api", tags=["experiments"])
FITTED = ("interpolated", "mixture")


@router.post("/models/{id}/arena", operation_id="enter_arena", summary="Counts, n-gram, network and mixture")
def enter_arena(
    library: OpenLibrary,
    model_id: ModelId,
    body: Annotated[ArenaBody, Body(openapi_examples={"unseen": {"value": {"context": "zqx", "smoothing": 0.1}}})],
) -> ArenaAnswer:
    """Five next-token distributions, and exact losses on dev and test, apart for words that occur in train too."""
    entry = library.models.get(model_id)
    found: Contest = import_module("backend.studio.arenas").contest(
        library, entry, body.context, body.order, body.smoothing
    )
    return ArenaAnswer(
        model=model_id,
        context=found.context,
        context_length=entry.card.context_length,
        order=found.arena.order,
        smoothing=body.smoothing,
        tokens=list(entry.card.vocabulary),
        sights=[ArenaSight(context=text, **vars(sight)) for text, sight in found.sights],
        uniform_share=found.below,
        network_share=found.arena.network_share,
        columns=[ArenaColumn(contestant=name, probabilities=p) for name, p in found.columns.items()],
        dev=_part(found, "dev"),
        test=_part(found, "test"),
        scoreboard=[
            ArenaLine(
                contestant=name,
                fitted_on_dev=name in FITTED,
                dev=_scores(found, name, "dev"),
                test=_scores(found, name, "test"),
            )
            for name in found.columns
        ],
    )


def _part(found: "Contest", name: str) -> ArenaPart:
    seen, unseen = (found.arena.parts[name, which] for which in ("seen", "unseen"))
    events = int(seen.weights.sum())
    return ArenaPart(
        words=seen.words + unseen.words,
        events=events + int(unseen.weights.sum()),
        seen_words=seen.words,
        seen_events=events,
    )


def _scores(found: "Contest", contestant: str, part: str) -> ArenaScores:
    return ArenaScores(**{which: _score(found.board[contestant, part, which]) for which in ("all", "seen", "unseen")})


def _score(score: "Score") -> ArenaScore:
    infinite = score.loss is not None and math.isinf(score.loss)
    return ArenaScore(loss=None if infinite else score.loss, infinite=infinite, impossible_events=score.impossible)
