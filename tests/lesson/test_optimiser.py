"""Both optimisers against torch.optim."""

import pytest
import torch

from backend.lesson.optimiser import Adam, Descent

RATES = [0.1, 0.05, 0.2, 0.0, 0.01] * 10


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
@pytest.mark.parametrize("name", ["adam", "descent"])
def test_fifty_steps_equal_those_of_torch_optim(name, dtype):
    generator = torch.Generator().manual_seed(1)
    start = torch.randn(40, generator=generator, dtype=dtype)
    ours, theirs = start.clone(), torch.nn.Parameter(start.clone())
    if name == "adam":
        made, oracle = Adam(ours), torch.optim.Adam([theirs], betas=(0.9, 0.99), eps=1e-8)
    else:
        made, oracle = Descent(), torch.optim.SGD([theirs])
    for rate in RATES:
        gradient = torch.randn(40, generator=generator, dtype=dtype) * 10 ** torch.linspace(-6, 2, 40, dtype=dtype)
        gradient[:3] = 0
        theirs.grad = gradient.clone()
        oracle.param_groups[0]["lr"] = rate
        oracle.step()
        made.step(ours, gradient, rate)
        assert torch.allclose(ours, theirs.detach(), rtol=1e-12 if dtype == torch.float64 else 1e-5, atol=1e-7)


@pytest.mark.parametrize("make", [Adam, lambda _: Descent()])
def test_a_step_changes_the_parameters_in_place_and_not_the_gradient(make):
    parameters, gradient = torch.ones(3), torch.tensor([1.0, -2.0, 0.0])
    make(parameters).step(parameters, gradient, 0.5)
    assert gradient.tolist() == [1, -2, 0]
    assert parameters[0] < 1 < parameters[1]
    assert parameters[2] == 1
