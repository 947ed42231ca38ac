"""The wire form of the arena: one context, five answers, and how each of them does on dev and test."""

from typing import Annotated, Literal

from pydantic import Field

from backend.web.schemas.wire import LEFT_OUT, Answer, Body, Text

Contestant = Literal["count", "add", "interpolated", "network", "mixture"]


class ArenaBody(Body):
    """A context, and the knobs of the counting columns."""

    context: Annotated[Text, Field(description="at most K tokens, or `order` where that is more")] = "."
    order: Annotated[
        int, Field(ge=1, le=8, description="tokens that the counting columns read; left out: the model's K, at most 8")
    ] = LEFT_OUT
    smoothing: Annotated[float, Field(ge=0, le=1e6, description="added to every count of the second column")] = 0.1


class ArenaSight(Answer):
    """The last tokens of the context, how often they occur in train, and their share of the interpolated answer."""

    context: str
    length: int
    count: int
    share: float


class ArenaColumn(Answer):
    """What one contestant says; `probabilities` in the order of `tokens`, null where the table has 0 of 0."""

    contestant: Contestant
    probabilities: list[float] | None


class ArenaScore(Answer):
    """Mean surprise over some events; null where it is infinite, and where there are no events."""

    loss: float | None
    infinite: bool
    impossible_events: int = Field(description="events to which it gives p = 0")


class ArenaScores(Answer):
    """One contestant on the words of a part: all, those that occur in train too, and those that do not."""

    all: ArenaScore
    seen: ArenaScore
    unseen: ArenaScore


class ArenaLine(Answer):
    """One contestant; what it has fitted was fitted on dev, so that test is the honest column."""

    contestant: Contestant
    fitted_on_dev: bool
    dev: ArenaScores
    test: ArenaScores


class ArenaPart(Answer):
    """How many words and events a part has, and how many of them are of words that occur in train too."""

    words: int
    events: int
    seen_words: int
    seen_events: int


class ArenaAnswer(Answer):
    """Five answers to one context, and the scoreboard; losses in nats per token."""

    model: str
    context: str = Field(description="padded with '.' on the left")
    context_length: int = Field(description="K of the network")
    order: int
    smoothing: float
    tokens: list[str]
    sights: list[ArenaSight] = Field(description="none of the context first, then its last token, its last two, ...")
    uniform_share: float = Field(description="share of 1/V in the interpolated answer")
    network_share: float = Field(description="of the network in the mixture, fitted on dev")
    columns: list[ArenaColumn]
    dev: ArenaPart
    test: ArenaPart
    scoreboard: list[ArenaLine]
