"""A model card: all that makes a saved network reproducible, as it stands in JSON beside the weights.

Nothing in it depends on the clock or the folder, so the same training writes the same card.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from backend.lesson.network import Shape
from backend.lesson.split import SplitRecipe
from backend.lesson.vocabulary import Vocabulary
from backend.refusal import Damaged

FORMAT = "embedscope-model-1"


@dataclass(frozen=True)
class Losses:
    """Exact mean losses in nats per token over the whole of each part."""

    train: float
    dev: float
    test: float


@dataclass(frozen=True)
class ModelCard:
    """The card of one model; `vocabulary` is the token list, '.' first."""

    id: str
    description: dict[str, str]
    corpus: str
    corpus_sha256: str
    split: SplitRecipe
    vocabulary: tuple[str, ...]
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
    weights_sha256: str = ""
    format: str = field(default=FORMAT)
    stopped_at: int | None = None  # the step the network is of, where that is not the last
    origin: dict[str, str | int] | None = None  # of a fork: the training and the step it began from

    @property
    def shape(self) -> Shape:
        """K, D, H, V."""
        return Shape(self.context_length, self.embedding_dim, self.hidden_size, len(self.vocabulary))

    def as_dict(self) -> dict[str, Any]:
        """The card as JSON holds it."""
        return asdict(self)

    def as_json(self) -> str:
        """The card as the file holds it."""
        return json.dumps(self.as_dict(), ensure_ascii=False, indent=2) + "\n"


def read_card(text: str, place: str) -> ModelCard:
    """The card in a JSON text; raises Damaged naming `place` and the field that is missing or of the wrong kind."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise Damaged(f"{place} is not JSON (line {error.lineno}): {error.msg}; train the model again") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, thousands of brackets
        raise Damaged(f"{place} is JSON that no model card is made of; train the model again") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise Damaged(f"{place} is not a model card of the format {FORMAT!r}; it was written by something else")
    try:
        known = _typed(ModelCard, content, "")
        known["split"] = SplitRecipe(**_typed(SplitRecipe, content["split"], "split."))
        known["losses"] = Losses(**_typed(Losses, content["losses"], "losses."))
        known["vocabulary"] = tuple(known["vocabulary"])
        card = ModelCard(**known)
        sound = card.parameters == card.shape.parameters
    except (TypeError, ValueError) as error:
        raise Damaged(f"{place} is not a whole model card: {error}; train the model again") from None
    if not sound or card.vocabulary != Vocabulary(card.vocabulary).tokens:
        raise Damaged(f"{place} contradicts itself (parameters or vocabulary); train the model again")
    return card


def _typed(kind: type[ModelCard | SplitRecipe | Losses], content: dict[str, Any], inside: str) -> dict[str, Any]:
    """The fields of a dataclass in JSON's content; raises TypeError naming one that is missing or of another kind."""
    for part in fields(kind):
        if part.name not in content and part.default is None:
            continue
        if part.name not in content:
            raise TypeError(f"{inside}{part.name} is missing")
        called, fits = JSON_KINDS[part.type]
        if not fits(content[part.name]):
            raise TypeError(f"{inside}{part.name} is not {called}")
    return {part.name: content[part.name] for part in fields(kind) if part.name in content}


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_token(value: object) -> bool:
    return isinstance(value, str) and len(value) == 1 and not "\ud800" <= value <= "\udfff"


def _is_origin(value: object) -> bool:
    if not isinstance(value, dict) or set(value) != {"training", "step"}:
        return False
    return _is_text(value["training"]) and type(value["step"]) is int


JSON_KINDS: dict[Any, tuple[str, Callable[[Any], bool]]] = {
    str: ("a text", _is_text),
    bool: ("true or false", lambda value: isinstance(value, bool)),
    int: ("a whole number", lambda value: isinstance(value, int) and not isinstance(value, bool)),
    float: ("a finite number", lambda value: type(value) in (int, float) and abs(value) <= sys.float_info.max),
    dict[str, str]: ("texts by name", lambda value: isinstance(value, dict) and all(map(_is_text, value.values()))),
    tuple[str, ...]: ("a list of characters", lambda value: isinstance(value, list) and all(map(_is_token, value))),
    int | None: ("a step or null", lambda value: value is None or type(value) is int),
    dict[str, str | int] | None: (
        "a training and a step, or null",
        lambda value: value is None or _is_origin(value),
    ),
    SplitRecipe: ("a split recipe", lambda value: isinstance(value, dict)),
    Losses: ("three losses", lambda value: isinstance(value, dict)),
}
