"""The twins: what is shown is what runs, their values by plain PyTorch, and the detector, which never sees a name."""

import inspect
import math
import random
import re
import warnings
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F

from backend.experiments.twins.detector import RULES, detect
from backend.experiments.twins.material import LARGEST_ALPHABET, Material, first_words
from backend.experiments.twins.run import TRAPS, Pair, run, trap_of
from backend.experiments.twins.trap import Trap, lines_of
from backend.lesson.checkpoint import load_model
from backend.lesson.network import Shape, initialised
from backend.lesson.vocabulary import Vocabulary
from backend.refusal import Refusal
from backend.settings import ROOT
from tests.experiments.conftest import artefacts_of

ERRORS = {"byte-index", "float-index", "view-fails", "batch-of-5", "batch-of-1", "float-targets", "keepdim"}
ERRORS |= {"no-batch-axis"}
RULES_OF = {
    "byte-index": {"index_is_bytes"},
    "byte-mask": {"index_is_bytes"},
    "float-index": {"index_is_fractional"},
    "minus-one": {"id_is_negative"},
    "view-fails": {"view_is_impossible"},
    "view-works": set(),
    "transposed": {"dimensions_are_mixed"},
    "folded": {"rows_hold_others_numbers"},
    "batch-of-5": {"rows_are_written_down"},
    "batch-of-1": {"rows_are_written_down"},
    "batch-of-40": {"rows_are_written_down", "lengths_differ"},
    "nelement": {"cells_are_counted", "loss_is_below_its_floor"},
    "two-forwards": {"forwards_differ", "loss_is_above_guessing"},
    "softmax-twice": {"given_is_probabilities"},
    "softmax-trained": {"losses_stop_at_the_floor"},
    "softmax-dim-0": {"rows_do_not_add_up", "loss_is_above_guessing"},
    "float-targets": {"labels_are_fractional"},
    "logit-100": {"loss_is_no_number"},
    "shuffled-again": {"split_was_made_again"},
    "duplicates": {"dev_words_were_seen"},
    "one-list": {"rows_of_a_word_are_one"},
    "leak": {"answer_is_in_the_context", "dev_is_below_its_floor", "samples_are_empty"},
    "saturated": {"hidden_starts_saturated", "loss_is_above_guessing"},
    "keepdim": {"norms_lost_their_axis"},
    "keepdim-square": {"norms_lost_their_axis", "cosine_with_itself"},
    "keepdim-counts": {"rows_do_not_add_up"},
    "no-batch-axis": {"batch_axis_is_missing"},
    "no-cap": {"sample_has_no_end"},
    "two-columns": {"columns_are_no_shadow"},
    "swapped-axes": {"axes_are_swapped"},
}


def test_every_trap_of_the_list_is_there() -> None:
    written = re.findall(r"^(\d+)\. ", (ROOT / "docs" / "findings.md").read_text().split("## Traps")[1], re.MULTILINE)
    assert {trap.number for trap in TRAPS} == {int(number) for number in written} == set(range(1, 14))
    assert {trap.id for trap in TRAPS} == set(RULES_OF)
    assert set.union(*RULES_OF.values()) == {rule.__name__ for rule in RULES}, "each rule has its trap"


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.id)
def test_what_is_shown_is_what_runs(trap: Trap, material: dict[str, Any]) -> None:
    """The shown lines, run by themselves, end with the same values or the same error."""
    before = {name: value.clone() for name, value in material.items() if isinstance(value, torch.Tensor)}
    for twin in (trap.healthy, trap.broken):
        names = {**material, "torch": torch, "F": F, "random": random, "math": math, "Tensor": torch.Tensor}
        made = artefacts_of(twin, material)
        try:
            with warnings.catch_warnings(), torch.no_grad():
                warnings.simplefilter("ignore")
                exec(compile(lines_of(twin), trap.id, "exec"), names)
        except Exception as error:  # whatever it is, it has to be the same
            assert f"{type(error).__name__}: {error}" in (made.get("error"), made.get("endless"))
        else:
            assert "error" not in made and "endless" not in made
        for name in trap.told:
            if name in made:
                torch.testing.assert_close(plain(names[name]), plain(made[name]), rtol=0, atol=0, equal_nan=True)
    assert all(torch.equal(material[name], value) for name, value in before.items()), "the model is not hurt"


