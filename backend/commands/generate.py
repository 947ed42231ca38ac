"""`generate`: a model and a seed -> names on standard output, one a line, or the very JSON that the route answers."""

import argparse
import sys

import torch

from backend.commands.asked import asked
from backend.settings import Settings
from backend.studio.library import Library
from backend.web.routes.models import generated
from backend.web.schemas.model import GenerateRequest


def run(args: argparse.Namespace, settings: Settings) -> int:
    """Draw and print; the seed goes to standard error, so that the names alone can be piped on."""
    torch.set_num_threads(settings.threads)  # as the server does, whose bytes these are
    knobs = {name: getattr(args, name) for name in ("count", "seed", "temperature", "prefix", "top_k", "max_length")}
    request = asked(GenerateRequest, **knobs)
    answer = generated(Library(settings), args.model, request)
    if args.json:
        print(answer.model_dump_json(exclude_unset=True))
        return 0
    print(f"seed {answer.seed}", file=sys.stderr)
    for name in answer.names:
        print(name.text)
    return 0
