"""The look-up experiment: one-hot rows against an index, timed on this server, one request at a time."""

from functools import partial
from importlib import import_module
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Body, Request

from backend.web.dependencies import OpenLibrary
from backend.web.schemas.lookup import LookupAnswer, LookupBody, LookupBytes

router = APIRouter(prefix="/api/experiments", tags=["experiments"])
EXAMPLES = {
    "names": {"value": {"vocabulary": 27, "dimensions": 2, "rows": 10_000}},
    "words": {"value": {"vocabulary": 50_257, "dimensions": 2, "rows": 684_438}},
}


@router.post("/lookup", operation_id="try_lookup", summary="One-hot product against indexing")
async def try_lookup(
    request: Request,
    library: OpenLibrary,
    body: Annotated[LookupBody, Body(openapi_examples=EXAMPLES)],
) -> LookupAnswer:
    """Random rows by both ways: equal values, times in turn, bytes; one-hot rows that would not fit are not made."""
    measured = partial(_measured, body, library.settings.max_lookup_bytes)
    return await to_thread.run_sync(measured, limiter=request.app.state.measuring)


def _measured(body: LookupBody, most: int) -> LookupAnswer:
    lookup, torch = import_module("backend.experiments.lookup"), import_module("torch")
    told = lookup.measure(body.vocabulary, body.dimensions, body.rows, most)
    size = lookup.sizes(body.vocabulary, body.dimensions, body.rows)
    refused = None
    if told.one_hot is None:
        refused = (
            f"{body.rows:,} one-hot rows of {body.vocabulary:,} would take {size.one_hot_float32 / 1e9:,.1f} GB as "
            f"float32 and {size.one_hot_int64 / 1e9:,.1f} GB as int64 on the way there; this server makes up to "
            f"{most / 1e9:,.3g} GB of them (EMBEDSCOPE_MAX_LOOKUP_BYTES). Ask for fewer rows or a smaller vocabulary."
        )
    return LookupAnswer(
        **body.model_dump(),
        bytes=LookupBytes(**vars(size)),
        most_bytes=most,
        refused=refused,
        rounds=told.rounds,
        threads=torch.get_num_threads(),
        index_seconds=told.index,
        one_hot_seconds=told.one_hot,
        ratio=told.one_hot / told.index if told.one_hot is not None else None,
        equal=told.equal,
    )
