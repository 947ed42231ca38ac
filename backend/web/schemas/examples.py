"""Answers as /docs shows them for the routes that are asked without any parameter: what is shipped, long lists cut."""

from pydantic import ConfigDict
from pydantic.config import JsonDict

HEALTH: JsonDict = {
    "status": "ready",
    "version": "0.1.0",
    "models": ["japanese-2d", "names-10d", "names-2d", "places-2d", "russian-2d"],
    "tables": ["japanese-2d", "names-10d", "names-2d", "places-2d", "russian-2d"],
    "corpora": ["japanese-names", "names", "places", "russian-names"],
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
    "losses": {"train": 2.16766, "dev": 2.18969, "test": 2.18480},
    "torch": "2.13.0",
    "weights_sha256": "4c8213f3acd2d53d7a08a9786d7ea9ae08dfef55f32a3c54f84e95c107df68b5",
    "stopped_at": None,
    "origin": None,
}
TRAINING: JsonDict = {
    "id": "names-2d-0a1b2c3d",
    "state": "running",
    "request": {
        "corpus": "names",
        "context_length": 3,
        "embedding_dim": 2,
        "hidden_size": 100,
        "recipe": "counts",
        "init": "scaled",
        "steps": 1000,
        "batch_size": 256,
        "learning_rate": 0.04,
        "split": {"seed": 42, "shuffles": 1, "unique": False},
        "seed": 1,
    },
    "created": 1767225600.0,
    "step": 412,
    "steps": 1000,
    "losses": {"train": 2.21, "dev": 2.22, "test": None},
    "model": None,
    "message": None,
    "position": None,
}
TABLE: JsonDict = {
    "id": "names-2d",
    "rows": 27,
    "dimensions": 2,
    "source": "C of the model names-2d",
    "sha256": "bd2c248429ed4b93a6d3b5c1ddd4abaf83dde87e3b88b70092dbf58aeb93c011",
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
    "added": False,
}
TWINS: JsonDict = {
    "traps": [
        {
            "id": "view-fails",
            "number": 2,
            "healthy": "x = torch.arange(12).view(3, 4).t()\nwanted = (12,)\nflat = x.reshape(wanted)\n",
            "broken": "x = torch.arange(12).view(3, 4).t()\nwanted = (12,)\nflat = x.view(wanted)\n",
        },
    ],
}


def example(shown: JsonDict) -> ConfigDict:
    """The configuration of a schema that has this example."""
    return ConfigDict(json_schema_extra={"examples": [shown]})
