"""The wire form of models: cards, and the questions generate, score and trace."""

from typing import Annotated, Any

from pydantic import Field

from backend.web.schemas.examples import MODEL, example
from backend.web.schemas.wire import LARGEST_SEED, LEFT_OUT, LONGEST_TEXT, Answer, Body, Text

MOST_NAMES, MOST_EXPLAINED = 10_000, 1_000


class Split(Answer):
    """How the corpus was divided: random.seed(seed) before each of `shuffles` shuffles, then 80/10/10."""

    seed: int
    shuffles: int
    unique: bool


class Losses(Answer):
    """Exact mean losses in nats per token."""

    train: float
    dev: float
    test: float


class Origin(Answer):
    """Where a fork began."""

    training: str
    step: int


class ModelCard(Answer):
    """All that makes a model reproducible."""

    id: str
    description: dict[str, str] = Field(description="one line in English (en) and Chinese (zh)")
    corpus: str
    corpus_sha256: str
    split: Split
    vocabulary: list[str] = Field(description="the tokens by id, '.' first")
    context_length: int
    embedding_dim: int
    hidden_size: int
    parameters: int
    recipe: str
    init: str
    seed: int
    steps: int
    batch_size: int
    learning_rate: float
    losses: Losses
    torch: str
    weights_sha256: str
    stopped_at: int | None = Field(default=None, description="the step it is of, where that is not the last")
    origin: Origin | None = Field(default=None, description="of a fork: the training and the step it began from")


class ModelList(Answer):
    """All models that can be read."""

    model_config = example({"models": [MODEL]})

    models: list[ModelCard]


class GenerateRequest(Body):
    """How many names to draw, and with which dice."""

    count: Annotated[int, Field(ge=1, le=MOST_NAMES)] = 10
    temperature: Annotated[float, Field(gt=0, le=100, description="below 1 bolder, above 1 flatter")] = 1.0
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED, description="left out: one below 2^53 is drawn")] = LEFT_OUT
    prefix: Annotated[Text, Field(description="what every name begins with")] = ""
    top_k: Annotated[int, Field(ge=1, description="draw only from the k likeliest")] = LEFT_OUT
    max_length: Annotated[int, Field(ge=1, le=LONGEST_TEXT, description="most characters, prefix included")] = 50
    explain: Annotated[bool, Field(description=f"add the steps; for at most {MOST_EXPLAINED:,} names")] = False


class NameStep(Answer):
    """One prediction on the way: after `context` the untempered model gave `token` this probability and rank."""

    context: str
    token: str
    probability: float
    rank: int = Field(description="1 is the likeliest of all V tokens")


class Name(Answer):
    """A drawn name; `log_probability` is the untempered model's, of the whole text and, if complete, its end."""

    text: str
    log_probability: float
    complete: bool = Field(description="false where max_length stopped it")
    in_corpus: bool | None = Field(description="null where the corpus is not here any more")
    steps: list[NameStep] | None = None


class GenerateAnswer(Answer):
    """Names, and the seed that draws them again: name i depends on the seed and i alone."""

    seed: int
    names: list[Name]


class ScoreRequest(Body):
    """Texts to be read by the model."""

    texts: Annotated[list[Text], Field(min_length=1, max_length=1000)]


class TokenRead(Answer):
    """What the model gave a token of the text, and its rank among all V."""

    token: str
    probability: float
    rank: int


class TextRead(Answer):
    """How likely the model finds a text and its end, in nats."""

    text: str
    log_probability: float
    nll_per_token: float
    in_corpus: bool | None
    tokens: list[TokenRead]


class ScoreAnswer(Answer):
    """One result a text, in order."""

    results: list[TextRead]


class TraceRequest(Body):
    """Contexts of 1 to K tokens; shorter ones are padded with '.' on the left."""

    contexts: Annotated[list[Text], Field(min_length=1, max_length=64)]


class Storage(Answer):
    """Whose memory a tensor has, as PyTorch reports it: `view_of` an earlier tensor, or null for its own."""

    view_of: str | None
    bytes: int = Field(description="bytes of the elements")


class TensorStep(Answer):
    """One tensor of the forward pass."""

    name: str
    expression: str
    symbols: list[str] = Field(description="the axes in letters; KD is K times D")
    shape: list[int]
    ndim: int
    dtype: str
    stride: list[int]
    contiguous: bool
    storage: Storage
    flops: int = Field(description="floating point operations to make it, a multiply-add counted as two")
    values: Any = Field(description="the elements, nested as the shape says; null where one is not finite")


class Prediction(Answer):
    """A token and its probability after the context."""

    token: str
    probability: float


class TraceAnswer(Answer):
    """The forward pass of the contexts, tensor by tensor, and what it predicts for each, likeliest first."""

    contexts: list[str] = Field(description="as the network read them, padded")
    steps: list[TensorStep]
    predictions: list[list[Prediction]]
