"""`sweep`: a grid of trainings -> a progress bar, and a table of dev loss, train-dev gap and structure by D and H.

Stopped or killed, the same command goes on with what is missing.
"""

import argparse
import sys
import time
from typing import Any

from tqdm import tqdm

from backend.commands.asked import asked
from backend.refusal import Refusal
from backend.settings import Settings
from backend.studio.cluster import Cluster, NoCluster
from backend.studio.library import Library
from backend.studio.sweeps.desk import Sweeps
from backend.studio.trainings.board import Board
from backend.web.schemas.sweep import SweepBody, SweepState

LOOK_EVERY = 0.25  # seconds
COLUMNS = ("D", "H", "runs", "dev loss", "train-dev gap", "structure")


def run(args: argparse.Namespace, settings: Settings) -> int:
    """Train what is missing and print the table; 0 when every training is done."""
    body = asked(
        SweepBody,
        embedding_dims=args.dims,
        hidden_sizes=args.hidden,
        seeds=args.seeds,
        corpus=args.corpus,
        context_length=args.context_length,
        recipe=args.recipe,
        init=args.init,
        steps=args.steps,
        batch_size=args.batch_size,
        learning_rate=args.learning_rate,
    )
    cluster = Cluster(settings)
    sweeps = Sweeps(Board(Library(settings), cluster))
    try:
        state = sweeps.start(body.grid())
        state = follow(sweeps, state)
    except NoCluster as none:
        raise Refusal(str(none), "workers") from None
    finally:
        cluster.close()
    print(SweepState(**state).model_dump_json() if args.json else "\n".join([state["id"], *table(state)]))
    for cell in state["cells"]:
        if cell["state"] != "done":
            print(f"{cell['training']} is {cell['state']}: {cell['message'] or 'run it again'}", file=sys.stderr)
    if state["message"]:
        print(state["message"], file=sys.stderr)
    return 0 if state["state"] == "done" else 1


def follow(sweeps: Sweeps, state: dict[str, Any]) -> dict[str, Any]:
    """Wait until nothing is at work any more."""
    with tqdm(total=state["runs"]["total"], unit="training", disable=None, file=sys.stderr, leave=False) as bar:
        while True:
            bar.set_postfix_str(f"{state['runs']['failed']} failed" if state["runs"]["failed"] else "", refresh=False)
            bar.update(state["runs"]["done"] - bar.n)
            if state["state"] != "running":
                return state
            time.sleep(LOOK_EVERY)
            state = sweeps.state(state["id"])


def table(state: dict[str, Any]) -> list[str]:
    """The rows as lines of text, columns aligned right."""
    rows: list[tuple[str, ...]] = [COLUMNS]
    for row in state["table"]:
        numbers = (_written(row[name]) for name in ("dev", "gap", "structure"))
        rows.append((str(row["embedding_dim"]), str(row["hidden_size"]), str(row["runs"]), *numbers))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]


def _written(summary: dict[str, float | None]) -> str:
    if summary["mean"] is None:
        return "-"
    return f"{summary['mean']:.4f}" + ("" if summary["spread"] is None else f" ±{summary['spread']:.4f}")
