"""`python -m backend serve`: seconds until health answers and until it is ready, and of each first-view request."""

import json
import re
import subprocess
import sys
import time
import urllib.request

REQUESTS = (
    "api/models",
    "api/corpora/names",
    "api/tables/names-2d/embedding",
    "api/tables/names-2d/similarity?metric=cosine",
    "api/tables/names-2d/neighbours?of=e&k=10&metric=cosine",
    "api/tables/names-2d/neighbours?of=e&k=10&metric=euclidean",
    "",
    "plotly.min.js",
)


def answer(url: str) -> bytes:
    """The body at a URL, as a browser asks for it."""
    request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=10) as response:
        return bytes(response.read())


def first_view(url: str) -> float:
    """Milliseconds of a request that the server has answered once before."""
    answer(url)
    begun = time.perf_counter()
    answer(url)
    return round(1000 * (time.perf_counter() - begun), 1)


def main() -> None:
    """Start a server, ask it, stop it."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "backend", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            base = re.search(r"http://\S+/", server.stdout.readline())
            assert base
            answer(f"{base[0]}api/health")
            health = time.perf_counter() - started
            while json.loads(answer(f"{base[0]}api/health"))["status"] != "ready":
                time.sleep(0.02)
            ready = time.perf_counter() - started
            times = {path or "the page": first_view(base[0] + path) for path in REQUESTS}
        finally:
            server.terminate()
    for path, taken in times.items():
        print(f"{taken:8.1f} ms  {path}")
    print(json.dumps({"health": round(health, 2), "ready": round(ready, 2), "slowest_ms": max(times.values())}))


if __name__ == "__main__":
    main()
