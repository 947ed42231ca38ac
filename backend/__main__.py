"""`python -m backend COMMAND`: read the arguments and the settings, then import and run that one command."""

import argparse
import importlib
import os
import sys

from pydantic import ValidationError

from backend.commands.arguments import parser, spelled
from backend.refusal import Refusal
from backend.settings import Settings
from backend.studio.missing import Missing


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 when it was done, 1 when the input was refused, 130 when it was interrupted."""
    args = parser().parse_args(arguments)
    try:
        return _run(args.command, Settings(), args)
    except ValidationError as error:
        for fault in error.errors():
            name = "EMBEDSCOPE_" + "_".join(map(str, fault["loc"])).upper()
            print(f"{name}={fault['input']!r}: {fault['msg']}", file=sys.stderr)
    except (Refusal, Missing) as error:
        field = f"{spelled(error.field)}: " if isinstance(error, Refusal) and error.field else ""
        print(f"{args.command}: {field}{error}", file=sys.stderr)
    except BrokenPipeError:  # whoever reads the output has closed it; what is still buffered goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"{args.command}: {f'{error.filename}: ' if error.filename else ''}{error.strerror}", file=sys.stderr)
    except MemoryError:
        print(f"{args.command}: there is not enough memory for this; choose smaller numbers", file=sys.stderr)
    except KeyboardInterrupt:
        print(f"\n{args.command}: interrupted", file=sys.stderr)
        return 130
    return 1


def _run(command: str, settings: Settings, args: argparse.Namespace) -> int:
    module = "importing" if command == "import" else command  # `import` is no name that a module can have
    status = int(importlib.import_module(f"backend.commands.{module}").run(args, settings))
    sys.stdout.flush()  # here, where a reader that has gone can still be met
    return status


if __name__ == "__main__":
    sys.exit(main())
