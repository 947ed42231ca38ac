"""The detector's rules over variables made by hand, sound ones and broken ones, and the arithmetic beneath them."""

import itertools
import math
from typing import Any

import pytest
import torch

from backend.experiments.twins.detector import detect
from backend.experiments.twins.floors import floor_of, floor_of_softmax_twice
from backend.experiments.twins.strides import viewable

EMB = torch.arange(24.0).view(4, 3, 2)
ROWS = torch.tensor([[0.25, 0.75], [0.5, 0.5]])
PLANE = torch.tensor([[0.0, 1.0], [2.0, 3.0], [5.0, 4.0]])
WIDE = torch.tensor([[0.0, 1.0, 9.0, 0.0], [1.0, 0.0, 0.0, 9.0], [1.0, 1.0, 4.0, 4.0], [0.0, 0.0, 0.0, 0.0]])
LEAK = torch.tensor([[0, 0, 1], [0, 1, 2], [1, 2, 0]])
SOUND = torch.tensor([[0, 0, 0], [0, 0, 1], [0, 1, 2]])
LABELS = torch.tensor([1, 2, 0])

CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("index_is_bytes", {"ix": torch.tensor([1])}, {"ix": torch.tensor([1], dtype=torch.uint8)}),
    ("index_is_fractional", {"ix": torch.tensor([1])}, {"ix": torch.tensor([1.0])}),
    ("id_is_negative", {"X": SOUND, "V": 3}, {"X": SOUND - 1, "V": 3}),
    (
        "view_is_impossible",
        {"error": "other", "x": torch.zeros(3, 4), "wanted": (12,)},
        {"error": "view", "x": torch.zeros(3, 4).t(), "wanted": (12,)},
    ),
    ("rows_hold_others_numbers", {"emb": EMB, "flat": EMB.view(4, 6)}, {"emb": EMB, "flat": EMB.view(6, 4).T}),
    (
        "dimensions_are_mixed",
        {"emb": EMB, "flat": EMB.view(4, 6)},
        {"emb": EMB, "flat": EMB.transpose(1, 2).reshape(4, 6)},
    ),
    ("rows_are_written_down", {"rows": torch.arange(2), "p": ROWS}, {"rows": torch.arange(32), "p": ROWS}),
    ("lengths_differ", {"X": SOUND, "Y": LABELS}, {"X": SOUND, "Y": LABELS[:2]}),
    ("cells_are_counted", {"n": 3, "X": SOUND}, {"n": 9, "X": SOUND}),
    ("forwards_differ", {"logits": ROWS, "evaluated": ROWS + 1e-6}, {"logits": ROWS, "evaluated": ROWS + 1}),
    ("given_is_probabilities", {"given": ROWS * 3 - 1}, {"given": ROWS}),
    ("rows_do_not_add_up", {"p": ROWS}, {"p": ROWS.T}),
    ("labels_are_fractional", {"Y": LABELS}, {"Y": LABELS.float()}),
    ("hidden_starts_saturated", {"h": torch.ones(2, 2), "step": 100}, {"h": torch.ones(2, 2), "step": 0}),
    (
        "norms_lost_their_axis",
        {"C": PLANE, "norms": PLANE.norm(dim=1, keepdim=True)},
        {"C": PLANE, "norms": PLANE.norm(dim=1)},
    ),
    ("cosine_with_itself", {"cosines": torch.eye(3)}, {"cosines": torch.eye(3) * 1.1}),
    ("batch_axis_is_missing", {"inputs": SOUND[:1]}, {"inputs": SOUND[0]}),
    ("loss_is_no_number", {"loss": 1.0}, {"loss": float("inf")}),
    ("loss_is_above_guessing", {"loss": math.log(27), "V": 27}, {"loss": torch.tensor(9.0), "V": 27}),
    (
        "loss_is_below_its_floor",
        {"loss": 0.47, "X": SOUND[[0, 0, 2]], "Y": LABELS},
        {"loss": 0.46, "X": SOUND[[0, 0, 2]], "Y": LABELS},
    ),
    (
        "losses_stop_at_the_floor",
        {"losses": [3.0] * 8 + [0.1, 0.1], "X": SOUND, "Y": LABELS, "V": 27},
        {"losses": [3.0] * 8 + [2.4, 2.4], "X": SOUND, "Y": LABELS, "V": 27},
    ),
    (
        "dev_is_below_its_floor",
        {"dev_loss": 1.4, "dev": ["a", "b"], "K": 1},
        {"dev_loss": 0.3, "dev": ["a", "b"], "K": 1},
    ),
    (
        "answer_is_in_the_context",
        {"contexts": SOUND, "labels": LABELS},
        {"contexts": LEAK, "labels": LABELS},
    ),
    (
        "rows_of_a_word_are_one",
        {"contexts": SOUND, "labels": LABELS},
        {"contexts": SOUND[[2, 2, 2]], "labels": LABELS},
    ),
    ("split_was_made_again", {"train": ["a"], "dev": ["b"]}, {"train": ["a", "c"], "dev": ["a", "b", "c"]}),
    ("dev_words_were_seen", {"train": ["a"], "dev": ["b"]}, {"train": ["a", "c"], "dev": ["a", "b"]}),
    ("samples_are_empty", {"names": ["ann", ""]}, {"names": ["", "", "ann"]}),
    ("sample_has_no_end", {"name": "annabel", "longest": 7}, {"name": "a" * 15, "longest": 7}),
    (
        "columns_are_no_shadow",
        {"vectors": WIDE, "points": WIDE @ torch.ones(4, 2)},
        {"vectors": WIDE, "points": WIDE[:, :2]},
    ),
    ("axes_are_swapped", {"vectors": PLANE, "points": PLANE}, {"vectors": PLANE, "points": PLANE[:, [1, 0]]}),
]


