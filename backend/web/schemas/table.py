"""The wire form of tables: cards, coordinates, similarities, neighbours."""

from typing import Annotated, Literal

from pydantic import Field

from backend.web.schemas.examples import TABLE, example
from backend.web.schemas.wire import LEFT_OUT, Answer, Metric, Query

Token = Annotated[str, Field(min_length=1, max_length=512)]
K = Annotated[int, Field(ge=1, le=1000, description="how many neighbours; beyond the table: all")]


class TableCard(Answer):
    """What a table is; a model's C is a table with the model's id."""

    id: str
    rows: int
    dimensions: int
    source: str
    sha256: str


class TableList(Answer):
    """All tables."""

    model_config = example({"tables": [TABLE]})

    tables: list[TableCard]


class EmbeddingQuery(Query):
    """How to draw the rows on a plane."""

    method: Annotated[Literal["none", "pca"], Field(description="left out: as it is for D = 2, PCA above")] = LEFT_OUT


class ProjectionMethod(Answer):
    """How coordinates were made, and the share of the table's variance that they keep."""

    method: Literal["none", "line", "pca"]
    variance: float | None
    variance_by_axis: tuple[float, float] | None


class DrawingFidelity(Answer):
    """How faithful the drawing is for k neighbours a row: 1 is perfect."""

    k: int
    trustworthiness: float
    neighbours_kept: float


class EmbeddingAnswer(Answer):
    """The rows of a table and where they are drawn, in row order."""

    table: str
    tokens: list[str]
    dimensions: int
    coordinates: list[tuple[float, float]]
    vectors: list[list[float]] | None = Field(description="null for a table of more than 65,536 numbers")
    norms: list[float]
    projection: ProjectionMethod
    fidelity: DrawingFidelity | None


class SimilarityQuery(Query):
    """Which rows to compare, and how."""

    metric: Metric = "cosine"
    tokens: Annotated[
        list[Token], Field(description="only these rows, in this order; left out: all", default_factory=list)
    ]


class SimilarityAnswer(Answer):
    """Every row against every other; null where a zero row has no direction."""

    table: str
    metric: Metric
    tokens: list[str]
    matrix: list[list[float | None]]


class NeighboursQuery(Query):
    """Whose neighbours, how many, by which metric."""

    of: Annotated[Token, Field(examples=["a"])]
    k: K = 10
    metric: Metric = "cosine"


class AnalogyQuery(Query):
    """The tokens to add and to take away."""

    plus: Annotated[list[Token], Field(min_length=1, max_length=64, examples=[["i", "a"]])]
    minus: Annotated[list[Token], Field(max_length=64, examples=[["e"]], default_factory=list)]
    k: K = 10
    metric: Metric = "cosine"


class ExcludedRow(Answer):
    """A row that was not searched, and why."""

    row: int
    token: str
    reason: str


class Neighbour(Answer):
    """One row found: `similarity` under cosine and dot, `distance` under euclidean."""

    rank: int
    token: str
    row: int
    similarity: float | None = None
    distance: float | None = None


class NeighbourList(Answer):
    """What the list is (metric, space, exact, rows searched and left out, of which table), and the list."""

    table: str
    metric: Metric
    space: Literal["raw"]
    exact: bool
    rows_searched: int
    excluded: list[ExcludedRow]
    table_sha256: str
    neighbours: list[Neighbour]


class NeighboursAnswer(NeighbourList):
    """The neighbours of one token, which itself is left out."""

    of: str
    row: int


class AnalogyAnswer(NeighbourList):
    """The neighbours of a sum of rows, which themselves are left out."""

    plus: list[str]
    minus: list[str]
