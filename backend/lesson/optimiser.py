"""A gradient -> a step on the flat parameter buffer: plain descent, and Adam (Kingma and Ba 2015)."""

import math

import torch
from torch import Tensor

EPSILON = 1e-8


class Descent:
    """p <- p - rate * g; it remembers nothing from step to step."""

    def __init__(self) -> None:
        self.moments: tuple[Tensor, ...] = ()
        self.steps = 0

    def step(self, parameters: Tensor, gradient: Tensor, rate: float) -> None:
        """One step in place; both tensors are (P,)."""
        self.steps += 1
        parameters.add_(gradient, alpha=-rate)


class Adam:
    """p <- p - rate * m / (sqrt(v) + eps), both moments corrected for their start at zero."""

    def __init__(self, parameters: Tensor, beta_1: float = 0.9, beta_2: float = 0.99) -> None:
        self.beta_1, self.beta_2 = beta_1, beta_2
        self.mean = torch.zeros_like(parameters)  # (P,)
        self.square = torch.zeros_like(parameters)  # (P,)
        self.moments: tuple[Tensor, ...] = (self.mean, self.square)
        self.steps = 0

    def step(self, parameters: Tensor, gradient: Tensor, rate: float) -> None:
        """One step in place; both tensors are (P,)."""
        self.steps += 1
        self.mean.lerp_(gradient, 1 - self.beta_1)
        self.square.mul_(self.beta_2).addcmul_(gradient, gradient, value=1 - self.beta_2)
        unbias = math.sqrt(1 - self.beta_2**self.steps)  # taken out of the root: one operation on (P,) less
        spread = self.square.sqrt().add_(EPSILON * unbias)
        parameters.addcdiv_(self.mean, spread, value=-rate * unbias / (1 - self.beta_1**self.steps))
