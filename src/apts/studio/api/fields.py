"""The fields of requests and answers, each with its limits: names, texts, moves, seeds, settings of games."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

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
