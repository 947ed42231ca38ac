"""POST /api/corpora: a word list -> a corpus in the store. Apart from the others because its bodies may be large."""

from functools import partial
from typing import Annotated, Any

from anyio import to_thread
from fastapi import APIRouter, Depends, Request

from backend.studio.importing import import_corpus
from backend.studio.library import Library
from backend.web.dependencies import OpenLibrary
from backend.web.schemas.corpus import ImportedCorpus, UploadRequest
from backend.web.uploaded import Uploaded, uploaded

FORM = {
    "type": "object",
    "required": ["file"],
    "additionalProperties": False,
    "properties": {
        "file": {"type": "string", "format": "binary", "description": "UTF-8, one word a line"},
        "name": {"type": "string", "maxLength": 200, "description": "left out: the name of the file"},
    },
}
BODY: dict[str, Any] = {
    "required": True,
    "description": "At most 50 MB, or what EMBEDSCOPE_MAX_UPLOAD_BYTES says.",
    "content": {
        "application/json": {
            "schema": UploadRequest.model_json_schema(),
            "examples": {"four": {"value": {"name": "Four names", "text": "anna\nbob\nzoé\nanna\n"}}},
        },
        "multipart/form-data": {"schema": FORM},
    },
}
router = APIRouter(prefix="/api/corpora", tags=["corpora"])


@router.post(
    "",
    status_code=201,
    operation_id="upload_corpus",
    summary="Add a word list of your own",
    openapi_extra={"requestBody": BODY},
)
async def upload_corpus(
    request: Request, library: OpenLibrary, body: Annotated[Uploaded, Depends(uploaded)]
) -> ImportedCorpus:
    """The new corpus' card, and a report: which lines were refused and why, and characters that look out of place.

    Words are brought to NFC, white space around them is dropped, nothing is lower-cased, duplicates are kept.
    """
    return await to_thread.run_sync(partial(_added, library, body), limiter=request.app.state.importing)


def _added(library: Library, body: Uploaded) -> ImportedCorpus:
    name, content = body.read(library.settings.max_upload_bytes)
    return ImportedCorpus(**import_corpus(library, name, content))
