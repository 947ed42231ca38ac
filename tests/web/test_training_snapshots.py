"""Every step kept: a replayed loss is the streamed one to the last bit, and a fork begins where it says."""

import pytest

from tests.training import SMALL, done_here, events, sha, start, state
from tests.web.problem import check_problem

KNOBS = {**SMALL, "steps": 400, "embedding_dim": 3}


@pytest.fixture(scope="module")
def parent(trainer) -> str:
    training = start(trainer, **KNOBS)
    assert events(trainer, training)[-1][1] == "done"
    return training


def reports(trainer, training: str) -> list[dict]:
    return [event for _, kind, event in events(trainer, training) if kind == "progress"]


def snapshot(trainer, training: str, step: int) -> dict:
    answer = trainer.get(f"/api/trainings/{training}/snapshots/{step}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_replayed_loss_is_the_streamed_one_to_the_last_bit(trainer, parent: str) -> None:
    for report in reports(trainer, parent):
        again = snapshot(trainer, parent, report["step"])
        assert again["step"] == report["step"]
        assert {name: again["losses"][name] for name in ("train", "dev")} == report["losses"]
        assert again["table"] == report["table"]


def test_a_step_between_two_reports_is_that_of_the_run(trainer, parent: str) -> None:
    reported = {report["step"] for report in reports(trainer, parent)}
    for step in (3, 57, 399):
        assert step not in reported
        plain, again = done_here(**KNOBS, stop_at=step), snapshot(trainer, parent, step)
        losses = plain.losses()
        assert again["losses"] == {"train": losses.train, "dev": losses.dev, "test": losses.test}
        for name, tensor in plain.network.tensors.items():
            assert again["parameters"][name] == tensor.tolist()


def test_the_trail_has_every_step_where_that_fits(trainer, parent: str) -> None:
    trail = trainer.get(f"/api/trainings/{parent}/trail", params={"count": 2000}).json()
    assert (trail["stride"], trail["steps"]) == (1, list(range(401)))
    for step in (0, 1, 57, 399, 400):
        assert trail["tables"][step] == snapshot(trainer, parent, step)["table"]
    few = trainer.get(f"/api/trainings/{parent}/trail", params={"count": 5}).json()
    assert few["steps"] == [0, 100, 200, 300, 400]
    assert few["tables"] == [trail["tables"][step] for step in few["steps"]]


def test_the_trail_of_a_large_table_has_fewer_steps(trainer, parent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first and the last always, whatever their size."""
    at_work, small = f"/api/trainings/{parent}/trail", "backend.studio.trainings.board.MOST_IN_TRAIL"
    numbers = sum(map(len, trainer.get(at_work, params={"count": 2}).json()["tables"][0]))
    for room, steps in ((5 * numbers, [0, 100, 200, 300, 400]), (1, [0, 400])):
        monkeypatch.setattr(small, room)
        assert trainer.get(at_work, params={"count": 2000}).json()["steps"] == steps


@pytest.mark.parametrize("step", ["401", "99999999999999999999", "-1", "x", "1.5"])
def test_a_step_that_was_not_taken_is_refused(trainer, parent: str, step: str) -> None:
    check_problem(trainer.get(f"/api/trainings/{parent}/snapshots/{step}"), 422, None, "step")


def test_a_fork_with_nothing_changed_is_the_same_training(trainer, parent: str) -> None:
    for step in (0, 57, 399):
        fork = start(trainer, **KNOBS, **{"from": {"training": parent, "step": step}})
        first, *_ = own = reports(trainer, fork)
        assert first["step"] == step
        assert first["table"] == snapshot(trainer, parent, step)["table"]
        assert own[-1] == reports(trainer, parent)[-1]
        card = trainer.get(f"/api/models/{fork}").json()
        assert card["weights_sha256"] == trainer.get(f"/api/models/{parent}").json()["weights_sha256"]
        assert card["origin"] == state(trainer, fork)["request"]["from"] == {"training": parent, "step": step}


def test_a_fork_with_one_knob_changed_shares_the_first_part(trainer, parent: str) -> None:
    knobs = {**KNOBS, "learning_rate": 0.3, "from": {"training": parent, "step": 150}}
    fork = start(trainer, **knobs)
    assert events(trainer, fork)[-1][1] == "done"
    for step in (0, 73, 150):
        assert snapshot(trainer, fork, step)["table"] == snapshot(trainer, parent, step)["table"]
    assert snapshot(trainer, fork, 151)["table"] != snapshot(trainer, parent, 151)["table"]
    trail = trainer.get(f"/api/trainings/{fork}/trail", params={"count": 2000}).json()
    assert trail["steps"] == list(range(150, 401))
    again = start(trainer, **knobs | {"from": {"training": fork, "step": 73}, "learning_rate": 0.04})
    assert events(trainer, again)[-1][1] == "done"  # a fork of a fork, from a step before that one began
    assert sha(done_here(**KNOBS).network) == trainer.get(f"/api/models/{again}").json()["weights_sha256"]


def test_a_fork_keeps_what_the_shape_depends_on(trainer, parent: str) -> None:
    origin = {"from": {"training": parent, "step": 10}}
    for knob, value in [("embedding_dim", 2), ("context_length", 4), ("hidden_size", 21)]:
        answer = trainer.post("/api/trainings", json={**KNOBS, knob: value, **origin})
        check_problem(answer, 422, knob, parent, str(KNOBS.get(knob, 3)))
    answer = trainer.post("/api/trainings", json={**KNOBS, "steps": 10, **origin})
    check_problem(answer, 422, "steps", "beyond step 10")
    answer = trainer.post("/api/trainings", json={**KNOBS, "from": {"training": parent, "step": 401}})
    check_problem(answer, 422, "from.step", "400", "401")
    answer = trainer.post("/api/trainings", json={**KNOBS, "from": {"training": "no-such", "step": 0}})
    check_problem(answer, 404, None, "no-such")


def test_a_fork_outlives_its_origin(trainer) -> None:
    parent = start(trainer, **SMALL, steps=30)
    assert events(trainer, parent)[-1][1] == "done"
    fork = start(trainer, **SMALL, steps=30, seed=9, **{"from": {"training": parent, "step": 20}})
    assert events(trainer, fork)[-1][1] == "done"
    assert trainer.delete(f"/api/trainings/{parent}").status_code == 204
    assert snapshot(trainer, fork, 25)["step"] == 25
    check_problem(trainer.get(f"/api/trainings/{fork}/snapshots/5"), 422, "from", parent, "gone")
