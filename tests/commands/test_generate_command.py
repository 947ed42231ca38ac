import json

import pytest
from fastapi.testclient import TestClient

from backend.settings import Settings
from backend.web.app import create_app


@pytest.mark.parametrize(
    "knobs",
    [
        {"count": 5, "seed": 7},
        {"count": 30, "seed": 2**64 - 1, "temperature": 1.7, "prefix": "ma", "top_k": 9, "max_length": 8},
    ],
)
@pytest.mark.parametrize("model", ["names-2d", "names-10d"])
def test_json_is_byte_for_byte_what_the_route_answers(run, model: str, knobs: dict) -> None:
    options = [part for name, value in knobs.items() for part in (f"--{name.replace('_', '-')}", value)]
    status, out, err = run("generate", "--model", model, "--json", *options)
    with TestClient(create_app(Settings())) as client:
        assert out.encode() == client.post(f"/api/models/{model}/generate", json=knobs).content + b"\n"
    assert (status, err) == (0, "")


def test_names_are_printed_one_a_line_and_the_seed_beside_them(run) -> None:
    _, drawn, said = run("generate", "--count", "4")
    seed = said.removeprefix("seed ").strip()
    status, out, _ = run("generate", "--count", "4", "--seed", seed, "--json")
    assert status == 0
    assert [name["text"] for name in json.loads(out)["names"]] == drawn.splitlines()
    assert int(seed) < 2**53


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--count", "0"], "--count: "),
        (["--count", "10001"], "--count: "),
        (["--temperature", "nan"], "--temperature: "),
        (["--temperature", "0"], "--temperature: "),
        (["--seed", "-1"], "--seed: "),
        (["--seed", str(2**64)], "--seed: "),
        (["--top-k", "0"], "--top-k: "),
        (["--max-length", "0"], "--max-length: "),
        (["--prefix", "a.b"], "--prefix: "),
        (["--prefix", "É"], "U+00C9"),
        (["--prefix", "\udcff"], "--prefix: "),
        (["--prefix", "anna", "--max-length", "2"], "raise max_length"),
        (["--model", "nobody"], "there are: japanese-2d, names-10d, names-2d"),
        (["--model", "../models/names-2d"], "There is no model"),
    ],
)
def test_what_cannot_be_drawn_is_named(run, options: list[str], said: str) -> None:
    status, out, err = run("generate", *options)
    assert (status, out) == (1, "")
    assert err.startswith("generate: ")
    assert said in err
    assert err.count("\n") == 1


def test_a_reader_that_goes_away_is_no_fault(start) -> None:
    process = start("generate", "--count", "10000", "--seed", "1")
    process.stdout.read(1)
    process.stdout.close()
    assert process.wait(60) == 1
    assert process.stderr.read() == b"seed 1\n"
