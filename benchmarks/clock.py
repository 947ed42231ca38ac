"""Two ways of doing one thing, taken in turn in one process with one thread each -> a line of JSON."""

import json
import statistics
import time
from collections.abc import Callable


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes, in seconds."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def paired(ours: Callable[[], object], plain: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Median seconds of ours and of the plain way, A B A B, so that a slow moment of the machine hits both."""
    ours()
    plain()
    pairs = [(seconds(ours), seconds(plain)) for _ in range(rounds)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


def report(ours: float, plain: float, **more: object) -> None:
    """The last line of a benchmark."""
    print(json.dumps({"ratio": round(plain / ours, 1), "seconds": round(ours, 4), "plain": round(plain, 3), **more}))
