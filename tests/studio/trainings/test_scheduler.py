"""A cluster of other processes: a scheduler and two workers, two web replicas over one store; plain, and over TLS."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from fastapi.testclient import TestClient

from backend.settings import ROOT, Settings
from backend.web.app import create_app
from tests.studio.trainings.processes import cluster
from tests.training import LONG, SMALL, begun, done_here, events, reach, sha, start, state, until


class Cluster:
    """The processes, and how a web replica reaches them."""

    def __init__(self, address: str, workers: list["subprocess.Popen[bytes]"], settings: dict[str, Any]) -> None:
        self.address, self.workers, self.settings = address, workers, settings

    def replica(self) -> TestClient:
        return TestClient(create_app(Settings(scheduler=self.address, **self.settings)), raise_server_exceptions=False)


@pytest.fixture(scope="module", params=["tcp", "tls"])
def far(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("cluster")
    settings: dict[str, Any] = {"store": f"file://{folder}/store"}
    tls: list[str] = []
    if request.param == "tls":  # the very script that the compose file runs
        subprocess.run(["sh", str(ROOT / "deploy" / "certificates.sh"), str(folder / "tls")], check=True)
        names = {"tls_ca": "authority.pem", "tls_cert": "cluster.pem", "tls_key": "cluster.key"}
        settings |= {name: str(folder / "tls" / file) for name, file in names.items()}
        tls = [
            "--tls-ca-file",
            settings["tls_ca"],
            "--tls-cert",
            settings["tls_cert"],
            "--tls-key",
            settings["tls_key"],
        ]
    with cluster(folder, 2, *tls) as (address, workers):
        assert address.startswith(f"{request.param}://127.0.0.1:")
        yield Cluster(address, workers, settings)


def test_any_replica_streams_and_steers_any_training(far: Cluster) -> None:
    knobs = {**SMALL, "steps": 3000, "seed": 6}
    with far.replica() as one, far.replica() as other:
        training = start(one, **knobs)
        begun(other, training, 1)
        assert state(other, training)["state"] == "running"
        assert other.post(f"/api/trainings/{training}/pause").status_code == 200
        reach(one, training, "paused")
        assert other.post(f"/api/trainings/{training}/resume").status_code == 200
        told = events(other, training)
        assert told == events(one, training)
        assert told[-1][1] == "done"
        assert other.get("/api/trainings").json() == one.get("/api/trainings").json()
        card = other.get(f"/api/models/{training}").json()
        assert card["weights_sha256"] == sha(done_here(**knobs).network)

        training = start(one, **LONG)
        begun(other, training)
        assert other.delete(f"/api/trainings/{training}").status_code == 202
        assert reach(one, training, "cancelled")["model"] == training


def test_a_replica_may_go_its_training_does_not(far: Cluster) -> None:
    knobs = {**SMALL, "steps": 3000, "seed": 8}
    with far.replica() as one:
        training = start(one, **knobs)
        begun(one, training)
    with far.replica() as other:
        assert state(other, training)["state"] in ("running", "done")
        assert events(other, training)[-1][1] == "done"


def test_a_killed_workers_training_goes_on_at_the_other_one(far: Cluster) -> None:
    """The last test of this cluster: it leaves one worker."""
    knobs = {**SMALL, "steps": 4000, "seed": 9}
    with far.replica() as one, far.replica() as other:
        training = start(one, **knobs)
        begun(one, training, 50)
        client = one.app.state.board().dispatch.cluster.client()
        (busy,) = [address for address, keys in client.processing().items() if keys]
        os.kill(client.run(os.getpid)[busy], signal.SIGKILL)
        told = events(other, training)
        assert told[-1][1] == "done"
        assert [number for number, _, _ in told] == list(range(1, len(told) + 1))
        card = one.get(f"/api/models/{training}").json()
        assert card["weights_sha256"] == sha(done_here(**knobs).network)
        until(lambda: sum(worker.poll() is not None for worker in far.workers) == 1, "one dead worker")


def test_nothing_of_it_listens_beyond_loopback(far: Cluster) -> None:
    for process in far.workers:
        if process.poll() is None:
            listening = psutil.Process(process.pid).net_connections("inet")
            assert {one.laddr.ip for one in listening if one.status == psutil.CONN_LISTEN} == {"127.0.0.1"}


def test_a_scheduler_that_goes_away_stops_no_page(tmp_path: Path) -> None:
    with cluster(tmp_path, 1) as (address, _):
        replica = TestClient(
            create_app(Settings(scheduler=address, store=tmp_path / "store")), raise_server_exceptions=False
        )
        with replica as one:
            training = start(one, **LONG)
            begun(one, training)
            scheduler = _listener(address)
            os.kill(scheduler, signal.SIGKILL)
            assert one.get("/api/health").status_code == 200
            assert one.get("/api/trainings").status_code == 200
            assert one.get(f"/api/trainings/{training}").status_code == 200
            one.delete(f"/api/trainings/{training}")


def _listener(address: str) -> int:
    port = int(address.rpartition(":")[2])
    for one in psutil.net_connections("tcp"):
        if one.status == psutil.CONN_LISTEN and one.laddr.port == port and one.pid:
            return one.pid
    raise AssertionError(f"nobody listens at {address}")


@pytest.mark.parametrize(
    "address",
    [
        "tcp://10.0.0.7:8786",
        "10.0.0.7:8786",
        "tcp://example.org:8786",
        "ws://127.0.0.1:80",
        "inproc://x",
        "tcp://0.0.0.0:1",
    ],
)
def test_an_open_scheduler_beyond_this_machine_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    from backend.__main__ import main  # noqa: PLC0415

    monkeypatch.setenv("EMBEDSCOPE_SCHEDULER", address)
    assert main(["serve", "--port", "0"]) == 1
    said = capsys.readouterr().err
    assert "EMBEDSCOPE_SCHEDULER" in said
    assert address in said
    assert "tls://" in said


def test_tls_needs_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="EMBEDSCOPE_TLS_CA"):
        Settings(scheduler="tls://10.0.0.7:8786")
    whole = Settings(scheduler="tls://10.0.0.7:8786", tls_ca="a", tls_cert="b", tls_key="c")
    assert whole.scheduler == "tls://10.0.0.7:8786"
    for address in ("tcp://127.0.0.1:1", "127.0.0.1:1", "localhost:1", "tcp://[::1]:1"):
        assert Settings(scheduler=address).scheduler.startswith("tcp://")
