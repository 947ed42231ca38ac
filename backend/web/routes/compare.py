"""POST /api/compare: two models draw names with the same dice.

Name i of either model takes the same numbers at the same draws (lesson/sampling), so where the names part, the models
differ and not their luck.
"""

import secrets
from itertools import zip_longest
from typing import Annotated

from fastapi import APIRouter, Body

from backend.refusal import Refusal
from backend.web.dependencies import OpenLibrary
from backend.web.routes.models import generated
from backend.web.schemas.compare import CompareAnswer, CompareRequest, NamePair
from backend.web.schemas.model import GenerateRequest

router = APIRouter(prefix="/api/compare", tags=["models"])


@router.post("", operation_id="compare", summary="Two models, the same dice")
def compare(
    library: OpenLibrary,
    request: Annotated[
        CompareRequest,
        Body(openapi_examples={"two": {"value": {"models": ["names-2d", "names-10d"], "count": 5, "seed": 7}}}),
    ],
) -> CompareAnswer:
    """Pairs of names drawn from the same uniforms, and where they part; each model's are those that /generate draws."""
    seed = secrets.randbelow(2**53) if request.seed is None else request.seed
    knobs = request.model_dump(exclude_unset=True, exclude={"models", "seed"})
    drawn = []
    for model_id in request.models:
        try:
            drawn.append(generated(library, model_id, GenerateRequest(**knobs, seed=seed)).names)
        except Refusal as refusal:
            raise Refusal(f"{model_id}: {refusal}", refusal.field) from None
    pairs = [
        NamePair(
            texts=[a.text, b.text],
            parts_at=parts_at(a.text, b.text),
            log_probabilities=[a.log_probability, b.log_probability],
            complete=[a.complete, b.complete],
            in_corpus=[a.in_corpus, b.in_corpus],
        )
        for a, b in zip(*drawn, strict=True)
    ]
    return CompareAnswer(seed=seed, models=request.models, names=pairs)


def parts_at(one: str, other: str) -> int | None:
    """The index of the first character that differs; the end of the shorter text differs from any; None when equal."""
    return next((i for i, (a, b) in enumerate(zip_longest(one, other)) if a != b), None)