def plain(value: Any) -> Any:
    """Text and lists of text as tensors of code points, so that all can be compared alike."""
    texts = [value] if isinstance(value, str) else value
    if isinstance(texts, list) and all(isinstance(text, str) for text in texts):
        return [torch.tensor([ord(c) for c in text]) for text in texts]
    return value


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.id)
def test_the_slip_is_a_few_lines(trap: Trap) -> None:
    healthy, broken = (lines_of(twin).splitlines() for twin in (trap.healthy, trap.broken))
    assert healthy != broken
    assert sum((Counter(broken) - Counter(healthy)).values()) <= 3


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.id)
def test_a_trap_ends_as_it_does_and_the_detector_knows(trap: Trap, ran: Callable[[str], Pair]) -> None:
    pair = ran(trap.id)
    expected = "error" if trap.id in ERRORS else {"view-works": "nothing", "no-cap": "endless"}.get(trap.id, "silent")
    assert pair.outcome == expected
    assert pair.healthy.error is None and pair.healthy.findings == []
    assert {one.rule for one in pair.broken.findings} == RULES_OF[trap.id]
    assert all(one.about.endswith(".") for one in pair.broken.findings)


def test_the_detector_is_told_no_name() -> None:
    asked = {name for rule in RULES for name in inspect.signature(rule).parameters}
    assert not asked & {"trap", "id", "number", "code", "healthy", "broken", "twin"}
    assert detect({}) == []


MESSAGES = {
    "byte-index": "The shape of the mask [3] at index 0 does not match",
    "float-index": "tensors used as indices must be long, int, byte or bool tensors",
    "view-fails": "view size is not compatible with input tensor's size and stride",
    "batch-of-5": "shape mismatch",
    "batch-of-1": "index 1 is out of bounds",
    "float-targets": "expected target dtype to be Long or Byte",
    "keepdim": "must match the size of tensor b (27)",
    "no-batch-axis": "(3x2 and 6x100)",
}


@pytest.mark.parametrize("id", sorted(ERRORS))
def test_the_message_is_pytorch_s_own(id: str, ran: Callable[[str], Pair]) -> None:
    assert MESSAGES[id] in ran(id).broken.error


def test_an_unknown_trap_is_refused() -> None:
    with pytest.raises(Refusal, match="there is no trap 'nope'; there are byte-index") as refused:
        trap_of("nope")
    assert refused.value.field == "trap"


def test_too_few_words_to_divide_are_refused(material: dict[str, Any]) -> None:
    network, card = load_model(ROOT / "models", "names-2d")
    with pytest.raises(Refusal, match="1 different words") as refused:
        Material(network, Vocabulary(card.vocabulary), ["anna"] * 40, ["anna"]).named()
    assert refused.value.field == "model"


def test_an_alphabet_over_which_training_takes_seconds_is_refused() -> None:
    vocabulary = Vocabulary([chr(0x4E00 + place) for place in range(LARGEST_ALPHABET)])
    network = initialised(Shape(3, 1, 1, len(vocabulary)), "scaled", 1)
    words = [token * 3 for token in vocabulary.tokens[1:]]
    with pytest.raises(Refusal, match="V = 1,001 tokens") as refused:
        Material(network, vocabulary, words, words[:3]).named()
    assert refused.value.field == "model"


@pytest.mark.parametrize("most", [1, 4, 5, 9, 10, 11, 100])
def test_as_many_words_as_make_so_many_tokens(most: int) -> None:
    words = ["anna", "bo", "a", "emma"]  # 5, 3, 2 and 5 tokens with their ends
    taken: list[str] = []
    for word in words:
        if sum(len(one) + 1 for one in taken) < most:
            taken.append(word)
    assert first_words(words, most) == taken


def test_a_trap_that_a_model_cannot_set_is_refused() -> None:
    """A table of one column has no axes to swap."""
    words = ["ab", "ba", "aab", "bba", "aba", "bab", "a", "b", "aa", "bb", "abab"]
    vocabulary = Vocabulary("ab")
    material = Material(initialised(Shape(1, 1, 1, 3), "scaled", 1), vocabulary, words, words[:3]).named()
    with pytest.raises(Refusal, match=r"'swapped-axes' cannot be set with this model: .*IndexError") as refused:
        run(trap_of("swapped-axes"), material)
    assert refused.value.field == "trap"
    assert run(trap_of("keepdim"), material).outcome == "silent"  # (3, 1) by (3,) is (3, 3)
