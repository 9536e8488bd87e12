"""What requests and answers are made of: fields with their limits, models of requests, and what may go wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Path, Query
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, WithJsonSchema, create_model
from pydantic_core import PydanticCustomError

from apts.errors import AptsError
from apts.request_fields import RequestField, offered

# ----------------------------------------------------------------------------------------------------------------
# The fields of requests and answers, each with its limits: names, texts, moves, seeds, settings of games.

MOST_MOVES = 10_000
LONGEST_RULES = 200_000
LONGEST_POSITION = 100_000
LARGEST_SEED = 2**53 - 1
"""The largest whole number that programs in JavaScript read exactly."""

_NO_CONTROLS = r"^[^\x00-\x1f\x7f]*$"
_LINES = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$"


class RequestBody(BaseModel):
    """A request; what it has beyond what is described is refused, so that nobody misspells a field unheard."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Answer(BaseModel):
    """An answer."""

    model_config = ConfigDict(extra="forbid")


GameId = Annotated[
    str,
    Path(description="The game as it stands in addresses.", pattern=r"^[a-z0-9-]{1,80}$", examples=["connect-four"]),
]
JobId = Annotated[str, Path(description="The job.", pattern=r"^[0-9a-f]{16}$", examples=["0123456789abcdef"])]
RunName = Annotated[
    str,
    Path(
        description="The name of a run; one with a slash has to be renamed first.",
        min_length=1,
        max_length=200,
        examples=["connect-four-1a2b3c4d"],
    ),
]
MatchNumber = Annotated[int, Path(description="The number of a match in its run.", ge=1, le=1_000_000_000)]
VersionQuery = Annotated[
    int | None, Query(description="A version of an own game; the newest where none is named.", ge=1, le=1_000_000)
]
Most = Annotated[int, Query(description="How many are listed at most.", ge=1, le=500)]
Skipped = Annotated[int, Query(description="How many are left out at the beginning.", ge=0, le=1_000_000_000)]
Searched = Annotated[str | None, Query(description="Only names that have this in them.", max_length=80)]

Title = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=_NO_CONTROLS)]
Note = Annotated[str, StringConstraints(max_length=500, pattern=_NO_CONTROLS)]
RulesText = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_RULES, pattern=_LINES)]
PositionText = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_POSITION, pattern=_LINES)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=_NO_CONTROLS)]
AgentText = Annotated[str, StringConstraints(min_length=1, max_length=300, pattern=_NO_CONTROLS)]
GoalText = Annotated[str, StringConstraints(min_length=1, max_length=300, pattern=_NO_CONTROLS)]
Seed = Annotated[int, Field(ge=0, le=LARGEST_SEED)]
SettingName = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=_NO_CONTROLS)]
SettingText = Annotated[str, StringConstraints(max_length=200, pattern=_NO_CONTROLS)]
SettingNumber = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]
Settings = Annotated[
    dict[SettingName, bool | SettingNumber | SettingText],
    Field(max_length=100, json_schema_extra={"additionalProperties": False}),
]


# ----------------------------------------------------------------------------------------------------------------
# How answers are described: what goes wrong is one sentence, whatever it is, and every address tells what may.


class Problem(Answer):
    """What went wrong, as a sentence for people."""

    detail: str = Field(description="A sentence that says what is wrong and what would be right.")


SENTENCES = {
    400: "What was asked for does not fit the rules or the studio: a move that is not legal, rules with mistakes.",
    401: "This is for designers: send the password as a bearer token, or the cookie of a session.",
    403: "The request came from a page of another site.",
    404: "There is no such thing: a game, a version, a run, a match, a job.",
    405: "The address cannot be used with this method.",
    408: "The request came too slowly.",
    409: "What is there is in the way: a name that is taken, a job that still runs.",
    413: "The request is larger than the studio takes.",
    421: "The studio does not answer to this name.",
    422: "The request is not of the described form.",
    429: "Too many requests in a short time.",
    500: "Something went wrong inside the studio.",
    503: "All workers are busy; try again in a moment.",
}
"""What the numbers of answers mean here."""

ALWAYS = (400, 401, 403, 404, 405, 408, 413, 421, 422, 429, 503)
"""What any address may answer."""


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The description of such answers, for routes; what any address may answer, all of them have."""
    return {status: {"model": Problem, "description": SENTENCES[status]} for status in statuses}


def media(kind: str, about: str) -> dict[int | str, dict[str, Any]]:
    """The description of an answer that is no JSON."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}, "description": about}}


# ----------------------------------------------------------------------------------------------------------------
# Models of the API made of the fields of a request: names, ranges, words and defaults are those of its table.


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
    """The type of a field; what it cannot be is refused in the words in which it is refused everywhere."""
    if field.kind in ("list", "texts"):
        return Annotated[list[AgentText], Field(max_length=field.most_items), _as_sent(field)]
    if field.kind in ("text", "spelled") and not field.choices:
        return Annotated[AgentText, _as_sent(field)]
    schema: dict[str, Any] = {"type": _TYPES[field.kind], **({"enum": list(field.choices)} if field.choices else {})}
    most_asked = field.high if field.shared_most is None else field.shared_most
    for name, bound in (("minimum", field.low), ("maximum", most_asked)):
        if bound is not None:
            schema[name] = bound
    return Annotated[Any, BeforeValidator(lambda value: _checked(field, value)), WithJsonSchema(schema)]


def _as_sent(field: RequestField) -> BeforeValidator:
    """Texts and lists stay as they were sent: the request reads them."""

    def check(value: Any) -> Any:
        _checked(field, value)
        return value

    return BeforeValidator(check)


def _checked(field: RequestField, value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():  # JSON has one kind of numbers
        value = int(value)
    try:
        return field.read(value) if isinstance(value, str) and value else field.checked(value)
    except AptsError as problem:
        raise PydanticCustomError("request", "{told}", {"told": str(problem)}) from None
