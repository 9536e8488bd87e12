"""The manifest of a run: all that is needed to play it again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from apts.agents.agent_registry import version_of
from apts.agents.spelling_parts import spelling_parts
from apts.archive import RunManifest
from apts.archive.documents import manifest_digest
from apts.engine.play.game import Game
from apts.playtest.matches.class_settings import class_parameters
from apts.playtest.matches.game_source import KNOWN_TURNS, rules_of, source_of
from apts.playtest.matches.plan import Plan
from apts.playtest.matches.stopping import Until
from apts.version import apts_version

PLAYER = "player "
"""What the versions of agents are called by in a manifest, before the name of the kind."""


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
        versions={"apts": apts_version(), "numpy": np.__version__, **player_versions(plan)},
        command=command,
    )


def player_versions(plan: Plan) -> dict[str, str]:
    """The versions of the agents of a plan by kind; those that still play as they always did are left out."""
    specs = [*plan.specs, *([plan.evaluation] if plan.evaluation else [])]
    found = {
        f"{PLAYER}{spelling_parts(spec)[0]}": plan.given[spec].version if spec in plan.given else version_of(spec)
        for spec in specs
    }
    return {name: str(version) for name, version in sorted(found.items()) if version > 1}


def changed_players(old: RunManifest, new: RunManifest) -> str | None:
    """What is other about the agents of two runs that are alike in all else; None where something else differs, too."""
    if manifest_digest(_without_players(old)) != manifest_digest(_without_players(new)) or old.versions == new.versions:
        return None
    names = sorted(name for name in {*old.versions, *new.versions} if old.versions.get(name) != new.versions.get(name))
    return " and ".join(
        f"{name.removeprefix(PLAYER)} in version {old.versions.get(name, '1')}, which now plays in version "
        f"{new.versions.get(name, '1')}"
        for name in names
    )


def _without_players(manifest: RunManifest) -> RunManifest:
    kept = {name: version for name, version in manifest.versions.items() if not name.startswith(PLAYER)}
    return replace(manifest, versions=kept)


def _parameters(game: Game) -> dict[str, Any]:
    """The numbers and truth values of the rules text, or the arguments of the class."""
    if game.definition is not None:
        return class_parameters(game)
    return {parameter.path: parameter.value for parameter in game.parameters}
