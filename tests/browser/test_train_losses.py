"""The loss plot's figure, the words of trainings and the stream, as pure modules inside Chromium."""

import itertools
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.modules import call

SIZE = {"width": 600, "height": 400}


def loss_input(**changes: Any) -> dict[str, Any]:
    points = [{"step": s, "train": 3.3 - s / 100, "dev": 3.4 - s / 100} for s in (0, 20, 50, 100)]
    run = {"slot": 2, "name": "3", "points": points, "steps": 100, "shown": True}
    references = [{"name": "ln 27", "value": 3.3}, {"name": "bigram", "value": 2.45}]
    words = {"train": "train", "dev": "dev", "step": "step"}
    plain = {"runs": [run], "references": references, "scale": "linear", "close": False, "step": 50}
    return {**plain, "following": False, "words": words, **changes}


def test_the_loss_picture_draws_every_point_and_is_pure(shell: Page) -> None:
    given = loss_input()
    made = call(
        shell,
        "figures/loss_lines",
        """(() => {
            const freeze = (x) => {
                for (const y of Object.values(x ?? {})) if (typeof y === 'object') freeze(y);
                return Object.freeze(x);
            };
            const input = freeze(v.input);
            return [m.lossLines(input, v.size), m.lossLines(input, v.size)];
        })()""",
        input=given,
        size=SIZE,
    )
    assert made[0] == made[1]
    curves = [item for item in made[0] if item.get("colour") == "run-2" and item["type"] == "line"]
    assert [len(curve["points"]) for curve in curves] == [4, 4]
    for curve in curves:
        xs, ys = zip(*curve["points"], strict=True)
        assert list(xs) == sorted(xs)
        assert list(ys) == sorted(ys)  # the loss falls, and down is more px
    words = [item["text"] for item in made[0] if item["type"] == "text"]
    assert {"ln 27 · 3.300", "bigram · 2.450", "2.400"} <= set(words)
    for x, step in ((0, 0), (40, 0), (289, 50), (538, 100), (900, 100)):
        assert (
            call(shell, "figures/loss_lines", "m.stepUnder(v.input, v.size, v.x)", input=given, size=SIZE, x=x) == step
        )


def test_what_is_not_reached_yet_is_not_drawn(shell: Page) -> None:
    seen = call(shell, "figures/loss_lines", "m.upTo(v.points, 35)", points=loss_input()["runs"][0]["points"])
    assert [point["step"] for point in seen] == [0, 20, 35]
    assert seen[-1]["dev"] == pytest.approx(3.05)
    assert (
        call(shell, "figures/loss_lines", "m.upTo(v.points, 100)", points=loss_input()["runs"][0]["points"])[-1]["step"]
        == 100
    )


def test_labels_keep_clear_of_each_other(shell: Page) -> None:
    ys = [100, 102, 103, 390, 395, 399]
    placed = call(shell, "figures/loss_lines", "m.apart(v.ys.map((y) => ({ y })), 10, 394).map(({ y }) => y)", ys=ys)
    assert all(b - a >= 14 - 1e-9 for a, b in itertools.pairwise(placed))
    assert placed[-1] <= 394


def request(**changes: Any) -> dict[str, Any]:
    plain = {"corpus": "names", "context_length": 3, "embedding_dim": 2, "hidden_size": 100, "recipe": "counts"}
    plain |= {"init": "scaled", "steps": 1000, "batch_size": 256, "learning_rate": 0.04, "seed": 1}
    return {**plain, "split": {"seed": 42, "shuffles": 1, "unique": False}, **changes}


def test_trainings_are_called_by_what_differs(shell: Page) -> None:
    of = "m.namesOfRuns(v.requests)"
    one = call(shell, "figures/run_words", of, requests=[request()])
    assert one == ["K3 · D2 · H100"]
    several = [request(), request(embedding_dim=10), request(learning_rate=0.1, steps=20_000)]
    assert call(shell, "figures/run_words", of, requests=several) == [
        "D2 · steps 1,000 · rate 0.04",
        "D10 · steps 1,000 · rate 0.04",
        "D2 · steps 20,000 · rate 0.1",
    ]


def test_knobs_and_bodies_are_inverse(shell: Page) -> None:
    asked = request(steps=77, split={"seed": 9, "shuffles": 3, "unique": True}) | {
        "from": {"training": "t-1", "step": 5}
    }
    body = call(shell, "train_state", "m.bodyOf(m.knobsOf(v.asked))", asked=asked)
    assert body == {key: value for key, value in asked.items() if key not in ("init", "batch_size", "learning_rate")}


def test_events_are_read_whole_or_not_at_all(shell: Page) -> None:
    text = (
        ': ping\n\nevent: progress\ndata: {"step": 0}\nid: 1\n\nid: 2\nevent: done\ndata: {"a":\ndata: 1}\n\nevent: pro'
    )
    for cut in range(len(text)):
        first = call(shell, "stream", "m.parseEvents(v.text)", text=text[:cut])
        second = call(shell, "stream", "m.parseEvents(v.text)", text=first["rest"] + text[cut:])
        assert first["events"] + second["events"] == [
            {"id": 1, "kind": "progress", "data": {"step": 0}},
            {"id": 2, "kind": "done", "data": {"a": 1}},
        ]
        assert second["rest"] == "event: pro"


def test_the_defaults_are_the_servers(shell: Page) -> None:
    from backend.lesson.recipe import DEFAULTS  # noqa: PLC0415 - imports PyTorch

    shown = call(shell, "train_state", "m.DEFAULTS")
    for name, recipe in DEFAULTS.items():
        assert shown[name] == {
            "init": recipe.init,
            "steps": recipe.steps,
            "batch": recipe.batch_size,
            "rate": recipe.learning_rate,
        }
