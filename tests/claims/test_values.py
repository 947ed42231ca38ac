"""Values and verdicts of S1 to S48, against the list of claims (oracle.py)."""

import math
from itertools import combinations
from typing import Any

import pytest

from tests.claims.conftest import on_shipped
from tests.claims.oracle import BY_MODEL, EVERYWHERE, A, B, meets

CASES = [(claim_id, A, *facts) for claim_id, facts in EVERYWHERE.items()]
CASES += [(claim_id, model_id, *facts) for (claim_id, model_id), facts in BY_MODEL.items()]


@pytest.mark.parametrize(("claim_id", "model_id", "verdict", "numbers"), CASES)
def test_a_claim_comes_to_what_claims_md_has(
    claim_id: str, model_id: str, verdict: str, numbers: dict[str, Any]
) -> None:
    found = on_shipped(claim_id, model_id)
    off = {name: found.value.get(name) for name, number in numbers.items() if not meets(found.value[name], number)}
    assert not off
    assert found.verdict == verdict


def test_27_lattice_points_within_5_steps_of_each_other() -> None:
    """S40 by hand: the disc round the centre of a triangle of the lattice, in whole-number coordinates."""
    centre = (1 / 3, 1 / 3)

    def squared(p: tuple[float, float], q: tuple[float, float]) -> float:
        i, j = p[0] - q[0], p[1] - q[1]
        return i * i + i * j + j * j

    lattice = [(i, j) for i in range(-6, 7) for j in range(-6, 7)]
    nearest = [
        sorted(lattice, key=lambda point: squared(point, other))[:27]
        for other in [centre, (0.5, 0.0), (0.0, 0.0), (0.25, 0.25), (0.25, 0.5)]
    ]
    longest = min(max(squared(p, q) for p, q in combinations(points, 2)) for points in nearest)
    assert math.sqrt(longest) <= 5.3
    assert on_shipped("S40", A).value["best_ratio_in_a_plane"] ** 2 == pytest.approx(25)


@pytest.mark.parametrize("model_id", [A, B])
def test_after_unseen_contexts_the_network_beats_the_uniform_guess(model_id: str) -> None:
    value = on_shipped("S8", model_id).value
    assert value["unseen_events"] == 133
    assert value["unseen_loss"] < value["uniform_loss"]
    assert min(value["kl_at_e"], value["kl_half_way"]) > value["kl_when_equal"]


@pytest.mark.parametrize("model_id", [A, B])
def test_structure_of_the_shipped_models(model_id: str) -> None:
    """S42: both start, by luck, with their vowels nearer than chance has it, and the verdict says so."""
    found = on_shipped("S42", model_id)
    assert found.value["gradient_of_C"] > 0
    assert found.value["gap_now"] > found.value["gap_before"]
    assert found.verdict == ("depends" if found.value["p_before"] < 0.05 else "holds")
    renamed = on_shipped("S44", model_id)
    assert renamed.value["dev_loss"] == pytest.approx(renamed.value["dev_loss_renamed"], abs=1e-5)


def test_the_less_room_the_more_structure() -> None:
    """S43 and S46, finding 7: the vowel gap falls from D = 2 to D = 27 while the dev loss falls too."""
    value = on_shipped("S46", A).value
    assert value["vowel_gap"] == sorted(value["vowel_gap"], reverse=True)
    assert value["dev"] == sorted(value["dev"], reverse=True)
    assert value["gap"] == sorted(value["gap"])


def test_letters_are_no_words() -> None:
    found = on_shipped("S48", B)
    assert (found.verdict, found.value["words_known"]) == ("depends", 0)
    assert not set(found.value["nearest"]) & set("aei")
