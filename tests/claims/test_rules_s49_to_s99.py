"""Verdicts of S49 to S99 follow from values: other numbers and other models turn them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import torch

from backend.claims.ground import Ground, Words
from backend.claims.judging import judged
from backend.claims.registry import by_id
from backend.claims.ruling import ruled
from backend.lesson.corpus import read_corpus
from backend.lesson.network import Network, Shape, initialised
from tests.claims.conftest import altered, names, on_shipped, shipped, stored

OTHER_NUMBERS: list[tuple[str, dict[str, Any], str]] = [
    ("S49", {"largest_difference": 0.1}, "fails"),
    ("S50", {"largest_difference": 0.1}, "fails"),
    ("S50", {"cosine_of_others": [0.5, 0.5]}, "holds"),
    ("S52", {"correlation": 0.9}, "depends"),
    ("S52", {"correlation": 0.9, "stored": {}}, "holds"),
    ("S52", {"correlation": None}, "depends"),
    ("S53", {"longest": "a"}, "holds"),
    ("S53", {"dot": {"mean_norm_listed": 0.0, "lists_with_longest": 0}}, "fails"),
    ("S54", {"largest_off_one": 0.1}, "fails"),
    ("S55", {"largest_difference": 0.1}, "fails"),
    ("S56", {"by_hand": 3.0}, "fails"),
    ("S56", {"view_shares_memory": False}, "fails"),
    ("S57", {"rank": 27}, "fails"),
    ("S57", {"stored": {"vowel_gap": {"2": 0.1, "27": 0.3}}}, "fails"),
    ("S57", {"vowel_gap_p": 0.5}, "depends"),
    ("S58", {"bigram_rows_equal": False}, "fails"),
    ("S60", {"moved_past_the_hidden_layer": 1.0}, "fails"),
    ("S60", {"longest_token": 5}, "fails"),
    ("S62", {"dev_without_the_leak": 2.1}, "fails"),
    ("S62", {"dev": 2.1}, "fails"),
    ("S66", {"rows_by_character": False}, "fails"),
    ("S69", {"random_gap_mean": 0.5}, "fails"),
    ("S69", {"p": 0.5}, "depends"),
    ("S71", {"largest_difference": 0.1}, "fails"),
    ("S72", {"twice": [1.0, 1.0]}, "fails"),
    ("S73", {"flat": [[1, 6], [5, 6], [32, 6], [1000, 7]]}, "fails"),
    ("S74", {"nodes": []}, "fails"),
    ("S76", {"pairs_equal_in_both_orders": 3}, "fails"),
    ("S77", {"largest_difference_h": 0.1}, "fails"),
    ("S78", {"largest_difference_z": 0.1}, "fails"),
    ("S79", {"distances_between_positions": [0.0, 1.0, 1.0]}, "fails"),
    ("S82", {"message": ""}, "fails"),
    ("S85", {"same_as_slices": False}, "fails"),
    ("S86", {"parameters": 1}, "fails"),
    ("S90", {"train": 1.8}, "depends"),
    ("S91", {"twice": 2.0}, "fails"),
    ("S92", {"same_again": False}, "fails"),
    ("S92", {"longest": 31}, "fails"),
    ("S93", {"message": ""}, "fails"),
    ("S94", {"1": {"parameters": {}}}, "fails"),
    ("S95", {"labels_of_5": ""}, "fails"),
    ("S95", {"rows_40_labels_32": "shape mismatch"}, "fails"),
    ("S97", {"allclose": False}, "fails"),
    ("S97", {"dev": 2.0}, "fails"),
    ("S97", {"last_bit_differs": 0}, "holds"),
    ("S99", {"checks": {"S72": "fails"}}, "fails"),
]


@pytest.mark.parametrize(("claim_id", "numbers", "verdict"), OTHER_NUMBERS)
def test_other_numbers_another_verdict(claim_id: str, numbers: dict[str, Any], verdict: str) -> None:
    claim, value = by_id()[claim_id][0], on_shipped(claim_id, "names-2d").value
    ruling = ruled(claim, {**value, **numbers})
    assert ruling.verdict == verdict
    assert (ruling.truth is None) == (verdict == "holds")


def test_every_rule_is_turned() -> None:
    ruled_here = {claim_id for claim_id, (claim, _) in by_id().items() if claim.rule and int(claim_id[1:]) >= 49}
    assert ruled_here == {claim_id for claim_id, *_ in OTHER_NUMBERS} | {"S75"}


def test_a_wrong_shape_turns_the_table_of_shapes() -> None:
    claim, value = by_id()["S75"][0], on_shipped("S75", "names-2d").value
    ruling = ruled(claim, {**value, "shapes": {**value["shapes"], "flat": [32, 7]}})
    assert ruling.verdict == "fails"
    assert ruling.truth
    assert "flat" in ruling.truth.en


def tie_positions(network: Network) -> None:
    D = network.shape.embedding_dim
    network.hidden_weight[D : 2 * D] = network.hidden_weight[:D]
    network.hidden_weight[2 * D :] = network.hidden_weight[:D]


def grow_with_frequency(network: Network) -> None:
    counts = torch.tensor(list(names().corpus.characters().values())).float()
    network.table.mul_((counts.log() / network.table.norm(dim=1))[:, None])


def scatter(network: Network) -> None:
    network.table.copy_(torch.randn(network.table.shape, generator=torch.Generator().manual_seed(3)))


@pytest.mark.parametrize(
    ("claim_id", "change", "verdict"),
    [
        ("S76", tie_positions, "fails"),
        ("S79", tie_positions, "fails"),
        ("S52", grow_with_frequency, "depends"),
        ("S57", scatter, "depends"),
        ("S69", scatter, "depends"),
        ("S57", torch.is_tensor, "holds"),  # nothing changed
    ],
)
def test_a_tampered_model_turns_the_claims_about_it(
    claim_id: str, change: Callable[[Network], object], verdict: str
) -> None:
    ground = Ground(names(), altered(shipped("names-2d"), change), stored())
    assert judged(by_id()[claim_id][0], ground).verdict == verdict


@pytest.mark.parametrize("claim_id", ["S76", "S79"])
def test_a_model_of_one_character_has_no_order(claim_id: str) -> None:
    model = shipped("names-2d")
    shape = Shape(1, 2, 100, 27)
    short = replace(
        model,
        card=replace(model.card, context_length=1, parameters=shape.parameters),
        network=initialised(shape, "scaled", 1),
    )
    found = judged(by_id()[claim_id][0], Ground(names(), short, None))
    assert (found.verdict, found.value) == ("depends", {})


def test_other_words_turn_the_claims_about_words() -> None:
    few = Ground(Words(read_corpus("ana\nava\nbab\nana\n" * 30)), shipped("names-2d"), None)
    verdicts = {claim_id: judged(by_id()[claim_id][0], few).verdict for claim_id in ("S59", "S64", "S65", "S70")}
    assert verdicts == {"S59": "fails", "S64": "fails", "S65": "fails", "S70": "depends"}


def test_what_a_search_takes_is_measured_when_it_is_asked_for() -> None:
    claim, ground = by_id()["S55"][0], Ground(names(), shipped("names-2d"), None)
    assert "search_milliseconds" not in judged(claim, ground).value
    assert 0 < judged(claim, ground, now=True).value["search_milliseconds"] < 10_000
