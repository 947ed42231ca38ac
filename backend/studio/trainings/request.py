"""What a training was asked to do: every knob with its default, held to the limits of the settings."""

from dataclasses import asdict, dataclass, field
from typing import Any

from backend.lesson.network import Shape
from backend.lesson.split import SplitRecipe
from backend.refusal import Refusal
from backend.settings import Settings

MOST_IN_TABLE = 3_500_000  # numbers of C, which every event has as JSON, in a header of at most 100 MB


@dataclass(frozen=True)
class Origin:
    """Where a fork begins: the model of another training at a step."""

    training: str
    step: int


@dataclass(frozen=True)
class TrainingRequest:
    """One training; the knobs left out are filled in by `admitted`, so that the record says what was really done."""

    corpus: str = "names"
    context_length: int = 3
    embedding_dim: int = 2
    hidden_size: int = 100
    recipe: str = "counts"
    init: str | None = None
    steps: int | None = None
    batch_size: int | None = None
    learning_rate: float | None = None
    split: dict[str, Any] = field(default_factory=lambda: SplitRecipe().as_dict())
    seed: int = 1
    origin: Origin | None = None

    def as_dict(self) -> dict[str, Any]:
        """The request as JSON holds it; `from` is the word on the wire for the origin."""
        content = asdict(self)
        origin = content.pop("origin")
        return content | ({"from": origin} if origin else {})


def request_of(content: dict[str, Any]) -> TrainingRequest:
    """The request in a dictionary that `as_dict` made, or that the wire brought."""
    origin = content.get("from")
    rest = {name: value for name, value in content.items() if name != "from"}
    return TrainingRequest(**rest, origin=Origin(**origin) if origin else None)


def check_limits(asked: TrainingRequest, vocabulary_size: int, settings: Settings) -> None:
    """Raise Refusal naming the knob that goes over a limit, and the setting that holds the limit.

    The cost of a training is steps times batch times parameters, in multiply-adds: what its time is proportional to.
    """
    K, D, H, V = asked.context_length, asked.embedding_dim, asked.hidden_size, vocabulary_size
    parameters = Shape(K, D, H, V).parameters
    steps, batch = asked.steps or 0, asked.batch_size or 0
    for knob, setting, value, words in (
        ("steps", "max_steps", steps, "steps is {:,}, at most {:,}"),
        ("batch_size", "max_batch_size", batch, "batch_size is {:,}, at most {:,}"),
        ("batch_size", "max_batch_cells", batch * (K * D + H + V), "a step has {:,} activations, at most {:,}"),
        ("hidden_size", "max_parameters", parameters, "K, D and H make {:,} parameters, at most {:,}"),
        ("steps", "max_training_cost", steps * batch * parameters, "the cost is {:.2e} multiply-adds, at most {:.2e}"),
    ):
        limit = getattr(settings, setting)
        if value > limit:
            raise Refusal(f"{words.format(value, limit)} (EMBEDSCOPE_{setting.upper()}); ask for less", knob)
    if V * D > MOST_IN_TABLE:
        raise Refusal(
            f"C of {V:,} x {D:,} has {V * D:,} numbers, at most {MOST_IN_TABLE:,}; ask for fewer dimensions",
            "embedding_dim",
        )
