"""Who can be played against in a published game: agents that search a tree, as numbers that a script reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent
from apts.agents.kinds.adaptive_agent import EAGERNESS, ECHO, PATIENCE, AdaptiveAgent
from apts.agents.kinds.uct_agent import UctAgent
from apts.agents.levels import level_names
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.publish.packed_words import packed
from apts.search.trees.descent import UTILITY
from apts.search.trees.monte_carlo import TreeSearch

OPPONENTS = (*(f"level:{name}" for name in level_names()), "adaptive", "uct:seconds=1")
"""The usual ones: all levels, one that follows the strength of its opponents, and one that thinks for a second."""


def opponents(game: Game, specs: Sequence[str] = OPPONENTS) -> list[dict[str, Any]]:
    """What a script must know of agents to play like them, ready to be written as JSON.

    For each: its ``spec``; its budget (``iterations``, or ``breadth`` for each legal move where that is more, and
    ``seconds``); the ``loss`` that makes it weaker; the numbers of its search as packed ``words``; and for an agent
    that adapts the numbers that it adapts by, as ``adapting``, else null.
    """
    return [_opponent(game, spec) for spec in specs]


def _opponent(game: Game, spec: str) -> dict[str, Any]:
    given = agent(spec).playing(game)
    adapting = None
    if isinstance(given, AdaptiveAgent):
        adapting = {"lead": given.lead, "echo": ECHO, "eagerness": EAGERNESS, "patience": PATIENCE}
        given = given.strongest(game)
    search = _published(given, spec)
    return {
        "spec": spec,
        "iterations": search.iterations,
        "seconds": search.seconds,
        "breadth": search.breadth,
        "loss": search.loss,
        "words": _words(game, search),
        "adapting": adapting,
    }


def _published(given: Agent, spec: str) -> UctAgent:
    """The agent, if pages can play like it."""
    searches = type(given) is UctAgent and not given.grave and given.choice == "visits" and given.softening <= 0
    if not isinstance(given, UctAgent) or not searches or not given.reuse:
        raise AptsError(
            f"a page cannot play like {spec}: levels can be published, adaptive, and uct with iterations, seconds, c, "
            "playout, expand, solve, loss and breadth"
        )
    return given


def _words(game: Game, search: UctAgent) -> str:
    """The numbers at the head of the settings of a search, which are data of the program."""
    settings = search.tree_settings(game)
    if settings.heuristic is not None or game.from_rules is None:
        raise AptsError(f"a page cannot play like {search.spec}: it has no heuristics for playouts that are cut")
    numbers = TreeSearch(game.from_rules.machine, settings).memory()[4]
    return packed(map(int, numbers[:UTILITY]))
