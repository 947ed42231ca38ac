"""Answers as /docs shows them for the routes that are asked without any parameter: what is shipped, long lists cut."""

from pydantic import ConfigDict
from pydantic.config import JsonDict

HEALTH: JsonDict = {
    "status": "ready",
    "version": "0.1.0",
    "models": ["names-10d", "names-2d"],
    "tables": ["names-10d", "names-2d"],
    "corpora": ["names"],
}
MODEL: JsonDict = {
    "id": "names-2d",
    "description": {
        "en": "names: reads 3 characters, each a vector of 2, through 100 hidden units",
        "zh": "names：读前 3 个字符，每个字符是 2 维向量，隐藏层 100 个单元",
    },
    "corpus": "names",
    "corpus_sha256": "3a83b1b3f3b9535eeb070f19ae678c29d83558ede501a863b19b82c4807450d2",
    "split": {"seed": 42, "shuffles": 1, "unique": False},
    "vocabulary": [*".abcdefghijklmnopqrstuvwxyz"],
    "context_length": 3,
    "embedding_dim": 2,
    "hidden_size": 100,
    "parameters": 3481,
    "recipe": "counts",
    "init": "scaled",
    "seed": 12,
    "steps": 3000,
    "batch_size": 512,
    "learning_rate": 0.03,
    "losses": {"train": 2.16725, "dev": 2.18904, "test": 2.18512},
    "torch": "2.13.0",
    "weights_sha256": "37b0d582e9d0bd7a3f61b43460fd9e1688a10cc097f48e5c94e270cb99188029",
}
TABLE: JsonDict = {
    "id": "names-2d",
    "rows": 27,
    "dimensions": 2,
    "source": "C of the model names-2d",
    "sha256": "7ad8367649df1b7a5f4a35d7d20d36fecef80a9df327869116bbbd0edda57c98",
}
CORPUS: JsonDict = {
    "id": "names",
    "words": 32033,
    "unique": 29494,
    "examples": 228146,
    "vocabulary": [".", "a", "b"],
    "sha256": "3a83b1b3f3b9535eeb070f19ae678c29d83558ede501a863b19b82c4807450d2",
    "splits": {
        "train": {"words": 25626, "examples": 182518},
        "dev": {"words": 3203, "examples": 22939},
        "test": {"words": 3204, "examples": 22689},
    },
    "characters": [{"token": ".", "count": 32033}, {"token": "a", "count": 33885}, {"token": "b", "count": 2645}],
}


def example(shown: JsonDict) -> ConfigDict:
    """The configuration of a schema that has this example."""
    return ConfigDict(json_schema_extra={"examples": [shown]})
