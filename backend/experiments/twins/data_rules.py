"""Rules over losses, words, recorded examples, samples and pictures; like those of tensor_rules.py."""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from backend.experiments.twins.floors import floor_of, floor_of_softmax_twice
from backend.experiments.twins.tensor_rules import CLOSE, Evidence

MOSTLY, FAR_ABOVE, FAR_LONGER, SLACK, AT_REST = 0.5, 1.5, 2, 1e-4, 0.02


def loss_is_no_number(loss: float | Tensor) -> Evidence | None:
    """The loss is not a number."""
    return {"loss": str(float(loss))} if not math.isfinite(loss) else None


def loss_is_above_guessing(loss: float | Tensor, V: int) -> Evidence | None:
    """The loss is far above that of guessing, ln V: the network is sure, and wrong."""
    if not float(loss) > FAR_ABOVE * math.log(V):
        return None
    return {"loss": float(loss), "guessing": math.log(V)}


def loss_is_below_its_floor(loss: float | Tensor, X: Tensor, Y: Tensor) -> Evidence | None:
    """The loss is lower than counting these very examples by heart could make it."""
    if len(X) != len(Y) or X.ndim < 2 or X.is_floating_point() or Y.is_floating_point():
        return None
    floor = floor_of(list(zip(map(tuple, X.tolist()), Y.tolist(), strict=True)))
    return {"loss": float(loss), "floor": floor} if float(loss) < floor - SLACK else None


def losses_stop_at_the_floor(losses: Sequence[float], X: Tensor, Y: Tensor, V: int) -> Evidence | None:
    """The losses have come to rest above the floor of softmax twice, on examples that could be known far better."""
    floor, by_heart = floor_of_softmax_twice(V), floor_of(list(zip(map(tuple, X.tolist()), Y.tolist(), strict=True)))
    rest = losses[-len(losses) // 5] - losses[-1]
    if losses[-1] < floor or by_heart > floor / 2 or rest > AT_REST * losses[-1]:
        return None
    return {"loss": losses[-1], "floor": floor, "by_heart": by_heart}


def dev_is_below_its_floor(dev_loss: float, dev: Sequence[str], K: int) -> Evidence | None:
    """The loss on the dev words is lower than counting them by heart could make it: the answer is in the question."""
    padded = ["." * K + word + "." for word in dev]
    floor = floor_of([(text[i : i + K], text[i + K]) for text in padded for i in range(len(text) - K)])
    return {"loss": dev_loss, "floor": floor} if dev_loss < floor - SLACK else None


def answer_is_in_the_context(contexts: Tensor, labels: Tensor) -> Evidence | None:
    """One place of the context always holds the label."""
    always = (contexts == labels[:, None]).all(dim=0)
    return {"place": int(always.nonzero()[0, 0]) + 1, "rows": len(labels)} if bool(always.any()) else None


def rows_of_a_word_are_one(contexts: Tensor, labels: Tensor) -> Evidence | None:
    """All rows of a word are the same: they are one list, recorded many times."""
    word = torch.cat([torch.zeros(1, dtype=torch.long), (labels[:-1] == 0).cumsum(0)])  # (N,) which word a row is of
    inside = word[1:] == word[:-1]
    same = (contexts[1:] == contexts[:-1]).all(dim=1)[inside]
    return {"rows": len(labels), "words": int(word[-1]) + 1} if len(same) and bool(same.all()) else None


def split_was_made_again(train: Sequence[str], dev: Sequence[str]) -> Evidence | None:
    """Most dev words are in train: they are not of the same shuffle."""
    share = seen(train, dev)
    return {"share": share, "words": len(dev)} if share > MOSTLY else None


def dev_words_were_seen(train: Sequence[str], dev: Sequence[str]) -> Evidence | None:
    """Some dev words are in train as well: the list has copies."""
    share = seen(train, dev)
    return {"share": share, "words": len(dev)} if 0 < share <= MOSTLY else None


def samples_are_empty(names: Sequence[str]) -> Evidence | None:
    """Most of what the model writes is nothing."""
    empty = sum(not name for name in names)
    return {"empty": empty, "drawn": len(names)} if empty > MOSTLY * len(names) else None


def sample_has_no_end(name: str, longest: int) -> Evidence | None:
    """What is being written is more than twice as long as the longest word."""
    return {"length": len(name), "longest": longest} if len(name) > FAR_LONGER * longest else None


def columns_are_no_shadow(vectors: Tensor, points: Tensor) -> Evidence | None:
    """The picture is two columns of many; a projection would show more of the variance."""
    if vectors.shape[1] <= 2 or not all(any(torch.equal(one, column) for column in vectors.T) for one in points.T):
        return None
    total = float(vectors.var(dim=0).sum())
    best = float(torch.linalg.svdvals(vectors - vectors.mean(dim=0))[:2].square().sum()) / (len(vectors) - 1)
    return {"columns": vectors.shape[1], "shown": float(points.var(dim=0).sum()) / total, "possible": best / total}


def axes_are_swapped(vectors: Tensor, points: Tensor) -> Evidence | None:
    """Across is the second column, and up the first."""
    if vectors.shape != points.shape or vectors.shape[1] != 2 or torch.allclose(vectors, points, atol=CLOSE):
        return None
    return {"across": 2, "up": 1} if torch.equal(vectors.flip(1), points) else None


def seen(train: Sequence[str], dev: Sequence[str]) -> float:
    """The share of dev words that are also in train."""
    known = set(train)
    return sum(word in known for word in dev) / max(1, len(dev))


RULES = (
    loss_is_no_number,
    loss_is_above_guessing,
    loss_is_below_its_floor,
    losses_stop_at_the_floor,
    dev_is_below_its_floor,
    answer_is_in_the_context,
    rows_of_a_word_are_one,
    split_was_made_again,
    dev_words_were_seen,
    samples_are_empty,
    sample_has_no_end,
    columns_are_no_shadow,
    axes_are_swapped,
)
