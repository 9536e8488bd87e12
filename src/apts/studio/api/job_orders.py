"""What jobs are asked to do: each kind with its own limits, and as the kinds in ``jobs/kinds`` take it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from apts.learning.training.training_settings import TrainRequest
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.request_fields import offered
from apts.studio.api.fields import Asked, Settings, Title
from apts.studio.api.request_models import model_of
from apts.studio.frame.asked_playtest import playtest_orders
from apts.studio.frame.asked_training import training_orders
from apts.studio.frame.studio import Studio
from apts.studio.frame.turning import ordered_settings, turned
from apts.studio.jobs.playtest_orders import request_with
from apts.studio.jobs.search_orders import written_search
from apts.studio.security.allowed_requests import allowed_search
from apts.studio.store.game_store import StoredGame
from apts.studio.store.models import Models
from apts.variants.search.improve_request import ImproveRequest
from apts.variants.search.search_defaults import MINUTES


class _Ordered(Asked):
    """What all jobs have: a game, a version of it, its settings, and a title."""

    game: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,80}$", examples=["connect-four"])]
    version: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    settings: Settings = Field(default_factory=dict)
    title: Title | None = None


class _PlaytestAsked(_Ordered):
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
    PlaytestAsked = _PlaytestAsked
else:
    PlaytestAsked = model_of("PlaytestAsked", PlaytestRequest, _PlaytestAsked)


class _ImproveAsked(_Ordered):
    """Search for the smallest edits of the rules that reach goals, for so many minutes or so many matches."""

    kind: Literal["improve"]

    def request(self) -> ImproveRequest:
        """What is asked for; without a budget it is as many minutes as usual."""
        found = ImproveRequest(**{name: getattr(self, name) for name in offered(ImproveRequest, "api")})
        return found if found.matches is not None else replace(found, minutes=found.minutes or MINUTES)


if TYPE_CHECKING:
    ImproveAsked = _ImproveAsked
else:
    ImproveAsked = model_of("ImproveAsked", ImproveRequest, _ImproveAsked)


class _TrainAsked(_Ordered):
    """Teach a network the game by self-play, for so many minutes; a size that is left out fits the board."""

    kind: Literal["train"]

    def request(self) -> TrainRequest:
        """What is asked for."""
        return TrainRequest(**{name: getattr(self, name) for name in offered(TrainRequest, "api")})


if TYPE_CHECKING:
    TrainAsked = _TrainAsked
else:
    TrainAsked = model_of("TrainAsked", TrainRequest, _TrainAsked)


JobAsked = Annotated[PlaytestAsked | ImproveAsked | TrainAsked, Field(discriminator="kind")]
"""A job of any kind."""


def orders_of(asked: PlaytestAsked | ImproveAsked | TrainAsked, studio: Studio, game: StoredGame) -> Mapping[str, Any]:
    """The orders of a job as its kind takes them; agents and goals that the studio does not allow are refused."""
    if isinstance(asked, PlaytestAsked):
        return playtest_orders(studio, game, asked.settings, asked.request())
    shown = turned(studio, game, asked.settings)
    orders: dict[str, Any] = {"version": game.version, **ordered_settings(shown)}
    if isinstance(asked, TrainAsked):
        return orders | training_orders(studio, game, asked.request())
    request = allowed_search(asked.request(), Models(studio.settings.folder), game.id)
    return orders | written_search(request)
