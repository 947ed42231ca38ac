"""The wire form of the server's state."""

from typing import Literal

from backend.web.schemas.examples import HEALTH, example
from backend.web.schemas.wire import Answer


class Health(Answer):
    """Whether questions can be answered yet, and what there is to ask about; ids."""

    model_config = example(HEALTH)

    status: Literal["starting", "ready", "failed"]
    version: str
    models: list[str]
    tables: list[str]
    corpora: list[str]
