"""Who can be played against in a published game: agents that search, as numbers that a script reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent
from apts.agents.engines.ladder import plain_ladder, without_contests
from apts.agents.kinds.adaptive_agent import EAGERNESS, ECHO, PATIENCE, AdaptiveAgent
from apts.agents.kinds.alphabeta_agent import AlphaBetaAgent
from apts.agents.kinds.level_agent import LevelAgent
from apts.agents.kinds.model_agent import ModelAgent
from apts.agents.kinds.uct_agent import UctAgent
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.learning.networks.model_file import ModelProblem
from apts.publish.default_opponents import OPPONENTS
from apts.publish.program import MOST_TABLE_BITS, level_depth, packed, packed_weights, published_rules, terms_name
from apts.search.memory import real_view
from apts.search.minimax.alphabeta import AlphaBetaSearch
from apts.search.trees import descent
from apts.search.trees.monte_carlo import TreeSearch, TreeSettings

_NOTHING: dict[str, Any] = {
    "iterations": None, "seconds": None, "breadth": 0, "loss": 0.0, "settings": None, "adapting": None, "network": None,
    "sides": None,
}  # fmt: skip
"""What is shown of an agent that has no description."""


def opponents(game: Game, specs: Sequence[str] = OPPONENTS) -> list[dict[str, Any]]:
    """What a script must know of agents to play like them, ready to be written as JSON.

    For each: its ``spec``; its budget (``iterations``, or ``breadth`` for each legal move where that is more, and
    ``seconds``); the ``loss`` that makes it weaker; the ``settings`` of its search; for an agent that
    adapts the numbers that it adapts by, as ``adapting``, else null; for a model the weights of its ``network``, else null;
    for alpha-beta the numbers of its search and the name of its terms as ``sides``, else null. The last
    two can be played only with a program that was made for them (see :func:`published_model`, :func:`published_sides`).
    """
    return [_opponent(game, spec) for spec in specs]


def published_model(specs: Sequence[str]) -> ModelAgent | None:
    """The model among some agents, for :func:`apts.publish.program.wasm_module`; a page has room for one."""
    models = [made for made in map(agent, specs) if isinstance(made, ModelAgent)]
    if len(models) > 1:
        raise AptsError(f"a page can hold one model, and there are {len(models)}")
    return models[0] if models else None


def published_sides(game: Game, specs: Sequence[str]) -> list[tuple[AlphaBetaSearch, int | None]]:
    """The alpha-beta searches among some agents with their depths, as the program takes them."""
    made = [(page_agent(game, spec), spec) for spec in specs]
    return [(_search_ahead(game, one, spec), one.depth) for one, spec in made if isinstance(one, AlphaBetaAgent)]


def published_searches(game: Game, specs: Sequence[str]) -> list[TreeSettings]:
    """The tree searches among some agents that judge positions, for which a program needs room."""
    made = [one.tree_settings(game) for one in (page_agent(game, spec) for spec in specs) if isinstance(one, UctAgent)]
    return [settings for settings in made if settings.heuristic is not None]


def fitting(game: Game, specs: Sequence[str]) -> list[str]:
    """The agents without the models that were trained on other rules."""
    return [spec for spec in specs if _fits(game, agent(spec))]


def _fits(game: Game, given: Agent) -> bool:
    if not isinstance(given, ModelAgent):
        return True
    try:
        given.model.check(published_rules(game))
    except ModelProblem:
        return False
    return True


def page_agent(game: Game, spec: str) -> Agent:
    """Who plays for an agent on a page: for a level the agent of its ladder if pages can play like it, else that of plain
    tree search. Nothing is fitted and no contest is played for a page.
    """
    given = agent(spec)
    if not isinstance(given, LevelAgent):
        return given.playing(game)
    with without_contests():
        found = given.playing(game)
    try:
        _told(game, found, spec)
    except AptsError:
        return agent(plain_ladder(game).step(given.level).agent)
    return found


def _opponent(game: Game, spec: str) -> dict[str, Any]:
    return _told(game, page_agent(game, spec), spec)


def _told(game: Game, given: Agent, spec: str) -> dict[str, Any]:
    adapting = None
    if isinstance(given, ModelAgent):
        return _model(given, spec)
    if isinstance(given, AlphaBetaAgent):
        return _sides(game, given, spec)
    if isinstance(given, AdaptiveAgent):
        adapting = {"lead": given.lead, "echo": ECHO, "eagerness": EAGERNESS, "patience": PATIENCE}
        given = given.strongest(game)
    search = _published(given, spec)
    return {
        **_NOTHING,
        "spec": spec,
        "iterations": search.iterations,
        "seconds": search.seconds,
        "breadth": search.breadth,
        "loss": search.loss,
        "settings": _settings(game, search),
        "adapting": adapting,
    }


def _model(given: ModelAgent, spec: str) -> dict[str, Any]:
    if given.softening > 0:
        raise AptsError(f"a page cannot play like {spec}: its models always play the move that they hold for best")
    return {
        **_NOTHING,
        "spec": f"model:{given.model.path.stem}",  # where the file lay is nobody's business
        "iterations": given.settings.simulations,
        "network": packed_weights(given),
    }


def _sides(game: Game, given: AlphaBetaAgent, spec: str) -> dict[str, Any]:
    search = _search_ahead(game, given, spec)
    settings = search.settings
    numbers = {
        "depth": level_depth(given.depth), "nodes": given.nodes, "scale": settings.scale, "table": settings.table_bits,
        "quiet": search.looks_at_captures, "reduce": settings.reduce,
    }  # fmt: skip
    return {
        **_NOTHING,
        "spec": spec,
        "seconds": given.seconds,
        "loss": given.loss,
        "sides": {**numbers, "terms": terms_name(search.search)},
    }


def _search_ahead(game: Game, given: AlphaBetaAgent, spec: str) -> AlphaBetaSearch:
    """The search of the agent, if pages can play like it."""
    if given.softening > 0 and given.loss <= 0:
        raise AptsError(f"a page cannot play like {spec}: there alphabeta always plays the move that it holds for best")
    search = given.new_search(published_rules(game))
    assert isinstance(search, AlphaBetaSearch)
    if search.players > 2 or search.chance:
        why = "chance" if search.chance else f"{search.players} seats"
        raise AptsError(
            f"a page cannot play like {spec}: alphabeta is published for one or two seats without chance, "
            f"and {game.name} has {why}"
        )
    if search.settings.table_bits > MOST_TABLE_BITS:
        raise AptsError(f"a page cannot play like {spec}: a page can hold a table of at most {MOST_TABLE_BITS}")
    return search


def _published(given: Agent, spec: str) -> UctAgent:
    """The agent, if pages can play like it."""
    searches = type(given) is UctAgent and not given.grave and given.choice == "visits" and given.softening <= 0
    if not isinstance(given, UctAgent) or not searches or not given.reuse:
        raise AptsError(
            f"a page cannot play like {spec}: levels can be published, adaptive, uct with iterations, seconds, c, "
            "playout, heuristic, scale, prior, expand, solve, loss and breadth, and alphabeta with depth, seconds, "
            "nodes, heuristic, scale, table, quiet, reduce and loss"
        )
    return given


def _settings(game: Game, search: UctAgent) -> dict[str, Any]:
    """The numbers of a search that are data of the program."""
    settings = search.tree_settings(game)
    if settings.rave or settings.eyes:
        raise AptsError(f"a page cannot play like {search.spec}: it has no rave, and only uniform playouts")
    if settings.most_nodes < TreeSettings().most_nodes:
        raise AptsError(f"a page cannot play like {search.spec}: how many nodes a tree has there depends on its memory")
    return {
        "c": settings.c,
        "playout": settings.playout_limit,
        "expand": settings.expand_after,
        "solve": settings.solve,
        "judgement": _judgement(game, settings),
    }


def _judgement(game: Game, settings: TreeSettings) -> dict[str, Any] | None:
    """What positions are judged by, as the words that the search reads."""
    if settings.heuristic is None:
        return None
    arrays = TreeSearch(published_rules(game).machine, settings).arrays()
    numbers = arrays["settings"]
    return {
        "terms": packed(map(int, arrays["terms"])),
        "guided": int(numbers[descent.GUIDED]),
        "scale": float(real_view(numbers)[descent.SCALE]),
        "prior": int(numbers[descent.PRIOR]),
    }
