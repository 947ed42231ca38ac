"""Traps of the loss: two forwards, softmax in the wrong place, labels that are floats, a logit of 100 (5, 7)."""

import torch
import torch.nn.functional as F
from torch import Tensor

from backend.experiments.twins.trap import Helper, Trap, Variables


def _one_forward(forward: Helper, X: Tensor, Y: Tensor) -> Variables:
    logits = forward(X)
    evaluated = forward(X)
    loss = F.cross_entropy(evaluated, Y)
    return locals()


def _another_forward(
    forward: Helper, C: Tensor, W1: Tensor, b1: Tensor, W2: Tensor, b2: Tensor, X: Tensor, Y: Tensor
) -> Variables:
    logits = forward(X)
    evaluated = (C[X].view(len(X), -1) @ W1 + b1) @ W2 + b2
    loss = F.cross_entropy(evaluated, Y)
    return locals()


def _from_logits(forward: Helper, X: Tensor, Y: Tensor) -> Variables:
    given = forward(X)
    loss = F.cross_entropy(given, Y)
    return locals()


def _softmax_twice(forward: Helper, X: Tensor, Y: Tensor) -> Variables:
    given = forward(X).softmax(dim=1)
    loss = F.cross_entropy(given, Y)
    return locals()


def _learnt_from_logits(learned: Helper, X: Tensor, Y: Tensor) -> Variables:
    def objective(logits: Tensor, labels: Tensor) -> Tensor:
        return F.cross_entropy(logits, labels)

    X, Y = X[:512], Y[:512]
    losses = learned(objective, X, Y)
    loss = losses[-1]
    return locals()


def _learnt_from_probabilities(learned: Helper, X: Tensor, Y: Tensor) -> Variables:
    def objective(logits: Tensor, labels: Tensor) -> Tensor:
        return F.cross_entropy(logits.softmax(dim=1), labels)

    X, Y = X[:512], Y[:512]
    losses = learned(objective, X, Y)
    loss = losses[-1]
    return locals()


def _over_tokens(forward: Helper, X: Tensor, Y: Tensor) -> Variables:
    p = forward(X).softmax(dim=1)
    loss = -p[torch.arange(len(X)), Y].log().mean()
    return locals()


def _over_examples(forward: Helper, X: Tensor, Y: Tensor) -> Variables:
    p = forward(X).softmax(dim=0)
    loss = -p[torch.arange(len(X)), Y].log().mean()
    return locals()


def _float_labels(forward: Helper, X: Tensor, Y: Tensor) -> Variables:
    Y = Y.float()
    loss = F.cross_entropy(forward(X), Y)
    return locals()


def _in_one_call() -> Variables:
    logits = torch.tensor([[100.0, 0.0, 0.0]])
    loss = F.cross_entropy(logits, torch.tensor([0]))
    return locals()


def _by_hand() -> Variables:
    logits = torch.tensor([[100.0, 0.0, 0.0]])
    counts = logits.exp()
    p = counts / counts.sum(dim=1, keepdim=True)
    loss = -p[0, 0].log()
    return locals()


TRAPS = (
    Trap("two-forwards", 5, _one_forward, _another_forward, ("loss",)),
    Trap("softmax-twice", 7, _from_logits, _softmax_twice, ("loss",)),
    Trap("softmax-trained", 7, _learnt_from_logits, _learnt_from_probabilities, ("loss",)),
    Trap("softmax-dim-0", 7, _over_tokens, _over_examples, ("loss",)),
    Trap("float-targets", 7, _from_logits, _float_labels, ("loss",)),
    Trap("logit-100", 7, _in_one_call, _by_hand, ("loss",)),
)
