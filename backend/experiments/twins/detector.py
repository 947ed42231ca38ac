"""The variables of a run -> what is wrong with it, by rule; neither the trap's name nor its code is looked at."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from backend.experiments.twins import data_rules, tensor_rules
from backend.experiments.twins.tensor_rules import Evidence

Rule = Callable[..., Evidence | None]
RULES: tuple[Rule, ...] = (*tensor_rules.RULES, *data_rules.RULES)


@dataclass(frozen=True)
class Finding:
    """A rule that was hit: its name, what it says in a sentence, and the numbers it saw."""

    rule: str
    about: str
    evidence: Evidence


def detect(variables: Mapping[str, Any]) -> list[Finding]:
    """Ask every rule whose variables are all there; `error` is one of them where the run was cut short."""
    found = []
    for rule in RULES:
        asks = inspect.signature(rule).parameters
        if asks.keys() <= variables.keys():
            evidence = rule(**{name: variables[name] for name in asks})
            if evidence is not None:
                found.append(Finding(rule.__name__, inspect.cleandoc(rule.__doc__ or ""), evidence))
    return found
