"""Who plays while variants are searched and confirmed: as strong as the budget allows, at budgets a factor of four apart."""

from __future__ import annotations

from apts.agents.agent_registry import agent_without_files, resolve_agents
from apts.agents.calibrating.thin_searches import thin_searches
from apts.engine.play.game import Game
from apts.playtest.matches.forecast import budgets, counted, positions_a_match, with_budget
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.search.least_iterations import least_iterations

FACTOR = 4
"""How far the strengths of a ladder lie apart: neighbours at twice the budget can hardly be told apart."""

STRENGTHS = 3
"""Strengths at which a variant is held against its goals."""

ITERATIONS = (400, 200, 100, 50)
"""Budgets of a turn that are thought of, the best first; with fewer iterations play is hardly better than by lot."""

POSITIONS_A_MINUTE = 6e7
"""Positions of searches that two cores visit in a minute, rather too few than too many."""

SEARCHED = 2000
"""Matches by the players of the search that it should be able to play before the fresh ones."""

ENOUGH = 800
"""Matches that a search by the clock should have room for; where the machine is slower, weaker agents search."""

LEAST_POSITIONS = 3e4
"""A match is never cut to fewer positions than this for want of time."""

WEAK = (50, 25, 10)
"""Iterations of the first tree search beside players that are none, the best first."""

WEAK_POSITIONS = 5e5
"""Positions that a match of it may visit: about a second on one core."""


def search_agents(game: Game, minutes: float, fresh: float = SEARCHED) -> str:
    """The strongest agents that can play enough matches in so many minutes on a machine that does nothing else.

    ``fresh`` are the matches of the confirmation, in matches of the search's own players.
    """
    most = max(LEAST_POSITIONS, minutes * POSITIONS_A_MINUTE / (SEARCHED + fresh))
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


def strength_ladder(agents: str, game: Game) -> tuple[str, ...]:
    """The agents with a quarter of their budget, as they are, and with four times it, the weakest first.

    Where a quarter is too little for the game, they are the weakest, and the strongest think sixteen times as much. Beside
    agents that are not measured in iterations or nodes a weak tree search takes the next places.
    """
    weaker = stronger_agents(agents, game, 1 / FACTOR)
    found = [agents] if weaker is None else [weaker, agents]
    while len(found) < STRENGTHS:
        found.append(stronger_agents(found[-1], game) or found[-1])
    return tuple(dict.fromkeys(found))


def second_agents(agents: str, game: Game) -> str:
    """The agents of the next strength: four times the budget, or a weak search beside agents that do not search."""
    return stronger_agents(agents, game) or agents


def stronger_agents(agents: str, game: Game, times: float = FACTOR) -> str | None:
    """The same agents with so many times their budgets; None where that is too little for the game.

    Agents without a budget have a weak tree search in their place, where they are to be stronger.
    """
    found = [_with_times(one.spec, game, times) for one in resolve_agents(agents)]
    return None if None in found else ",".join(map(str, found))


def _with_times(spec: str, game: Game, times: float) -> str | None:
    made = agent_without_files(spec)
    if made is not None:
        made = made.playing(game)
    known = None if made is None else counted(made)
    if made is None or known is None:
        return _weak_search(game) if times > 1 else None
    changed = with_budget(made, max(1, round(known * times)))
    return None if times < 1 and thin_searches(game, [changed]) else changed.spec


def _weak_search(game: Game) -> str:
    an_iteration = positions_a_match(game, 1)
    fitting = next((count for count in WEAK if count * an_iteration <= WEAK_POSITIONS), WEAK[-1])
    return f"uct:iterations={max(fitting, least_iterations(game))}"


def ladder_budgets(ladder: tuple[str, ...], game: Game) -> tuple[float | None, ...]:
    """The mean budget of the agents of each strength; None where one of them is not measured in iterations or nodes."""
    found = []
    for agents in ladder:
        known = budgets([one.spec for one in resolve_agents(agents)], game)
        counts = [count for count in known if count]
        found.append(sum(counts) / len(counts) if len(counts) == len(known) else None)
    return tuple(found)


def ladder_cost(ladder: tuple[str, ...], agents: str, game: Game) -> float:
    """What a match at each of the strengths takes, in matches of these agents."""
    known = dict(zip(ladder, ladder_budgets(ladder, game), strict=True))
    own = known.get(agents)
    return sum(1.0 if own is None or budget is None else budget / own for budget in known.values())


def spelled_agents(play: PlaytestRequest) -> str | None:
    """The agents that were asked for, as they are spelled; None where nothing was said."""
    return None if play.agents is None else ",".join(one.spec for one in resolve_agents(play.agents))
