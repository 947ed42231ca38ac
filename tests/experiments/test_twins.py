"""The twins: what is shown is what runs, their values by plain PyTorch, and the detector, which never sees a name."""

import inspect
import math
import random
import re
import warnings
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
import torch
import torch.nn.functional as F

from backend.experiments.twins.detector import RULES, detect
from backend.experiments.twins.material import Material
from backend.experiments.twins.run import TRAPS, Pair, artefacts, run, trap_of
from backend.experiments.twins.trap import Trap, lines_of
from backend.lesson.checkpoint import load_model
from backend.lesson.corpus import read_corpus
from backend.lesson.network import Shape, initialised
from backend.lesson.split import SplitRecipe, split_words
from backend.lesson.vocabulary import Vocabulary
from backend.refusal import Refusal
from backend.settings import ROOT

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


@pytest.fixture(scope="module")
def ran(material: dict[str, Any]) -> Callable[[str], Pair]:
    """A trap's pair; each is run once."""
    return cache(lambda id: run(trap_of(id), material))


@pytest.fixture(scope="module")
def material() -> dict[str, Any]:
    network, card = load_model(ROOT / "models", "names-2d")
    corpus = read_corpus((ROOT / "data" / "names.txt").read_text())
    return Material(
        network, Vocabulary(card.vocabulary), corpus.words, split_words(corpus.words, SplitRecipe()).dev
    ).named()


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


def artefacts_of(twin: Any, material: dict[str, Any]) -> dict[str, Any]:
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        return artefacts(twin, material)


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


def test_an_unknown_trap_is_refused() -> None:
    with pytest.raises(Refusal, match="there is no trap 'nope'; there are byte-index") as refused:
        trap_of("nope")
    assert refused.value.field == "trap"


def test_too_few_words_to_divide_are_refused(material: dict[str, Any]) -> None:
    network, card = load_model(ROOT / "models", "names-2d")
    with pytest.raises(Refusal, match="1 different words") as refused:
        Material(network, Vocabulary(card.vocabulary), ["anna"] * 40, ["anna"]).named()
    assert refused.value.field == "model"


def test_a_trap_that_a_model_cannot_set_is_refused() -> None:
    """A table of one column has no axes to swap."""
    words = ["ab", "ba", "aab", "bba", "aba", "bab", "a", "b", "aa", "bb", "abab"]
    vocabulary = Vocabulary("ab")
    material = Material(initialised(Shape(1, 1, 1, 3), "scaled", 1), vocabulary, words, words[:3]).named()
    with pytest.raises(Refusal, match=r"'swapped-axes' cannot be set with this model: .*IndexError") as refused:
        run(trap_of("swapped-axes"), material)
    assert refused.value.field == "trap"
    assert run(trap_of("keepdim"), material).outcome == "silent"  # (3, 1) by (3,) is (3, 3)
