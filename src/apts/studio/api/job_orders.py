"""What jobs are asked to do: each kind with its own limits, and as the kinds in ``jobs/kinds`` take it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from apts.learning.training.training_settings import TrainRequest
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.request_fields import offered
from apts.studio.api.fields import RequestBody, Settings, Title
from apts.studio.api.request_models import model_of
from apts.studio.frame.asked_playtest import playtest_job
from apts.studio.frame.asked_training import training_job
from apts.studio.frame.studio import Studio
from apts.studio.frame.turning import job_settings, turned
from apts.studio.jobs.playtest_orders import request_with
from apts.studio.jobs.search_orders import written_search
from apts.studio.security.allowed_requests import allowed_search
from apts.studio.store.game_store import StoredGame
from apts.studio.store.models import Models
from apts.variants.search.improve_request import ImproveRequest
from apts.variants.search.search_defaults import MINUTES


class _JobBody(RequestBody):
    """What all jobs have: a game, a version of it, its settings, and a title."""

    game: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,80}$", examples=["connect-four"])]
    version: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    settings: Settings = Field(default_factory=dict)
    title: Title | None = None


class _PlaytestBody(_JobBody):
    """Let agents play. Every word means what it means to `apts playtest`, and what is left out is chosen alike."""

    kind: Literal["playtest"]
    amount: (
        Annotated[
            Literal["quick", "usual", "settled", "number"],
            Field(
                description="A first look, what fits the game, until enough is known, or so many matches: one word for "
                "`quick`, `until` and `matches`; left out it follows from them."
            ),
        ]
        | None
    ) = None

    def request(self) -> PlaytestRequest:
        """What is asked for."""
        fields = {name: getattr(self, name) for name in offered(PlaytestRequest, "api")}
        return request_with(fields, self.amount)


if TYPE_CHECKING:
    PlaytestBody = _PlaytestBody
else:
    PlaytestBody = model_of("PlaytestAsked", PlaytestRequest, _PlaytestBody)


class _ImproveBody(_JobBody):
    """Search for the smallest edits of the rules that reach goals, for so many minutes or so many matches."""

    kind: Literal["improve"]

    def request(self) -> ImproveRequest:
        """What is asked for; without a budget it is as many minutes as usual."""
        found = ImproveRequest(**{name: getattr(self, name) for name in offered(ImproveRequest, "api")})
        return found if found.matches is not None else replace(found, minutes=found.minutes or MINUTES)


if TYPE_CHECKING:
    ImproveBody = _ImproveBody
else:
    ImproveBody = model_of("ImproveAsked", ImproveRequest, _ImproveBody)


class _TrainBody(_JobBody):
    """Teach a network the game by self-play, for so many minutes; a size that is left out fits the board."""

    kind: Literal["train"]

    def request(self) -> TrainRequest:
        """What is asked for."""
        return TrainRequest(**{name: getattr(self, name) for name in offered(TrainRequest, "api")})


if TYPE_CHECKING:
    TrainBody = _TrainBody
else:
    TrainBody = model_of("TrainAsked", TrainRequest, _TrainBody)


JobBody = Annotated[PlaytestBody | ImproveBody | TrainBody, Field(discriminator="kind")]
"""A job of any kind."""


def job_of(body: PlaytestBody | ImproveBody | TrainBody, studio: Studio, game: StoredGame) -> Mapping[str, Any]:
    """The request of a job as its kind takes them; agents and goals that the studio does not allow are refused."""
    if isinstance(body, PlaytestBody):
        return playtest_job(studio, game, body.settings, body.request())
    shown = turned(studio, game, body.settings)
    job_request: dict[str, Any] = {"version": game.version, **job_settings(shown)}
    if isinstance(body, TrainBody):
        return job_request | training_job(studio, game, body.request())
    request = allowed_search(body.request(), Models(studio.settings.folder), game.id)
    return job_request | written_search(request)
