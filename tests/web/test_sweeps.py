"""Sweeps over REST, on two workers: the table, stopping, failing, and going on with what is missing."""

import statistics
from typing import Any

import pytest

from tests.training import state as training_state
from tests.training import until

SMALL = {"embedding_dims": [1, 2], "hidden_sizes": [10], "seeds": 2, "steps": 40, "batch_size": 16}


def sweep(client: Any, **changes: Any) -> dict[str, Any]:
    answer = client.post("/api/sweeps", json={**SMALL, **changes})
    assert answer.status_code == 202, answer.text
    return answer.json()


def look(client: Any, sweep_id: str) -> dict[str, Any]:
    return client.get(f"/api/sweeps/{sweep_id}").json()


def at_rest(client: Any, sweep_id: str) -> dict[str, Any]:
    return until(lambda: (s := look(client, sweep_id))["state"] != "running" and s, f"end of {sweep_id}")


def test_a_sweep_and_its_table(trainer: Any) -> None:
    begun = sweep(trainer)
    assert begun["runs"] == {"total": 4, "done": begun["runs"]["done"], "failed": 0}
    ended = at_rest(trainer, begun["id"])
    assert ended["state"] == "done"
    assert [(row["embedding_dim"], row["hidden_size"], row["runs"]) for row in ended["table"]] == [
        (1, 10, 2),
        (2, 10, 2),
    ]
    for row in ended["table"]:
        cells = [cell for cell in ended["cells"] if cell["embedding_dim"] == row["embedding_dim"]]
        losses = [training_state(trainer, cell["training"])["losses"] for cell in cells]
        assert row["dev"]["mean"] == pytest.approx(statistics.fmean(loss["dev"] for loss in losses))
        assert row["dev"]["spread"] == pytest.approx(statistics.stdev(loss["dev"] for loss in losses))
        assert row["gap"]["mean"] == pytest.approx(statistics.fmean(loss["dev"] - loss["train"] for loss in losses))
    card = trainer.get(f"/api/models/{ended['cells'][0]['training']}").json()
    assert (card["embedding_dim"], card["hidden_size"], card["seed"], card["steps"]) == (1, 10, 1, 40)
    assert begun["id"] in [known["id"] for known in trainer.get("/api/sweeps").json()["sweeps"]]


def test_asked_again_it_trains_only_what_is_missing(trainer: Any) -> None:
    first = at_rest(trainer, sweep(trainer, steps=41)["id"])
    gone, *kept = (cell["training"] for cell in first["cells"])
    created = {name: training_state(trainer, name)["created"] for name in kept}
    assert trainer.delete(f"/api/trainings/{gone}").status_code == 204
    assert look(trainer, first["id"])["state"] == "stopped"
    again = sweep(trainer, steps=41)
    assert again["id"] == first["id"]
    ended = at_rest(trainer, first["id"])
    assert ended["state"] == "done"
    assert ended["table"] == first["table"]
    assert {name: training_state(trainer, name)["created"] for name in kept} == created


def test_stopped_it_keeps_what_is_done_and_goes_on_later(trainer: Any) -> None:
    grid = {"steps": 1500, "seeds": 6}
    begun = sweep(trainer, **grid)
    until(lambda: look(trainer, begun["id"])["runs"]["done"] >= 1, "first training")
    assert trainer.delete(f"/api/sweeps/{begun['id']}").status_code == 202
    stopped = at_rest(trainer, begun["id"])
    assert stopped["state"] == "stopped"
    done = [cell["training"] for cell in stopped["cells"] if cell["state"] == "done"]
    assert 1 <= len(done) < 12
    assert all(cell["state"] in ("done", "cancelled", "missing") for cell in stopped["cells"])
    assert sum(row["runs"] for row in stopped["table"]) == len(done)
    sweep(trainer, **grid)
    ended = at_rest(trainer, begun["id"])
    assert ended["runs"]["done"] == 12


