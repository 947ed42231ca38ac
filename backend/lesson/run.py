"""Words and knobs -> a trained network and its exact losses: the road from end to end, at the caller's pace."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from torch import Tensor

from backend.lesson.card import Losses
from backend.lesson.contexts import window
from backend.lesson.corpus import Corpus
from backend.lesson.counts import ContextCounts
from backend.lesson.evaluation import mean_loss
from backend.lesson.network import Network, Shape, initialised
from backend.lesson.recipe import Optimiser, Recipe
from backend.lesson.split import SplitRecipe, split_words
from backend.lesson.training import Step, train
from backend.refusal import Refusal

FEWEST_WORDS = 10


class SplitCounts:
    """The counts of the three parts of a corpus, for one context length; test is counted when it is first asked for."""

    def __init__(
        self, train: ContextCounts, dev: ContextCounts, test: ContextCounts | Callable[[], ContextCounts]
    ) -> None:
        self.train, self.dev, self._test = train, dev, test

    @cached_property
    def test(self) -> ContextCounts:
        """Those of the words to report on: no step of a training needs them."""
        return self._test() if callable(self._test) else self._test


def check_divisible(corpus: Corpus, recipe: SplitRecipe) -> None:
    """Raise Refusal for a corpus too small to be divided; dividing it takes longer."""
    words = len(corpus.unique) if recipe.unique else len(corpus.words)
    if words < FEWEST_WORDS:
        raise Refusal(f"the corpus has {words} words; train, dev and test need at least {FEWEST_WORDS}", "corpus")


def split_counts(corpus: Corpus, recipe: SplitRecipe, context_length: int) -> SplitCounts:
    """Divide, slide the window, count; raises Refusal for a corpus too small to be divided."""
    check_divisible(corpus, recipe)
    split, vocabulary = split_words(corpus.words, recipe), corpus.vocabulary

    def counted(words: tuple[str, ...]) -> ContextCounts:
        """The counts of one part's contexts."""
        return ContextCounts(window(words, vocabulary, context_length), len(vocabulary))

    return SplitCounts(counted(split.train), counted(split.dev), lambda: counted(split.test))


@dataclass(frozen=True)
class RunState:
    """What the next step depends on, in memory of its own: steps taken, parameters (P,), the optimiser's moments."""

    step: int
    flat: Tensor
    moments: tuple[Tensor, ...]


class Run:
    """One training: its counts, its network, and an iterator of steps."""

    def __init__(self, counts: SplitCounts, shape: Shape, recipe: Recipe) -> None:
        self.counts, self.shape, self.recipe = counts, shape, recipe

    @cached_property
    def network(self) -> Network:
        """The network, as it is at this moment of the training."""
        return initialised(self.shape, self.recipe.init, self.recipe.seed)

    @cached_property
    def optimiser(self) -> Optimiser:
        """The optimiser, which knows how many steps have been taken."""
        return self.recipe.optimiser(self.network.flat)

    def steps(self) -> Iterator[Step]:
        """Every step that is left, each as it has been taken; step 0 first in a new run."""
        return train(self.network, self.counts.train, self.recipe, self.optimiser)

    def state(self) -> RunState:
        """A copy of what the next step depends on."""
        moments = tuple(moment.clone() for moment in self.optimiser.moments)
        return RunState(self.optimiser.steps, self.network.flat.clone(), moments)

    def restore(self, state: RunState) -> None:
        """Go back, or forward, to a state; an optimiser of another kind starts with empty moments."""
        self.network.flat.copy_(state.flat)
        self.optimiser.steps = state.step
        if len(state.moments) == len(self.optimiser.moments):
            for moment, kept in zip(self.optimiser.moments, state.moments, strict=True):
                moment.copy_(kept)

    def losses(self, network: Network | None = None) -> Losses:
        """The exact losses of the network as it is now, or of another of its shape."""
        measured, counts = network or self.network, self.counts
        return Losses(*(mean_loss(measured, part) for part in (counts.train, counts.dev, counts.test)))
