import hashlib
import struct

import numpy as np
import pytest
from fastapi.testclient import TestClient
from safetensors.numpy import load

from tests.web import oracles
from tests.web.problem import check_problem

MODELS = ["names-2d", "names-10d"]
METRICS = ["cosine", "dot", "euclidean"]


def get(client: TestClient, model: str, route: str, **query: object) -> dict:
    answer = client.get(f"/api/tables/{model}{route}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def documented_hash(model: str) -> str:
    """The hash as its documentation spells it, over the bytes of the shipped file."""
    C = load((oracles.ROOT / "models" / f"{model}.safetensors").read_bytes())["table"]
    content = f"embedscope-table/1 {C.shape[0]} {C.shape[1]} <f4\n".encode()
    content += b"".join(struct.pack("<Q", 1) + token.encode() for token in oracles.TOKENS)
    return hashlib.sha256(content + C.astype("<f4").tobytes()).hexdigest()


@pytest.mark.parametrize("model", MODELS)
def test_a_model_s_table_has_its_id_and_the_hash_of_its_content(client: TestClient, model: str) -> None:
    card = get(client, model, "")
    rows, dimensions = oracles.weights(model)["table"].shape
    assert card == {
        "id": model,
        "rows": rows,
        "dimensions": dimensions,
        "source": f"C of the model {model}",
        "sha256": documented_hash(model),
    }
    assert card in client.get("/api/tables").json()["tables"]


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("model", MODELS)
def test_similarity_of_every_pair(client: TestClient, model: str, metric: str) -> None:
    answer = get(client, model, "/similarity", metric=metric)
    table = oracles.weights(model)["table"]
    expected = [[oracles.score(metric, a, b) for b in table] for a in table]
    assert (answer["table"], answer["metric"], answer["tokens"]) == (model, metric, list(oracles.TOKENS))
    np.testing.assert_allclose(np.array(answer["matrix"]), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("model", MODELS)
def test_cosine_has_a_unit_diagonal_is_symmetric_and_of_rank_two_in_a_plane(client: TestClient, model: str) -> None:
    matrix = np.array(get(client, model, "/similarity")["matrix"])
    np.testing.assert_allclose(np.diag(matrix), 1, atol=1e-6)
    assert (matrix == matrix.T).all()
    singular = np.linalg.svd(matrix, compute_uv=False)
    rank = 2 if model == "names-2d" else 10
    assert (singular > 1e-9 * singular[0]).sum() == rank


def test_a_part_has_the_numbers_of_the_whole_in_the_order_asked(client: TestClient) -> None:
    whole = np.array(get(client, "names-10d", "/similarity")["matrix"])
    part = get(client, "names-10d", "/similarity", tokens=["q", "a", "."])
    rows = [oracles.TOKENS.index(token) for token in "qa."]
    assert part["tokens"] == ["q", "a", "."]
    assert (np.array(part["matrix"]) == whole[np.ix_(rows, rows)]).all()


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("of", ["a", ".", "q"])
def test_neighbours_are_those_of_a_full_search(client: TestClient, model: str, metric: str, of: str) -> None:
    answer = get(client, model, "/neighbours", of=of, k=1000, metric=metric)
    row = oracles.TOKENS.index(of)
    expected = oracles.nearest(model, oracles.weights(model)["table"][row], metric, {of})
    value = "distance" if metric == "euclidean" else "similarity"
    assert [near["token"] for near in answer["neighbours"]] == [token for token, _ in expected]
    assert [near[value] for near in answer["neighbours"]] == pytest.approx([score for _, score in expected], abs=1e-6)
    assert [near["rank"] for near in answer["neighbours"]] == list(range(1, 27))
    assert all(oracles.TOKENS[near["row"]] == near["token"] for near in answer["neighbours"])
    assert all(set(near) == {"rank", "token", "row", value} for near in answer["neighbours"])
    assert answer["excluded"] == [{"row": row, "token": of, "reason": "asked row"}]
    said = {name: answer[name] for name in ("of", "row", "table", "metric", "space", "exact", "rows_searched")}
    assert said == {
        "of": of,
        "row": row,
        "table": model,
        "metric": metric,
        "space": "raw",
        "exact": True,
        "rows_searched": 26,
    }
    assert answer["table_sha256"] == documented_hash(model)
    few = get(client, model, "/neighbours", of=of, k=3, metric=metric)["neighbours"]
    assert few == answer["neighbours"][:3]


@pytest.mark.parametrize("metric", METRICS)
def test_an_analogy_is_a_search_round_the_sum(client: TestClient, metric: str) -> None:
    table = oracles.weights("names-10d")["table"]
    i, a, e = (table[oracles.TOKENS.index(token)] for token in "iae")
    answer = get(client, "names-10d", "/analogy", plus=["i", "a"], minus=["e"], k=5, metric=metric)
    expected = oracles.nearest("names-10d", i + a - e, metric, set("iae"))[:5]
    value = "distance" if metric == "euclidean" else "similarity"
    assert [near["token"] for near in answer["neighbours"]] == [token for token, _ in expected]
    assert [near[value] for near in answer["neighbours"]] == pytest.approx([score for _, score in expected], abs=1e-6)
    assert {row["token"] for row in answer["excluded"]} == set("iae")
    assert (answer["plus"], answer["minus"]) == (["i", "a"], ["e"])


def test_a_plane_is_drawn_as_it_is(client: TestClient) -> None:
    answer = get(client, "names-2d", "/embedding")
    table = oracles.weights("names-2d")["table"]
    assert answer["coordinates"] == answer["vectors"] == table.tolist()
    assert answer["norms"] == pytest.approx(np.sqrt((table**2).sum(axis=1)))
    assert (answer["tokens"], answer["dimensions"]) == (list(oracles.TOKENS), 2)
    assert answer["projection"]["method"] == "none"
    assert answer["projection"]["variance"] == 1
    assert answer["fidelity"]["trustworthiness"] == answer["fidelity"]["neighbours_kept"] == 1


def test_more_dimensions_are_drawn_by_their_first_two_principal_components(client: TestClient) -> None:
    answer = get(client, "names-10d", "/embedding")
    table = oracles.weights("names-10d")["table"]
    centred = table - table.mean(axis=0)
    _, singular, axes = np.linalg.svd(centred, full_matrices=False)
    expected, drawn = centred @ axes[:2].T, np.array(answer["coordinates"])
    np.testing.assert_allclose(np.abs(drawn), np.abs(expected), atol=1e-6)  # an axis may point either way
    shares = singular**2 / (singular**2).sum()
    assert answer["projection"]["method"] == "pca"
    assert answer["projection"]["variance"] == pytest.approx(shares[:2].sum())
    assert answer["projection"]["variance_by_axis"] == pytest.approx(shares[:2].tolist())
    assert answer["vectors"] == table.tolist()
    assert 0 < answer["fidelity"]["neighbours_kept"] < answer["fidelity"]["trustworthiness"] < 1


def test_a_picture_too_large_is_refused_with_the_limit(open_client) -> None:
    client = open_client(max_picture_rows=26)
    check_problem(client.get("/api/tables/names-2d/similarity"), 422, "tokens", "27", "26", "tokens=")
    assert client.get("/api/tables/names-2d/similarity", params={"tokens": ["a", "b"]}).status_code == 200
    check_problem(client.get("/api/tables/names-2d/similarity", params={"tokens": ["a"] * 27}), 422, "tokens", "26")


@pytest.mark.parametrize("route", ["", "/embedding", "/similarity", "/neighbours?of=a", "/analogy?plus=a"])
def test_an_unknown_table_is_named(client: TestClient, route: str) -> None:
    check_problem(client.get(f"/api/tables/nobody{route}"), 404, None, "nobody", "names-2d")
