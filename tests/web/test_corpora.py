import hashlib
import math
from collections import Counter

import pytest
from fastapi.testclient import TestClient

from tests.shipped import CORPORA
from tests.web import oracles
from tests.web.problem import check_problem
from tests.web.test_models import split_words


def get(client: TestClient, route: str, **query: object) -> dict:
    answer = client.get(f"/api/corpora/names{route}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_card_counts_the_shipped_list(client: TestClient) -> None:
    card = get(client, "")
    content = (oracles.ROOT / "data" / "names.txt").read_bytes()
    assert card["sha256"] == hashlib.sha256(content).hexdigest()
    assert (card["words"], card["unique"], card["examples"]) == (32_033, 29_494, 228_146)
    assert card["vocabulary"] == list(oracles.TOKENS)
    letters = Counter(content.decode().replace("\n", "."))
    assert {row["token"]: row["count"] for row in card["characters"]} == letters
    assert [row["token"] for row in card["characters"]] == card["vocabulary"]
    assert card["splits"] == {
        part: {"words": len(words), "examples": sum(len(word) + 1 for word in words)}
        for part, words in split_words().items()
    }
    assert [card["splits"][part]["examples"] for part in ("train", "dev", "test")] == [182_518, 22_939, 22_689]
    listed = client.get("/api/corpora").json()["corpora"]
    assert [one["id"] for one in listed] == CORPORA
    assert card in listed


def test_emma_s_five_rows(client: TestClient) -> None:
    answer = get(client, "/contexts", text="emma")
    rows = [(row["context"], row["next"]) for row in answer["rows"]]
    assert rows == [("...", "e"), ("..e", "m"), (".em", "m"), ("emm", "a"), ("mma", ".")]
    assert (answer["text"], answer["context_length"]) == ("emma", 3)


@pytest.mark.parametrize("K", [1, 2, 5, 32])
@pytest.mark.parametrize("text", ["a", "aba", "abcdefghijklmnopqrstuvwxyz", ""])
def test_rows_are_those_of_the_plain_loop(client: TestClient, text: str, K: int) -> None:
    rows = get(client, "/contexts", text=text, context_length=K)["rows"]
    assert [(row["context"], row["next"]) for row in rows] == oracles.window(text, K)
    for row in rows:
        assert row["ids"] == [oracles.TOKENS.index(token) for token in row["context"]]
        assert row["next_id"] == oracles.TOKENS.index(row["next"])


@pytest.mark.parametrize(("context", "K"), [("a", 1), (".", 1), ("em", 2), ("e", 2), ("emm", 3), ("qqq", 3), ("a", 5)])
def test_a_row_of_counts_and_its_coverage(client: TestClient, context: str, K: int) -> None:
    answer = get(client, "/counts", context=context, context_length=K)
    table = oracles.counts(K)
    row = table.get(context.rjust(K, "."), Counter())
    total = sum(row.values())
    assert answer["context"] == context.rjust(K, ".")
    assert answer["total"] == total
    assert [(cell["token"], cell["count"]) for cell in answer["row"]] == [(t, row[t]) for t in oracles.TOKENS]
    shares = [row[t] / total if total else 0 for t in oracles.TOKENS]
    assert [cell["probability"] for cell in answer["row"]] == pytest.approx(shares)
    assert answer["coverage"] == {
        "contexts_possible": 27**K,
        "contexts_seen": len(table),
        "cells": 27 ** (K + 1),
        "cells_filled": sum(map(len, table.values())),
        "examples_per_cell": pytest.approx(228_146 / 27 ** (K + 1)),
    }


def test_the_lesson_s_own_figures(client: TestClient) -> None:
    bigram = get(client, "/counts", context="a", context_length=1)
    assert next(cell["count"] for cell in bigram["row"] if cell["token"] == "n") == 5438
    assert bigram["loss"] == pytest.approx(2.454014, abs=5e-7)
    assert bigram["coverage"]["cells_filled"] == 627
    assert get(client, "/counts", context="a", context_length=1, smoothing=1)["loss"] == pytest.approx(
        2.454577, abs=5e-7
    )
    trigram = get(client, "/counts", context="a")["coverage"]
    assert (trigram["cells_filled"], trigram["cells"], trigram["contexts_seen"]) == (24_783, 531_441, 5_686)


@pytest.mark.parametrize("K", [1, 3])
@pytest.mark.parametrize("smoothing", [0, 0.1, 1, 25])
def test_losses_of_the_table_by_a_loop_over_every_example(client: TestClient, K: int, smoothing: float) -> None:
    answer = get(client, "/counts", context="a", context_length=K, smoothing=smoothing)
    parts = split_words()
    learnt: dict[str, Counter[str]] = {}
    for word in parts["train"]:
        for context, token in oracles.window(word, K):
            learnt.setdefault(context, Counter())[token] += 1
    events = [row for word in parts["dev"] for row in oracles.window(word, K)]
    total, impossible = 0.0, 0
    for context, token in events:
        row = learnt.get(context, Counter())
        raised = row[token] + smoothing
        if raised == 0:
            impossible += 1
        else:
            total -= math.log(raised / (row.total() + 27 * smoothing))
    assert (answer["dev_events"], answer["impossible_events"]) == (22_939, impossible)
    assert answer["infinite"] is bool(impossible)
    assert answer["dev_loss"] == (None if impossible else pytest.approx(total / len(events), abs=1e-9))
    whole = oracles.counts(K)
    floor = -sum(
        count * math.log((count + smoothing) / (row.total() + 27 * smoothing))
        for row in whole.values()
        for count in row.values()
    )
    assert answer["loss"] == pytest.approx(floor / 228_146, abs=1e-9)


def test_smoothing_of_a_row_never_seen_is_uniform(client: TestClient) -> None:
    answer = get(client, "/counts", context="qqq", smoothing=0.01)
    assert answer["total"] == 0
    assert [cell["probability"] for cell in answer["row"]] == pytest.approx([1 / 27] * 27)


@pytest.mark.parametrize("smoothing", ["5e-324", "1e-300", "1e9"])
def test_the_smallest_and_largest_smoothing_leave_finite_losses(client: TestClient, smoothing: str) -> None:
    answer = get(client, "/counts", context="a", context_length=3, smoothing=smoothing)
    assert not answer["infinite"]
    assert math.isfinite(answer["loss"])
    assert math.isfinite(answer["dev_loss"])


@pytest.mark.parametrize("route", ["", "/contexts?text=a", "/counts?context=a"])
def test_an_unknown_corpus_is_named(client: TestClient, route: str) -> None:
    check_problem(client.get(f"/api/corpora/nobody{route}"), 404, None, "nobody", "names")
