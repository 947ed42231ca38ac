"""What single traps give, by plain PyTorch, by counting, and by the figures of docs/findings.md."""

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F

from backend.experiments.twins.run import Pair, trap_of
from tests.experiments.conftest import artefacts_of


def test_damage_in_nats_by_plain_pytorch(material: dict[str, Any], ran: Callable[[str], Pair]) -> None:
    C, W1, b1, W2, b2, X, Y = (material[name] for name in ("C", "W1", "b1", "W2", "b2", "X", "Y"))

    def loss(flat: torch.Tensor) -> float:
        return F.cross_entropy(torch.tanh(flat @ W1 + b1) @ W2 + b2, Y).item()

    right = loss(torch.cat([C[X[:, k]] for k in range(3)], dim=1))
    mixed = loss(torch.stack([C[X[:, k], d] for d in range(2) for k in range(3)], dim=1))
    logits = torch.tanh(C[X].view(-1, 6) @ W1 + b1) @ W2 + b2
    p = logits.exp() / logits.exp().sum(dim=1, keepdim=True)
    twice = -(p.exp() / p.exp().sum(dim=1, keepdim=True))[torch.arange(len(Y)), Y].log().mean().item()
    for id, broken in {"transposed": mixed, "softmax-twice": twice, "nelement": right / 3}.items():
        pair = ran(id)
        assert pair.healthy.values["loss"] == pytest.approx(right, abs=1e-5)
        assert pair.broken.values["loss"] == pytest.approx(broken, abs=1e-5)
        assert pair.cost == pytest.approx(broken - right, abs=2e-5)


def test_a_network_gets_used_to_mixed_dimensions_but_not_to_strange_ones(material: dict[str, Any]) -> None:
    """Transposing before flattening only reorders W1's rows; the other fold gives examples each other's numbers."""
    C, W1, X = material["C"], material["W1"], material["X"][:50]
    order = torch.arange(6).view(3, 2).T.reshape(-1)
    mixed = C[X].transpose(1, 2).reshape(50, -1)
    torch.testing.assert_close(mixed @ W1[order], C[X].view(50, -1) @ W1)


def test_the_leak_is_seen_by_the_samples_and_not_by_dev(ran: Callable[[str], Pair]) -> None:
    """S62: the loss is nearly nothing on train and dev alike, while on honest contexts it is worse than guessing."""
    values = ran("leak").broken.values
    assert max(values["loss"], values["dev_loss"]) < 0.05
    assert values["honest"] > math.log(27)
    assert values["names"] == [""] * 8


def test_trained_with_softmax_twice_the_loss_never_gets_below_the_floor(
    material: dict[str, Any], ran: Callable[[str], Pair]
) -> None:
    losses = artefacts_of(trap_of("softmax-trained").broken, material)["losses"]
    assert losses[0] == pytest.approx(math.log(27), abs=0.01)
    assert min(losses) > 2.3575
    pair = ran("softmax-trained")
    contexts = Counter(map(tuple, material["X"][:512].tolist()))
    seen = Counter(zip(map(tuple, material["X"][:512].tolist()), material["Y"][:512].tolist(), strict=True))
    by_heart = sum(n * math.log(contexts[context] / n) for (context, _), n in seen.items()) / 512
    assert by_heart < pair.healthy.values["loss"] < by_heart + 0.05


def test_one_list_for_all_costs_and_a_copy_cures_it(ran: Callable[[str], Pair]) -> None:
    pair = ran("one-list")
    assert pair.healthy.values["dev_loss"] == pair.healthy.values["honest"] < 2.35
    assert pair.broken.values["honest"] > pair.broken.values["dev_loss"] + 1 > 3.5


def test_divided_along_the_wrong_axis_the_loss_of_a_cycle_does_not_notice(
    material: dict[str, Any], ran: Callable[[str], Pair]
) -> None:
    """Every token is left as often as it is come to, so sums over rows and over columns are the same numbers."""
    words = material["words"]
    pairs = Counter(pair for word in words for pair in zip("." + word, word + ".", strict=True))
    left, right = Counter(), Counter()
    for (one, other), n in pairs.items():
        left[one] += n
        right[other] += n
    assert left == right
    pair = ran("keepdim-counts")
    assert pair.cost == pytest.approx(0, abs=1e-6)
    assert (pair.healthy.values["total"], pair.broken.values["total"]) == pytest.approx((1, 4.367), abs=1e-3)


def test_shares_of_words_seen_before(ran: Callable[[str], Pair]) -> None:
    """About four in five of a new shuffle's dev words, and one name in eight of a list with copies (finding 3)."""
    shares = {id: ran(id).broken.findings[0].evidence["share"] for id in ("shuffled-again", "duplicates")}
    assert shares["shuffled-again"] == pytest.approx(0.8, abs=0.02)
    assert shares["duplicates"] == pytest.approx(0.123, abs=0.01)


def test_a_letter_that_is_not_there_is_read_as_the_last_one(
    material: dict[str, Any], ran: Callable[[str], Pair]
) -> None:
    """find says -1 for E, and C[-1] is z: the rest of Emma is read as if it followed a z."""
    C, W1, b1, W2, b2 = (material[name] for name in ("C", "W1", "b1", "W2", "b2"))

    def loss(word: str) -> float:
        rows = [[".abcdefghijklmnopqrstuvwxyz".index(c) for c in text] for text in (f"..{word[0]}", f".{word[:2]}")]
        rows += [[".abcdefghijklmnopqrstuvwxyz".index(c) for c in word[i : i + 3]] for i in (0, 1)]
        flat = torch.stack([torch.cat([C[i] for i in row]) for row in rows])
        labels = torch.tensor([13, 13, 1, 0])
        return F.cross_entropy(torch.tanh(flat @ W1 + b1) @ W2 + b2, labels).item()

    pair = ran("minus-one")
    assert pair.broken.values["ids"] == [-1, 13, 13, 1]
    assert pair.healthy.values["loss"] == pytest.approx(loss("emma"), abs=1e-5)
    assert pair.broken.values["loss"] == pytest.approx(loss("zmma"), abs=1e-5)
