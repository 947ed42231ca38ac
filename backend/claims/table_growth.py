"""A row for every context: how the table of counts grows with the context length (S59)."""

from backend.claims.claim import Claim, Statement, Value
from backend.claims.ground import Ground
from backend.claims.sources import B_OPENING

LENGTHS = (1, 2, 3, 4, 5)
CELLS = [729, 19683, 531441, 14348907, 387420489]


def _grown(ground: Ground) -> Value:
    words = ground.words
    V = len(words.vocabulary)
    return {
        "context_length": list(LENGTHS),
        "rows": [V**K for K in LENGTHS],
        "columns": V,
        "cells": [V ** (K + 1) for K in LENGTHS],
        "cells_filled": [len(words.counts(K).pair_counts) for K in LENGTHS],
        "data_per_cell": [words.counts(K).examples / V ** (K + 1) for K in LENGTHS],
    }


CLAIMS = (
    Claim(
        id="S59",
        statement=Statement(
            "给每个长 K 的上下文单开一行，表就有 V^K 行、V 列：K = 3 时 531,441 格，K = 5 时近四亿格，多数永远空着。",
            "A row for each context of K characters makes V^K rows of V columns: 531,441 cells at K = 3, nearly four "
            "hundred million at K = 5, most of them empty for ever.",
        ),
        source=B_OPENING,
        expected={"cells": CELLS, "columns": 27},
        find=_grown,
        code="""\
V, lengths = len(itos), [1, 2, 3, 4, 5]
windows = {K: [("." * K + w + ".")[i : i + K + 1] for w in words for i in range(len(w) + 1)] for K in lengths}
value = {
    "context_length": lengths,
    "rows": [V**K for K in lengths],
    "columns": V,
    "cells": [V ** (K + 1) for K in lengths],
    "cells_filled": [len(set(windows[K])) for K in lengths],
    "data_per_cell": [len(windows[K]) / V ** (K + 1) for K in lengths],
}
""",
    ),
)
