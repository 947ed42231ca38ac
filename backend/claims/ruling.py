"""Values -> rulings: the words in which rules speak, and the rule of a claim that has none of its own."""

import math

from backend.claims.claim import Claim, Ruling, Statement, Value

HOLDS = Ruling("holds")


class NotHere(Exception):
    """A claim that cannot be asked of this model or corpus, with the reason in both languages."""

    def __init__(self, zh: str, en: str) -> None:
        super().__init__(en)
        self.reason = Statement(zh, en)


def depends(zh: str, en: str) -> Ruling:
    """It is so for some and not for others; says on what."""
    return Ruling("depends", Statement(zh, en))


def fails(zh: str, en: str) -> Ruling:
    """It is not so here; says what is."""
    return Ruling("fails", Statement(zh, en))


def holds_if(condition: bool, otherwise: Ruling) -> Ruling:
    """Holds, or that ruling."""
    return HOLDS if condition else otherwise


def ruled(claim: Claim, value: Value) -> Ruling:
    """What a value says of a claim: by its own rule, or by the expected numbers."""
    return claim.rule(value) if claim.rule else as_expected(value, claim.expected, claim.tolerance)


def as_expected(value: Value, expected: Value, tolerance: float) -> Ruling:
    """Holds where every expected number is met within the tolerance; fails naming those that are not."""
    missed = [name for name, number in expected.items() if not meets(value.get(name), number, tolerance)]
    if not missed:
        return HOLDS
    return fails(
        "；".join(f"{name} 在这里是 {value.get(name)}，不是 {expected[name]}" for name in missed) + "。",
        "; ".join(f"{name} is {value.get(name)} here, not {expected[name]}" for name in missed) + ".",
    )


def meets(found: object, expected: object, tolerance: float) -> bool:
    """Whether something is what was expected: numbers within the tolerance, lists item by item, the rest exactly."""
    if isinstance(expected, bool) or isinstance(found, bool) or not isinstance(expected, int | float | list | tuple):
        return bool(type(found) is type(expected) and found == expected)
    if isinstance(expected, list | tuple):
        if not isinstance(found, list | tuple) or len(found) != len(expected):
            return False
        return all(meets(one, other, tolerance) for one, other in zip(found, expected, strict=True))
    if not isinstance(found, int | float) or not math.isfinite(found):
        return False
    return abs(found - expected) <= tolerance * (1 + 1e-9)


def on_the_lesson_s_shape(K: int, D: int, otherwise: Ruling) -> Ruling:
    """Holds for the shape that the lesson speaks of, K = 3 and D = 2; that ruling for a model of another."""
    return holds_if((K, D) == (3, 2), otherwise)
