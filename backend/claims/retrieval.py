"""Retrieval is the same formula: every name as a vector, searched by cosine (S55)."""

import time

import numpy as np

from backend.claims.claim import Claim, Ruling, Statement, Value
from backend.claims.ground import Ground
from backend.claims.ruling import fails, holds_if
from backend.claims.sources import A_NORMALISED
from backend.lesson.name_vectors import WAYS, name_ids
from backend.space.neighbours import neighbours
from backend.space.similarity import Floats
from backend.space.table import Table

LISTED = 5


def name_tables(ground: Ground) -> dict[str, Table]:
    """All different names as rows, in three ways; the hidden layer is the network's own where it has read the name."""
    words, network = ground.own_words, ground.model.network
    names = list(dict.fromkeys(words.corpus.words))
    ids = name_ids(names, words.vocabulary, max(map(len, names)))
    return {way: Table.build(names, made(network, ids)) for way, made in WAYS.items()}


def _searched(ground: Ground) -> Value:
    tables = name_tables(ground)
    asked = ground.own_words.corpus.words[0]
    value: Value = {"names": len(ground.own_words.corpus.words), "rows": tables["mean"].rows, "asked": asked}
    largest = 0.0
    for kind, table in tables.items():
        found = neighbours(table, asked, LISTED).neighbours
        value[kind] = {"dimensions": table.dimensions, "nearest": [n.token for n in found]}
        by_product = _all(table, asked)
        largest = max(largest, *(abs(by_product[n.row] - n.score) for n in found), 0.0)
    return {**value, "largest_difference": float(largest)}


def _all(table: Table, asked: str) -> Floats:
    """The lesson's product: rows of length one times the asked one, (N,)."""
    rows = np.asarray(table.vectors) / table.norms()[:, None]
    return rows @ rows[table.row_of(asked)]


def _timed(ground: Ground) -> Value:
    table = name_tables(ground)["concatenation"]
    started = time.perf_counter()
    neighbours(table, table.tokens[0], LISTED)
    return {"search_milliseconds": 1000 * (time.perf_counter() - started)}


def _rule(value: Value) -> Ruling:
    largest = value["largest_difference"]
    return holds_if(largest < 1e-9, fails(f"两种算法相差 {largest:.3g}。", f"The two ways differ by {largest:.3g}."))


CLAIMS = (
    Claim(
        id="S55",
        statement=Statement(
            "检索也是这个式子：把几万个名字变成向量，用余弦找最近的几个；变的只有行数和每行的维数。",
            "Retrieval is the same formula: turn tens of thousands of names into vectors and find the nearest by "
            "cosine; only the number of rows and their length change.",
        ),
        source=A_NORMALISED,
        find=_searched,
        rule=_rule,
        measured=_timed,
        of_model=True,
        code="""\
names = list(dict.fromkeys(words))
longest, K = max(map(len, names)), len(W1) // C.shape[1]
ids = torch.tensor([[stoi[c] for c in w.rjust(longest, ".")] for w in names])
held = F.one_hot(ids, len(C)).sum(1).double()
held[:, 0] = 0
kinds = {
    "concatenation": C.double()[ids].view(len(names), -1),
    "mean": held @ C.double() / held.sum(1, keepdim=True),
    "hidden": torch.tanh(C[ids[:, -K:]].view(len(names), -1) @ W1 + b1).double(),
}
value = {"names": len(words), "rows": len(names), "asked": names[0]}
for kind, rows in kinds.items():
    rows = rows / rows.norm(dim=1, keepdim=True)
    scores = (rows @ rows[0]).round(decimals=9)  # so that equal rows tie, and stand in their order
    best = (-scores[1:]).argsort(stable=True)[:5] + 1
    value[kind] = {"dimensions": rows.shape[1], "nearest": [names[i] for i in best]}
""",
    ),
)
