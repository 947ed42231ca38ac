"""More of the lesson's experiments: broken twins, order with and without concatenation, the gradient of a row."""

from importlib import import_module
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query

from backend.web.dependencies import ModelId, OpenLibrary
from backend.web.schemas.slip import (
    Finding,
    GradientsAnswer,
    OrderAnswer,
    OrderApart,
    OrderBody,
    OrderContext,
    OrderShare,
    ReaderLosses,
    RowGradient,
    TwinAnswer,
    TwinBody,
    TwinLines,
    TwinList,
    TwinSide,
)
from backend.web.schemas.wire import LONGEST_TEXT

router = APIRouter(prefix="/api", tags=["experiments"])


def _slips() -> Any:  # noqa: ANN401 - a module, imported late: the server listens before PyTorch is there
    return import_module("backend.studio.slips")


@router.get("/experiments/twins", operation_id="list_twins", summary="Traps and their lines")
def list_twins(library: OpenLibrary) -> TwinList:  # noqa: ARG001 - waits until PyTorch is there
    """Every trap that learners fall into as two pieces of code: the lines are read from what `run_twins` runs."""
    trap, run = (import_module(f"backend.experiments.twins.{name}") for name in ("trap", "run"))
    return TwinList(
        traps=[
            TwinLines(
                id=one.id, number=one.number, healthy=trap.lines_of(one.healthy), broken=trap.lines_of(one.broken)
            )
            for one in run.TRAPS
        ]
    )


@router.post("/experiments/twins", operation_id="run_twins", summary="Run a trap")
def run_twins(
    library: OpenLibrary, body: Annotated[TwinBody, Body(openapi_examples={"leak": {"value": {"trap": "leak"}}})]
) -> TwinAnswer:
    """Both twins run over the model and its words; a detector that does not know the trap says what is wrong."""
    entry = library.models.get(body.model)
    pair = _slips().twins(library, entry, body.trap)
    sides = [
        TwinSide(**{**vars(side), "findings": [Finding(**vars(one)) for one in side.findings]})
        for side in (pair.healthy, pair.broken)
    ]
    return TwinAnswer(
        trap=body.trap,
        number=pair.number,
        model=entry.card.id,
        outcome=pair.outcome,
        cost=pair.cost,
        healthy=sides[0],
        broken=sides[1],
    )


@router.post("/experiments/order", operation_id="try_order", summary="Concatenation against the mean")
def try_order(
    library: OpenLibrary,
    body: Annotated[OrderBody, Body(openapi_examples={"aba": {"value": {"contexts": ["aba", "aab"]}}})],
) -> OrderAnswer:
    """What two networks, trained alike but for this, make of contexts with the same characters in another order."""
    slips, entry = _slips(), library.models.get(body.model)
    both, found, apart = slips.order(library, entry, body.contexts)
    counts, losses = both.parameters, (both.concatenation_loss, both.pooling_loss)
    plain, pooled = (ReaderLosses(parameters=n, dev_loss=loss) for n, loss in zip(counts, losses, strict=True))
    return OrderAnswer(
        model=entry.card.id,
        context_length=entry.card.context_length,
        embedding_dim=slips.DIM,
        hidden_size=slips.HIDDEN,
        steps=slips.STEPS,
        seed=slips.SEED,
        concatenation=plain,
        pooling=pooled,
        contexts=[
            OrderContext(
                context=text,
                concatenation=one.concatenation.tolist(),
                pooling=one.pooled.tolist(),
                predictions=[
                    OrderShare(token=token, concatenation=p, pooling=q)
                    for token, p, q in zip(
                        entry.card.vocabulary,
                        one.after_concatenation.tolist(),
                        one.after_pooling.tolist(),
                        strict=True,
                    )
                ],
            )
            for text, one in found
        ],
        apart=[OrderApart(**vars(one)) for one in apart],
    )


@router.get("/models/{id}/gradients", operation_id="get_gradients", summary="The gradient of each row")
def get_gradients(
    library: OpenLibrary,
    model_id: ModelId,
    word: Annotated[str, Query(max_length=LONGEST_TEXT, description="any word", examples=["emma"])],
) -> GradientsAnswer:
    """How often the word's contexts use each row of C, and the gradients that come back to it, by autograd."""
    entry = library.models.get(model_id)
    found, contexts, code = _slips().gradients(entry, word)
    used = found.uses.nonzero()[:, 0].tolist()
    rest = found.uses == 0
    return GradientsAnswer(
        word=word,
        contexts=contexts,
        loss=found.loss,
        rows=[
            RowGradient(
                token=entry.card.vocabulary[row],
                row=row,
                uses=int(found.uses[row]),
                of_the_sum=found.of_the_sum[row].tolist(),
                of_the_loss=found.of_the_loss[row].tolist(),
                norm=float(found.of_the_loss[row].norm()),
            )
            for row in used
        ],
        unused=int(rest.sum()),
        others_are_zero=not found.of_the_sum[rest].any() and not found.of_the_loss[rest].any(),
        code=code,
    )
