"""Every error -> one shape, RFC 9457 `application/problem+json`, in words that name the field and the remedy."""

import errno
import logging
from http import HTTPStatus
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from backend.refusal import Damaged, Refusal
from backend.studio.cluster import NoCluster
from backend.studio.library import Unopened
from backend.studio.missing import Missing, Shipped

log = logging.getLogger("embedscope")

MEDIA_TYPE = "application/problem+json"
SAID_BETTER = {
    (400, "There was an error parsing the body"): "The body cannot be read as JSON: it is nested too deep, has a "
    "number of too many digits, or is not UTF-8. Send plain JSON in UTF-8.",
    (400, "Disallowed CORS origin"): "Pages of this origin may not call the API here; whoever runs the server can "
    "allow it with EMBEDSCOPE_CORS_ORIGINS.",
    (413, "Content Too Large"): "The body is larger than the limit for this route (see /docs); send less at once.",
}
WHERE = {"body", "query", "path", "header"}
MOST_ERRORS, MOST_TOLD = 100, 10  # of a body with a hundred thousand wrong fields, in `errors` and in `detail`
LONGEST_NAME = 64
FULL = {errno.ENOSPC, errno.EDQUOT}


def problem(status: int, detail: str, errors: list[dict[str, str]] | None = None) -> Response:
    """A problem document; text that no encoding can carry is escaped."""
    content: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": _encodable(detail),
    }
    if errors:
        content["errors"] = [{name: _encodable(text) for name, text in error.items()} for error in errors]
    return JSONResponse(content, status, media_type=MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Answer every kind of error that a route can raise in the one shape."""
    _install_own(app)
    _install_of_the_framework(app)


def _install_of_the_framework(app: FastAPI) -> None:
    @app.exception_handler(RequestValidationError)
    def invalid(_: Request, error: RequestValidationError) -> Response:
        faults = error.errors()
        broken = next((fault for fault in faults if fault["type"] == "json_invalid"), None)
        if broken:
            return problem(400, f"The body is not JSON: {broken['ctx']['error']} at character {broken['loc'][-1]}.")
        errors = [{"field": _field(fault["loc"]), "message": _message(fault)} for fault in faults[:MOST_ERRORS]]
        told = [f"{error['field']}: {error['message']}" for error in errors[:MOST_TOLD]]
        more = [f"and {len(faults) - MOST_TOLD:,} more"] if len(faults) > MOST_TOLD else []
        return problem(422, "; ".join(told + more), errors)

    @app.exception_handler(HTTPException)
    def http(request: Request, error: HTTPException) -> Response:
        detail = said_better(error.status_code, str(error.detail))
        if error.status_code == 404 and detail == "Not Found":
            detail = f"There is nothing at {request.url.path}; the page is at / and the routes are listed at /docs."
        if error.status_code == 405:
            detail = f"{request.url.path} does not answer {request.method}; see /docs for what it does."
        answer = problem(error.status_code, detail)
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(Exception)
    def unforeseen(request: Request, error: Exception) -> Response:
        log.error("%s %s failed", request.method, request.url.path, exc_info=error)
        return problem(500, "The server failed at this request; its log says why. Other requests are answered.")


def _install_own(app: FastAPI) -> None:
    @app.exception_handler(Damaged)
    @app.exception_handler(Unopened)
    def broken_here(_: Request, error: Exception) -> Response:
        return problem(500, str(error))

    @app.exception_handler(OSError)
    def unreadable(_: Request, error: OSError) -> Response:
        if error.errno in FULL:
            return problem(
                507,
                "The disk that holds the store is full, and nothing of this request was kept; make room there, or "
                "delete trainings, models or corpora, and send it again.",
            )
        if error.errno == errno.EROFS:
            return problem(
                507,
                "The store is on a file system that can only be read, so nothing of this request was kept; mount it "
                "for writing, or start the server with EMBEDSCOPE_STORE set to a folder that can be written.",
            )
        file = Path(error.filename).name if error.filename else "A file"
        return problem(
            500,
            f"{file} cannot be read or written: {error.strerror}. See to it that the account of the server may "
            "read and write the folder of the store (EMBEDSCOPE_STORE).",
        )

    @app.exception_handler(Refusal)
    def refused(_: Request, error: Refusal) -> Response:
        return problem(422, str(error), [{"field": error.field, "message": str(error)}])

    @app.exception_handler(NoCluster)
    def nothing_to_train_on(_: Request, error: NoCluster) -> Response:
        return problem(503, str(error))

    @app.exception_handler(Missing)
    def missing(_: Request, error: Missing) -> Response:
        return problem(404, str(error))

    @app.exception_handler(Shipped)
    def shipped(_: Request, error: Shipped) -> Response:
        return problem(403, str(error))


def said_better(status: int, detail: str) -> str:
    """A framework's own words, replaced where they name no remedy."""
    return SAID_BETTER.get((status, detail), detail)


def _field(location: tuple[int | str, ...]) -> str:
    parts = location[1:] if location and location[0] in WHERE else location
    name = ".".join(map(str, parts)) or "body"
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}..."


def _message(fault: dict[str, Any]) -> str:
    """What pydantic found, with the remedy where its own words leave it out."""
    kind, given = fault["type"], fault.get("input")
    if kind == "extra_forbidden":
        return "unknown field; leave it out, /docs lists the fields"
    if kind == "missing":
        return "the body is empty; send a JSON object" if _field(fault["loc"]) == "body" else "this field is required"
    if kind == "model_attributes_type":
        return "the body has to be a JSON object, sent as application/json"
    if kind == "string_unicode":
        return "the text has a lone surrogate, half of a character; send the whole character"
    if kind == "int_parsing_size" or (kind == "int_type" and type(given) is int):
        return f"{fault['msg']}; the number is too large"
    said = repr(given) if isinstance(given, str | int | float | bool | None) else type(given).__name__
    return f"{fault['msg']}, not {said if len(said) <= 60 else said[:60] + '...'}"


def _encodable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()
