"""`python -m backend COMMAND`: read the arguments and the settings, then import and run that one command."""

import importlib
import sys

from pydantic import ValidationError

from backend.commands.arguments import parser
from backend.refusal import Refusal
from backend.settings import Settings
from backend.studio.missing import Missing


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 when it was done, 1 when the input was refused, 130 when it was interrupted."""
    args = parser().parse_args(arguments)
    try:
        settings = Settings()
        return int(importlib.import_module(f"backend.commands.{args.command}").run(args, settings))
    except ValidationError as error:
        for fault in error.errors():
            name = "EMBEDSCOPE_" + "_".join(map(str, fault["loc"])).upper()
            print(f"{name}={fault['input']!r}: {fault['msg']}", file=sys.stderr)
    except (Refusal, Missing) as error:
        option = f"--{error.field.replace('_', '-')}: " if isinstance(error, Refusal) and error.field else ""
        print(f"{args.command}: {option}{error}", file=sys.stderr)
    except OSError as error:
        print(f"{args.command}: {error.filename or ''}: {error.strerror}", file=sys.stderr)
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        print(f"\n{args.command}: interrupted; nothing was written", file=sys.stderr)
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main())
