"""What tests of trainings have in common: ask over REST and wait; and the same training done here, step by step."""

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch

from backend.lesson.checkpoint import weights_bytes
from backend.lesson.corpus import read_corpus
from backend.lesson.network import Network, Shape
from backend.lesson.recipe import recipe_of
from backend.lesson.run import Run, split_counts
from backend.lesson.split import SplitRecipe
from backend.settings import ROOT

DEADLINE = 240.0  # seconds; what takes a tenth of one on a quiet machine may take a hundred times that on a busy one
SMALL = {"hidden_size": 20, "batch_size": 16}
LONG = {**SMALL, "steps": 2_000_000, "learning_rate": 0.001}  # long enough never to end by itself
Event = tuple[int, str, dict[str, Any]]


def until(look: Callable[[], Any], what: str, seconds: float = DEADLINE) -> Any:
    """What `look` finds, as soon as that is something."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if found := look():
            return found
        time.sleep(0.02)
    raise AssertionError(f"after {seconds:.0f} s still no {what}")


def start(client: Any, **knobs: Any) -> str:
    answer = client.post("/api/trainings", json=knobs)
    assert answer.status_code == 202, answer.text
    return answer.json()["id"]


def state(client: Any, training_id: str) -> dict[str, Any]:
    answer = client.get(f"/api/trainings/{training_id}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def reach(client: Any, training_id: str, *states: str) -> dict[str, Any]:
    """The state of a training as soon as it is one of these."""
    return until(lambda: (s := state(client, training_id))["state"] in states and s, f"{training_id} {states}")


def begun(client: Any, training_id: str, step: int = 1) -> dict[str, Any]:
    """The state of a training as soon as it has reported a step beyond `step`."""
    return until(lambda: (s := state(client, training_id))["step"] >= step and s, f"step {step} of {training_id}")


@contextmanager
def watch(client: Any, training_id: str, after: int | None = None) -> Iterator[Iterator[Event]]:
    """The stream of a training, event by event, as the format has it: id, event, data, an empty line."""
    headers = {} if after is None else {"Last-Event-ID": str(after)}
    with client.stream("GET", f"/api/trainings/{training_id}/events", headers=headers) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield _events(answer.iter_lines())


def _events(lines: Iterator[str]) -> Iterator[Event]:
    fields: dict[str, str] = {}
    for line in lines:
        if line.startswith(":"):
            continue
        if line:
            name, _, value = line.partition(": ")
            assert name in {"id", "event", "data"}
            assert name not in fields
            fields[name] = value
        elif fields:
            yield int(fields["id"]), fields["event"], json.loads(fields["data"], parse_constant=_no_number)
            fields = {}


def _no_number(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")


def events(client: Any, training_id: str, after: int | None = None) -> list[Event]:
    """Every event until the stream ends."""
    with watch(client, training_id, after) as stream:
        return list(stream)


def done_here(
    *,
    context_length: int = 3,
    embedding_dim: int = 2,
    hidden_size: int = 100,
    recipe: str = "counts",
    split: dict[str, Any] | None = None,
    stop_at: int | None = None,
    text: str | None = None,
    corpus: str = "names",
    **knobs: Any,
) -> Run:
    """The same training by the lesson alone, in this process: no worker, no record, no snapshots."""
    torch.set_num_threads(1)
    words = read_corpus(text or (ROOT / "data" / f"{corpus}.txt").read_text(encoding="utf-8"))
    counts = split_counts(words, SplitRecipe(**(split or {})), context_length)
    shape = Shape(context_length, embedding_dim, hidden_size, len(words.vocabulary.tokens))
    run = Run(counts, shape, recipe_of(recipe, **knobs))
    for step in run.steps():
        if step.step == stop_at:
            break
    return run


def sha(network: Network) -> str:
    return hashlib.sha256(weights_bytes(network)).hexdigest()
