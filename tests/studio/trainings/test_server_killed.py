"""A real server killed in mid-training, and stopped by Ctrl-C: what is left, and that it can go on."""

import os
import signal

import psutil

from tests.studio.trainings.processes import serving
from tests.training import LONG, SMALL, begun, done_here, events, reach, sha, start, state, until


def test_a_killed_server_leaves_a_training_that_can_be_resumed(tmp_path) -> None:
    settings = {"store": tmp_path / "store", "workers": 1}
    knobs = {**SMALL, "steps": 8000, "seed": 4}
    with serving(**settings) as (server, client):
        training, waiting = start(client, **knobs), start(client, **SMALL, steps=5)
        begun(client, training, 50)
        assert state(client, waiting)["state"] == "queued"
        children = psutil.Process(server.pid).children(recursive=True)
        assert children
        os.kill(server.pid, signal.SIGKILL)
        server.wait(30)
        _gone, alive = psutil.wait_procs(children, 60)
        assert not alive

    with serving(**settings) as (_, client):
        left = reach(client, training, "interrupted")
        assert state(client, waiting)["state"] == "interrupted"
        assert 50 <= left["step"] < 8000
        before = events(client, training)
        assert {kind for _, kind, _ in before} == {"progress"}
        last = before[-1][2]
        again = client.get(f"/api/trainings/{training}/snapshots/{last['step']}").json()
        assert {name: again["losses"][name] for name in ("train", "dev")} == last["losses"]
        assert client.post(f"/api/trainings/{training}/resume").status_code == 200
        told = events(client, training)
        assert told[: len(before)] == before
        assert told[-1][1] == "done"
        assert [number for number, _, _ in told] == list(range(1, len(told) + 1))
        card = client.get(f"/api/models/{training}").json()
        assert card["weights_sha256"] == sha(done_here(**knobs).network)
        client.delete(f"/api/trainings/{waiting}")
        assert reach(client, waiting, "cancelled")["model"] is None


def test_ctrl_c_ends_server_and_workers_without_a_word(tmp_path) -> None:
    with serving(store=tmp_path / "store", workers=1) as (server, client):
        training = start(client, **LONG)
        begun(client, training)
        children = psutil.Process(server.pid).children(recursive=True)
        os.killpg(server.pid, signal.SIGINT)  # as a terminal does it: the workers are told too
        out, err = server.communicate(timeout=60)
        assert (server.returncode, out, err.decode()) == (0, b"", "")
        _, alive = psutil.wait_procs(children, 60)
        assert not alive


def test_ctrl_c_while_the_cluster_is_still_starting(tmp_path) -> None:
    with serving(store=tmp_path / "store", workers=1) as (server, client):
        assert client.get("/api/health").status_code == 200
        children = until(lambda: psutil.Process(server.pid).children(recursive=True), "first process of the cluster")
        os.killpg(server.pid, signal.SIGINT)
        _, err = server.communicate(timeout=60)
        assert "Traceback" not in err.decode()
        _, alive = psutil.wait_procs(children, 60)
        assert not alive
