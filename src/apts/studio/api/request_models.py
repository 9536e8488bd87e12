"""Models of the API made of the fields of a request: names, ranges, words and defaults are those of its table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, WithJsonSchema, create_model
from pydantic_core import PydanticCustomError

from apts.errors import AptsError
from apts.request_fields import RequestField, offered
from apts.studio.api.fields import AgentText


def model_of(name: str, request: type[Any], base: type[BaseModel]) -> type[BaseModel]:
    """A model with the fields of a request that programs may ask for, beside those of its base."""
    fields: dict[str, Any] = {}
    for field in offered(request, "api").values():
        described = Field(description=field.about, examples=list(field.examples) or None)
        kind: Any = _kind(field)
        default = [] if field.default == () else field.default
        fields[field.name] = (Annotated[kind | None if default is None else kind, described], default)
    made: type[BaseModel] = create_model(name, __base__=base, __doc__=base.__doc__, **fields)
    return made


_TYPES: Mapping[str, str] = {"whole": "integer", "number": "number", "switch": "boolean", "text": "string"}


def _kind(field: RequestField) -> Any:
    """The type of a field; whole numbers are refused in the words that they are refused in everywhere."""
    if field.kind in ("list", "texts"):
        return Annotated[list[AgentText], Field(max_length=field.most_items)]
    if field.kind in ("text", "spelled") and not field.choices:
        return AgentText
    schema: dict[str, Any] = {"type": _TYPES[field.kind], **({"enum": list(field.choices)} if field.choices else {})}
    most_asked = field.high if field.shared_most is None else field.shared_most
    for name, bound in (("minimum", field.low), ("maximum", most_asked)):
        if bound is not None:
            schema[name] = bound
    return Annotated[Any, BeforeValidator(lambda value: _checked(field, value)), WithJsonSchema(schema)]


def _checked(field: RequestField, value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():  # JSON has one kind of numbers
        value = int(value)
    try:
        return field.read(value) if isinstance(value, str) else field.checked(value)
    except AptsError as problem:
        raise PydanticCustomError("request", "{told}", {"told": str(problem)}) from None
