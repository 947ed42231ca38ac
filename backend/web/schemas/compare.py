"""The wire form of two models drawing with the same dice."""

from typing import Annotated

from pydantic import Field

from backend.web.schemas.model import MOST_NAMES
from backend.web.schemas.wire import LARGEST_SEED, LEFT_OUT, LONGEST_TEXT, Answer, Body, Text


class CompareRequest(Body):
    """Which two models, how many pairs of names, and with which dice."""

    models: Annotated[list[str], Field(min_length=2, max_length=2, description="ids of two models")]
    count: Annotated[int, Field(ge=1, le=MOST_NAMES)] = 10
    temperature: Annotated[float, Field(gt=0, le=100, description="below 1 bolder, above 1 flatter")] = 1.0
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED, description="left out: one below 2^53 is drawn")] = LEFT_OUT
    prefix: Annotated[Text, Field(description="what every name begins with; both models have to know it")] = ""
    top_k: Annotated[int, Field(ge=1, description="draw only from the k likeliest")] = LEFT_OUT
    max_length: Annotated[int, Field(ge=1, le=LONGEST_TEXT, description="most characters, prefix included")] = 50


class NamePair(Answer):
    """What the two models made of the same dice; lists in the order of the models."""

    texts: list[str]
    parts_at: int | None = Field(description="index, in characters, of the first that differs; null when equal")
    log_probabilities: list[float] = Field(description="each model's own, untempered, in nats")
    complete: list[bool] = Field(description="false where max_length stopped it")
    in_corpus: list[bool | None] = Field(description="null where the corpus is not here any more")


class CompareAnswer(Answer):
    """Pairs of names, and the seed that draws them again."""

    seed: int
    models: list[str]
    names: list[NamePair]
