"""What a worker does with a record: all of it, the rest of it, or none of it, always to the same last bit."""

import hashlib
import json

import numpy as np
import pytest
import torch

from backend.lesson.checkpoint import load_model
from backend.studio.trainings import job as job_module
from backend.studio.trainings.assembly import state_at
from backend.studio.trainings.job import Job
from backend.studio.trainings.record import Record
from backend.studio.trainings.segment import Segment
from backend.studio.trainings.work import warm
from tests.studio.trainings.conftest import SMALL
from tests.training import done_here, sha


class Killed(BaseException):
    """What no worker can catch."""


def reports(record: Record) -> list[dict]:
    return [told["event"] for told in map(record.event, record.numbers()) if told["kind"] == "progress"]


def sha_of(bench, model: str) -> str:
    return hashlib.sha256((bench.settings.store / "models" / f"{model}.safetensors").read_bytes()).hexdigest()


def killed_at(monkeypatch: pytest.MonkeyPatch, number: int, when: str) -> None:
    """Die before, or right after, segment `number` has been written."""
    append = Record.append

    def dying(self: Record, segment: Segment) -> None:
        if segment.number == number and when == "before":
            raise Killed
        append(self, segment)
        if segment.number == number:
            raise Killed

    monkeypatch.setattr(Record, "append", dying)


def test_a_whole_training_in_any_kind_of_store(any_bench) -> None:
    record = any_bench.record()
    assert any_bench.work(record) == "done"
    told = reports(record)
    assert [report["step"] for report in told][:6] == [0, 1, 2, 5, 10, 16]  # early steps, then each tenth of the run
    assert len(told) >= 11
    plain = done_here(**SMALL)
    assert sha_of(any_bench, "one") == sha(plain.network)
    network, card = load_model(any_bench.settings.store / "models", "one")
    assert torch.equal(network.flat, plain.network.flat)
    assert record.read("state")["losses"] == json.loads(json.dumps(record.read("state")["losses"]))
    assert card.losses.dev == told[-1]["losses"]["dev"] == plain.losses().dev
    assert any_bench.library.models.folder_of("one") == any_bench.settings.store / "models"
    assert any_bench.library.models.get("one").card == card
    assert any_bench.work(record) == "done"  # once more changes nothing
    for step in (0, 1, 35, 60):
        _, state = state_at(record, any_bench.settings, step)
        assert torch.equal(state.flat, done_here(**SMALL, stop_at=step).network.flat)


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("number", [1, 2, 7, 11])
def test_killed_at_any_report_it_goes_on_elsewhere_as_if_nothing_had_happened(
    bench, monkeypatch: pytest.MonkeyPatch, number: int, when: str
) -> None:
    record = bench.record()
    with monkeypatch.context() as patched:
        killed_at(patched, number, when)
        with pytest.raises(Killed):
            bench.work(record)
    assert record.state() == "running"
    assert bench.work(record) == "done"
    assert record.numbers() == list(range(1, len(record.numbers()) + 1))
    assert sha_of(bench, "one") == sha(done_here(**SMALL).network)
    steps = [report["step"] for report in reports(record)]
    assert steps == sorted(set(steps))
    trail = np.concatenate([record.tables(number)[0] for number in record.numbers()])
    assert trail.tolist() == list(range(61))


def test_of_two_workers_one_steps_back_without_a_word(bench) -> None:
    record = bench.record()
    late = Job(record, bench.settings)
    assert bench.work(record) == "done"
    before = {path: path.read_bytes() for path in record.folder.rglob("*.*")}
    with pytest.raises(job_module.Superseded):
        late.do()
    record.close()
    assert {path: path.read_bytes() for path in record.folder.rglob("*.*")} == before


@pytest.mark.parametrize("wanted", ["pause", "cancel"])
def test_what_the_web_wants_is_done_at_once(bench, monkeypatch: pytest.MonkeyPatch, wanted: str) -> None:
    monkeypatch.setattr(job_module, "CHECK_EVERY", 0)
    record = bench.record(steps=100_000)
    record.write("control", {"do": wanted})
    assert bench.work(record) == {"pause": "paused", "cancel": "cancelled"}[wanted]
    assert reports(record)[-1]["step"] == 0


def test_the_best_model_is_kept_when_it_is_stopped(bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_module, "CHECK_EVERY", 0)
    record, told = bench.record(learning_rate=3.0, steps=200), []
    monkeypatch.setattr(Record, "wanted", lambda _: "cancel" if (told.append(1) or len(told)) > 150 else None)
    assert bench.work(record) == "cancelled"
    best = min(reports(record), key=lambda report: report["losses"]["dev"])
    _, card = load_model(bench.settings.store / "models", "one")
    assert (card.stopped_at, card.losses.dev) == (best["step"], best["losses"]["dev"])
    assert best["step"] != reports(record)[-1]["step"]
    assert record.read("state")["step"] == best["step"]


