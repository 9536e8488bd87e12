"""The manifest of a run: all that is needed to play it again."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from apts.archive import RunManifest
from apts.engine.play.game import Game
from apts.playtest.matches.class_settings import class_parameters
from apts.playtest.matches.game_source import KNOWN_TURNS, rules_of, source_of
from apts.playtest.matches.plan import Plan
from apts.playtest.matches.stopping import Until


def manifest_of(plan: Plan, matches: int, command: str = "", until: Until | None = None) -> RunManifest:
    """All that is needed to play the run again."""
    game = plan.game
    settings: dict[str, Any] = {"turn_limit": plan.limit, "evaluation": plan.evaluation}
    if plan.everyone:
        settings["evaluated"] = "all"
    source = source_of(game)
    if source is not None:
        settings["source"] = source
    if game.turns is not None:
        settings[KNOWN_TURNS] = game.turns
    if until is not None:
        settings["until"] = str(until)
    return RunManifest(
        game=game.name,
        players=game.players,
        rules=rules_of(game),
        agents=plan.specs,
        seed=plan.seed,
        matches=matches,
        options=dict(game.chosen),
        parameters=_parameters(game),
        settings=settings,
        versions={"apts": _version(), "numpy": np.__version__},
        command=command,
    )


def _parameters(game: Game) -> dict[str, Any]:
    """The numbers and truth values of the rules text, or the arguments of the class."""
    if game.definition is not None:
        return class_parameters(game)
    return {parameter.path: parameter.value for parameter in game.parameters}


def _version() -> str:
    try:
        return version("apts")
    except PackageNotFoundError:
        return "unknown"
