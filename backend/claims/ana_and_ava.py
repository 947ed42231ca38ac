"""Two names that differ before their last a: what one character sees of them, and what three see (S58)."""

import numpy as np

from backend.claims.claim import Claim, Ruling, Statement, Value
from backend.claims.ground import Ground, Words
from backend.claims.ruling import fails, holds_if
from backend.claims.sources import B_OPENING

NEXT = ".n"


def _after(words: Words, context: str) -> tuple[dict[str, int], int]:
    """How often an end and an n follow a context, and how often anything does."""
    row = words.counts(len(context)).row(np.array(words.ids(context)))
    return {token: int(row[words.id_of(token)]) for token in NEXT}, int(row.sum())


def _two_names(ground: Ground) -> Value:
    words = ground.words
    value: Value = {}
    for context in ("a", "ana", "ava"):
        counts, total = _after(words, context)
        shares = {token: 100 * count / total for token, count in counts.items()}
        value[context] = {"counts": counts, "total": total, "percent": shares}
    last = [words.counts(1).row(np.array([words.id_of(name[-1])])) for name in ("ana", "ava")]
    value["bigram_rows_equal"] = bool((last[0] == last[1]).all())
    return value


def _rule(value: Value) -> Ruling:
    ana, ava = value["ana"]["percent"], value["ava"]["percent"]
    return holds_if(
        value["bigram_rows_equal"] and max(abs(ana[token] - ava[token]) for token in NEXT) > 5,
        fails(
            f"三个字符也几乎分不开两者：结束的占比是 {ana['.']:.1f}% 和 {ava['.']:.1f}%。",
            f"Three characters hardly tell them apart either: the end has {ana['.']:.1f} and {ava['.']:.1f} per cent.",
        ),
    )


CLAIMS = (
    Claim(
        id="S58",
        statement=Statement(
            "ana 和 ava 之后，bigram 只看到同一个 a，给出同一行；看三个字符，两者的下一个字符大不一样。",
            "After ana and after ava a bigram sees the same a and gives one row; three characters tell them apart.",
        ),
        source=B_OPENING,
        expected={"bigram_rows_equal": True},
        find=_two_names,
        rule=_rule,
        code="""\
def after(context):
    found = [("..." + w + ".")[i + 3] for w in words for i in range(len(w) + 1)
             if ("..." + w)[i : i + 3].endswith(context)]
    counts = {token: found.count(token) for token in ".n"}
    return {
        "counts": counts,
        "total": len(found),
        "percent": {token: 100 * n / len(found) for token, n in counts.items()},
    }

value = {context: after(context) for context in ("a", "ana", "ava")}
value["bigram_rows_equal"] = after("ana"[-1]) == after("ava"[-1])
""",
    ),
)