@pytest.mark.parametrize(("rule", "sound", "broken"), CASES, ids=[case[0] for case in CASES])
def test_a_rule_is_silent_over_sound_variables_and_hit_by_broken_ones(
    rule: str, sound: dict[str, Any], broken: dict[str, Any]
) -> None:
    assert rule not in [one.rule for one in detect(sound)]
    assert rule in [one.rule for one in detect(broken)]


def test_two_words_of_which_the_second_is_one_list_are_not_called_one() -> None:
    contexts = torch.tensor([[0, 0], [0, 1], [1, 2], [2, 1], [2, 1]])
    assert detect({"contexts": contexts, "labels": torch.tensor([1, 2, 0, 1, 0])}) == []


def test_evidence_is_told_in_numbers() -> None:
    (found,) = detect({"emb": EMB, "flat": EMB.view(6, 4).T})
    assert found.evidence == {"share": 1.0}
    (found,) = detect({"vectors": WIDE, "points": WIDE[:, :2]})
    centred = (WIDE - WIDE.mean(dim=0)).double()
    values = torch.linalg.eigvalsh(centred.T @ centred)
    assert found.evidence["shown"] == pytest.approx(float(centred[:, :2].square().sum() / centred.square().sum()))
    assert found.evidence["possible"] == pytest.approx(float(values[-2:].sum() / values.sum()))


def test_walking_strides_is_what_view_can_do() -> None:
    tensors = [
        torch.arange(12).view(3, 4).t(),
        torch.arange(12).view(2, 3, 2).transpose(0, 1),
        torch.arange(24).view(2, 3, 4).permute(2, 0, 1),
        torch.arange(24).view(4, 6)[:, ::2],
        torch.arange(12).view(1, 12),
        torch.arange(12).view(3, 1, 4).transpose(0, 1),
    ]
    for x in tensors:
        sizes = [n for n in range(1, x.nelement() + 1) if x.nelement() % n == 0]
        for wanted in itertools.chain.from_iterable(itertools.product(sizes, repeat=axes) for axes in (1, 2, 3)):
            try:
                x.view(wanted)
                possible = True
            except RuntimeError:
                possible = False
            assert viewable(x.shape, x.stride(), wanted) == possible, (x.shape, x.stride(), wanted)


def test_floors() -> None:
    assert floor_of([("a", 1), ("a", 2), ("b", 1), ("b", 1)]) == pytest.approx(math.log(2) / 2)
    perfect = torch.eye(27).double()
    twice = torch.nn.functional.cross_entropy(perfect, torch.arange(27)).item()
    assert floor_of_softmax_twice(27) == pytest.approx(twice) == pytest.approx(2.3575, abs=5e-5)


@pytest.mark.parametrize(
    ("losses", "X"),
    [
        ([4.0, 3.8, 3.6, 3.4, 3.2, 3.0, 2.9, 2.8, 2.6, 2.4], SOUND),  # it still falls
        ([2.6] * 10, SOUND[[0, 0, 0]]),  # nobody could know these: one context, three labels
    ],
)
def test_a_high_loss_alone_is_no_finding(losses: list[float], X: torch.Tensor) -> None:
    assert detect({"losses": losses, "X": X, "Y": LABELS, "V": 9}) == []
