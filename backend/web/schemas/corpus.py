"""The wire form of corpora: cards, the sliding window, and the table of counts."""

from typing import Annotated

from pydantic import Field

from backend.web.schemas.examples import CORPUS, example
from backend.web.schemas.wire import LONGEST_TEXT, Answer, Body, ContextLength, Query


class Part(Answer):
    """The size of one part of the default split."""

    words: int
    examples: int


class CharacterCount(Answer):
    """How often a token is to be predicted; '.' once a word."""

    token: str
    count: int


class CorpusCard(Answer):
    """What a corpus is."""

    id: str
    words: int
    unique: int
    examples: int
    vocabulary: list[str]
    sha256: str
    splits: dict[str, Part]
    characters: list[CharacterCount]
    added: bool = Field(description="whether a user brought it; only then can it be deleted")


class CorpusList(Answer):
    """All corpora."""

    model_config = example({"corpora": [CORPUS]})

    corpora: list[CorpusCard]


class UploadRequest(Body):
    """A word list and the name that its id is made from."""

    name: Annotated[str, Field(min_length=1, max_length=200, description="any text; the id is made from it")]
    text: Annotated[str, Field(description="one word a line; nothing is lower-cased, duplicates are kept")]


class RefusedLine(Answer):
    """A line that is not in the corpus, numbered from 1, and why."""

    line: int
    reason: str


class CharacterReport(CharacterCount):
    """A token, how often it occurs, and why it looks out of place."""

    unusual: str | None = Field(description="null where nothing is unusual about it")


class ImportReport(Answer):
    """What became of the lines: kept, empty or refused. Duplicates are among the kept ones."""

    lines: int
    kept: int
    duplicates: int
    empty: int
    refused: list[RefusedLine] = Field(description="the first thousand of them")
    refused_lines: int = Field(description="all of them")
    characters: list[CharacterReport]


class ImportedCorpus(CorpusCard):
    """The card of a new corpus, and the report on its text."""

    report: ImportReport


class ContextsQuery(Query):
    """A text and K."""

    text: Annotated[str, Field(max_length=LONGEST_TEXT, examples=["emma"])]
    context_length: ContextLength = 3


class WindowRow(Answer):
    """One example: the context, oldest token first, and the token after it."""

    context: str
    ids: list[int]
    next: str
    next_id: int


class ContextsAnswer(Answer):
    """The sliding window over one word."""

    text: str
    context_length: int
    rows: list[WindowRow]


class CountsQuery(Query):
    """A context, K and smoothing."""

    context: Annotated[str, Field(max_length=LONGEST_TEXT, examples=["em"])]
    context_length: ContextLength = 3
    smoothing: Annotated[float, Field(ge=0, le=1e9, description="added to every count")] = 0.0


class CountedToken(Answer):
    """One cell of the row: how often the token followed the context, and the table's probability."""

    token: str
    count: int
    probability: float


class Coverage(Answer):
    """How much of the table has ever been seen."""

    contexts_possible: int = Field(description="V to the power of K")
    contexts_seen: int
    cells: int = Field(description="V to the power of K + 1")
    cells_filled: int
    examples_per_cell: float


class CountsAnswer(Answer):
    """One row of the table of counts over all words, and how good the whole table is."""

    context: str = Field(description="padded with '.' on the left")
    context_length: int
    smoothing: float
    total: int = Field(description="how often the context occurs")
    row: list[CountedToken]
    coverage: Coverage
    loss: float = Field(description="of the table of all words on all words, nats per token")
    dev_loss: float | None = Field(description="of the train words' table on the dev words; null if infinite")
    infinite: bool = Field(description="whether some dev event has probability 0")
    impossible_events: int = Field(description="how many dev events have probability 0")
    dev_events: int
