"""What belongs to a table of vectors: its card, its map, similarities, neighbours and analogies."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from backend.space.analogy import analogy
from backend.space.neighbours import NeighbourList, neighbours
from backend.space.similarity import matrix
from backend.space.table import Table
from backend.studio.library import Library
from backend.web.dependencies import OpenLibrary
from backend.web.schemas import table as wire

MOST_NUMBERS = 65_536
router = APIRouter(prefix="/api/tables", tags=["tables"])
TableId = Annotated[
    str, Path(alias="id", description="id of a table; a model's C has the model's id", examples=["names-2d"])
]


@router.get("", operation_id="list_tables", summary="All tables")
def list_tables(library: OpenLibrary) -> wire.TableList:
    """The cards of all tables that can be read."""
    return wire.TableList(tables=[_card(entry.card.id, entry.table) for entry in library.models.readable()])


@router.get("/{id}", operation_id="get_table", summary="A table's card")
def get_table(library: OpenLibrary, table_id: TableId) -> wire.TableCard:
    """Rows, dimensions, where it comes from, and the hash of its content."""
    return _card(table_id, library.table(table_id))


@router.get("/{id}/embedding", operation_id="get_embedding", summary="The rows, and where they are drawn")
def get_embedding(
    library: OpenLibrary, table_id: TableId, query: Annotated[wire.EmbeddingQuery, Query()]
) -> wire.EmbeddingAnswer:
    """Coordinates on a plane: the vectors themselves for D = 2, their first two principal components above."""
    table = library.table(table_id)
    map_ = library.map_of(table_id, query.method)
    drawn, faithful = map_.projection, map_.fidelity
    return wire.EmbeddingAnswer(
        table=table_id,
        tokens=list(table.tokens),
        dimensions=table.dimensions,
        coordinates=drawn.coordinates.tolist(),
        vectors=table.vectors.tolist() if table.vectors.size <= MOST_NUMBERS else None,
        norms=table.norms().tolist(),
        projection=wire.ProjectionMethod(method=drawn.method, variance=drawn.variance, variance_by_axis=drawn.axes),
        fidelity=None if faithful is None else wire.DrawingFidelity(**vars(faithful)),
    )


@router.get("/{id}/similarity", operation_id="get_similarity", summary="Every row against every other")
def get_similarity(
    library: OpenLibrary, table_id: TableId, query: Annotated[wire.SimilarityQuery, Query()]
) -> wire.SimilarityAnswer:
    """Cosine, dot product or Euclidean distance, always of the full vectors; a large table gives a part."""
    table = library.table(table_id)
    rows = [table.row_of(token, "tokens") for token in query.tokens] or None
    compared = matrix(table, query.metric, rows, library.settings.max_picture_rows)
    return wire.SimilarityAnswer(
        table=table_id,
        metric=query.metric,
        tokens=[table.tokens[row] for row in compared.rows],
        matrix=compared.to_lists(),
    )


@router.get(
    "/{id}/neighbours", operation_id="get_neighbours", summary="The nearest rows", response_model_exclude_unset=True
)
def get_neighbours(
    library: OpenLibrary, table_id: TableId, query: Annotated[wire.NeighboursQuery, Query()]
) -> wire.NeighboursAnswer:
    """Exact, over every row, with the asked row left out; ties in row order."""
    return nearest_rows(library, table_id, query)


@router.get(
    "/{id}/analogy", operation_id="get_analogy", summary="Rows nearest to a sum", response_model_exclude_unset=True
)
def get_analogy(
    library: OpenLibrary, table_id: TableId, query: Annotated[wire.AnalogyQuery, Query()]
) -> wire.AnalogyAnswer:
    """The rows nearest to the raw vectors of `plus` added and of `minus` taken away; those are left out."""
    found = analogy(library.table(table_id), query.plus, query.minus, query.k, query.metric)
    return wire.AnalogyAnswer(plus=query.plus, minus=query.minus, **_listed(table_id, found))


def nearest_rows(library: Library, table_id: str, query: wire.NeighboursQuery) -> wire.NeighboursAnswer:
    """The answer to a question for neighbours, the same for the route and for the command line."""
    table = library.table(table_id)
    found = neighbours(table, query.of, query.k, query.metric)
    return wire.NeighboursAnswer(of=query.of, row=table.row_of(query.of), **_listed(table_id, found))


def _card(table_id: str, table: Table) -> wire.TableCard:
    return wire.TableCard(
        id=table_id,
        rows=table.rows,
        dimensions=table.dimensions,
        source=f"C of the model {table_id}",
        sha256=table.sha256,
    )


def _listed(table_id: str, found: NeighbourList) -> dict[str, Any]:
    score = "distance" if found.metric == "euclidean" else "similarity"
    return {
        "table": table_id,
        "metric": found.metric,
        "space": found.space,
        "exact": found.exact,
        "rows_searched": found.rows_searched,
        "excluded": [wire.ExcludedRow(**row._asdict()) for row in found.excluded],
        "table_sha256": found.table_sha256,
        "neighbours": [
            wire.Neighbour(rank=near.rank, token=near.token, row=near.row, **{score: near.score})
            for near in found.neighbours
        ],
    }
