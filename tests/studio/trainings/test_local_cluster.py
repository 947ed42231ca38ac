"""The cluster that starts by itself: on loopback, behind everything else; killed workers, and tasks that kill them."""

import importlib
import os
import signal
from typing import Any

import psutil
import pytest

from backend.studio.cluster import Cluster
from backend.studio.trainings import dispatch
from tests.training import LONG, SMALL, begun, done_here, events, reach, sha, start, state, until


def cluster_of(trainer: Any) -> Cluster:
    return trainer.app.state.board().dispatch.cluster


def workers(cluster: Cluster) -> dict[str, int]:
    """Process ids of the workers by address, as soon as there are two."""

    def look() -> dict[str, int]:
        client = cluster.client()
        return client.run(os.getpid, on_error="ignore") if len(client.scheduler_info()["workers"]) == 2 else {}

    return until(lambda: len(found := look()) == 2 and found, "two workers")


def at_work(cluster: Cluster, training: str) -> int:
    """The process id of the worker that has a training."""
    (address,) = [
        address for address, keys in cluster.client().processing().items() if any(training in str(key) for key in keys)
    ]
    return workers(cluster)[address]


def deadly(settings: dict[str, Any], training_id: str) -> str:
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


def faulty(settings: dict[str, Any], training_id: str) -> str:
    raise ZeroDivisionError("one over nought")


def test_a_killed_workers_training_goes_on_elsewhere_from_its_last_snapshot(trainer) -> None:
    knobs = {**SMALL, "steps": 4000, "seed": 3}
    training = start(trainer, **knobs)
    before = begun(trainer, training, 100)
    os.kill(at_work(cluster_of(trainer), training), signal.SIGKILL)
    told = events(trainer, training)
    assert [number for number, _, _ in told] == list(range(1, len(told) + 1))
    assert told[-1][1] == "done"
    steps = [event["step"] for _, kind, event in told if kind == "progress"]
    assert steps == sorted(set(steps))
    assert before["step"] in steps
    trail = trainer.get(f"/api/trainings/{training}/trail", params={"count": 2000}).json()
    assert (trail["steps"][0], trail["steps"][-1], trail["stride"]) == (0, 4000, 1)
    card = trainer.get(f"/api/models/{training}").json()
    assert card["weights_sha256"] == sha(done_here(**knobs).network)
    workers(cluster_of(trainer))


def test_a_task_that_kills_every_worker_is_a_failure_with_a_reason(trainer, monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = cluster_of(trainer)
    workers(cluster)
    monkeypatch.setattr(cluster._local.scheduler, "allowed_failures", 0)  # the first death is enough here
    with monkeypatch.context() as patched:
        patched.setattr(dispatch, "work", deadly)
        training = start(trainer, **SMALL, steps=5)
        failed = reach(trainer, training, "failed")
    assert "memory" in failed["message"]
    assert "resume" in failed["message"]
    assert events(trainer, training)[-1][1:] == ("failed", {"message": failed["message"]})
    workers(cluster)
    trainer.post(f"/api/trainings/{training}/resume")
    told = events(trainer, training)
    assert [kind for _, kind, _ in told][-1] == "done"


def test_a_task_that_raises_is_a_failure_with_a_reason(trainer, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(dispatch, "work", faulty)
        training = start(trainer, **SMALL, steps=5)
        failed = reach(trainer, training, "failed")
    assert "ZeroDivisionError: one over nought" in failed["message"]
    assert trainer.delete(f"/api/trainings/{training}").status_code == 204


def test_what_no_worker_has_was_interrupted_and_can_go_on(trainer) -> None:
    cluster = cluster_of(trainer)
    training = start(trainer, **LONG)
    begun(trainer, training)
    trainer.post(f"/api/trainings/{training}/pause")
    reach(trainer, training, "paused")
    record = trainer.app.state.board().record(training)
    record.tell("running")  # as a worker leaves it that is killed together with its scheduler
    until(lambda: not cluster.known(), "scheduler without tasks")
    assert reach(trainer, training, "interrupted")["step"] > 0
    told = events(trainer, training)  # the stream ends: nothing can come before somebody asks for it
    assert {kind for _, kind, _ in told} == {"progress"}
    assert trainer.post(f"/api/trainings/{training}/resume").status_code == 200
    begun(trainer, training, told[-1][2]["step"] + 1)
    trainer.delete(f"/api/trainings/{training}")
    reach(trainer, training, "cancelled")


def test_every_socket_is_on_loopback_and_workers_step_back(trainer) -> None:
    cluster = cluster_of(trainer)
    pids = workers(cluster).values()
    for pid in (os.getpid(), *pids):
        listening = [one for one in psutil.Process(pid).net_connections("inet") if one.status == psutil.CONN_LISTEN]
        assert {one.laddr.ip for one in listening} <= {"127.0.0.1", "::1"}
        assert listening or pid == os.getpid()
    assert {psutil.Process(pid).nice() for pid in pids} == {max(10, psutil.Process().nice())}
    assert not cluster.client().run(_has_fastapi)[next(iter(workers(cluster)))]  # a worker needs no web


def _has_fastapi() -> bool:
    import sys  # noqa: PLC0415 - in the worker

    return "fastapi" in sys.modules


def test_a_training_asked_for_before_the_cluster_is_up_waits_for_it(
    tmp_path, monkeypatch: pytest.MonkeyPatch, trainer
) -> None:
    """POST answers at once, health too; here the cluster is one that takes its time and then is the shared one."""
    from threading import Event  # noqa: PLC0415

    from fastapi.testclient import TestClient  # noqa: PLC0415

    from backend.settings import Settings  # noqa: PLC0415
    from backend.web.app import create_app  # noqa: PLC0415

    gate, client = Event(), cluster_of(trainer).client()
    opened = importlib.import_module("backend.studio.cluster_client")
    monkeypatch.setattr(opened, "open_cluster", lambda *_: (gate.wait(60), opened.Opened(client, None))[1])
    app = create_app(Settings(store=tmp_path / "store", workers=1))
    with TestClient(app, raise_server_exceptions=False) as late:
        assert late.get("/api/health").status_code == 200
        training = start(late, **SMALL, steps=5)
        assert state(late, training)["state"] == "queued"
        assert state(late, training)["position"] == 1
        assert late.get("/api/tables/names-2d/neighbours?of=a").status_code == 200
        gate.set()
        assert events(late, training)[-1][1] == "done"
        monkeypatch.setattr(client, "close", lambda: None)  # it is another app's, and needed again


def test_a_cluster_that_does_not_start_is_a_failure_and_is_tried_again(tmp_path, monkeypatch, trainer) -> None:
    from fastapi.testclient import TestClient  # noqa: PLC0415

    from backend.settings import Settings  # noqa: PLC0415
    from backend.web.app import create_app  # noqa: PLC0415

    client = cluster_of(trainer).client()
    opened = importlib.import_module("backend.studio.cluster_client")
    answers: list[Any] = [OSError("no process to be had"), opened.Opened(client, None)]

    def opening(*_: object) -> Any:
        answer = answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        return answer

    monkeypatch.setattr(opened, "open_cluster", opening)
    with TestClient(create_app(Settings(store=tmp_path / "store", workers=1))) as late:
        training = start(late, **SMALL, steps=5)
        assert "no process to be had" in reach(late, training, "failed")["message"]
        late.post(f"/api/trainings/{training}/resume")
        assert events(late, training)[-1][1] == "done"
        monkeypatch.setattr(client, "close", lambda: None)
