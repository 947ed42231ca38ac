"""Settings -> a Dask client, and the local cluster behind it where no scheduler is named. Imported late: it is slow."""

import os
from dataclasses import dataclass
from typing import Any

import dask
from distributed import Client, LocalCluster, Scheduler, Security, Worker, WorkerPlugin

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

    def __init__(self, threads: int, shared: dict[str, Any]) -> None:
        self.threads, self.shared = threads, shared

    def setup(self, worker: Worker) -> None:  # noqa: ARG002 - Dask's signature
        """Called by Dask in the worker."""
        import torch  # noqa: PLC0415 - in the worker, not where the plugin is made

        from backend.studio.trainings.work import warm  # noqa: PLC0415

        os.nice(max(0, NICE - os.nice(0)))
        torch.set_num_threads(self.threads)
        warm(self.shared)


def open_cluster(settings: Settings, shared: dict[str, Any]) -> Opened:
    """Start the local cluster, or connect to the named one, which the settings have checked."""
    dask.config.set(ONE_TASK_A_WORKER)
    local = None
    if not settings.scheduler:
        local = LocalCluster(
            n_workers=settings.workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",  # the scheduler serves HTTP in any case; so it does that on loopback
            silence_logs=40,
        )
    try:
        client = Client(local) if local else Client(settings.scheduler, security=security(settings), timeout="20s")
        client.register_plugin(WarmUp(settings.threads, shared), name="embedscope")
    except BaseException:  # its worker processes would stay, and the next attempt starts others
        if local:
            local.close()
        raise
    return Opened(client, local)


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
