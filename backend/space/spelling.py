"""How tokens appear in messages: quoted and short, and the few that are spelled like one that is missing.

A token and a table's tokens -> text for a refusal. Nothing here is about meaning: likeness of spelling only.
"""

import difflib
from collections.abc import Sequence

LONGEST_QUOTE = 40  # characters of a token that a message repeats


def quoted(token: str) -> str:
    """A token in quotes, cut when long; control characters and lone surrogates are escaped."""
    return repr(token if len(token) <= LONGEST_QUOTE else token[: LONGEST_QUOTE - 1] + "…")


def close_to(token: str, tokens: Sequence[str], count: int = 3) -> list[str]:
    """At most `count` tokens spelled like `token`, best first; the same letters in another case come first.

    Only tokens with the same first letter and nearly the same length are compared, so that a table of a
    million tokens answers in a fraction of a second.
    """
    if not 0 < len(token) <= LONGEST_QUOTE:
        return []
    folded = token.casefold()
    candidates: dict[str, list[str]] = {}
    for other in tokens:
        if abs(len(other) - len(token)) <= 2 and other[:1].casefold() == folded[:1]:
            candidates.setdefault(other.casefold(), []).append(other)
    near = difflib.get_close_matches(folded, candidates, n=count, cutoff=0.6)
    return [other for form in near for other in candidates[form]][:count]
