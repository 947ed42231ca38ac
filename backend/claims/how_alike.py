"""How alike, first part: sums of vectors, which mean something for words and nothing for letters."""

from backend.claims.claim import Claim, Ruling, Statement, Value
from backend.claims.ground import Ground
from backend.claims.ruling import HOLDS, depends, fails
from backend.claims.sources import A_REAL
from backend.space.analogy import analogy

ROYAL = ("king", "man", "woman", "queen")


def _sum(ground: Ground) -> Value:
    table = ground.model.table
    known = [word for word in ROYAL if word in table.tokens]
    plus, minus = (["king", "woman"], ["man"]) if len(known) == len(ROYAL) else (["a", "i"], ["e"])
    for token in plus + minus:
        ground.model.id_of(token)
    found = analogy(table, plus, minus, 3, "cosine")
    return {
        "asked": f"{plus[0]} - {minus[0]} + {plus[1]}",
        "nearest": [near.token for near in found.neighbours],
        "cosines": [near.score for near in found.neighbours],
        "words_known": len(known),
    }


def _rule_sum(value: Value) -> Ruling:
    first = value["nearest"][0]
    if value["words_known"] < len(ROYAL):
        return depends(
            f"要有词向量才验得了，字母没有这种关系：{value['asked']} 在这里最近的是 {first}，什么也不说明。",
            f"It takes word vectors; letters have no such relation. Here {value['asked']} comes nearest to {first}, "
            "which means nothing.",
        )
    return HOLDS if first == "queen" else fails(f"这里最近的是 {first}。", f"Here the nearest is {first}.")


CLAIMS = (
    Claim(
        id="S48",
        statement=Statement("king − man + woman 约等于 queen。", "king − man + woman comes out near queen."),
        source=A_REAL,
        find=_sum,
        rule=_rule_sum,
        of_model=True,
        code="""\
target = C[stoi["a"]].double() - C[stoi["e"]].double() + C[stoi["i"]].double()
cosines = F.cosine_similarity(C.double(), target[None])
cosines[[stoi[c] for c in "aei"]] = -2  # the three that are summed are left out
top = cosines.topk(3)
value = {"asked": "a - e + i", "nearest": [itos[i] for i in top.indices], "cosines": top.values.tolist()}
""",
    ),
)
