"""Stored trainings: the same again from the same inputs, read back whole, and refused where the inputs are others."""

import json
from dataclasses import replace
from statistics import fmean

import pytest

from backend.claims.ground import Words
from backend.claims.trained import Plan, grid, inputs_hash, read_trained
from backend.claims.trainings import train_all, trained_once
from backend.lesson.corpus import read_corpus
from tests.claims.conftest import names, stored


def test_the_stored_file_holds_the_grid_in_its_order() -> None:
    assert tuple(found.plan for found in stored().results) == grid()
    assert len({found.plan for found in stored().results}) == len(grid())
    assert stored().seconds < 180


def test_a_stored_training_is_what_it_gives_today() -> None:
    for plan in (Plan(embedding_dim=2), Plan(embedding_dim=2, hidden_size=100, init="lecture", seed=2)):
        (kept,) = [found for found in stored().results if found.plan == plan]
        again = trained_once(names(), plan)
        for what in ("train", "dev", "test", "vowel_gap", "norm_frequency"):
            assert getattr(again, what) == pytest.approx(getattr(kept, what), abs=2e-3)


def test_means_run_over_the_seeds_of_the_knobs_asked_for() -> None:
    found = stored().of(embedding_dim=27, init="lecture")
    assert [one.plan.seed for one in found] == [1, 2, 3]
    assert stored().mean("dev", embedding_dim=27, init="lecture") == fmean(one.dev for one in found)


def test_it_is_read_back_and_refused_for_other_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    text, corpus = stored().as_json(), names().corpus.sha256
    assert read_trained(text, corpus) == stored()
    assert read_trained(text, "0" * 64) is None
    monkeypatch.setattr("backend.claims.trained.grid", lambda: grid()[1:])
    assert read_trained(text, corpus) is None


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "{", '{"format": "another"}', '{"format": "embedscope-claims-1", "inputs_sha256": 1}']
)
def test_another_content_is_no_stored_training(text: str) -> None:
    assert read_trained(text, names().corpus.sha256) is None


def test_a_row_without_a_number_is_refused() -> None:
    content = json.loads(stored().as_json())
    del content["results"][3]["dev"]
    assert read_trained(json.dumps(content), names().corpus.sha256) is None


def test_every_input_is_in_the_hash() -> None:
    plans = (Plan(), Plan(seed=2))
    one = inputs_hash("a", plans)
    others = [("b", plans), ("a", plans[:1]), ("a", (replace(plans[0], steps=999), plans[1]))]
    assert len({one, *(inputs_hash(*other) for other in others)}) == 4


def test_a_grid_is_trained_in_order_and_carries_the_hash_of_its_inputs() -> None:
    words = Words(read_corpus("ana\nava\nbob\nebba\n" * 10))
    plans, done = (Plan(steps=5, hidden_size=4), Plan(steps=5, hidden_size=4, seed=2)), []
    trained = train_all(words, plans, done.append)
    assert tuple(done) == trained.results
    assert [found.plan for found in trained.results] == list(plans)
    assert trained.inputs_sha256 == inputs_hash(words.corpus.sha256, plans)
    assert trained.about()["seeds"] == [1, 2]
