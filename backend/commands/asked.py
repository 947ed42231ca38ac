"""Arguments of the command line -> a request as the REST route takes it, with the route's limits and defaults."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError

from backend.refusal import Refusal

Request = TypeVar("Request", bound=BaseModel)


def asked(schema: type[Request], **given: object) -> Request:
    """The request of what was given, None left out; raises Refusal naming the first field that is out of range."""
    try:
        return schema(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        fault = error.errors()[0]
        raise Refusal(f"{fault['msg']}, not {fault['input']!r}", str(fault["loc"][0])) from None
