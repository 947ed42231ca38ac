"""The same model with other angles: the logits of plain PyTorch over the changed tensors, and the turn itself."""

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from backend.experiments.turned import MOST_STRETCH, Turn, turn_of, turned
from backend.lesson.network import Network, Shape, initialised

X = torch.cartesian_prod(torch.arange(5), torch.arange(5), torch.arange(5))


@pytest.fixture(params=[1, 2, 7])
def network(request: pytest.FixtureRequest) -> Network:
    return initialised(Shape(3, request.param, 8, 5), "lecture", 3)


def logits(network: Network) -> torch.Tensor:
    h = torch.tanh(network.table[X].reshape(len(X), -1) @ network.hidden_weight + network.hidden_bias)
    return h @ network.logits_weight + network.logits_bias


def test_predictions_stay_and_angles_do_not() -> None:
    network = initialised(Shape(3, 2, 8, 5), "lecture", 3)
    turn = Turn(np.array([[2.0, 0.5], [-1.0, 1.0]]), np.array([3.0, -1.0]))
    other = turned(network, turn)
    torch.testing.assert_close(
        other.table, (network.table.double() @ torch.tensor(turn.A) + torch.tensor(turn.s)).float()
    )
    torch.testing.assert_close(logits(other), logits(network), atol=2e-4, rtol=0)
    before, after = (F.cosine_similarity(net.table[1], net.table[2], dim=0) for net in (network, other))
    assert abs(before - after) > 0.05


@pytest.mark.parametrize("strength", [0.3, 1.0])
def test_any_turn_that_is_drawn_can_be_taken_back(network: Network, strength: float) -> None:
    for seed in range(20):
        turn = turn_of(network, seed, strength)
        stretches = np.linalg.svd(turn.A, compute_uv=False)
        assert MOST_STRETCH**-strength <= stretches.min() <= stretches.max() <= MOST_STRETCH**strength
        assert np.linalg.norm(turn.s) == pytest.approx(strength * float(network.table.norm(dim=1).mean()))
        torch.testing.assert_close(logits(turned(network, turn)), logits(network), atol=2e-3, rtol=0)


def test_nothing_moves_at_strength_0_and_the_seed_decides(network: Network) -> None:
    still = turned(network, turn_of(network, 1, 0.0))
    torch.testing.assert_close(still.flat, network.flat)
    one, again, other = (turn_of(network, seed, 1.0) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.A, again.A)
    assert not np.allclose(one.s, other.s)
