"""Names searched as vectors: the neighbours route's question, put to every name of a model's corpus."""

from importlib import import_module
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Body

from backend.web.dependencies import ModelId, OpenLibrary
from backend.web.schemas.retrieval import NearName, RetrieveAnswer, RetrieveBody, Way
from backend.web.schemas.table import ExcludedRow

if TYPE_CHECKING:
    from backend.studio.retrieval import Retrieved

router = APIRouter(prefix="/api/models", tags=["experiments"])
EXAMPLES = {"known": {"value": {"text": "emma"}}, "unknown": {"value": {"text": "emmx", "k": 3}}}


@router.post("/{id}/retrieve", operation_id="retrieve", summary="Names near a name")
def retrieve(
    library: OpenLibrary, model_id: ModelId, body: Annotated[RetrieveBody, Body(openapi_examples=EXAMPLES)]
) -> RetrieveAnswer:
    """Exact, by cosine, over all different names, three ways: C's rows side by side, their mean, the hidden layer."""
    entry = library.models.get(model_id)
    made: Retrieved = import_module("backend.studio.retrieval").retrieve(library, entry, body.text, body.k)
    words = sum(made.counts.values())
    return RetrieveAnswer(
        text=made.text,
        count=made.counts[made.text],
        words=words,
        rows=len(made.counts),
        duplicates=words - len(made.counts),
        ways=[
            Way(
                way=one.way,
                dimensions=one.dimensions,
                read=one.read,
                metric=one.near.metric,
                exact=one.near.exact,
                rows_searched=one.near.rows_searched,
                excluded=[ExcludedRow(row=row.row, token=row.token, reason=row.reason) for row in one.near.excluded],
                table_sha256=one.near.table_sha256,
                neighbours=[
                    NearName(rank=n.rank, token=n.token, row=n.row, similarity=n.score, count=made.counts[n.token])
                    for n in one.near.neighbours
                ],
            )
            for one in made.found
        ],
    )
