"""A model card: all that makes a saved network reproducible, as it stands in JSON beside the weights.

Nothing in it depends on the clock or the folder, so the same training writes the same card.
"""

import json
import math
from dataclasses import asdict, dataclass, field
from typing import Any

from backend.lesson.network import Shape
from backend.lesson.split import SplitRecipe
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
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise Damaged(f"{place} is not a model card of the format {FORMAT!r}; it was written by something else")
    known = {name: content[name] for name in ModelCard.__dataclass_fields__ if name in content}
    try:
        known["split"] = SplitRecipe(**known["split"])
        known["losses"] = Losses(**known["losses"])
        known["vocabulary"] = tuple(known["vocabulary"])
        card = ModelCard(**known)
        sound = card.parameters == card.shape.parameters and all(len(token) == 1 for token in card.vocabulary)
        sound = sound and all(math.isfinite(loss) for loss in asdict(card.losses).values())
    except (KeyError, TypeError, ValueError) as error:
        raise Damaged(f"{place} is not a whole model card: {error}; train the model again") from None
    if not sound:
        raise Damaged(f"{place} contradicts itself (parameters, vocabulary or losses); train the model again")
    return card
