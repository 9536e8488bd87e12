"""Which play-tests people may ask the studio for: a request with allowed agents, goals and levels that ends soon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from apts.agents.levels import level_names
from apts.errors import AptsError
from apts.playtest.evidence.evidence import Goals
from apts.playtest.goals.bank import bank_names
from apts.playtest.goals.goal_files import bank_set, requested_goals
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.request_fields import check_shared
from apts.similar_names import did_you_mean
from apts.studio.security.allowed_agents import MOST_AGENTS, allowed_agent, allowed_agents
from apts.studio.security.allowed_goals import allowed_goal
from apts.studio.store.models import Models
from apts.variants.search.improve_request import ImproveRequest
from apts.variants.search.improve_settings import check_settings
from apts.variants.search.improving import METHODS

IN_THE_STUDIO = "in the studio"
"""How sentences call the machine that others use, too."""


def allowed_request(request: PlaytestRequest, models: Models, game: str) -> PlaytestRequest:
    """The request as a job takes it; what the studio does not play is refused with a sentence."""
    check_shared(request, IN_THE_STUDIO)

    def checked_evaluator(given: Any) -> str | None:
        return None if given is None else allowed_agent(given, models, game)

    return replace(
        request,
        agents=_allowed(request.agents, models, game),
        levels=None if request.levels is None else _known_levels(request.levels),
        evaluate=checked_evaluator(request.evaluate),
        evaluator=checked_evaluator(request.evaluator),
        goals=tuple(allowed_goal(one, models, game) for one in request.goals),
    )


def allowed_search(request: ImproveRequest, models: Models, game: str) -> ImproveRequest:
    """The same for a search: its goals one by one, those of a set with the name of the set."""
    check_shared(request, IN_THE_STUDIO)
    settings = request.settings()
    goals = [
        one
        for goal in request.goals
        for one in ([goal] if isinstance(goal, Mapping) else _weighed(allowed_goal(goal, models, game)))
    ]
    check_settings((requested_goals(goals) or Goals()).wanted, settings, METHODS)
    return replace(request, agents=_allowed(request.agents, models, game), edits=settings.kinds, goals=goals)


def _weighed(goal: str) -> list[dict[str, Any]]:
    """The goals of a set of the bank, or the one that a text says, as a search takes them."""
    if goal in bank_names():
        return [{"goal": str(one), "weight": one.weight, "label": goal} for one in bank_set(goal).goals().wanted]
    return [{"goal": goal, "weight": None, "label": ""}]


def _allowed(agents: Any, models: Models, game: str) -> Any:
    """Agents as one text or one by one, as a job takes them."""
    if isinstance(agents, str):
        return allowed_agents(agents, models, game)
    if agents is None:
        return None
    if not 0 < len(agents) <= MOST_AGENTS:
        raise AptsError(f"a play-test has 1 to {MOST_AGENTS} agents, not {len(agents)}")
    return tuple(allowed_agent(one, models, game) for one in agents)


def spelled_agents(request: PlaytestRequest) -> list[str]:
    """The spellings of all agents that a request names, as one text for each place."""
    named = [*request.agents] if isinstance(request.agents, tuple) else [request.agents]
    return [one for one in (*named, request.evaluate, request.evaluator) if isinstance(one, str)]


def _known_levels(levels: str | Sequence[str]) -> tuple[str, ...]:
    """The levels that were named."""
    named = tuple(levels.split(",")) if isinstance(levels, str) else tuple(levels)
    wrong = [name for name in named if name not in level_names()]
    if wrong:
        raise AptsError(f"there is no level {wrong[0]!r}{did_you_mean(wrong[0], level_names())}")
    if len(set(named)) != len(named):
        raise AptsError("name each level once")
    return named
