"""`claims`: the lesson's names -> the trainings that some claims need, stored beside the models (`make claims`)."""

import argparse
import sys

import torch
from tqdm import tqdm

from backend.claims.trained import grid
from backend.claims.trainings import train_all
from backend.lesson.whole_file import write_whole
from backend.settings import Settings
from backend.studio.ledger import LESSON, STORED, Ledger
from backend.studio.library import Library


def run(_: argparse.Namespace, settings: Settings) -> int:
    """Train the grid on one thread and write the results; raises Missing where those names are not here."""
    torch.set_num_threads(1)
    words = Ledger(Library(settings)).words(LESSON)
    plans = grid()
    with tqdm(total=len(plans), unit="training", disable=None, file=sys.stderr, leave=False) as bar:
        trained = train_all(words, plans, lambda _: bar.update())
    path = settings.models / STORED
    write_whole(path, trained.as_json().encode())
    print(f"{len(trained.results)} trainings in {trained.seconds:.1f} s\n{path}")
    return 0
