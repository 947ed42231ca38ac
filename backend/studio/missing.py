"""What is asked for by an id and is not there, or is to be deleted and has to stay."""


class Missing(LookupError):
    """No such model, corpus or table; the message says which there are."""


class Shipped(Exception):
    """What came with the program cannot be deleted; the message says so."""


def missing(kind: str, asked: str, known: list[str]) -> Missing:
    """The error for an id that nothing has; `asked` is shown with everything unprintable escaped."""
    shown = asked if len(asked) <= 64 else f"{asked[:64]}..."
    there_are = f"there are: {', '.join(known)}" if known else "there is none yet"
    return Missing(f"There is no {kind} {shown!r}; {there_are}.")
