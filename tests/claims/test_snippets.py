"""Every claim's code, as a reader pastes it: it runs after its preamble and gives the claim's own numbers."""

from typing import Any

import pytest

from backend.claims.registry import by_id
from backend.claims.snippet import preamble
from tests.claims.conftest import ROOT, on_shipped

CASES = [
    (claim_id, model_id)
    for claim_id, (claim, _) in by_id().items()
    for model_id in (("names-2d", "names-10d") if claim.of_model else ("names-2d",))
]


def alike(one: Any, other: Any) -> bool:
    """The same numbers but for the last digits of float32, the same words, in the same order."""
    if isinstance(one, dict):
        return set(one) == set(other) and all(alike(one[name], other[name]) for name in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float) or isinstance(other, float):
        return one == pytest.approx(other, rel=2e-5, abs=1e-6)
    return type(one) is type(other) and one == other


@pytest.mark.parametrize(("claim_id", "model_id"), CASES)
def test_a_snippet_gives_the_claim_s_numbers(claim_id: str, model_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    claim, _ = by_id()[claim_id]
    place: dict[str, Any] = {}
    exec(preamble(claim, model_id) + claim.code, place)
    pasted, computed = place["value"], on_shipped(claim_id, model_id).value
    assert set(claim.expected) <= set(pasted) <= set(computed)
    assert pasted
    for name, number in pasted.items():
        assert alike(number, computed[name]), f"{name}: {number} pasted, {computed[name]} computed"
