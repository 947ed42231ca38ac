"""A word -> how often its contexts look each row of C up, and the gradient that comes back to each row (S70, S72).

Two gradients, both by PyTorch's autograd: of the plain sum of C[X], which counts the uses, and of the loss of the model
on show, which adds up what each use asks for. A row that is not looked up gets exactly 0 from both.
"""

import json
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from backend.lesson.contexts import Examples
from backend.lesson.network import Network, views

LINES = """\
word, K = WORD, len(W1) // C.shape[1]
padded = "." * K + word + "."
X = torch.tensor([[stoi[c] for c in padded[i : i + K]] for i in range(len(word) + 1)])
Y = torch.tensor([stoi[c] for c in word + "."])

C.requires_grad_()
C[X].sum().backward()
of_the_sum, C.grad = C.grad, None

h = torch.tanh(C[X].view(len(X), -1) @ W1 + b1)
loss = F.cross_entropy(h @ W2 + b2, Y)
loss.backward()
of_the_loss = C.grad
"""


@dataclass(frozen=True)
class RowUses:
    """Uses (V,), the gradient of the sum (V, D), the loss over the word in nats, and its gradient (V, D)."""

    uses: Tensor
    of_the_sum: Tensor
    loss: float
    of_the_loss: Tensor


def row_uses(network: Network, examples: Examples) -> RowUses:
    """Look up, sum, go back; then the same through the whole network to the mean loss."""
    X, Y = torch.from_numpy(examples.X), torch.from_numpy(examples.Y)
    C = network.table.clone().requires_grad_()
    (of_the_sum,) = torch.autograd.grad(C[X].sum(), C)
    flat = network.flat.clone().requires_grad_()
    loss = F.cross_entropy(Network(network.shape, flat).forward(X).logits, Y)
    (gradient,) = torch.autograd.grad(loss, flat)
    uses = torch.bincount(X.reshape(-1), minlength=len(C))
    return RowUses(uses, of_the_sum, loss.item(), views(network.shape, gradient)["table"])


def lines(word: str) -> str:
    """The same in PyTorch, for pasting after the lines that load a model."""
    return LINES.replace("WORD", json.dumps(word, ensure_ascii=False))
