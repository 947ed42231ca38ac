"""The ledger over shelves: each verdict computed once, and again when what it is about has changed."""

import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from backend.claims.claim import Judged
from backend.claims.registry import by_id
from backend.lesson.checkpoint import load_model, save_model
from backend.settings import ROOT, Settings
from backend.studio import ledger as module
from backend.studio.ledger import STORED, Ledger
from backend.studio.library import Library
from backend.studio.missing import Missing


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    models = Path(shutil.copytree(ROOT / "models", tmp_path / "models"))
    return Settings(models=models, store=tmp_path / "store")


@pytest.fixture
def judgements(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each claim was judged."""
    counted: Counter[str] = Counter()
    judged = module.judged

    def counting(claim, *rest, **options) -> Judged:
        counted[claim.id] += 1
        return judged(claim, *rest, **options)

    monkeypatch.setattr(module, "judged", counting)
    return counted


def test_every_claim_is_judged_once_a_model_and_those_about_words_once(
    settings: Settings, judgements: Counter[str]
) -> None:
    ledger = Ledger(Library(settings))
    first = ledger.all("names-2d")
    assert [entry.claim.id for entry in first] == list(by_id())
    assert ledger.all("names-2d") == first
    other = ledger.all("names-10d")
    for one, two in zip(first, other, strict=True):
        assert judgements[one.claim.id] == (2 if one.claim.of_model else 1)
        assert (one.model, two.model) == (("names-2d", "names-10d") if one.claim.of_model else (None, None))


def test_a_model_saved_anew_is_judged_anew(settings: Settings) -> None:
    ledger = Ledger(Library(settings))
    before = ledger.one("S28", "names-2d").judged.value["sum_of_slice"]
    network, card = load_model(settings.models, "names-2d")
    network.table.mul_(2)
    save_model(settings.models, network, card)
    assert ledger.one("S28", "names-2d").judged.value["sum_of_slice"] == pytest.approx(
        [2 * number for number in before]
    )


def test_stored_trainings_that_go_are_missed_at_once(settings: Settings) -> None:
    ledger = Ledger(Library(settings))
    shown = ledger.one("S46", "names-2d")
    assert shown.trained
    assert shown.judged.value["dev"]
    (settings.models / STORED).write_text("{}", encoding="utf-8")
    gone = ledger.one("S46", "names-2d")
    assert (gone.trained, gone.judged.value, gone.judged.verdict) == (None, {}, "depends")
    (settings.models / STORED).unlink()
    assert ledger.one("S46", "names-2d").trained is None


def test_a_model_of_other_words_is_judged_over_its_own(settings: Settings, tmp_path: Path) -> None:
    """Where they are on the shelf; where they are not, what needs them says so."""
    (settings.store / "corpora").mkdir(parents=True)
    (settings.store / "corpora" / "few.txt").write_text("ana\nava\n" * 20, encoding="utf-8")
    library = Library(settings)
    words = library.corpora.get("few").corpus
    network, card = load_model(settings.models, "names-2d")
    card = replace(card, id="few-2d", corpus="few", corpus_sha256=words.sha256)
    save_model(settings.store / "models", network, card)
    ledger = Ledger(library)
    told_apart = ledger.one("S21", "few-2d").judged
    assert (told_apart.verdict, told_apart.value) == ("depends", {})  # the model reads 27 characters, its words have 4
    assert ledger.one("S4", "few-2d").judged.value["words"] == 32033
    assert ledger.one("S10", "names-2d").judged.verdict == "holds"


def test_unknown_claims_and_models_are_named(settings: Settings) -> None:
    ledger = Ledger(Library(settings))
    with pytest.raises(Missing, match="S1 to S"):
        ledger.one("S0", "names-2d")
    with pytest.raises(Missing, match="names-10d"):
        ledger.one("S1", "nobody")
    with pytest.raises(Missing, match="names-10d"):
        ledger.all("nobody")
