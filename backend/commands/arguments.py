"""What can be typed after `python -m backend`: declared here without importing what the commands need."""

import argparse

from backend import __version__

SPELLED = {
    "of": "of",
    "embedding_dims": "--dims",
    "hidden_sizes": "--hidden",
    "text": "--corpus",
    "split.shuffles": "--shuffles",
}  # fields that are not options as they stand


def spelled(field: str) -> str:
    """How the field of a refusal is typed on the command line."""
    return SPELLED.get(field, f"--{field.replace('_', '-')}")


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    top = argparse.ArgumentParser(prog="python -m backend", description="See how an embedding comes to mean something.")
    top.add_argument("--version", action="version", version=f"embedscope {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _serve(commands.add_parser("serve", help="serve the page and the REST interface"))
    _train(commands.add_parser("train", help="train a model on a corpus and save it"))
    _sweep(commands.add_parser("sweep", help="train a grid of D, H and seeds, and print what comes of it"))
    _generate(commands.add_parser("generate", help="draw names from a model"))
    _neighbours(commands.add_parser("neighbours", help="list the nearest rows of a table"))
    commands.add_parser("claims", help="run the trainings that some claims of the lesson need, and store the results")
    _import(commands.add_parser("import", help="add a word list of your own as a corpus"))
    return top


def _serve(serve: argparse.ArgumentParser) -> None:
    serve.add_argument("--host", help="address to listen on (EMBEDSCOPE_HOST)")
    serve.add_argument("--port", type=int, help="port to listen on, 0 for a free one (EMBEDSCOPE_PORT)")


def _train(train: argparse.ArgumentParser) -> None:
    train.add_argument("--corpus", default="names", help="id of a corpus, or path of a text with one word a line")
    train.add_argument("--context-length", type=int, default=3, metavar="K")
    train.add_argument("--embedding-dim", type=int, default=2, metavar="D")
    train.add_argument("--hidden-size", type=int, default=100, metavar="H")
    train.add_argument("--recipe", default="counts", help="counts (default) or published")
    train.add_argument("--init", help="scaled or lecture; by default what goes with the recipe")
    train.add_argument("--steps", type=int, help="by default what goes with the recipe")
    train.add_argument("--batch-size", type=int, metavar="B", help="contexts, or examples, a step")
    train.add_argument("--learning-rate", type=float, help="the largest rate of the schedule")
    train.add_argument("--seed", type=int, default=1, help="of the first weights and of the batches")
    train.add_argument("--split-seed", type=int, default=42)
    train.add_argument("--shuffles", type=int, default=1, help="how often the list is shuffled before it is cut")
    train.add_argument("--unique", action="store_true", help="keep all copies of a word in one part of the split")
    train.add_argument("--out", required=True, metavar="NAME", help="id of the model in the store, or a path")
    train.add_argument("--force", action="store_true", help="replace another model of that name")
    train.add_argument("--threads", type=int, help="threads of one tensor operation (EMBEDSCOPE_THREADS)")


def _sweep(sweep: argparse.ArgumentParser) -> None:
    sweep.add_argument("--dims", type=_numbers, default=[1, 2, 3, 5, 10, 27], metavar="D,D,...")
    sweep.add_argument("--hidden", type=_numbers, default=[100], metavar="H,H,...")
    sweep.add_argument("--seeds", type=int, default=3, help="how many seeds, from 1")
    sweep.add_argument("--corpus", default="names", help="id of a corpus")
    sweep.add_argument("--context-length", type=int, default=3, metavar="K")
    sweep.add_argument("--recipe", default="counts", help="counts (default) or published")
    sweep.add_argument("--init", help="scaled or lecture; by default what goes with the recipe")
    sweep.add_argument("--steps", type=int, help="by default what goes with the recipe")
    sweep.add_argument("--batch-size", type=int, metavar="B", help="contexts, or examples, a step")
    sweep.add_argument("--learning-rate", type=float, help="the largest rate of the schedule")
    sweep.add_argument("--json", action="store_true", help="print what the REST route answers")


def _numbers(text: str) -> list[int]:
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not whole numbers with commas between, such as 1,2,3") from None


def _generate(generate: argparse.ArgumentParser) -> None:
    generate.add_argument("--model", default="names-10d", help="id of a model")
    generate.add_argument("--count", type=int, default=10)
    generate.add_argument("--seed", type=int, help="drawn and printed if left out")
    generate.add_argument("--temperature", type=float, default=1.0)
    generate.add_argument("--prefix", default="")
    generate.add_argument("--top-k", type=int)
    generate.add_argument("--max-length", type=int, default=50, help="most characters of a name, its prefix included")
    generate.add_argument("--json", action="store_true", help="print what the REST route answers")


def _neighbours(neighbours: argparse.ArgumentParser) -> None:
    neighbours.add_argument("of", help="a token, such as e")
    neighbours.add_argument("--table", default="names-2d", help="id of a table; a model's C has the model's id")
    neighbours.add_argument("--k", type=int, default=10)
    neighbours.add_argument("--metric", default="cosine", help="cosine, dot or euclidean")
    neighbours.add_argument("--json", action="store_true", help="print what the REST route answers")


def _import(importing: argparse.ArgumentParser) -> None:
    importing.add_argument("file", metavar="FILE", help="a text in UTF-8 with one word a line")
    importing.add_argument("--name", help="what the id is made from; by default the name of the file")
    importing.add_argument("--json", action="store_true", help="print what the REST route answers")
