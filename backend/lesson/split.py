"""A corpus' words -> train, dev and test words, by the published recipe.

The recipe of the published notebook: seed, shuffle the list, cut at int(.8N) and int(.9N). `shuffles` says how often
the cell ran: the seed is set anew and the same list shuffled again, which is how the notebook's own figures came about
(claims, finding 2). `unique` shuffles the distinct words instead, so that no dev word was also trained on (finding 3).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from backend.lesson.shuffle import shuffled
from backend.refusal import Refusal


@dataclass(frozen=True)
class SplitRecipe:
    """How words are divided: the seed, how often the list is shuffled, and whether copies stay together."""

    seed: int = 42
    shuffles: int = 1
    unique: bool = False

    def as_dict(self) -> dict[str, int | bool]:
        """The recipe as a card holds it."""
        return asdict(self)


@dataclass(frozen=True)
class Split:
    """Words to learn from, to choose by, and to report on."""

    train: tuple[str, ...]
    dev: tuple[str, ...]
    test: tuple[str, ...]


def split_words(words: Sequence[str], recipe: SplitRecipe) -> Split:
    """Divide words 80/10/10; raises Refusal where fewer than one shuffle is asked for."""
    if recipe.shuffles < 1:
        raise Refusal(f"split.shuffles is {recipe.shuffles}; the list is shuffled at least once", "split.shuffles")
    order = list(dict.fromkeys(words)) if recipe.unique else list(words)
    for _ in range(recipe.shuffles):
        order = shuffled(order, recipe.seed)
    first, second = int(0.8 * len(order)), int(0.9 * len(order))
    parts = order[:first], order[first:second], order[second:]
    if recipe.unique:
        copies = Counter(words)
        return Split(*(tuple(word for word in part for _ in range(copies[word])) for part in parts))
    return Split(*map(tuple, parts))