@pytest.mark.parametrize("budget", [100_000, 1_000_000])
def test_a_long_run_stays_within_its_budget_and_every_step_can_still_be_replayed(
    make_bench, monkeypatch: pytest.MonkeyPatch, budget: int
) -> None:
    monkeypatch.setattr(job_module, "REPORTS_A_RUN", 100)  # as many as a run of ten seconds has
    steps = 1500
    bench = make_bench(snapshot_bytes=budget)
    record = bench.record(steps=steps, learning_rate=0.3)
    assert bench.work(record) == "done"
    numbers = record.numbers()
    told = reports(record)
    sizes = [(record.folder / "events" / f"{number:08d}.safetensors").stat().st_size for number in numbers]
    spoken = sum(len(json.dumps(report)) for report in told)
    assert sum(sizes) - spoken - 1000 * len(numbers) < budget  # but for what was streamed, and the format's headers
    assert sum(sizes) < 2 * budget or budget < 2 * spoken

    full = [told["step"] for told in map(record.event, numbers) if "step" in told]
    best = min(told, key=lambda report: report["losses"]["dev"])
    assert {0, steps, best["step"]} <= set(full)
    gaps = np.diff([step for step in full if step != best["step"]])
    assert len(full) < 8 or gaps.max() <= 5 * np.median(gaps)
    trail = np.concatenate([record.tables(number)[0] for number in numbers])
    assert len(set(np.diff(trail)[:-1])) == 1  # as even as can be
    assert (trail[0], trail[-1]) == (0, steps)

    thinned = [report for report in told if report["step"] not in full]
    assert thinned
    for report in [*thinned[:: max(1, len(thinned) // 5)], best]:
        made, state = state_at(record, bench.settings, report["step"])
        made.run.restore(state)
        losses = made.run.losses()
        assert {"train": losses.train, "dev": losses.dev} == report["losses"]
        assert made.run.network.table.tolist() == report["table"]


def test_a_loss_that_is_no_number_says_at_which_step_and_what_to_change(bench) -> None:
    knobs = {"learning_rate": 1e37, "steps": 500}
    record = bench.record(**knobs)
    assert bench.work(record) == "failed"
    state, last = record.read("state"), record.event(record.numbers()[-1])
    assert last["kind"] == "failed"
    assert last["event"]["message"] == state["message"]
    assert "learning_rate below 1e+37, such as 0.04" in state["message"]
    said = int(state["message"].split(" at step ")[1].split()[0])
    assert torch.isfinite(done_here(**SMALL | knobs, stop_at=said - 1).network.flat).all()
    assert not torch.isfinite(done_here(**SMALL | knobs, stop_at=said).network.flat).all()
    assert not list((bench.settings.store / "models").glob("*"))


def test_what_only_a_worker_finds_is_a_failure_with_a_reason(bench, make_bench, tmp_path) -> None:
    (tmp_path / "data").mkdir()
    corpus = tmp_path / "data" / "mine.txt"
    corpus.write_text("anna\nbob\n" * 20, encoding="utf-8")
    own = make_bench(data=tmp_path / "data")
    record = own.record(corpus="mine")
    corpus.unlink()
    assert own.work(record) == "failed"
    assert "no corpus 'mine'" in record.read("state")["message"]

    parent = bench.record("parent")
    assert bench.work(parent) == "done"
    fork = bench.record("fork", **{"from": {"training": "parent", "step": 5}})
    parent.remove()
    assert bench.work(fork) == "failed"
    assert "parent, which is gone" in fork.read("state")["message"]


def test_a_corpus_of_another_alphabet_and_without_vowels_trains(make_bench, tmp_path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "mine.txt").write_text("שלום\nתורה\nבית\n" * 10, encoding="utf-8")
    bench = make_bench(data=tmp_path / "data")
    record = bench.record(corpus="mine")
    assert bench.work(record) == "done"
    assert reports(record)[-1]["diagnostics"]["vowel_gap"] is None
    assert set("".join(reports(record)[-1]["names"])) <= set("שלוםתרהבי")


def test_a_worker_without_the_default_corpus_is_warm_enough(make_bench, tmp_path) -> None:
    warm(make_bench().shared)
    warm(make_bench(data=tmp_path / "nowhere").shared | {"data": str(tmp_path / "nowhere")})
