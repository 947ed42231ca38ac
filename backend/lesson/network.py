"""The network of Bengio et al. (2003), simplified to characters: contexts (B, K) -> logits (B, V), in one forward.

    C[X]  ->  side by side  ->  tanh(. W1 + b1)  ->  . W2 + b2

Training, evaluation, sampling and the trace all run this one `forward` (embedding-and-mlp 7.6; S11, S94). All
parameters lie in one flat buffer of which the five tensors are views, so that an optimiser's step is a handful of
operations on one vector. What this leaves out of the paper: direct connections from embedding to output, weight decay,
the mixture with an n-gram, and words (S60).
"""

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from backend.refusal import Refusal

LECTURE, SCALED = "lecture", "scaled"


@dataclass(frozen=True)
class Shape:
    """K, D, H and V, from which every tensor's shape follows."""

    context_length: int
    embedding_dim: int
    hidden_size: int
    vocabulary_size: int

    def __post_init__(self) -> None:
        for field in ("context_length", "embedding_dim", "hidden_size", "vocabulary_size"):
            if getattr(self, field) < 1:
                raise Refusal(f"{field} is {getattr(self, field)}; it has to be at least 1", field)

    def tensors(self) -> dict[str, tuple[int, ...]]:
        """The five parameters by name, in the order in which they lie in memory."""
        K, D, H, V = self.context_length, self.embedding_dim, self.hidden_size, self.vocabulary_size
        return {
            "table": (V, D),
            "hidden.weight": (K * D, H),
            "hidden.bias": (H,),
            "logits.weight": (H, V),
            "logits.bias": (V,),
        }

    @property
    def parameters(self) -> int:
        """VD + KDH + H + HV + V (embedding-and-mlp 7.5; S86)."""
        return sum(math.prod(size) for size in self.tensors().values())


@dataclass(frozen=True)
class Activations:
    """Every tensor on the way from ids to logits."""

    embedding: Tensor  # (B, K, D)
    concatenation: Tensor  # (B, KD), a view of the embedding
    preactivation: Tensor  # (B, H)
    hidden: Tensor  # (B, H)
    logits: Tensor  # (B, V)


class Network:
    """Five tensors over one flat buffer, and the forward pass."""

    def __init__(self, shape: Shape, flat: Tensor) -> None:
        self.shape = shape
        self.flat = flat  # (P,)
        self.tensors = views(shape, flat)
        self.table = self.tensors["table"]  # (V, D)
        self.hidden_weight = self.tensors["hidden.weight"]  # (KD, H)
        self.hidden_bias = self.tensors["hidden.bias"]  # (H,)
        self.logits_weight = self.tensors["logits.weight"]  # (H, V)
        self.logits_bias = self.tensors["logits.bias"]  # (V,)

    def forward(self, X: Tensor) -> Activations:
        """Contexts (B, K) int64 -> every activation up to the logits (B, V)."""
        embedding = F.embedding(X, self.table)  # (B, K, D): C[X], by the operation made for it
        concatenation = embedding.view(len(X), -1)  # (B, KD)
        preactivation = torch.addmm(self.hidden_bias, concatenation, self.hidden_weight)  # (B, H)
        hidden = torch.tanh(preactivation)  # (B, H)
        logits = torch.addmm(self.logits_bias, hidden, self.logits_weight)  # (B, V)
        return Activations(embedding, concatenation, preactivation, hidden, logits)

    def copy(self) -> "Network":
        """The same network in memory of its own."""
        return Network(self.shape, self.flat.clone())


def views(shape: Shape, flat: Tensor) -> dict[str, Tensor]:
    """The five tensors as views of a flat buffer (P,); raises Refusal if it has another length."""
    if flat.shape != (shape.parameters,):
        raise Refusal(f"{shape} takes {shape.parameters} numbers in a row, not {tuple(flat.shape)}", "flat")
    sizes = shape.tensors()
    parts = torch.split(flat, [math.prod(size) for size in sizes.values()])
    return {name: part.view(size) for (name, size), part in zip(sizes.items(), parts, strict=True)}


def initialised(shape: Shape, init: str, seed: int) -> Network:
    """A network before its first step, float32; raises Refusal for another init than `scaled` and `lecture`.

    `lecture`: randn for every parameter, as the published notebook has it; tanh saturates and the first loss is 18 to
    26 nats. `scaled`: W1 times (5/3)/sqrt(KD), W2 times 0.01, biases 0: the first loss is about ln V (finding 9).
    """
    if init not in (LECTURE, SCALED):
        raise Refusal(f"init is {init!r}; it is {SCALED!r} or {LECTURE!r}", "init")
    generator = torch.Generator().manual_seed(seed)
    network = Network(shape, torch.randn(shape.parameters, generator=generator))
    if init == SCALED:
        fan_in = shape.context_length * shape.embedding_dim
        network.hidden_weight.mul_((5 / 3) / math.sqrt(fan_in))
        network.hidden_bias.zero_()
        network.logits_weight.mul_(0.01)
        network.logits_bias.zero_()
    return network
