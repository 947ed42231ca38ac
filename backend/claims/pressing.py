"""The lesson in one sentence: V characters at right angles, pressed into D dimensions (S57)."""

import numpy as np

from backend.claims.claim import Claim, Ruling, Statement, Value
from backend.claims.ground import Ground
from backend.claims.row_gradients import LIKELY, vowel_gap
from backend.claims.ruling import depends, fails, holds_if
from backend.claims.sources import A_NORMALISED
from backend.space.similarity import matrix


def _pressed(ground: Ground) -> Value:
    table = ground.model.table
    cosines = matrix(table, "cosine").values[np.triu_indices(table.rows, 1)]
    gap = vowel_gap(ground, ground.model.network.table)
    value: Value = {
        "rows": table.rows,
        "rank": int(np.linalg.matrix_rank(table.vectors)),
        "at_right_angles": int((np.abs(cosines) < 1e-6).sum()),
        "largest_cosine": float(cosines.max()),
        "vowel_gap": gap.gap,
        "vowel_gap_p": gap.p_value,
    }
    if ground.trained:
        by_dimension = {
            str(D): ground.trained.mean("vowel_gap", embedding_dim=D, init="scaled", context_length=3, steps=1000)
            for D in (2, 5, 10, 27)
        }
        value["stored"] = {**ground.trained.about(), "vowel_gap": by_dimension}
    return value


def _rule(value: Value) -> Ruling:
    if value["rank"] >= value["rows"]:
        return fails("这个模型没有压缩。", "Nothing is pressed in this model.")
    by_dimension = value.get("stored", {}).get("vowel_gap")
    said = ", ".join(f"D = {D}: {gap:.2f}" for D, gap in by_dimension.items()) if by_dimension else ""
    if by_dimension and by_dimension["2"] <= by_dimension["27"]:
        return fails(f"压得越狠，结构并不越多：{said}。", f"More pressing does not give more structure: {said}.")
    return holds_if(
        value["vowel_gap_p"] <= LIKELY,
        depends(
            f"取决于训练：这个模型里元音没有明显靠在一起（p = {value['vowel_gap_p']:.3f}）。",
            f"It depends on the training: here the vowels do not lie together (p = {value['vowel_gap_p']:.3f}).",
        ),
    )


CLAIMS = (
    Claim(
        id="S57",
        statement=Statement(
            "本来两两垂直的字符被压进很少的几维，相似的才靠到一起：结构是维度不够逼出来的。",
            "Characters that stood at right angles are pressed into few dimensions, and alike ones come to lie "
            "together: want of room makes the structure.",
        ),
        source=A_NORMALISED,
        find=_pressed,
        rule=_rule,
        of_model=True,
        code="""\
Cn = C.double() / C.double().norm(dim=1, keepdim=True)
cos = Cn @ Cn.T
pairs = cos[torch.triu(torch.ones_like(cos), diagonal=1) == 1]
vowels = [i for i, token in enumerate(itos) if token in "aeiou"]
others = [i for i, token in enumerate(itos) if token not in "aeiou."]
within = (cos[vowels][:, vowels].sum() - len(vowels)) / (len(vowels) * (len(vowels) - 1))
value = {
    "rows": len(C),
    "rank": int(torch.linalg.matrix_rank(C)),
    "at_right_angles": int((pairs.abs() < 1e-6).sum()),
    "largest_cosine": pairs.max().item(),
    "vowel_gap": (within - cos[vowels][:, others].mean()).item(),
}
""",
    ),
)