def test_it_has_not_stopped_where_the_last_trainings_are_handed_over_during_a_look(
    trainer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = at_rest(trainer, sweep(trainer, steps=43)["id"])
    sweeps = trainer.app.state.sweeps()
    real = sweeps._cell

    def seen_too_early(sweep_id: str, cell: Any) -> dict[str, Any]:
        sweeps._wanted.pop(sweep_id, None)
        return real(sweep_id, cell) | {"state": "missing"}

    sweeps._wanted[ended["id"]] = True
    monkeypatch.setattr(sweeps, "_cell", seen_too_early)
    assert look(trainer, ended["id"])["state"] == "running"
    monkeypatch.undo()
    assert look(trainer, ended["id"])["state"] == "done"


def test_one_that_fails_leaves_the_others(trainer: Any) -> None:
    begun = sweep(trainer, steps=45)
    failed = begun["cells"][1]["training"]
    at_rest(trainer, begun["id"])
    record = trainer.app.state.board().record(failed)
    record.tell("failed", message="the disk was full; make room, then resume")
    trainer.app.state.sweeps()._done.pop(failed)
    told = look(trainer, begun["id"])
    assert told["state"] == "stopped"
    assert told["runs"] == {"total": 4, "done": 3, "failed": 1}
    assert [cell["message"] for cell in told["cells"] if cell["state"] == "failed"] == [
        "the disk was full; make room, then resume"
    ]
    assert sum(row["runs"] for row in told["table"]) == 3
    sweep(trainer, steps=45)
    assert at_rest(trainer, begun["id"])["state"] == "done"


def test_one_that_cannot_be_read_hides_neither_the_others_nor_other_sweeps(trainer: Any) -> None:
    ended = at_rest(trainer, sweep(trainer, steps=46)["id"])
    hurt = ended["cells"][2]["training"]
    state = trainer.app.state.board().record(hurt).folder / "state.json"
    whole = state.read_bytes()
    state.write_bytes(b"{")
    trainer.app.state.sweeps()._done.pop(hurt)
    try:
        told = look(trainer, ended["id"])
        assert told["runs"] == {"total": 4, "done": 3, "failed": 1}
        assert "state.json" in next(cell["message"] for cell in told["cells"] if cell["training"] == hurt)
        assert ended["id"] in [known["id"] for known in trainer.get("/api/sweeps").json()["sweeps"]]
        gone = next(cell["training"] for cell in ended["cells"][3:])
        assert trainer.delete(f"/api/trainings/{gone}").status_code == 204
        sweep(trainer, steps=46)
        assert at_rest(trainer, ended["id"])["runs"] == {"total": 4, "done": 3, "failed": 1}
    finally:
        state.write_bytes(whole)


def test_a_damaged_file_of_a_sweep_is_left_out_of_the_list(trainer: Any) -> None:
    ended = at_rest(trainer, sweep(trainer, steps=47, seeds=1)["id"])
    other = trainer.app.state.library.settings.store / "sweeps" / "sweep-damaged.json"
    for content in (b"{", b'{"grid": {}}'):
        other.write_bytes(content)
        try:
            listed = trainer.get("/api/sweeps")
            assert ended["id"] in [known["id"] for known in listed.json()["sweeps"]]
            answer = trainer.get("/api/sweeps/sweep-damaged")
            assert (answer.status_code, "delete this file" in answer.json()["detail"]) == (500, True)
        finally:
            other.unlink()


def test_started_while_it_is_being_stopped_it_trains_after_all(trainer: Any) -> None:
    grid = {"steps": 1501, "seeds": 5}
    begun = sweep(trainer, **grid)
    assert trainer.delete(f"/api/sweeps/{begun['id']}").status_code == 202
    sweep(trainer, **grid)
    ended = at_rest(trainer, begun["id"])
    assert (ended["state"], ended["runs"]["done"]) == ("done", 10)


def test_at_rest_it_can_be_forgotten(trainer: Any) -> None:
    ended = at_rest(trainer, sweep(trainer, steps=42, seeds=1)["id"])
    assert trainer.delete(f"/api/sweeps/{ended['id']}").status_code == 204
    assert trainer.get(f"/api/sweeps/{ended['id']}").status_code == 404
    assert training_state(trainer, ended["cells"][0]["training"])["state"] == "done"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"seeds": 0}, "seeds"),
        ({"seeds": 100, "embedding_dims": list(range(1, 12))}, "seeds"),
        ({"embedding_dims": []}, "embedding_dims"),
        ({"embedding_dims": [0]}, "embedding_dims"),
        ({"hidden_sizes": [10**6]}, "hidden_sizes"),
        ({"embedding_dims": [1, 1000], "hidden_sizes": [10, 9000]}, "hidden_sizes"),
        ({"steps": 10**9}, "steps"),
        ({"seed": 1}, "seed"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_begins(trainer: Any, changes: dict[str, Any], field: str) -> None:
    before = trainer.get("/api/sweeps").json()
    answer = trainer.post("/api/sweeps", json={**SMALL, **changes})
    assert answer.status_code == 422, answer.text
    assert any(field in error["field"] for error in answer.json()["errors"])
    assert len(trainer.get("/api/sweeps").json()["sweeps"]) == len(before["sweeps"])


def test_without_workers(client: Any) -> None:
    answer = client.post("/api/sweeps", json=SMALL)
    assert answer.status_code == 503
    assert "EMBEDSCOPE_WORKERS" in answer.json()["detail"]
    assert client.get("/api/sweeps/sweep-none").status_code == 404
