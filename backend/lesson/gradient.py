"""Activations and targets -> the gradient of the mean cross-entropy, written out by hand into one flat buffer.

The chain rule from logits to table, one line a parameter (embedding-and-mlp 7.2 and 7.3): a row of C that is read at
several places receives the sum of their gradients (S70, S72). Checked against autograd by a test.
"""

import torch
from torch import Tensor

from backend.lesson.network import Activations, Network, views

tanh_backward = torch.ops.aten.tanh_backward


class Gradient:
    """A buffer shaped like the network's own, and its five views."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.flat = torch.zeros_like(network.flat)  # (P,)
        self._views = views(network.shape, self.flat)

    def fill(self, X: Tensor, activations: Activations, targets: Tensor) -> Tensor:
        """The gradient (P,) of the mean over B of CE(logits, targets), for target distributions (B, V).

        X is (B, K). Each row of `targets` sums to 1: a one-hot label, or the frequencies of what follows a context.
        """
        net, grad = self.network, self._views
        d_logits = torch.softmax(activations.logits, dim=1).sub_(targets).div_(len(X))  # (B, V)
        torch.mm(activations.hidden.t(), d_logits, out=grad["logits.weight"])  # (H, V)
        torch.sum(d_logits, dim=0, out=grad["logits.bias"])  # (V,)
        d_hidden = torch.mm(d_logits, net.logits_weight.t())  # (B, H)
        d_preactivation = tanh_backward(d_hidden, activations.hidden)  # (B, H): d_hidden (1 - h^2)
        torch.mm(activations.concatenation.t(), d_preactivation, out=grad["hidden.weight"])  # (KD, H)
        torch.sum(d_preactivation, dim=0, out=grad["hidden.bias"])  # (H,)
        d_concatenation = torch.mm(d_preactivation, net.hidden_weight.t())  # (B, KD)
        uses = d_concatenation.view(-1, net.shape.embedding_dim)  # (BK, D)
        grad["table"].zero_().index_add_(0, X.view(-1), uses)  # (V, D): every use of a row adds to it
        return self.flat
