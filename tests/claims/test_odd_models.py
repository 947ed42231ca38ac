"""Every claim about a model, over models and corpora that are much smaller, duller or larger than the lesson's."""

from dataclasses import replace

import pytest
import torch

from backend.claims.ground import Ground, Model, Words
from backend.claims.judging import judged
from backend.claims.registry import by_id
from backend.lesson.corpus import read_corpus
from backend.lesson.network import SCALED, Shape, initialised
from tests.claims.conftest import shipped

OF_MODEL = [claim for claim, _ in by_id().values() if claim.of_model]
ODD = {
    "two tokens": ("\n".join("a" * n for n in range(1, 30)), Shape(2, 1, 1, 2)),
    "one word": ("\n".join(["emma"] * 40), Shape(3, 2, 5, 4)),
    "ten words": ("ab\nba\nabc\ncab\nbb\naa\nca\nb\nc\na", Shape(1, 1, 1, 4)),
}


def ground_of(text: str, shape: Shape) -> Ground:
    words = Words(read_corpus(text))
    card = replace(
        shipped("names-2d").card,
        id="odd",
        vocabulary=words.vocabulary.tokens,
        context_length=shape.context_length,
        embedding_dim=shape.embedding_dim,
        hidden_size=shape.hidden_size,
    )
    return Ground(words, Model(card, initialised(shape, SCALED, 1)))


@pytest.mark.filterwarnings("ignore:cov\\(\\):UserWarning")
@pytest.mark.parametrize("odd", ODD)
def test_no_claim_stops_at_a_small_model(odd: str) -> None:
    """It is judged, or depends and says why in both languages."""
    ground = ground_of(*ODD[odd])
    for claim in OF_MODEL:
        found = judged(claim, ground)
        assert found.value or (found.truth and found.truth.zh and found.truth.en), claim.id


def test_rows_that_are_not_there_are_named() -> None:
    found = judged(by_id()["S26"][0], ground_of(*ODD["ten words"]))
    assert found.verdict == "depends"
    assert found.truth
    assert "only 4" in found.truth.en


def test_a_model_of_thousands_of_characters_is_told_to_be_too_large() -> None:
    """Before anything is computed: pairs of 6,000 characters alone would take 18 million rows."""
    text = "\n".join(chr(0x4E00 + n) + chr(0x4E01 + n) for n in range(6000))
    ground = ground_of(text, Shape(3, 2, 50, 6002))
    for claim in OF_MODEL:
        found = judged(claim, ground)
        assert (found.verdict, found.value) == ("depends", {}), claim.id
        assert found.truth
        assert "6,002 characters" in found.truth.en


def test_one_hot_rows_in_parts_are_compared_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are made at a time, the largest difference is that of all."""
    ground = ground_of(*ODD["ten words"])
    monkeypatch.setattr("backend.claims.one_hot.AT_ONCE", 1)
    value = judged(by_id()["S22"][0], ground).value
    C, X = ground.model.network.table, torch.from_numpy(ground.words.counts(1).contexts)
    assert value["distinct_contexts_checked"] == len(X)
    product = torch.eye(len(C))[X] @ C
    assert value["largest_difference"] == float((product - C[X]).abs().max())
