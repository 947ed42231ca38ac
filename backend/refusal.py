"""The one error that the pure rings raise for input they cannot accept.

A message names the thing, the place and the remedy. Outer rings turn it into an exit code or a problem document.
"""


class Refusal(ValueError):
    """Input that cannot be accepted, with the field it came in.

    `field` is the name of the argument, the same word as in the REST contract, or "" for a whole document.
    """

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class Damaged(Refusal):
    """A file that is not what its name says: truncated, altered or of another make."""
