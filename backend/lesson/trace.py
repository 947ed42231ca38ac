"""Contexts -> every tensor on the way to the prediction, with what PyTorch itself says of its memory.

The forward pass is the network's own. Whether a tensor is a view is not asserted here but asked: it is a view of the
earlier tensor whose storage it shares (embedding-and-mlp 7.3 and 7.4; S21, S75, S80).
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from backend.lesson.network import Network


@dataclass(frozen=True)
class TraceStep:
    """One tensor of the trace; `symbols` are its axes in letters, `flops` what making it took (a multiply-add is 2)."""

    name: str
    expression: str
    symbols: tuple[str, ...]
    view_of: str | None
    flops: int
    tensor: Tensor

    @property
    def bytes(self) -> int:
        """Bytes that the elements take."""
        return self.tensor.nelement() * self.tensor.element_size()


def trace(network: Network, X: Tensor) -> list[TraceStep]:
    """The steps from ids (B, K) to probabilities (B, V)."""
    shape, B = network.shape, len(X)
    K, D, H, V = shape.context_length, shape.embedding_dim, shape.hidden_size, shape.vocabulary_size
    made = network.forward(X)
    probabilities = torch.softmax(made.logits, dim=1)  # (B, V)
    rows = [
        ("ids", "X", ("B", "K"), 0, X),
        ("embedding", "emb = C[X]", ("B", "K", "D"), 0, made.embedding),
        ("concatenation", "flat = emb.view(B, K * D)", ("B", "KD"), 0, made.concatenation),
        ("preactivation", "z = flat @ W1 + b1", ("B", "H"), 2 * B * K * D * H + B * H, made.preactivation),
        ("hidden", "h = torch.tanh(z)", ("B", "H"), B * H, made.hidden),
        ("logits", "logits = h @ W2 + b2", ("B", "V"), 2 * B * H * V + B * V, made.logits),
        ("probabilities", "p = logits.softmax(dim=1)", ("B", "V"), 4 * B * V, probabilities),
    ]
    owners = {tensor.untyped_storage().data_ptr(): name for name, tensor in network.tensors.items()}
    steps = []
    for name, expression, symbols, flops, tensor in rows:
        storage = tensor.untyped_storage().data_ptr()
        steps.append(TraceStep(name, expression, symbols, owners.get(storage), flops, tensor))
        owners.setdefault(storage, name)
    return steps
