"""A request as it was sent -> the request as it will be done: defaults filled in, refused where it cannot be done."""

from backend.lesson.recipe import recipe_of
from backend.lesson.run import check_divisible
from backend.lesson.split import SplitRecipe
from backend.refusal import Refusal
from backend.studio.library import Library
from backend.studio.trainings.record import Record
from backend.studio.trainings.request import TrainingRequest, check_limits, request_of


def admitted(asked: TrainingRequest, library: Library, parent: Record | None) -> TrainingRequest:
    """The request with its recipe's defaults, checked against everything that can be known beforehand.

    `parent` is the record of the training that is forked from. Raises Refusal naming the knob, or Missing.
    """
    recipe = recipe_of(asked.recipe, asked.init, asked.steps, asked.batch_size, asked.learning_rate, asked.seed)
    content = asked.as_dict()
    content |= {"init": recipe.init, "steps": recipe.steps}
    content |= {"batch_size": recipe.batch_size, "learning_rate": recipe.learning_rate}
    filled = request_of(content)
    corpus = library.corpora.get(filled.corpus).corpus
    check_limits(filled, len(corpus.vocabulary.tokens), library.settings)
    check_divisible(corpus, SplitRecipe(**filled.split))
    if parent:
        _check_origin(filled, parent)
    return filled


def _check_origin(filled: TrainingRequest, parent: Record) -> None:
    assert filled.origin
    before = parent.asked()
    for knob in ("corpus", "context_length", "embedding_dim", "hidden_size"):
        if getattr(before, knob) != getattr(filled, knob):
            raise Refusal(f"a fork keeps the {knob} of {parent.id}, which is {getattr(before, knob)!r}", knob)
    last = next(parent.progress(), None)
    reached = last["event"]["step"] if last else -1
    if filled.origin.step > reached:
        has = f"step {reached}" if last else "no step yet"
        raise Refusal(f"{parent.id} has reached {has}, so it cannot be forked at {filled.origin.step}", "from.step")
    if filled.origin.step >= (filled.steps or 0):
        raise Refusal(f"steps has to go beyond step {filled.origin.step}, where the fork begins", "steps")
