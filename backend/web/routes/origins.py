"""Where a model's numbers come from: one number of a trace, and W1 position by position."""

from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Body

from backend.web.dependencies import ModelId, OpenLibrary
from backend.web.schemas.origin import MOST_WEIGHTS, Block, BlocksAnswer, Factor, OriginAnswer, OriginRequest, Term

if TYPE_CHECKING:
    from backend.lesson import origin as rules
else:
    rules = Any

router = APIRouter(prefix="/api/models", tags=["models"])
EXAMPLES = {
    "hidden": {"value": {"contexts": ["emm"], "step": "hidden", "index": [0, 17]}},
    "logits": {"value": {"contexts": ["emm", "a"], "step": "logits", "index": [1, 1]}},
}


@router.post("/{id}/origin", operation_id="get_origin", summary="What a number was made of")
def get_origin(
    library: OpenLibrary, model_id: ModelId, request: Annotated[OriginRequest, Body(openapi_examples=EXAMPLES)]
) -> OriginAnswer:
    """Every factor with its address, the bias and the sum, added up in plain Python beside the network's number."""
    entry = library.models.get(model_id)
    contexts, made = entry.origin(request.contexts, request.step, request.index)
    return OriginAnswer(
        contexts=contexts,
        step=request.step,
        index=request.index,
        expression=made.expression,
        function=made.function,
        terms=[
            Term(factors=[_factor(one) for one in term.factors], value=term.value, position=term.position)
            for term in made.terms
        ],
        bias=_factor(made.bias) if made.bias else None,
        total=made.total,
        result=made.result,
        value=made.value,
    )


@router.get("/{id}/blocks", operation_id="get_blocks", summary="W1 position by position")
def get_blocks(library: OpenLibrary, model_id: ModelId) -> BlocksAnswer:
    """The K blocks of W1 with what each position weighs: the same row of C meets other weights wherever it stands."""
    network = library.models.get(model_id).network
    small = network.hidden_weight.numel() <= MOST_WEIGHTS
    found = import_module("backend.lesson.blocks").blocks(network)
    return BlocksAnswer(
        shape=list(network.hidden_weight.shape),
        blocks=[
            Block(
                position=one.position,
                first=one.first,
                last=one.last,
                norm=one.norm,
                push=one.push,
                weights=one.weights.tolist() if small else None,
            )
            for one in found
        ],
    )


def _factor(factor: "rules.Factor") -> Factor:
    return Factor(tensor=factor.tensor, index=list(factor.index), value=factor.value)
