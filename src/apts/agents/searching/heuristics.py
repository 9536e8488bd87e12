"""Heuristics by the names that agents are given."""

from __future__ import annotations

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.search.evaluation.heuristic import Heuristic

RULES = "rules"
"""The name of the heuristic that is derived from the rules of the game."""


def heuristic_for(game: Game, name: str, default: str) -> Heuristic | None:
    """The heuristic of that name for a game: ``rules``, a preset such as ``othello-combined``, or None for ``none``."""
    from apts.search.evaluation.rule_heuristics import derived_heuristic, preset, preset_names

    if name == "none":
        return None
    if game.from_rules is None:
        if name == default:
            return None
        raise AptsError(f"{game.name} is a Python class; heuristics are derived from rules text, so leave out {name!r}")
    if name == RULES:
        return derived_heuristic(game.from_rules.compiled)
    if name not in preset_names():
        raise AptsError(f"there is no heuristic {name!r}; there are none, {RULES}, {', '.join(preset_names())}")
    return preset(name)
