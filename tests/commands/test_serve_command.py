"""A real server: where it listens, what it says when it cannot, how it ends, and many clients at once."""

import json
import re
import signal
import socket
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest


@pytest.fixture
def serve(start):
    """`serve("--port", "0")` -> the process and its address, as soon as it has printed it."""

    def served(*options: object):
        process = start("serve", *(options or ("--port", "0")))
        line = process.stdout.readline().decode()
        found = re.fullmatch(r"Embedscope: (http://\S+)/  \(stop with Ctrl-C\)\n", line)
        assert found, line + process.stderr.read().decode()
        return process, found[1]

    return served


def get(url: str) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def post(url: str, body: object) -> bytes:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read()


def test_it_listens_before_models_are_loaded_and_ends_with_ctrl_c(serve) -> None:
    process, address = serve("--host", "127.0.0.1", "--port", "0")
    assert address.startswith("http://127.0.0.1:")
    status, health = get(f"{address}/api/health")
    assert status == 200
    assert json.loads(health)["status"] in {"starting", "ready"}
    with ThreadPoolExecutor(8) as pool:
        bodies = list(pool.map(lambda _: post(f"{address}/api/models/names-2d/generate", {"seed": 1}), range(24)))
    assert len(set(bodies)) == 1
    assert json.loads(get(f"{address}/api/health")[1])["status"] == "ready"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (0, b"", b"")


def test_a_termination_ends_it_soon(serve) -> None:
    process, address = serve()
    assert get(f"{address}/api/models")[0] == 200
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=20)
    assert process.returncode in {0, -signal.SIGTERM}


def test_a_port_that_is_taken_is_named_with_the_remedy(start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = start("serve", "--port", port)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert out == b""
    assert f"cannot listen on 127.0.0.1 port {port}" in err.decode()
    assert "--port" in err.decode()
    assert err.count(b"\n") == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--port", "70000"], "serve: --port: "),
        (["--port", "-1"], "serve: --port: "),
        (["--host", "no.such.host.invalid", "--port", "0"], "serve: cannot listen on no.such.host.invalid"),
        (["--host", "203.0.113.1", "--port", "0"], "serve: cannot listen on 203.0.113.1"),
    ],
)
def test_an_address_that_cannot_be_had_is_named(run, options: list[str], said: str) -> None:
    status, out, err = run("serve", *options)
    assert (status, out) == (1, "")
    assert err.startswith(said)
    assert err.count("\n") == 1


def test_a_prefix_is_part_of_the_printed_address_which_works(serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBEDSCOPE_ROOT_PATH", "/embedscope")
    monkeypatch.setenv("EMBEDSCOPE_PORT", "0")
    _, address = serve("--host", "127.0.0.1")
    assert address.endswith("/embedscope")
    assert get(f"{address}/api/health")[0] == 200
    assert get(f"{address}/")[0] == 200
    assert get(f"{address.removesuffix('/embedscope')}/api/health")[0] == 200


def test_raw_nonsense_does_not_stop_it(serve) -> None:
    process, address = serve()
    host, port = re.fullmatch(r"http://(.*):(\d+)", address).groups()
    for sent in (
        b"\x16\x03\x01\x00\xa5\x01\x00",
        b"GET /\xff\x00 HTTP/1.1\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
    ):
        with socket.create_connection((host, int(port)), timeout=10) as raw:
            raw.sendall(sent)
    with socket.create_connection((host, int(port)), timeout=10) as left:  # a client that leaves in mid-body
        left.sendall(b"POST /api/models/names-2d/generate HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{")
    for path in ("/api/models/..%2f..%2fetc%2fpasswd", "/%00", "/..%2f..%2fpyproject.toml", "/api/models/%ED%A0%80"):
        assert get(address + path)[0] == 404
    time.sleep(0.2)
    assert process.poll() is None
    assert get(f"{address}/api/health")[0] == 200
