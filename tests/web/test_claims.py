"""GET /api/claims and GET /api/claims/{id}."""

import time

import pytest
from fastapi.testclient import TestClient

from backend.claims.registry import CHAPTERS, by_id
from tests.web.problem import check_problem

FIELDS = {
    *("id", "chapter", "statement", "verdict", "value", "expected", "tolerance", "truth", "code", "preamble"),
    *("source", "model", "stored", "computed_from"),
}


def test_the_list_is_in_reading_order_and_complete(client: TestClient) -> None:
    answer = client.get("/api/claims").json()
    assert set(answer) == {"chapters", "claims"}
    assert [chapter["id"] for chapter in answer["chapters"]] == [chapter.id for chapter in CHAPTERS]
    assert [claim["id"] for claim in answer["claims"]] == list(by_id())
    for claim in answer["claims"]:
        assert set(claim) == FIELDS
        assert claim["verdict"] in {"holds", "depends", "fails"}
        assert set(claim["statement"]) == set(claim["source"]["section"]) == {"zh", "en"}
        assert (claim["truth"] is None) == (claim["verdict"] == "holds")
        assert claim["value"]
        assert claim["chapter"] in {chapter.id for chapter in CHAPTERS}


def test_the_list_is_there_at_once_when_it_is_asked_for_again(client: TestClient) -> None:
    client.get("/api/claims")
    started = time.perf_counter()
    assert client.get("/api/claims").status_code == 200
    assert time.perf_counter() - started < 1


def test_a_claim_is_what_it_is_in_the_list(client: TestClient) -> None:
    listed = {claim["id"]: claim for claim in client.get("/api/claims?model=names-10d").json()["claims"]}
    for claim_id in ("S1", "S10", "S19", "S46"):
        assert client.get(f"/api/claims/{claim_id}?model=names-10d").json() == listed[claim_id]


def test_claims_about_a_model_change_with_it_and_the_others_do_not(client: TestClient) -> None:
    two, ten = ({c["id"]: c for c in client.get(f"/api/claims?model=names-{d}d").json()["claims"]} for d in (2, 10))
    assert (two["S10"]["verdict"], ten["S10"]["verdict"]) == ("holds", "depends")
    assert (two["S10"]["value"]["parameters"], ten["S10"]["value"]["parameters"]) == (3481, 11897)
    assert (two["S10"]["model"], ten["S10"]["model"]) == ("names-2d", "names-10d")
    assert "models/names-10d.safetensors" in ten["S10"]["preamble"]
    assert two["S3"] == ten["S3"]
    assert two["S3"]["model"] is None


def test_without_a_model_it_is_the_plane_s(client: TestClient) -> None:
    assert client.get("/api/claims/S10").json() == client.get("/api/claims/S10?model=names-2d").json()


def test_stored_results_say_what_they_were_computed_from(client: TestClient) -> None:
    claim = client.get("/api/claims/S46").json()
    assert claim["stored"] is True
    assert claim["computed_from"]["seeds"] == [1, 2, 3]
    assert len(claim["computed_from"]["inputs_sha256"]) == 64
    plain = client.get("/api/claims/S1").json()
    assert (plain["stored"], plain["computed_from"]) == (False, None)


def test_times_are_measured_when_the_one_claim_is_asked_for(client: TestClient) -> None:
    assert client.get("/api/claims/S23").json()["value"]["times_slower"] > 0
    (listed,) = [claim for claim in client.get("/api/claims").json()["claims"] if claim["id"] == "S23"]
    assert "times_slower" not in listed["value"]


@pytest.mark.parametrize("claim_id", ["S0", "S100", "s1", "nobody", "S1.", "%20"])
def test_an_unknown_claim_is_404_and_names_the_range(client: TestClient, claim_id: str) -> None:
    check_problem(client.get(f"/api/claims/{claim_id}"), 404, None, "S1 to S")


@pytest.mark.parametrize("route", ["", "/S1", "/S10"])
def test_an_unknown_model_is_404_and_named(client: TestClient, route: str) -> None:
    check_problem(client.get(f"/api/claims{route}?model=nobody"), 404, None, "nobody", "names-2d")


def test_a_misspelt_parameter_is_refused(client: TestClient) -> None:
    check_problem(client.get("/api/claims?modle=names-2d"), 422, "modle")
