"""Who plays while variants are searched: as strong as the budget allows, and a second strength that must agree."""

from __future__ import annotations

from apts.agents.agent_registry import resolve_agents
from apts.engine.play.game import Game
from apts.playtest.matches.forecast import positions_a_match
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.matches.strength import doubled
from apts.search.least_iterations import least_iterations

ITERATIONS = (400, 200, 100, 50)
"""Budgets of a turn that are thought of, the best first; with fewer iterations play is hardly better than by lot."""

POSITIONS_A_MINUTE = 6e7
"""Positions of searches that two cores visit in a minute, rather too few than too many."""

MATCHES = 4000
"""Matches of the first strength that a search should be able to play, those of its confirmation among them."""

ENOUGH = 800
"""Matches that a search by the clock should have room for; where the machine is slower, weaker agents search."""

LEAST_POSITIONS = 3e4
"""A match is never cut to fewer positions than this for want of time."""

WEAK = (50, 25, 10)
"""Iterations of the second strength where the first is no tree search, the best first."""

WEAK_POSITIONS = 5e5
"""Positions that a match of it may visit: about a second on one core."""


def search_agents(game: Game, minutes: float) -> str:
    """The strongest agents that can play enough matches in so many minutes on a machine that does nothing else."""
    most = max(LEAST_POSITIONS, minutes * POSITIONS_A_MINUTE / MATCHES)
    an_iteration = positions_a_match(game, 1)
    fitting = next((count for count in ITERATIONS if count * an_iteration <= most), ITERATIONS[-1])
    return f"uct:iterations={max(fitting, least_iterations(game))}"


def weaker_agents(agents: str, capacity: float, least: int = 1) -> str | None:
    """Agents that can play enough matches where these have room for so many; None where they do, or none are weaker.

    None have fewer than ``least`` iterations.
    """
    spelled = f"uct:iterations={(iterations := agents.rpartition('=')[2])}"
    if capacity >= ENOUGH or agents != spelled or not iterations.isdecimal():
        return None
    fewest = max(least, ITERATIONS[-1])
    weaker = [count for count in dict.fromkeys((*ITERATIONS, fewest)) if fewest <= count < int(iterations)]
    fitting = (count for count in weaker if capacity * int(iterations) / count >= ENOUGH)
    return f"uct:iterations={next(fitting, weaker[-1])}" if weaker else None


def second_agents(agents: str, game: Game) -> str:
    """The same agents with twice the budget; others have a weak tree search beside them."""
    found = [doubled(one.spec, game) or _weak_search(game) for one in resolve_agents(agents)]
    return ",".join(found)


def _weak_search(game: Game) -> str:
    an_iteration = positions_a_match(game, 1)
    fitting = next((count for count in WEAK if count * an_iteration <= WEAK_POSITIONS), WEAK[-1])
    return f"uct:iterations={max(fitting, least_iterations(game))}"


def spelled_agents(play: PlaytestRequest) -> str | None:
    """The agents that were asked for, as they are spelled; None where nothing was said."""
    return None if play.agents is None else ",".join(one.spec for one in resolve_agents(play.agents))
