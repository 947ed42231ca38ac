"""Traps of the data: a split made again, copies on both sides, one list for all rows, a leaking label (6, 9)."""

import random

import torch
from torch import Tensor

from backend.experiments.twins.trap import Helper, Trap, Variables


def _shuffled_once(words: list[str], table_loss: Helper) -> Variables:
    unique = sorted(set(words))
    dice = random.Random(42)
    dice.shuffle(unique)
    cut = int(0.8 * len(unique))
    train = unique[:cut]
    dev = unique[cut:]
    loss = table_loss(train, dev)
    return locals()


def _shuffled_again(words: list[str], table_loss: Helper) -> Variables:
    unique = sorted(set(words))
    dice = random.Random(42)
    dice.shuffle(unique)
    cut = int(0.8 * len(unique))
    train = unique[:cut]
    dice.shuffle(unique)  # the cell has been run once more
    dev = unique[cut:]
    loss = table_loss(train, dev)
    return locals()


def _copies_together(words: list[str], table_loss: Helper) -> Variables:
    listed = sorted(set(words))
    random.Random(42).shuffle(listed)
    cut = int(0.8 * len(listed))
    train, dev = listed[:cut], listed[cut:]
    loss = table_loss(train, dev)
    return locals()


def _copies_apart(words: list[str], table_loss: Helper) -> Variables:
    listed = sorted(words)
    random.Random(42).shuffle(listed)
    cut = int(0.8 * len(listed))
    train, dev = listed[:cut], listed[cut:]
    loss = table_loss(train, dev)
    return locals()


def _record_then_move(
    train: list[str],
    dev: list[str],
    stoi: dict[str, int],
    K: int,
    trained: Helper,
    loss_of: Helper,
    windowed: Helper,
    drawn: Helper,
) -> Variables:
    def recorded(words: list[str]) -> tuple[Tensor, Tensor]:
        xs, ys = [], []
        for word in words:
            context = [0] * K
            for c in word + ".":
                xs.append(context)
                ys.append(stoi[c])
                context = [*context[1:], stoi[c]]
        return torch.tensor(xs), torch.tensor(ys)

    contexts, labels = recorded(train)
    network = trained(contexts, labels)
    loss = loss_of(network, contexts, labels)
    dev_loss = loss_of(network, *recorded(dev))
    honest = loss_of(network, *windowed(dev))
    names = drawn(network)
    return locals()


def _one_list(
    train: list[str],
    dev: list[str],
    stoi: dict[str, int],
    K: int,
    trained: Helper,
    loss_of: Helper,
    windowed: Helper,
    drawn: Helper,
) -> Variables:
    def recorded(words: list[str]) -> tuple[Tensor, Tensor]:
        xs, ys = [], []
        for word in words:
            context = [0] * K
            for c in word + ".":
                xs.append(context)
                ys.append(stoi[c])
                context[:] = [*context[1:], stoi[c]]
        return torch.tensor(xs), torch.tensor(ys)

    contexts, labels = recorded(train)
    network = trained(contexts, labels)
    loss = loss_of(network, contexts, labels)
    dev_loss = loss_of(network, *recorded(dev))
    honest = loss_of(network, *windowed(dev))
    names = drawn(network)
    return locals()


def _move_then_record(
    train: list[str],
    dev: list[str],
    stoi: dict[str, int],
    K: int,
    trained: Helper,
    loss_of: Helper,
    windowed: Helper,
    drawn: Helper,
) -> Variables:
    def recorded(words: list[str]) -> tuple[Tensor, Tensor]:
        xs, ys = [], []
        for word in words:
            context = [0] * K
            for c in word + ".":
                context = [*context[1:], stoi[c]]
                xs.append(context)
                ys.append(stoi[c])
        return torch.tensor(xs), torch.tensor(ys)

    contexts, labels = recorded(train)
    network = trained(contexts, labels)
    loss = loss_of(network, contexts, labels)
    dev_loss = loss_of(network, *recorded(dev))
    honest = loss_of(network, *windowed(dev))
    names = drawn(network)
    return locals()


TRAPS = (
    Trap("shuffled-again", 6, _shuffled_once, _shuffled_again, ("loss",)),
    Trap("duplicates", 6, _copies_together, _copies_apart, ("loss",)),
    Trap("one-list", 9, _record_then_move, _one_list, ("loss", "dev_loss", "honest", "names")),
    Trap("leak", 9, _record_then_move, _move_then_record, ("loss", "dev_loss", "honest", "names")),
)
