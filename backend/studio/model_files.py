"""New models -> where they are saved, and the card they get before they are trained."""

from dataclasses import replace
from pathlib import Path

import torch

from backend.lesson.card import Losses, ModelCard
from backend.lesson.checkpoint import load_card
from backend.lesson.network import Shape
from backend.lesson.recipe import Recipe
from backend.lesson.split import SplitRecipe
from backend.refusal import Refusal
from backend.studio.corpus_entry import CorpusEntry
from backend.studio.library import Library
from backend.studio.shelf import ID

UNTRAINED = Losses(0.0, 0.0, 0.0)


def destination(out: str, library: Library) -> tuple[Path, str]:
    """Folder and id for a new model from an id (in the store) or a path; raises Refusal for one that cannot be had."""
    path = Path(out)
    if not ID.fullmatch(path.name):
        raise Refusal(f"{path.name!r} is no id; use 1 to 64 of a-z, 0-9 and '-'", "out")
    if path.name != out:
        return path.parent, path.name
    folder = library.settings.store / "models"
    if library.models.folder_of(out) not in {None, folder}:
        raise Refusal(f"{out} is a shipped model, which would hide the new one; choose another name", "out")
    return folder, out


def card_of(
    model_id: str,
    corpus: CorpusEntry,
    split: SplitRecipe,
    shape: Shape,
    recipe: Recipe,
    origin: dict[str, str | int] | None = None,
) -> ModelCard:
    """The card of a training that has not run yet: everything but losses and hash."""
    K, D, H = shape.context_length, shape.embedding_dim, shape.hidden_size
    return ModelCard(
        id=model_id,
        description={
            "en": f"{corpus.id}: reads {K} characters, each a vector of {D}, through {H} hidden units",
            "zh": f"{corpus.id}：读前 {K} 个字符，每个字符是 {D} 维向量，隐藏层 {H} 个单元",
        },
        corpus=corpus.id,
        corpus_sha256=corpus.corpus.sha256,
        split=split,
        vocabulary=corpus.corpus.vocabulary.tokens,
        context_length=K,
        embedding_dim=D,
        hidden_size=H,
        parameters=shape.parameters,
        recipe=recipe.name,
        init=recipe.init,
        seed=recipe.seed,
        steps=recipe.steps,
        batch_size=recipe.batch_size,
        learning_rate=recipe.learning_rate,
        losses=UNTRAINED,
        origin=origin,
        torch=torch.__version__.split("+")[0],
    )


def check_free(folder: Path, card: ModelCard) -> None:
    """Raise Refusal where another model has that id; the same training may take its own place again."""
    try:
        there = load_card(folder, card.id)
    except FileNotFoundError:
        return
    except Refusal:
        there = None
    if there is None or replace(there, losses=UNTRAINED, weights_sha256="", torch=card.torch) != card:
        raise Refusal(f"{card.id} is another model in {folder}; choose another name, or replace it with --force", "out")
