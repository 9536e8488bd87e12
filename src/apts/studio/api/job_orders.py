"""What jobs are asked to do: each kind with its own limits, and as the kinds in ``jobs/kinds`` take it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from apts.agents.levels import level_names
from apts.errors import AptsError
from apts.near_names import did_you_mean
from apts.playtest.goals.bank import bank_names
from apts.playtest.goals.goal_files import bank_set
from apts.studio.api.fields import AgentText, Asked, GoalText, Seed, Settings, Title
from apts.studio.security.allowed_agents import allowed_agent
from apts.studio.security.allowed_goals import allowed_goal
from apts.studio.settings import StudioSettings
from apts.studio.store.models import Models
from apts.studio.store.shelf import ShelfGame

Agents = Annotated[list[AgentText], Field(min_length=1, max_length=8, examples=[["level:club", "level:club"]])]
Wanted = Annotated[list[GoalText], Field(max_length=20, examples=[["fair-seats", "length between 20 and 40"]])]
Level = Annotated[str, Field(pattern=r"^[a-z]{1,30}$", examples=["club"])]
EditKind = Annotated[str, Field(pattern=r"^[a-z]{1,30}$")]


class _Ordered(Asked):
    """What all jobs have: a game, a version of it, its settings, and a title."""

    game: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,80}$", examples=["connect-four"])]
    version: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    settings: Settings = Field(default_factory=dict)
    title: Title | None = None


class PlaytestAsked(_Ordered):
    """Let agents play: a quick look, as many matches as fit the game, so many, or until the figures have settled."""

    kind: Literal["playtest"]
    agents: Agents | None = None
    levels: (
        Annotated[list[Level], Field(min_length=2, max_length=8, description="Several strengths, instead of agents.")]
        | None
    ) = None
    amount: Literal["quick", "usual", "settled", "number"] = "usual"
    matches: Annotated[int, Field(ge=1, le=1_000_000, description="For a number, or the most until settled.")] = 400
    goals: Wanted = Field(default_factory=list)
    seed: Seed = 1


class ImproveAsked(_Ordered):
    """Search for the smallest edits of the rules that reach goals, for so many minutes or so many matches."""

    kind: Literal["improve"]
    goals: Annotated[list[GoalText], Field(min_length=1, max_length=20, examples=[["fair-seats"]])]
    minutes: Annotated[float, Field(ge=0.05, le=180)] | None = None
    matches: Annotated[int, Field(ge=1, le=10_000_000)] | None = None
    method: Literal["race", "tpe", "nsga2", "evolve", "climb"] = "race"
    agents: Annotated[list[AgentText], Field(min_length=1, max_length=8)] | None = None
    seed: Seed = 1


class TrainAsked(_Ordered):
    """Teach a network the game by self-play, for so many minutes."""

    kind: Literal["train"]
    minutes: Annotated[float, Field(ge=0.05, le=180)] = 10.0
    start: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$", description="The job of an earlier network.")] | None = None


JobAsked = Annotated[PlaytestAsked | ImproveAsked | TrainAsked, Field(discriminator="kind")]
"""A job of any kind."""

USUAL_MINUTES = 5.0


def orders_of(
    asked: PlaytestAsked | ImproveAsked | TrainAsked, settings: StudioSettings, game: ShelfGame
) -> dict[str, Any]:
    """The orders of a job as its kind takes them; agents and goals that the studio does not allow are refused."""
    models = Models(settings.folder)
    orders: dict[str, Any] = {"version": game.version, "settings": dict(asked.settings)}
    if isinstance(asked, TrainAsked):
        return {**orders, "minutes": asked.minutes, "start": asked.start}
    agents = None if asked.agents is None else [allowed_agent(one, models, game.id) for one in asked.agents]
    goals = [allowed_goal(one, models, game.id) for one in asked.goals]
    orders |= {"seed": asked.seed, "agents": agents}
    if isinstance(asked, PlaytestAsked):
        levels = _known_levels(asked)
        return orders | {"levels": levels, "amount": asked.amount, "matches": asked.matches, "goals": goals}
    if asked.minutes is not None and asked.matches is not None:
        raise AptsError("give minutes or matches, not both")
    budget = {"minutes": asked.minutes, "matches": asked.matches}
    if asked.minutes is None and asked.matches is None:
        budget["minutes"] = USUAL_MINUTES
    return orders | budget | {"method": asked.method, "goals": [one for goal in goals for one in _weighed(goal)]}


def _known_levels(asked: PlaytestAsked) -> list[str]:
    """The levels that were named; what does not go with several is refused."""
    wrong = [name for name in asked.levels or () if name not in level_names()]
    if wrong:
        raise AptsError(f"there is no level {wrong[0]!r}{did_you_mean(wrong[0], level_names())}")
    if asked.levels and (asked.agents is not None or asked.amount == "settled"):
        raise AptsError("several levels say who plays and have a number of matches; give no agents, nor until settled")
    if len(set(asked.levels or ())) != len(asked.levels or ()):
        raise AptsError("name each level once")
    return list(asked.levels or ())


def _weighed(goal: str) -> list[dict[str, Any]]:
    """The goals of a set of the bank, or the one that a text says, as a search takes them."""
    if goal in bank_names():
        return [{"goal": str(one), "weight": one.weight, "label": goal} for one in bank_set(goal).goals().wanted]
    return [{"goal": goal, "weight": None, "label": ""}]
