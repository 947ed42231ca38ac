"""Settings -> a Dask client, and the local cluster behind it where no scheduler is named. Imported late: it is slow."""

import os
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

import dask
from distributed import Client, LocalCluster, Scheduler, Security, Worker, WorkerPlugin

from backend.refusal import Refusal
from backend.settings import Settings

NICE = 10
ONE_TASK_A_WORKER = {"distributed.scheduler.worker-saturation": 1.0}


@dataclass(frozen=True)
class Opened:
    """A connection, and the cluster that ends with it, if there is one."""

    client: Client
    local: LocalCluster | None


class WarmUp(WorkerPlugin):
    """What every worker does as it starts: step back behind everything else, and import what trainings need."""

    def __init__(self, threads: int) -> None:
        self.threads = threads

    def setup(self, worker: Worker) -> None:  # noqa: ARG002 - Dask's signature
        """Called by Dask in the worker."""
        import torch  # noqa: PLC0415 - in the worker, not where the plugin is made

        import backend.studio.trainings.work  # noqa: F401, PLC0415

        os.nice(max(0, NICE - os.nice(0)))
        torch.set_num_threads(self.threads)


def open_cluster(settings: Settings) -> Opened:
    """Start the local cluster, or connect to the named one; raises Refusal for an address that must not be used."""
    dask.config.set(ONE_TASK_A_WORKER)
    local = None
    if settings.scheduler:
        client = Client(checked_address(settings), security=security(settings), timeout="20s")
    else:
        local = LocalCluster(
            n_workers=settings.workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address=None,
            silence_logs=40,
        )
        client = Client(local)
    client.register_plugin(WarmUp(settings.threads), name="embedscope")
    return Opened(client, local)


def checked_address(settings: Settings) -> str:
    """The scheduler's address; raises Refusal for one beyond this machine that is not reached over TLS."""
    address = settings.scheduler
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    try:
        loopback = parts.hostname == "localhost" or ip_address(parts.hostname or "").is_loopback
    except ValueError:
        loopback = False
    if parts.scheme == "tls" and not (settings.tls_ca and settings.tls_cert and settings.tls_key):
        raise Refusal(f"{address} needs EMBEDSCOPE_TLS_CA, EMBEDSCOPE_TLS_CERT and EMBEDSCOPE_TLS_KEY", "scheduler")
    if parts.scheme != "tls" and not loopback:
        raise Refusal(f"{address} is beyond this machine; reach it by tls:// with certificates", "scheduler")
    return parts.geturl()


def security(settings: Settings) -> Security | None:
    """The certificates of this process, or None where it has none."""
    if not settings.tls_ca:
        return None
    return Security(
        require_encryption=True,
        tls_ca_file=settings.tls_ca,
        tls_client_cert=settings.tls_cert,
        tls_client_key=settings.tls_key,
    )


def task_states(client: Client) -> dict[str, str]:
    """Every task the scheduler knows, by key, with its Dask state."""
    states: dict[str, str] = client.run_on_scheduler(_states)
    return states


def _states(dask_scheduler: Scheduler) -> dict[str, str]:
    return {str(key): str(task.state) for key, task in dask_scheduler.tasks.items()}
