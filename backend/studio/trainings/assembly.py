"""A request -> the run it asks for, over counts that a process makes once; and a record -> its state at any step."""

from dataclasses import dataclass
from functools import lru_cache

from backend.lesson.network import Shape
from backend.lesson.recipe import recipe_of
from backend.lesson.run import Run, RunState, SplitCounts, split_counts
from backend.lesson.split import SplitRecipe
from backend.refusal import Refusal
from backend.settings import Settings
from backend.studio.corpus_entry import CorpusEntry
from backend.studio.library import Library
from backend.studio.trainings.record import Record
from backend.studio.trainings.request import TrainingRequest

COUNTS_KEPT = 6


@dataclass(frozen=True)
class Assembled:
    """A run that has not begun, and what it is made of."""

    asked: TrainingRequest
    corpus: CorpusEntry
    split: SplitRecipe
    run: Run


def assemble(asked: TrainingRequest, settings: Settings) -> Assembled:
    """The run of a request; raises Refusal or Missing for what cannot be trained."""
    library = _library(settings)
    corpus = library.corpora.get(asked.corpus)
    split = SplitRecipe(**asked.split)
    shape = Shape(asked.context_length, asked.embedding_dim, asked.hidden_size, len(corpus.corpus.vocabulary.tokens))
    recipe = recipe_of(asked.recipe, asked.init, asked.steps, asked.batch_size, asked.learning_rate, asked.seed)
    counts: SplitCounts = library.kept("counts of trainings", COUNTS_KEPT).get(
        (asked.corpus, split, asked.context_length),
        corpus.corpus.sha256,
        lambda: split_counts(corpus.corpus, split, asked.context_length),
    )
    return Assembled(asked, corpus, split, Run(counts, shape, recipe))


@lru_cache(maxsize=2)
def _library(settings: Settings) -> Library:
    """One for all trainings that a worker process does."""
    return Library(settings)


def state_at(record: Record, settings: Settings, step: int) -> tuple[Assembled, RunState]:
    """A training's run, and its state at a step: the nearest kept one before it, and the steps from there once more.

    A step before a fork began is its origin's. Raises Refusal for a step that has not been taken yet.
    """
    asked = record.asked()
    if asked.origin and step < asked.origin.step:
        return state_at(parent_of(record), settings, step)
    made = assemble(asked, settings)
    reached = None
    for told in record.progress():
        reached = told["event"]["step"] if reached is None else reached
        if step > reached:
            break
        if told["event"]["step"] <= step and (state := record.segment(told["number"]).state):
            return made, _forward(made.run, state, step)
    has = "no step yet" if reached is None else f"step {reached}"
    raise Refusal(f"step {step} has not been taken; {record.id} has reached {has}", "step")


def inherited(record: Record, settings: Settings) -> RunState:
    """The state that a fork begins with; raises Refusal where its origin is gone."""
    origin = record.asked().origin
    assert origin
    return state_at(parent_of(record), settings, origin.step)[1]


def parent_of(record: Record) -> Record:
    """The record of the training that another was forked from; raises Refusal where it is gone."""
    origin = record.asked().origin
    assert origin
    parent = Record(record.folder.parent / origin.training)
    if not parent.exists():
        raise Refusal(f"{record.id} was forked from {parent.id}, which is gone; start it without `from`", "from")
    return parent


def _forward(run: Run, state: RunState, step: int) -> RunState:
    run.restore(state)
    if state.step < step:
        for taken in run.steps():
            if taken.step == step:
                break
    return run.state()
