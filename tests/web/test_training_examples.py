"""What /docs shows of trainings works as it stands there: each operation with its example, in the order of a life."""

from tests.training import events, reach, state
from tests.web.problem import check_problem


def test_every_operation_on_trainings_works_with_its_example(trainer) -> None:
    document = trainer.get("/openapi.json").json()
    start = document["paths"]["/api/trainings"]["post"]
    (body,) = start["requestBody"]["content"]["application/json"]["examples"].values()
    answer = trainer.post("/api/trainings", json=body["value"])
    assert answer.status_code == 202
    training = answer.json()["id"]
    assert events(trainer, training)[-1][1] == "done"
    shown = document["components"]["schemas"]["TrainingList"]["examples"][0]["trainings"][0]
    now = state(trainer, training)
    assert set(now) == {*shown, "model", "message", "position"}  # FastAPI shows no null
    assert set(now["request"]) == set(shown["request"])
    for path, operations in document["paths"].items():
        if path.startswith("/api/trainings/{id}") and "get" in operations:
            parameters = operations["get"]["parameters"]
            assert all(p["schema"].get("examples") or not p["required"] for p in parameters if p["name"] != "id")
            url = path.replace("{id}", training).replace("{step}", "0")
            assert trainer.get(url).status_code == 200, path
    for what in ("pause", "resume"):
        check_problem(trainer.post(f"/api/trainings/{training}/{what}"), 422, "id", "done")
    reach(trainer, training, "done")
    assert trainer.delete(f"/api/trainings/{training}").status_code == 204
