"""Verdicts follow from values: other numbers, other tables and other words turn them."""

from dataclasses import replace
from typing import Any

import pytest
import torch

from backend.claims.ground import Ground, Words
from backend.claims.judging import judged
from backend.claims.registry import by_id
from backend.claims.ruling import as_expected, meets, ruled
from backend.lesson.corpus import read_corpus
from tests.claims.conftest import altered, names, on_shipped, shipped, stored

OTHER_NUMBERS: list[tuple[str, dict[str, Any], str]] = [
    ("S1", {"exact_add_one": 2.4544, "exact_unsmoothed": 2.4544}, "holds"),
    ("S1", {"exact_add_one": 2.9, "exact_unsmoothed": 2.9, "float32_add_one": 2.9}, "fails"),
    ("S2", {"distinct_rows_given": 2}, "fails"),
    ("S5", {"examples_per_cell": 0.6}, "fails"),
    ("S6", {"infinite": False}, "fails"),
    ("S7", {"dev_k3_add_0_1": 2.3}, "holds"),
    ("S8", {"unseen_loss": 3.4}, "fails"),
    ("S8", {"unseen_loss": None}, "depends"),
    ("S9", {"rows_changed": ["a", "b"]}, "fails"),
    ("S11", {"network_by_cross_entropy": 3.0}, "fails"),
    ("S18", {"dev": [2.1, 2.2, 2.3, 2.4]}, "fails"),
    ("S18", {"dev": [2.4, 2.3, 2.2, 2.1]}, "holds"),
    ("S19", {"contexts_possible": 531441}, "holds"),
    ("S20", {"parameters": 600_000}, "fails"),
    ("S22", {"largest_difference": 0.1}, "fails"),
    ("S23", {"times_slower": 1.1}, "depends"),
    ("S23", {"times_slower": 22.0}, "holds"),
    ("S25", {"gigabytes_of_this_machine": 1000.0}, "depends"),
    ("S29", {"oldest_is_0": False}, "fails"),
    ("S33", {"brackets": [1, 1, 2]}, "fails"),
    ("S36", {"q_then_u_percent": 40.0}, "fails"),
    ("S38", {"most_equidistant": {"2": 4}}, "fails"),
    ("S40", {"dimensions": 26}, "fails"),
    ("S41", {"beyond_bound": 1}, "fails"),
    ("S41", {"correlation_distance_and_kl": -0.1}, "depends"),
    ("S42", {"p_before": 0.5}, "holds"),
    ("S42", {"gradient_of_C": 0.0}, "fails"),
    ("S42", {"u_to_vowels": -0.9}, "depends"),
    ("S43", {"gap_27_scaled": 0.9}, "fails"),
    ("S44", {"dev_loss_renamed": 3.0}, "fails"),
    ("S44", {"p": 0.5}, "depends"),
    ("S45", {"embedding": 9000}, "fails"),
    ("S46", {"gap": [0.1, 0.09, 0.08, 0.07]}, "fails"),
    ("S46", {"dev": [2.0, 2.1, 2.2, 2.3]}, "holds"),
    ("S47", {"models": [{"D": 2, "ratio": 0.5}]}, "fails"),
    ("S48", {"words_known": 4, "nearest": ["queen"]}, "holds"),
    ("S48", {"words_known": 4, "nearest": ["throne"]}, "fails"),
]


@pytest.mark.parametrize(("claim_id", "numbers", "verdict"), OTHER_NUMBERS)
def test_other_numbers_another_verdict(claim_id: str, numbers: dict[str, Any], verdict: str) -> None:
    claim, value = by_id()[claim_id][0], on_shipped(claim_id, "names-2d").value
    ruling = ruled(claim, {**value, **numbers})
    assert ruling.verdict == verdict
    assert (ruling.truth is None) == (verdict == "holds")


@pytest.mark.parametrize("claim_id", [claim_id for claim_id, (claim, _) in by_id().items() if not claim.rule])
def test_a_claim_without_a_rule_fails_where_a_number_is_missed(claim_id: str) -> None:
    claim, _ = by_id()[claim_id]
    assert claim.expected
    for name in claim.expected:
        ruling = as_expected({**on_shipped(claim_id, "names-2d").value, name: "another"}, claim.expected, 0.0)
        assert ruling.verdict == "fails"
        assert ruling.truth
        assert name in ruling.truth.en
        assert name in ruling.truth.zh


def test_meeting_an_expected_number() -> None:
    assert meets(2.45, 2.4, 0.05)
    assert not meets(2.46, 2.4, 0.05)
    assert meets([1, 2.0], [1.1, 2], 0.1)
    assert not meets([1], [1, 2], 0.1)
    assert not meets(True, 1, 0.0)
    assert not meets(float("nan"), 1, 9.0)
    assert not meets(None, 1, 9.0)


def test_another_corpus_turns_the_claims_about_words() -> None:
    few = Words(read_corpus("ana\nava\nbab\n" * 30))
    ground = Ground(few, shipped("names-2d"), None)
    assert judged(by_id()["S1"][0], ground).verdict == "fails"
    assert judged(by_id()["S4"][0], ground).verdict == "fails"
    assert judged(by_id()["S9"][0], ground).value["an"] == 30
    absent = judged(by_id()["S36"][0], ground)
    assert (absent.verdict, absent.value) == ("depends", {})
    assert absent.truth
    assert "'e'" in absent.truth.en


def test_a_tampered_table_turns_the_claims_about_the_model() -> None:
    model = shipped("names-2d")

    def judged_with(claim_id: str, change: Any) -> str:
        return judged(by_id()[claim_id][0], Ground(names(), altered(model, change), stored())).verdict

    def scatter(network: Any) -> None:
        generator = torch.Generator().manual_seed(3)
        network.table.copy_(torch.randn(network.table.shape, generator=generator))

    def exaggerate(network: Any) -> None:
        network.logits_weight.mul_(10)

    assert judged_with("S44", torch.is_tensor) == "holds"  # nothing changed
    assert judged_with("S44", scatter) == "depends"
    assert judged_with("S8", exaggerate) == "fails"


def test_a_model_of_other_characters_is_told_apart() -> None:
    model = shipped("names-2d")
    letters = tuple(sorted({chr(ord("а") + i) for i in range(26)}))
    other = replace(model, card=replace(model.card, id="other", vocabulary=(".", *letters)))
    found = judged(by_id()["S11"][0], Ground(names(), other, None))
    assert (found.verdict, found.value) == ("depends", {})
    assert found.truth
    assert "other" in found.truth.en


@pytest.mark.parametrize("claim_id", [claim_id for claim_id, (claim, _) in by_id().items() if claim.trained])
def test_without_stored_trainings_a_claim_says_so(claim_id: str) -> None:
    found = judged(by_id()[claim_id][0], Ground(names(), shipped("names-2d"), None))
    assert (found.verdict, found.value) == ("depends", {})
    assert found.truth
    assert "make claims" in found.truth.en
    assert "make claims" in found.truth.zh


def test_what_is_measured_now_is_not_in_the_list() -> None:
    claim, ground = by_id()["S23"][0], Ground(names(), shipped("names-2d"), None)
    assert "times_slower" not in judged(claim, ground).value
    now = judged(claim, ground, now=True).value
    assert now["times_slower"] == pytest.approx(now["one_hot_milliseconds"] / now["index_milliseconds"])
