"""The manifest of a run: all that is needed to play it again."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from apts.agents.agent import Agent
from apts.agents.agent_registry import file_of, known_kind, version_of
from apts.agents.spelling_parts import spelling_parts
from apts.archive import RunManifest
from apts.archive.documents import manifest_digest
from apts.characters import shown
from apts.engine.opened_files import is_installed
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.class_inputs import digest_of, loaded_class
from apts.playtest.matches.class_settings import class_parameters
from apts.playtest.matches.game_source import KNOWN_TURNS, rules_of, source_of
from apts.playtest.matches.plan import Plan
from apts.playtest.matches.stopping import Until
from apts.version import apts_version

PLAYER = "player "
"""What the versions of agents are called by in a manifest, before the name of the kind."""

PLAYER_FILE = "file "
"""What the digests of their files are called by in a manifest, before the name of the file."""

DIGITS = 16
"""How much of such a digest is kept: enough to tell any two files apart."""


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
        versions={"apts": apts_version(), "numpy": np.__version__, **player_versions(plan), **player_files(plan)},
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


def player_files(plan: Plan) -> dict[str, str]:
    """The digests of the files that the agents of a plan are made of: models, learnt values, Python of one's own.

    What is installed, APTS with its own models among it, has its version instead.
    """
    found: dict[str, str] = {}
    for spec in dict.fromkeys([*plan.specs, *([plan.evaluation] if plan.evaluation else [])]):
        file = file_of(spec)
        if file is not None and Path(file).is_file():
            found[file] = digest_of(Path(file))
        found.update(_files_of_class(_class_of(plan, spec)))
    return {f"{PLAYER_FILE}{name}": found[name][:DIGITS] for name in sorted(found)}


def _class_of(plan: Plan, spec: str) -> type:
    """The class of an agent; that of all agents for words about a player, as in the side of a stress test."""
    kind = known_kind(spelling_parts(spec)[0])
    if spec not in plan.given and kind is not None and isinstance(kind.make, type):
        return kind.make
    try:
        return type(plan.agent(spec))
    except AptsError:
        return Agent


def _files_of_class(kind: type) -> dict[str, str]:
    """The file of a class and those beside it that it is made of, by their paths from its folder."""
    file = loaded_class(kind).file
    if file is None or is_installed(file):
        return {}
    folder, loaded = Path(file).parent, loaded_class(kind)
    files = {file: loaded.digest, **loaded.inputs}
    return {Path(os.path.relpath(path, folder)).as_posix(): digest for path, digest in files.items()}


def changed_players(old: RunManifest, new: RunManifest) -> str | None:
    """What is other about the agents of two runs that are alike in all else; None where something else differs, too."""
    if manifest_digest(_without_players(old)) != manifest_digest(_without_players(new)) or old.versions == new.versions:
        return None
    names = sorted(name for name in {*old.versions, *new.versions} if old.versions.get(name) != new.versions.get(name))
    return " and ".join(_change(name, old.versions.get(name, "1"), new.versions.get(name, "1")) for name in names)


def _change(name: str, before: str, now: str) -> str:
    if name.startswith(PLAYER_FILE):
        return f"agents made of {shown(name.removeprefix(PLAYER_FILE))}, which is not what it was then"
    return f"{name.removeprefix(PLAYER)} in version {before}, which now plays in version {now}"


def _without_players(manifest: RunManifest) -> RunManifest:
    of_players = (PLAYER, PLAYER_FILE)
    kept = {name: version for name, version in manifest.versions.items() if not name.startswith(of_players)}
    return replace(manifest, versions=kept)


def _parameters(game: Game) -> dict[str, Any]:
    """The numbers and truth values of the rules text, or the arguments of the class."""
    if game.definition is not None:
        return class_parameters(game)
    return {parameter.path: parameter.value for parameter in game.parameters}
