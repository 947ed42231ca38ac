"""Trainings over REST: started, watched, stopped, paused, gone back to; and then a model like any other."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.training import LONG, SMALL, begun, done_here, events, reach, sha, start, state, watch
from tests.web.problem import check_problem

KNOBS = [
    {"context_length": 1},
    {"context_length": 6, "embedding_dim": 1},
    {"embedding_dim": 12, "hidden_size": 7},
    {"recipe": "published"},
    {"recipe": "published", "init": "scaled"},
    {"init": "lecture"},
    {"batch_size": 1},
    {"batch_size": 300, "learning_rate": 0.2},
    {"seed": 0},
    {"seed": 2**64 - 1},
    {"split": {"seed": 7}},
    {"split": {"shuffles": 3, "unique": True}},
]


def test_an_empty_body_trains_a_model_like_any_other(trainer) -> None:
    training = start(trainer)
    told = events(trainer, training)
    assert [number for number, _, _ in told] == list(range(1, len(told) + 1))
    assert [kind for _, kind, _ in told] == ["progress"] * (len(told) - 1) + ["done"]
    reports = [event for _, kind, event in told if kind == "progress"]
    steps = [report["step"] for report in reports]
    assert (steps[0], steps[-1]) == (0, 1000)
    assert steps == sorted(set(steps))
    assert len(steps) >= 10
    for report in reports:
        assert report["steps"] == 1000
        assert (len(report["table"]), {len(row) for row in report["table"]}) == (27, {2})
        assert len(report["names"]) == 5
        assert set(report["diagnostics"]) == {
            "saturated", "vowel_gap", "vowel_gap_p", "norm_frequency_correlation",
        }  # fmt: skip
    assert reports[0]["learning_rate"] == 0
    assert 3 < reports[0]["losses"]["dev"] < 3.5
    assert reports[-1]["losses"]["dev"] < 2.25

    done = told[-1][2]
    card = trainer.get(f"/api/models/{done['model']}").json()
    assert card["losses"] == done["losses"]
    assert {name: done["losses"][name] for name in ("train", "dev")} == reports[-1]["losses"]
    generated = trainer.post(f"/api/models/{done['model']}/generate", json={"count": 5, "seed": 1})
    assert len(generated.json()["names"]) == 5
    table = trainer.get(f"/api/tables/{done['model']}/embedding").json()
    assert table["vectors"] == reports[-1]["table"]

    now = state(trainer, training)
    assert (now["state"], now["step"], now["steps"], now["model"]) == ("done", 1000, 1000, training)
    assert now["losses"] == done["losses"]
    assert (now["position"], now["message"]) == (None, None)
    plain = done_here()
    assert sha(plain.network) == card["weights_sha256"]
    losses = plain.losses()
    assert done["losses"] == {"train": losses.train, "dev": losses.dev, "test": losses.test}


@pytest.mark.parametrize("knobs", KNOBS, ids=str)
def test_every_knob_does_what_it_says(trainer, knobs) -> None:
    asked = {"hidden_size": 5, "steps": 12, **knobs}
    training = start(trainer, **asked)
    assert events(trainer, training)[-1][1] == "done"
    request = state(trainer, training)["request"]
    for name, value in asked.items():
        assert request[name] == ({"seed": 42, "shuffles": 1, "unique": False, **value} if name == "split" else value)
    card = trainer.get(f"/api/models/{training}").json()
    assert card["weights_sha256"] == sha(done_here(**asked).network)


def test_the_list_has_every_training_oldest_first(trainer) -> None:
    new = [start(trainer, **SMALL, steps=1, seed=seed) for seed in range(3)]
    for training in new:
        reach(trainer, training, "done")
    listed = trainer.get("/api/trainings").json()["trainings"]
    assert [known["id"] for known in listed][-3:] == new
    assert [known["created"] for known in listed] == sorted(known["created"] for known in listed)
    assert listed[-1] == state(trainer, new[-1])


def test_a_stopped_training_keeps_the_best_model_so_far(trainer) -> None:
    training = start(trainer, **LONG | {"learning_rate": 0.5})  # wild: the last report is hardly ever the best
    begun(trainer, training, 200)
    answer = trainer.delete(f"/api/trainings/{training}")
    assert answer.status_code == 202
    assert answer.json()["id"] == training
    told = events(trainer, training)
    assert [kind for _, kind, _ in told][-1] == "cancelled"
    best = min((report for _, kind, report in told if kind == "progress"), key=lambda report: report["losses"]["dev"])
    card = trainer.get(f"/api/models/{training}").json()
    assert card["losses"]["dev"] == told[-1][2]["losses"]["dev"] == best["losses"]["dev"]
    assert card["stopped_at"] == told[-1][2]["step"] == best["step"]
    assert trainer.get(f"/api/tables/{training}/embedding").json()["vectors"] == best["table"]
    now = state(trainer, training)
    assert (now["state"], now["model"]) == ("cancelled", training)
    for what in ("pause", "resume"):
        check_problem(trainer.post(f"/api/trainings/{training}/{what}"), 422, "id", "cancelled")

    assert trainer.delete(f"/api/trainings/{training}").status_code == 204
    check_problem(trainer.get(f"/api/trainings/{training}"), 404, None, training)
    check_problem(trainer.get(f"/api/trainings/{training}/events"), 404, None, training)
    check_problem(trainer.delete(f"/api/trainings/{training}"), 404, None, training)
    assert trainer.get(f"/api/models/{training}").status_code == 200


def test_a_pause_changes_nothing_but_the_time(trainer) -> None:
    knobs = {**SMALL, "steps": 6000, "seed": 5}
    training = start(trainer, **knobs)
    begun(trainer, training, 10)
    assert trainer.post(f"/api/trainings/{training}/pause").status_code == 200
    paused = reach(trainer, training, "paused", "done")
    assert paused["state"] == "paused"
    assert 10 <= paused["step"] < 6000
    with watch(trainer, training) as stream, ThreadPoolExecutor(1) as pool:  # a stream stays open over a pause
        watched = pool.submit(list, stream)
        check_problem(trainer.post(f"/api/trainings/{training}/pause"), 422, "id", "paused")
        assert trainer.post(f"/api/trainings/{training}/resume").status_code == 200
        told = watched.result(240)
    assert told[-1][1] == "done"
    steps = [event["step"] for _, kind, event in told if kind == "progress"]
    assert steps == sorted(set(steps))
    assert paused["step"] in steps
    assert [number for number, _, _ in told] == list(range(1, len(told) + 1))
    card = trainer.get(f"/api/models/{training}").json()
    assert card["weights_sha256"] == sha(done_here(**knobs).network)
    check_problem(trainer.post(f"/api/trainings/{training}/resume"), 422, "id", "done")


def test_a_paused_training_can_be_stopped(trainer) -> None:
    training = start(trainer, **LONG)
    begun(trainer, training)
    trainer.post(f"/api/trainings/{training}/pause")
    reach(trainer, training, "paused")
    assert trainer.delete(f"/api/trainings/{training}").json()["state"] == "cancelled"
    told = events(trainer, training)
    assert told[-1][1] == "cancelled"
    assert trainer.get(f"/api/models/{training}").json()["losses"] == told[-1][2]["losses"]


def test_a_client_that_lost_the_line_misses_nothing_and_all_clients_see_the_same(trainer) -> None:
    training = start(trainer, **SMALL, steps=4000)
    with ThreadPoolExecutor(4) as pool:
        watching = [pool.submit(events, trainer, training) for _ in range(2)]
        seen: list = []
        while not seen or seen[-1][1] != "done":  # a line that is lost after every second event
            with watch(trainer, training, seen[-1][0] if seen else None) as stream:
                seen += [event for event, _ in zip(stream, range(2), strict=False)]
        first, second = (one.result(240) for one in watching)
    assert first == second == seen
    for number in (0, 1, len(seen) - 1):
        assert events(trainer, training, number) == seen[number:]
    assert events(trainer, training, len(seen)) == []
    for wrong in ("x", "-1", "1.5", "9" * 10):
        answer = trainer.get(f"/api/trainings/{training}/events", headers={"Last-Event-ID": wrong})
        check_problem(answer, 422)


def test_more_trainings_than_workers_wait_in_a_queue(trainer) -> None:
    long = [start(trainer, **LONG, seed=seed) for seed in range(2)]
    for training in long:
        begun(trainer, training)
    waiting = [start(trainer, **SMALL, steps=5, seed=seed) for seed in range(3)]
    assert [state(trainer, training)["position"] for training in waiting] == [1, 2, 3]
    assert {state(trainer, training)["state"] for training in waiting} == {"queued"}
    listed = {known["id"]: known["position"] for known in trainer.get("/api/trainings").json()["trainings"]}
    assert [listed[training] for training in (*long, *waiting)] == [None, None, 1, 2, 3]

    stopped = trainer.delete(f"/api/trainings/{waiting[0]}")  # one that has not begun ends at once, without a model
    assert (stopped.status_code, stopped.json()["state"], stopped.json()["model"]) == (202, "cancelled", None)
    assert events(trainer, waiting[0]) == [(1, "cancelled", {"model": None, "losses": None, "step": 0})]
    assert trainer.post(f"/api/trainings/{waiting[1]}/pause").json()["state"] == "paused"
    assert state(trainer, waiting[2])["position"] == 1
    assert trainer.post(f"/api/trainings/{waiting[1]}/resume").json()["position"] == 2

    for training in long:
        trainer.delete(f"/api/trainings/{training}")
    for training in (waiting[1], waiting[2]):
        assert events(trainer, training)[-1][1] == "done"
    assert trainer.get(f"/api/models/{waiting[0]}").status_code == 404


def test_a_long_training_holds_up_none_of_those_behind_it(trainer) -> None:
    """One of two workers is busy for good; whatever was put behind it goes to the other one."""
    long = start(trainer, **LONG, seed=3)
    begun(trainer, long)
    short = [start(trainer, **SMALL, steps=5, seed=seed) for seed in range(7)]
    for training in short:
        assert events(trainer, training)[-1][1] == "done"
    assert state(trainer, long)["state"] == "running"
    trainer.delete(f"/api/trainings/{long}")
    reach(trainer, long, "cancelled")
