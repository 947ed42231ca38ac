"""The one shape of every error, checked: what a test says of an answer that is not a good one."""

import json
from http import HTTPStatus
from typing import Any

from httpx2 import Response


def check_problem(answer: Response, status: int, field: str | None = None, *said: str) -> dict[str, Any]:
    """The problem document, which has this status, names this field and says these words."""
    assert answer.status_code == status, answer.text[:500]
    assert answer.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = json.loads(answer.content, parse_constant=no_such_number)
    assert {"type", "title", "status", "detail"} <= set(problem) <= {"type", "title", "status", "detail", "errors"}
    assert problem["type"] == "about:blank"
    assert problem["title"] == HTTPStatus(status).phrase
    assert problem["status"] == status
    assert len(problem["detail"]) > 10
    for error in problem.get("errors", []):
        assert set(error) == {"field", "message"}
        assert error["message"]
    if field is not None:
        assert field in {error["field"] for error in problem["errors"]}, problem
    for word in said:
        assert word in problem["detail"], problem
    return problem


def no_such_number(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")
