"""What jobs are asked to do: each kind with its own limits, and as the kinds in ``jobs/kinds`` take it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from apts.agents.levels import level_names
from apts.errors import AptsError
from apts.near_names import did_you_mean
from apts.playtest.goals.bank import bank_names
from apts.playtest.goals.goal_files import bank_set
from apts.playtest.matches.forecast import SETTLED_MOST
from apts.playtest.matches.play_settings import USUAL
from apts.studio.api.fields import AgentText, Asked, GoalText, Seed, SettingName, Settings, Title
from apts.studio.frame.asked_training import MOST_MINUTES, training_orders
from apts.studio.frame.studio import Studio
from apts.studio.frame.turning import ordered_settings, turned
from apts.studio.jobs.playtest_orders import PlaytestOrders
from apts.studio.security.allowed_agents import allowed_agent
from apts.studio.security.allowed_goals import allowed_goal
from apts.studio.store.models import Models
from apts.studio.store.shelf import ShelfGame
from apts.variants.search.edit_kinds import read_kinds
from apts.variants.search.improve_settings import ImproveSettings
from apts.variants.search.usual_search import MINUTES

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
    """Let agents play. Every word means what it means to `apts playtest`, and what is left out is chosen alike."""

    kind: Literal["playtest"]
    agents: Agents | None = None
    levels: (
        Annotated[list[Level], Field(min_length=2, max_length=8, description="Several strengths, instead of agents.")]
        | None
    ) = None
    amount: (
        Annotated[
            Literal["quick", "usual", "settled", "number"],
            Field(
                description="A first look, what fits the game, until enough is known, or so many matches; "
                "left out it follows from `matches` and `until`."
            ),
        ]
        | None
    ) = None
    matches: (
        Annotated[
            int,
            Field(
                ge=1,
                le=1_000_000,
                description=f"The number of matches, or the most until enough is known: {SETTLED_MOST:,} if left out.",
            ),
        ]
        | None
    ) = None
    until: (
        Annotated[
            str,
            Field(
                max_length=80,
                description='When to stop: "settled", "precision=0.03" or both with a comma, and "fewest=400" if wanted.',
                examples=["settled", "precision=0.03"],
            ),
        ]
        | None
    ) = None
    goals: Wanted = Field(default_factory=list)
    seed: Seed = USUAL.seed
    limit: Annotated[int, Field(ge=1, le=1_000_000, description="The most turns of a match.")] = USUAL.limit
    evaluate: Annotated[AgentText, Field(description="Gives values to the turns of agents without any.")] | None = None
    evaluator: Annotated[AgentText, Field(description="Gives values to all turns.")] | None = None
    luck: Annotated[int, Field(ge=0, le=1000, description="With chance: so many matches again with the same dice.")] = (
        USUAL.luck
    )


class ImproveAsked(_Ordered):
    """Search for the smallest edits of the rules that reach goals, for so many minutes or so many matches."""

    kind: Literal["improve"]
    goals: Annotated[list[GoalText], Field(min_length=1, max_length=20, examples=[["fair-seats"]])]
    minutes: (
        Annotated[float, Field(ge=0.05, le=180, description=f"{MINUTES:g} where no budget is named at all.")] | None
    ) = None
    matches: Annotated[int, Field(ge=1, le=10_000_000)] | None = None
    method: Literal["race", "tpe", "nsga2", "evolve"] = "race"
    agents: Annotated[list[AgentText], Field(min_length=1, max_length=8)] | None = None
    seed: Seed = USUAL.seed
    limit: Annotated[int, Field(ge=1, le=1_000_000, description="The most turns of a match.")] = USUAL.limit
    most: Annotated[int, Field(ge=12, le=100_000, description="Matches of a variant that is looked at in full.")] = (
        ImproveSettings.most
    )
    fresh: Annotated[int, Field(ge=1, le=100_000, description="Fresh matches that confirm the result.")] = (
        ImproveSettings.fresh
    )
    edits: Annotated[
        list[EditKind], Field(min_length=1, max_length=30, description="What may be changed.", examples=[["values"]])
    ] = Field(default_factory=lambda: ["all"])
    pins: Annotated[list[SettingName], Field(max_length=100, description="Parameters that stay as they are.")] = Field(
        default_factory=list
    )
    bounds: Annotated[
        list[SettingName],
        Field(max_length=100, description="From where to where a parameter may go.", examples=[["board.size=5..9"]]),
    ] = Field(default_factory=list)


class TrainAsked(_Ordered):
    """Teach a network the game by self-play, for so many minutes."""

    kind: Literal["train"]
    size: (
        Annotated[
            Literal["glance", "small", "medium", "large"],
            Field(description="How large the network and its cycles are; left out it fits the board."),
        ]
        | None
    ) = None
    minutes: (
        Annotated[float, Field(ge=0.05, le=MOST_MINUTES, description="Left out they are those of the size.")] | None
    ) = None
    start: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$", description="The job of an earlier network.")] | None = None


JobAsked = Annotated[PlaytestAsked | ImproveAsked | TrainAsked, Field(discriminator="kind")]
"""A job of any kind."""


def orders_of(asked: PlaytestAsked | ImproveAsked | TrainAsked, studio: Studio, game: ShelfGame) -> dict[str, Any]:
    """The orders of a job as its kind takes them; agents and goals that the studio does not allow are refused."""
    shown = turned(studio, game, asked.settings)
    orders: dict[str, Any] = {"version": game.version, **ordered_settings(shown)}
    if isinstance(asked, TrainAsked):
        return orders | training_orders(studio, game, asked.size, asked.minutes, asked.start)
    models = Models(studio.settings.folder)
    agents = None if asked.agents is None else [allowed_agent(one, models, game.id) for one in asked.agents]
    goals = [allowed_goal(one, models, game.id) for one in asked.goals]
    if isinstance(asked, PlaytestAsked):
        given: dict[str, Any] = {name: getattr(asked, name) for name in _AS_ASKED}
        for name in ("evaluate", "evaluator"):
            spelled = getattr(asked, name)
            given[name] = None if spelled is None else allowed_agent(spelled, models, game.id)
        return orders | PlaytestOrders(agents, _known_levels(asked), goals=goals, **given).as_data()
    return orders | {
        **_budget(asked),
        "seed": asked.seed,
        "agents": agents,
        "method": asked.method,
        "goals": [one for goal in goals for one in _weighed(goal)],
        "edits": list(read_kinds(",".join(asked.edits))),
        **{name: getattr(asked, name) for name in ("limit", "most", "fresh", "pins", "bounds")},
    }


_AS_ASKED = ("amount", "matches", "until", "seed", "limit", "luck")
"""Fields of a play-test that its orders have as they are."""


def _budget(asked: ImproveAsked) -> dict[str, float | None]:
    """The minutes or the matches of a search."""
    if asked.minutes is not None and asked.matches is not None:
        raise AptsError("give minutes or matches, not both")
    unsaid = asked.minutes is None and asked.matches is None
    return {"minutes": MINUTES if unsaid else asked.minutes, "matches": asked.matches}


def _known_levels(asked: PlaytestAsked) -> list[str]:
    """The levels that were named."""
    wrong = [name for name in asked.levels or () if name not in level_names()]
    if wrong:
        raise AptsError(f"there is no level {wrong[0]!r}{did_you_mean(wrong[0], level_names())}")
    if len(set(asked.levels or ())) != len(asked.levels or ()):
        raise AptsError("name each level once")
    return list(asked.levels or ())


def _weighed(goal: str) -> list[dict[str, Any]]:
    """The goals of a set of the bank, or the one that a text says, as a search takes them."""
    if goal in bank_names():
        return [{"goal": str(one), "weight": one.weight, "label": goal} for one in bank_set(goal).goals().wanted]
    return [{"goal": goal, "weight": None, "label": ""}]
