"""The lesson's experiments: indexing, storage, and a model whose rows of C are moved."""

from importlib import import_module
from typing import Annotated, Any

from fastapi import APIRouter, Body, Query

from backend.web.dependencies import ModelId, OpenLibrary
from backend.web.schemas.experiment import (
    AlikeToken,
    BehaviourAnswer,
    ChangedName,
    ChangedPrediction,
    DevLosses,
    EditAnswer,
    EditBody,
    IndexAnswer,
    IndexBody,
    NearToken,
    StorageAnswer,
    StorageBody,
    StorageStep,
    TurnedAnswer,
    WorthAnswer,
    WorthRow,
)

router = APIRouter(prefix="/api", tags=["experiments"])
MOST_VALUES = 2_000


def _bench() -> Any:  # noqa: ANN401 - a module, imported late: the server listens before PyTorch is there
    return import_module("backend.studio.bench")


@router.post("/experiments/index", operation_id="try_index", summary="Index a tensor")
def try_index(
    library: OpenLibrary,
    body: Annotated[IndexBody, Body(openapi_examples={"rows": {"value": {"expression": "C[[5, 6, 7]]"}}})],
) -> IndexAnswer:
    """`C[5]`, `C[5:6]`, `emb[:, -1]`, `C[X]`: the real shape, or PyTorch's own error. Parsed, never evaluated."""
    found, tensors = _bench().index(library, library.models.get(body.model), body.expression)
    small = found.result.nelement() <= MOST_VALUES
    return IndexAnswer(
        expression=body.expression,
        tensor=found.name,
        tensor_shape=list(tensors[found.name].shape),
        index_shape=found.index_shape,
        rest=found.rest,
        shape=list(found.result.shape),
        ndim=found.result.ndim,
        values=found.result.tolist() if small else None,
    )


@router.post("/experiments/storage", operation_id="try_storage", summary="View, reshape, transpose")
def try_storage(
    library: OpenLibrary,  # noqa: ARG001 - waits until PyTorch is there
    body: Annotated[
        StorageBody, Body(openapi_examples={"view": {"value": {"shape": [3, 4], "calls": ["t()", "view(12)"]}}})
    ],
) -> StorageAnswer:
    """What each call does to strides and memory, and every shape that `view` would accept at the end."""
    storage = import_module("backend.experiments.storage")
    steps = [StorageStep(**vars(step)) for step in storage.called(body.shape, body.calls)]
    return StorageAnswer(
        cells=len(steps[0].order), steps=steps, legal_views=storage.legal_views(body.shape, body.calls)
    )


@router.post("/models/{id}/edit", operation_id="edit_model", summary="Move rows of C")
def edit_model(
    library: OpenLibrary,
    model_id: ModelId,
    body: Annotated[
        EditBody, Body(openapi_examples={"swap": {"value": {"rows": {"e": [1.0, 0.5]}, "context": "emm", "seed": 7}}})
    ],
) -> EditAnswer:
    """Exact dev loss, predictions, neighbours and names with these rows, beside the model's own; nothing is saved."""
    of = next(iter(body.rows)) if body.of is None else body.of
    told = _bench().edit(library, library.models.get(model_id), body.rows, body.context, of, body.seed)
    return EditAnswer(
        losses=DevLosses(dev=told.dev[0], dev_before=told.dev[1]),
        predictions=[ChangedPrediction(token=t, probability=p, before=b) for t, p, b in told.predictions],
        neighbours=[NearToken(token=token, similarity=score) for token, score in told.neighbours],
        names=[ChangedName(text=text, before=before) for text, before in told.names],
    )


@router.get("/models/{id}/worth", operation_id="get_worth", summary="What each row is worth")
def get_worth(library: OpenLibrary, model_id: ModelId) -> WorthAnswer:
    """Dev loss with each row of C replaced by the mean row, the dearest first."""
    bench, entry = _bench(), library.models.get(model_id)
    rows = bench.rows_worth(library, entry)
    tokens = entry.card.vocabulary
    return WorthAnswer(
        dev_loss=bench.dev_loss(library, entry),
        rows=[WorthRow(token=tokens[one.row], dev_loss=one.loss, cost=one.cost) for one in rows],
    )


@router.get("/models/{id}/behaviour", operation_id="get_behaviour", summary="Who behaves alike")
def get_behaviour(
    library: OpenLibrary,
    model_id: ModelId,
    of: Annotated[str, Query(max_length=8, description="a token", examples=["e"])],
) -> BehaviourAnswer:
    """How far the predictions move (KL, nats) when another token stands in the place of `of`."""
    pairs, share = _bench().behaves_like(library, library.models.get(model_id), of)
    return BehaviourAnswer(of=of, share=share, tokens=[AlikeToken(token=t, divergence=d) for t, d in pairs])


@router.get("/models/{id}/turned", operation_id="get_turned", summary="The same model, other angles")
def get_turned(
    library: OpenLibrary,
    model_id: ModelId,
    of: Annotated[str, Query(max_length=8, description="a token", examples=["e"])],
    seed: Annotated[int, Query(ge=0, le=2**53, description="which axes are stretched, and where the table goes")] = 1,
    strength: Annotated[float, Query(ge=0, le=1, allow_inf_nan=False, description="0 moves nothing")] = 0.5,
) -> TurnedAnswer:
    """C becomes CA + s, and W1 and b1 take it back: other cosines, the same predictions."""
    told = _bench().turned_by(library, library.models.get(model_id), of, seed, strength)
    table, before = (C.tolist() if C.shape[1] == 2 else None for C in told.tables)
    return TurnedAnswer(
        of=of,
        seed=seed,
        strength=strength,
        neighbours_before=[NearToken(token=token, similarity=score) for token, score in told.before],
        neighbours=[NearToken(token=token, similarity=score) for token, score in told.after],
        losses=DevLosses(dev=told.dev[0], dev_before=told.dev[1]),
        largest_change=told.largest_change,
        table_before=before,
        table=table,
    )
