"""Trainings as a page meets them: how soon the first event, how soon the model, what reports and neighbours cost.

Four questions to one server with its workers warm: POST to the first progress event; POST to done (K3 D10 H200, 150
steps); the same long run with its usual reports and with one at either end, in turn; and the 95th percentile of
/neighbours while four trainings run, against the same a moment before.
"""

import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from backend.settings import ROOT

SHORT = {"embedding_dim": 10, "hidden_size": 200, "steps": 150, "learning_rate": 0.07}
LONG = {"embedding_dim": 10, "hidden_size": 200, "steps": 2_000_000, "learning_rate": 0.001}
ROUNDS, PAIRS, QUESTIONS = 9, 5, 300
LONG_STEPS = 6000  # more than two seconds of them

# Run in a process of its own, so that both ways have a fresh worker's one thread and nothing of the server's.
OVERHEAD = """
import json, sys, tempfile, time
import torch
from backend.settings import Settings
from backend.studio.library import Library
from backend.studio.trainings import job
from backend.studio.trainings.admission import admitted
from backend.studio.trainings.record import Record
from backend.studio.trainings.request import request_of
torch.set_num_threads(1)
settings = Settings(store=tempfile.mkdtemp())
library, usual = Library(settings), (job.REPORT_EVERY, job.REPORTS_A_RUN, job.EARLY)
def run(often, name):
    job.REPORT_EVERY, job.REPORTS_A_RUN, job.EARLY = usual if often else (1e9, 1, ())
    record = Record(settings.store / "trainings" / name)
    record.open(admitted(request_of(json.loads(sys.argv[1])), library, None))
    made = job.Job(record, settings)
    began, busy = time.perf_counter(), time.process_time()
    made.do()
    return time.perf_counter() - began, time.process_time() - busy, len(record.numbers()) - 1
run(True, "warm")
for turn in range(int(sys.argv[2])):
    print(json.dumps([run(often, f"{turn}-{often}".lower()) for often in (True, False)]))
"""


@contextmanager
def server() -> Iterator[http.client.HTTPConnection]:
    """A server of its own store with two workers, and one kept-alive connection to it."""
    with tempfile.TemporaryDirectory() as store:
        environment = {**os.environ, "EMBEDSCOPE_STORE": store, "EMBEDSCOPE_WORKERS": "2"}
        command = [sys.executable, "-m", "backend", "serve", "--host", "127.0.0.1", "--port", "0"]
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
            try:
                found = re.search(r"127\.0\.0\.1:(\d+)", process.stdout.readline() if process.stdout else "")
                assert found, "the server did not start"
                yield http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=300)
            finally:
                process.terminate()


def ask(line: http.client.HTTPConnection, method: str, path: str, body: object = None) -> dict[str, object]:
    """One question, its answer read to the end."""
    content = None if body is None else json.dumps(body)
    line.request(method, path, content, {"Content-Type": "application/json"})
    answer = line.getresponse().read()
    return json.loads(answer) if answer else {}


def watched(line: http.client.HTTPConnection, knobs: dict[str, object]) -> tuple[float, float]:
    """Seconds from POST to the first progress event, and to the last event."""
    began = time.perf_counter()
    training = ask(line, "POST", "/api/trainings", knobs)["id"]
    line.request("GET", f"/api/trainings/{training}/events")
    stream, first = line.getresponse(), 0.0
    for raw in stream:
        if raw == b"event: progress\n" and not first:
            first = time.perf_counter() - began
        assert raw != b"event: failed\n"
    return first, time.perf_counter() - began


def p95(line: http.client.HTTPConnection) -> float:
    """The 95th percentile of a neighbour list, in seconds."""
    times = []
    for at in range(QUESTIONS):
        began = time.perf_counter()
        ask(line, "GET", f"/api/tables/names-2d/neighbours?of={'abcdefghij'[at % 10]}")
        times.append(time.perf_counter() - began)
    return statistics.quantiles(times, n=20)[-1]


def neighbours(line: http.client.HTTPConnection) -> tuple[float, float]:
    """That percentile without and with four trainings, in turn; the median of each."""
    idle, busy = [], []
    p95(line)
    for _ in range(PAIRS):
        idle.append(p95(line))
        running = [ask(line, "POST", "/api/trainings", {**LONG, "seed": seed})["id"] for seed in range(4)]
        while not any(ask(line, "GET", f"/api/trainings/{one}")["step"] for one in running):
            time.sleep(0.05)
        busy.append(p95(line))
        for one in reversed(running):
            ask(line, "DELETE", f"/api/trainings/{one}")
        while any(ask(line, "GET", f"/api/trainings/{one}")["state"] != "cancelled" for one in running):
            time.sleep(0.05)
    return statistics.median(idle), statistics.median(busy)


def overhead() -> dict[str, float]:
    """A long run with its usual reports and with two: seconds, seconds of its core, and how many the usual are.

    A run has one thread. What a busy machine does to its time it does not do to the seconds of its core, so the ratio
    is that of the latter; it cannot tell waiting for the disk, so the seconds stand beside it.
    """
    asked = json.dumps({**SHORT, "steps": LONG_STEPS})
    command = [sys.executable, "-c", OVERHEAD, asked, str(PAIRS)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    pairs = [json.loads(row) for row in told.splitlines()]
    median = {
        f"{way}_{what}": statistics.median(pair[place][column] for pair in pairs)
        for place, way in enumerate(("usual", "quiet"))
        for column, what in enumerate(("seconds", "core_seconds", "reports"))
    }
    return {"ratio": statistics.median(quiet[1] / usual[1] for usual, quiet in pairs), **median}


def main() -> None:
    """Ask all four and print the medians; the last line is JSON."""
    with server() as line:
        for seed in range(4):  # both workers have trained
            watched(line, {**SHORT, "seed": seed})
        rounds = [watched(line, {**SHORT, "seed": seed}) for seed in range(ROUNDS)]
        first, done = (statistics.median(column) for column in zip(*rounds, strict=True))
        print(f"POST to the first progress event {first * 1000:.0f} ms, to done {done:.2f} s")
        idle, busy = neighbours(line)
        print(f"p95 of /neighbours {idle * 1000:.1f} ms idle, {busy * 1000:.1f} ms with four trainings")
    cost = overhead()
    print(f"{LONG_STEPS} steps: " + ", ".join(f"{name} {value:.3f}" for name, value in cost.items()))
    figures = {"seconds": done, "first_event": first, "p95_idle": idle, "p95_busy": busy, "p95_ratio": busy / idle}
    print(json.dumps({name: round(value, 4) for name, value in (cost | figures).items()}))


if __name__ == "__main__":
    main()
