"""The body of an upload, JSON or multipart -> the name and the content of a word list.

The body is taken in on the event loop, chunk by chunk; whatever takes time with it is done by `Uploaded` in a thread.
"""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from email.message import Message
from pathlib import PurePosixPath, PureWindowsPath

from fastapi import HTTPException, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.requests import ClientDisconnect

from backend.refusal import Refusal
from backend.web.schemas.corpus import UploadRequest

ENVELOPE = 65_536  # bytes of a body beside the list itself
LONGEST_NAME = 200


@dataclass(frozen=True)
class Uploaded:
    """A body as it came: JSON, or the fields of a form."""

    body: bytes | FormData

    def read(self, most_bytes: int) -> tuple[str, bytes | str]:
        """Name and content; raises what a route raises for a body that is not as the schema says or is too large."""
        name, content = _from_json(self.body) if isinstance(self.body, bytes) else _from_form(self.body)
        size = len(content) if isinstance(content, bytes) else len(content.encode("utf-8", "surrogatepass"))
        if size > most_bytes:
            raise HTTPException(
                413, f"The list has {size:,} bytes; at most {most_bytes:,} are taken at once. Send less."
            )
        return name, content


async def uploaded(request: Request) -> AsyncIterator[Uploaded]:
    """Take in a body of one of the two kinds, and let go of its files when it is answered; 415 for any other kind."""
    kind = Message()
    kind["content-type"] = request.headers.get("content-type", "")
    try:
        if kind.get_content_type() == "application/json":
            yield Uploaded(await request.body())
        elif kind.get_content_type() == "multipart/form-data":
            async with request.form(max_files=1, max_fields=16) as form:
                yield Uploaded(form)
        else:
            raise HTTPException(
                415, "A list is sent as application/json with name and text, or as multipart/form-data with a file."
            )
    except ClientDisconnect:
        raise HTTPException(400, "The upload ended before all of it had come. Send it again.") from None


def _from_json(body: bytes) -> tuple[str, str]:
    try:
        asked = UploadRequest.model_validate(json.loads(body)) if body else UploadRequest.model_validate(None)
    except json.JSONDecodeError as error:
        fault = {"type": "json_invalid", "loc": ("body", error.pos), "ctx": {"error": error.msg}}
        raise RequestValidationError([fault]) from None
    except ValidationError as error:
        faults = [{**fault, "loc": ("body", *fault["loc"])} for fault in error.errors()]
        raise RequestValidationError(faults if body else [{"type": "missing", "loc": ("body",)}]) from None
    except (ValueError, RecursionError):  # not UTF-8, a number of thousands of digits, thousands of brackets
        raise HTTPException(400, "There was an error parsing the body") from None
    return asked.name, asked.text


def _from_form(form: FormData) -> tuple[str, bytes]:
    unknown = [field for field in form if field not in ("file", "name")]
    if unknown:
        raise Refusal(f"unknown field {unknown[0]!r}; a form has a file and perhaps a name", unknown[0])
    file, name = form.get("file"), form.get("name", "")
    if not isinstance(file, UploadFile):
        raise Refusal("file is missing; send the list as a file in the field 'file'", "file")
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        raise Refusal(f"name is no text of at most {LONGEST_NAME} characters", "name")
    called = PureWindowsPath(PurePosixPath(file.filename or "").name).stem
    return name or called, file.file.read()
