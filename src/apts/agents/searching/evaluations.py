"""Evaluations by the names that agents are given, and what one says of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apts.agents.agent_registry import known_kind
from apts.agents.spelling import read_settings, spelling_parts
from apts.engine.play.game import Game, State
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.games.catalogue import library_name
from apts.search.evaluation.given import derived_heuristic, preset, preset_names
from apts.search.evaluation.heuristic import Heuristic, Term
from apts.search.evaluation.written import read_evaluation
from apts.search.results import player_of
from apts.search.shipped import usual_game

RULES = "rules"
"""The name of the evaluation that is derived from the rules of the game."""

FITTED = "fitted"
"""The name of the evaluation that is fitted to the game by matches of its own search."""

OWN = "own"
"""The name of what plays by default: the evaluation that comes with the game where it has one, else that of its rules."""

NONE = "none"
SETTING = "heuristic"
"""What the setting of agents is called."""

SHIPPED = {"othello": "othello-combined"}
"""The games of the library that have an evaluation of their own."""


def evaluation_names() -> list[str]:
    """Everything that an evaluation may be called without naming a file."""
    return [OWN, RULES, FITTED, *preset_names()]


def is_file(name: str) -> bool:
    """Whether an evaluation is named by its file."""
    return name not in (NONE, *evaluation_names()) and ("." in name or "/" in name or "\\" in name)


def heuristic_for(game: Game, name: str, default: str) -> Heuristic | None:
    """The evaluation of that name for a game, or None for ``none``."""
    if name == NONE:
        return None
    if game.from_rules is None:
        if name == default:
            return None
        raise AptsError(f"{game.name} is a Python class; heuristics are derived from rules text, so leave out {name!r}")
    rules = game.from_rules
    if name == OWN:
        return own_evaluation(rules) or derived_heuristic(rules.compiled)
    if name == RULES:
        return derived_heuristic(rules.compiled)
    if name == FITTED:
        from apts.search.fitting.kept import fitted_evaluation

        return fitted_evaluation(rules, own_evaluation(rules)).heuristic
    if is_file(name):
        return read_evaluation(Path(name), rules.compiled)
    if name not in preset_names():
        raise AptsError(
            f"there is no heuristic {name!r}; there are {NONE}, {', '.join(evaluation_names())}, and files such as mine.txt"
        )
    return preset(name)


def figure_of_rules(
    game: Game, make: Callable[[RulesGame], Callable[[Any, int], float] | None]
) -> Callable[[State, int], float] | None:
    """A figure of flat positions and players as one of states and seats; None in Python classes, and where none is made."""
    found = None if game.from_rules is None else make(game.from_rules)
    if found is None:
        return None

    def figure(state: State, seat: int) -> float:
        known = state.from_rules
        if known is None:
            raise AptsError(f"this figure was made for {game.name}, not for {state.game.name}")
        return found(known.position, player_of(known.position, seat))

    return figure


def shipped_for(game: RulesGame) -> str | None:
    """The evaluation that comes with a game: only with its usual rules, for others may turn the aim around."""
    return SHIPPED.get(usual_game(game) or "") if library_name(game.name) in SHIPPED else None


def own_evaluation(game: RulesGame) -> Heuristic | None:
    """The evaluation that comes with a game; None where it has none."""
    name = shipped_for(game)
    return None if name is None else preset(name)


def named_evaluation(spec: str) -> str | None:
    """What the spelling of an agent says that positions are to be judged by; None where it says nothing."""
    name, rest = spelling_parts(spec)
    kind = known_kind(name)
    if kind is None or not any(setting.name == SETTING for setting in kind.settings):
        return None
    try:
        found = read_settings(rest, kind.settings, kind.positional, spec).get(SETTING)
    except AptsError:  # words about a player, as in the side of a stress test
        return None
    return found if isinstance(found, str) else None


def evaluations_of(game: Game, specs: Iterable[str]) -> dict[str, Any]:
    """The evaluations of some agents that do not come with APTS, by name, so that a run can be played again from them."""
    found: dict[str, Any] = {}
    if game.from_rules is None:
        return found
    for name in dict.fromkeys(map(named_evaluation, specs)):
        if name == FITTED:
            from apts.search.fitting.kept import fit_as_data, fitted_evaluation

            default = own_evaluation(game.from_rules)
            found[name] = fit_as_data(fitted_evaluation(game.from_rules, default), game.from_rules, default)
        elif name is not None and is_file(name):
            found[name] = read_evaluation(Path(name), game.from_rules.compiled).to_data()
    return found


# ----------------------------------------------------------------------------------------------------------------
# What an evaluation says of a position, feature by feature.


@dataclass(frozen=True)
class Part:
    """A feature of an evaluation, and the points that it gives each seat in a position."""

    term: Term
    points: tuple[float, ...]


@dataclass(frozen=True)
class Reasons:
    """What an evaluation says of a position: its parts, the largest first, and the points of each seat in all."""

    evaluation: str
    parts: tuple[Part, ...]
    points: tuple[float, ...]
    won: bool | None = None
    """Whether a fitted evaluation won its contest; None for others."""


def reasons_for(state: State, name: str) -> Reasons:
    """What the evaluation of that name says of a position."""
    game, known = state.game, state.from_rules
    if game.from_rules is None or known is None:
        raise AptsError(f"{game.name} is a Python class; evaluations are for games from rules text")
    heuristic = heuristic_for(game, name, OWN)
    if heuristic is None:
        raise AptsError(
            "an agent that judges positions by nothing has nothing to tell; name an evaluation, such as rules"
        )
    machine = game.from_rules.machine
    players = [player_of(known.position, seat) for seat in range(1, game.players + 1)]
    by_seat = [heuristic.parts(machine, known.position, player) for player in players]
    parts = [Part(term, tuple(points[place] for points in by_seat)) for place, term in enumerate(heuristic.terms)]
    parts.sort(key=lambda part: -max(map(abs, part.points)))
    won = None
    if name == FITTED:
        from apts.search.fitting.kept import fitted_evaluation

        won = fitted_evaluation(game.from_rules, own_evaluation(game.from_rules)).kept
    totals = tuple(heuristic.value(machine, known.position, player) for player in players)
    return Reasons(name, tuple(parts), totals, won)
