"""`train`: a corpus and knobs -> a model on disk, with a progress bar where there is a terminal to draw it on."""

import argparse
import math
import sys
import time
from dataclasses import replace
from pathlib import Path

import torch
from tqdm import tqdm

from backend.commands.asked import asked
from backend.lesson.checkpoint import save_model
from backend.lesson.corpus import decoded, read_corpus
from backend.lesson.evaluation import mean_loss
from backend.lesson.network import Shape
from backend.lesson.recipe import recipe_of
from backend.lesson.run import Run, split_counts
from backend.lesson.split import SplitRecipe
from backend.refusal import Refusal
from backend.settings import Settings
from backend.studio.corpus_entry import CorpusEntry
from backend.studio.corpus_files import add_corpus, corpus_id
from backend.studio.library import Library
from backend.studio.model_files import card_of, check_free, destination
from backend.web.schemas.wire import LONGEST_CONTEXT

REPORT_EVERY = 0.1  # seconds between two exact dev losses on the progress bar
MOST_PARAMETERS = 50_000_000


def run(args: argparse.Namespace, settings: Settings) -> int:
    """Train, evaluate exactly, save; raises Refusal for a knob out of range."""
    if args.threads is not None:
        settings = asked(Settings, **{**settings.model_dump(), "threads": args.threads})
    torch.set_num_threads(settings.threads)
    library = Library(settings)
    folder, model_id = destination(args.out, library)
    recipe = recipe_of(args.recipe, args.init, args.steps, args.batch_size, args.learning_rate, args.seed)
    split = SplitRecipe(args.split_seed, args.shuffles, args.unique)
    if args.context_length > LONGEST_CONTEXT:
        raise Refusal(f"context_length is {args.context_length}; it is at most {LONGEST_CONTEXT}", "context_length")
    corpus = _corpus(args.corpus, library)
    shape = Shape(args.context_length, args.embedding_dim, args.hidden_size, len(corpus.corpus.vocabulary))
    if shape.parameters > MOST_PARAMETERS:
        raise Refusal(f"this makes {shape.parameters:,} parameters; at most {MOST_PARAMETERS:,}", "hidden_size")
    training = Run(split_counts(corpus.corpus, split, args.context_length), shape, recipe)
    card = card_of(model_id, corpus, split, shape, recipe)
    if not args.force:
        check_free(folder, card)
    if corpus.id not in library.corpora.ids():  # so that the server knows the words of the model
        add_corpus(library.corpora, settings.store / "corpora", corpus.id, corpus.corpus)
    seconds = follow(training)
    card = save_model(folder, training.network, replace(card, losses=training.losses()))
    losses = card.losses
    print(
        f"{model_id}: {shape.parameters:,} parameters, {recipe.steps:,} steps in {seconds:.1f} s, seed {recipe.seed}; "
        f"train {losses.train:.4f}, dev {losses.dev:.4f}, test {losses.test:.4f}\n{folder / model_id}.safetensors"
    )
    return 0


def follow(training: Run) -> float:
    """Take every step and return the seconds; raises Refusal at the first loss that is not a number."""
    started = shown = time.monotonic()
    with tqdm(total=training.recipe.steps, unit="step", disable=None, file=sys.stderr, leave=False) as bar:
        for step in training.steps():
            now = time.monotonic()
            if now - shown < REPORT_EVERY and step.step < training.recipe.steps:
                continue
            shown = now
            dev = mean_loss(training.network, training.counts.dev)
            if not math.isfinite(dev):
                raise Refusal(f"the loss is {dev} at step {step.step}; try a smaller one", "learning_rate")
            bar.set_postfix_str(f"dev {dev:.4f}", refresh=False)
            bar.update(step.step - bar.n)
    return time.monotonic() - started


def _corpus(given: str, library: Library) -> CorpusEntry:
    """A corpus by id, or the one in a file, under the id that it has or will have in the store."""
    path = Path(given)
    known = library.corpora.ids()
    if given in known:
        return library.corpora.get(given)
    if not path.is_file():
        raise Refusal(f"{given!r} is neither a file nor the id of a corpus; the ids are {', '.join(known)}", "corpus")
    corpus = read_corpus(decoded(path.read_bytes()))
    report = corpus.report
    if report.refused_lines or report.empty:
        first = "".join(f"; line {refused.line}: {refused.reason}" for refused in report.refused[:3])
        print(
            f"{path.name}: {report.kept:,} of {report.lines:,} lines kept, {report.empty:,} empty, "
            f"{report.refused_lines:,} refused{first}",
            file=sys.stderr,
        )
    return CorpusEntry(corpus_id(library.corpora, path.stem, corpus), corpus)
