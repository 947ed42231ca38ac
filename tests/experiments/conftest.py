"""A server's one thread, what twins find under their names for the shipped model, and every trap's pair, run once."""

import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
import torch

from backend.experiments.twins.material import Material
from backend.experiments.twins.run import Pair, artefacts, run, trap_of
from backend.lesson.checkpoint import load_model
from backend.lesson.corpus import read_corpus
from backend.lesson.split import SplitRecipe, split_words
from backend.lesson.vocabulary import Vocabulary
from backend.settings import ROOT

torch.set_num_threads(1)  # two threads that wait for each other are no quicker on a busy machine


@pytest.fixture(scope="session")
def ran(material: dict[str, Any]) -> Callable[[str], Pair]:
    """A trap's pair; each is run once."""
    return cache(lambda id: run(trap_of(id), material))


@pytest.fixture(scope="session")
def material() -> dict[str, Any]:
    network, card = load_model(ROOT / "models", "names-2d")
    corpus = read_corpus((ROOT / "data" / "names.txt").read_text())
    return Material(
        network, Vocabulary(card.vocabulary), corpus.words, split_words(corpus.words, SplitRecipe()).dev
    ).named()


def artefacts_of(twin: Any, material: dict[str, Any]) -> dict[str, Any]:
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        return artefacts(twin, material)
