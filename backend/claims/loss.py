"""What the loss hides: fewer parameters overfit less, and yet do not predict better."""

from itertools import pairwise

from backend.claims.claim import Claim, Ruling, Statement, Value
from backend.claims.ground import Ground
from backend.claims.ruling import HOLDS, depends, fails
from backend.claims.sources import A_FORCED

DIMENSIONS = (2, 5, 10, 27)


def _by_dimension(ground: Ground) -> Value:
    trained = ground.results

    def means(what: str) -> list[float]:
        """The mean of a result over the seeds, one a D."""
        return [trained.mean(what, embedding_dim=D, init="scaled", steps=1000) for D in DIMENSIONS]

    def by_seed(what: str) -> list[list[float]]:
        """The same seed by seed."""
        runs = [trained.of(embedding_dim=D, init="scaled", steps=1000) for D in DIMENSIONS]
        return [[getattr(found, what) for found in seeds] for seeds in runs]

    train, dev = means("train"), means("dev")
    return {
        "embedding_dim": list(DIMENSIONS),
        "train": train,
        "dev": dev,
        "gap": [held - learnt for learnt, held in zip(train, dev, strict=True)],
        "vowel_gap": means("vowel_gap"),
        "train_by_seed": by_seed("train"),
        "dev_by_seed": by_seed("dev"),
        "vowel_gap_by_seed": by_seed("vowel_gap"),
    }


def _rule_by_dimension(value: Value) -> Ruling:
    less_overfit = all(a < b for a, b in pairwise(value["gap"]))
    better = value["dev"][0] == min(value["dev"])
    gaps, losses = (" / ".join(f"{number:.3f}" for number in value[name]) for name in ("gap", "dev"))
    if less_overfit and better:
        return HOLDS
    if not less_overfit:
        return fails(f"D 小，差距并不更小：{gaps}。", f"With a small D the gap is no smaller: {gaps}.")
    return depends(
        f"只对一半：D = 2/5/10/27 时 dev 与 train 的差距是 {gaps}，D 小确实过拟合少；"
        f"可 dev loss 是 {losses}，D 小反而高。",
        f"Half of it: for D = 2/5/10/27 dev is {gaps} above train, so a small D does overfit less; but the dev losses "
        f"are {losses}, and a small D has the higher one.",
    )


CLAIMS = (
    Claim(
        id="S46",
        statement=Statement(
            "参数少，就不容易过拟合，泛化也就更好。", "Fewer parameters overfit less, and so generalise better."
        ),
        source=A_FORCED,
        find=_by_dimension,
        rule=_rule_by_dimension,
        trained=True,
        code="""\
from statistics import fmean
from backend.claims.ground import Words
from backend.claims.trained import Plan
from backend.claims.trainings import trained_once

ours, dimensions = Words(names), [2, 5, 10, 27]
runs = [[trained_once(ours, Plan(embedding_dim=D, seed=seed)) for seed in (1, 2, 3)] for D in dimensions]
value = {
    "embedding_dim": dimensions,
    "train": [fmean(run.train for run in seeds) for seeds in runs],
    "dev": [fmean(run.dev for run in seeds) for seeds in runs],
    "gap": [fmean(run.dev - run.train for run in seeds) for seeds in runs],
}
""",
    ),
)
