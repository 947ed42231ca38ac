"""Where trainings run: a Dask cluster on loopback that starts by itself, or the one whose scheduler the settings name.

Starting takes seconds, so it happens in a thread of its own; `client` waits for it. Workers are processes of their own,
nice to everything else on the machine, and import PyTorch before the first training comes.
"""

import importlib
import signal
from concurrent.futures import Future
from multiprocessing import resource_tracker
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from backend.settings import Settings

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

START_SECONDS = 60.0
SWITCHED_OFF = "EMBEDSCOPE_WORKERS is 0, so nothing can be trained here; set it to 1 or more."


class NoCluster(RuntimeError):
    """There is nothing to train on; the message says why and what to set."""


class Cluster:
    """One process' connection to its workers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._lock = Lock()
        self._client: Future[Client] | None = None
        self._local: LocalCluster | None = None
        self._closed = False

    @property
    def is_local(self) -> bool:
        """Whether the workers live and die with this process."""
        return not self.settings.scheduler

    def start(self) -> None:
        """Begin to start or to connect, once, without waiting for it."""
        with self._lock:
            if self._client is None and not self._closed and (self.settings.workers or self.settings.scheduler):
                self._client = Future()
                Thread(target=self._open, args=(self._client,), name="cluster", daemon=True).start()

    @property
    def is_up(self) -> bool:
        """Whether workers can be asked already."""
        return self._client is not None and self._client.done() and self._client.exception() is None

    def client(self) -> "Client":
        """The connection; waits for it while it is being made. Raises NoCluster, and tries anew at the next call."""
        self.start()
        opening = self._client
        if opening is None:
            raise NoCluster("The server is being stopped." if self._closed else SWITCHED_OFF)
        try:
            return opening.result(START_SECONDS)
        except Exception as failure:
            with self._lock:
                if opening.done() and self._client is opening:
                    self._client = None
            raise NoCluster(
                f"The cluster for trainings could not be reached: {failure or type(failure).__name__}."
            ) from failure

    def shared(self) -> dict[str, Any]:
        """The settings that workers are given; those of another machine find what is shipped in their own package."""
        names = ("store", "snapshot_bytes", *(("data", "models", "threads") if self.is_local else ()))
        return {name: value if isinstance(value := getattr(self.settings, name), int) else str(value) for name in names}

    def known(self) -> dict[str, str]:
        """Every task the scheduler knows, by key, with its Dask state."""
        client = self.client()
        states: dict[str, str] = importlib.import_module("backend.studio.cluster_client").task_states(client)
        return states

    def close(self) -> None:
        """Let go of the cluster, and end it if it is our own; one that is still starting ends with this process."""
        with self._lock:
            opening, self._closed = self._client, True
        if opening is not None and opening.done() and opening.exception() is None:
            opening.result().close()
        if self._local is not None:
            self._local.close()

    def _open(self, made: "Future[Client]") -> None:
        if hasattr(signal, "pthread_sigmask"):  # workers inherit it: a Ctrl-C is the server's, which ends them itself
            resource_tracker.ensure_running()  # the first process would start it, and it lets the signal through again
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            importlib.import_module("backend.studio.trainings.board")  # so that the first training finds it there
            opened = importlib.import_module("backend.studio.cluster_client").open_cluster(self.settings, self.shared())
            with self._lock:
                self._local = opened.local
                closed = self._closed
            made.set_result(opened.client)
            if closed:
                self.close()
        except BaseException as failure:
            made.set_exception(failure)
