"""Makes the players that come with APTS: ``python -m tools.shipped_players [GAMES]`` for some games, or for all.

For each game it fits an evaluation, lets the engines meet, sets the levels by matches unless these are too long, and
writes what came of it into ``src/apts/search/shipped``. A game whose file fits its rules and the present agents is left
alone, so that the program can be broken off and started again; ``--again`` makes the files anew. ``--check`` only names the
games without such a file.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from time import process_time
from typing import Any

from apts.agents.agent_registry import version_of
from apts.agents.calibrating.calibration import MATCHES, MINUTES, Calibration, least_minutes
from apts.agents.engines import engine_choice, ladder
from apts.agents.engines.engine_choice import UNITS, choice_as_data, engine_of
from apts.agents.engines.ladder import ladder_as_data
from apts.agents.searching.evaluations import own_evaluation
from apts.engine.rules_game import RulesGame
from apts.games.catalogue import library_files
from apts.games.library import load
from apts.search.fitting import fit
from apts.search.fitting.kept import fit_as_data, fitted_evaluation

FOLDER = Path(__file__).parents[1] / "src" / "apts" / "search" / "shipped"
SEED = 1

DEAREST = 5.0
"""Minutes of work: a game whose levels take more even with the fewest matches comes without, and has provisional ones."""


def playable(name: str) -> RulesGame | None:
    """A game of the library with its usual rules, if agents can meet in it."""
    game = load(name).from_rules
    return game if game is not None and game.players > 1 else None


def keys_of(name: str) -> dict[str, Any]:
    """What tells the rules of a game of the library and the players of now from all others.

    That is the text of the rules: how they are compiled changes nothing in how agents play.
    """
    versions = {kind: version_of(kind) for kind in sorted(UNITS)}
    rules = hashlib.sha256(library_files()[name].read_bytes()).hexdigest()[:32]
    return {"rules": rules, "fit": fit.VERSION, "contest": engine_choice.VERSION, "levels": ladder.VERSION, **versions}


def is_present(name: str, data: Mapping[str, Any]) -> bool:
    """Whether the content of a file was made for these rules and the agents of now."""
    return data.get("keys") == keys_of(name)


def known(name: str) -> dict[str, Any]:
    """The content of the file of a game; nothing where there is none."""
    path = FOLDER / f"{name}.json"
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return data


def made(name: str, game: RulesGame, minutes: float, matches: int) -> dict[str, Any]:
    """Evaluation, engine and, where they can be had, levels of a game."""
    default = own_evaluation(game)
    evaluation = fit_as_data(fitted_evaluation(game, default), game, default)
    engine = choice_as_data(engine_of(game))
    data = {"keys": keys_of(name), "evaluation": evaluation, "engine": engine}
    if least_minutes(game, SEED) > DEAREST:
        return data
    return {**data, "levels": ladder_as_data(Calibration(game, SEED, minutes, matches).ladder())}


def main() -> None:
    """Make the files of some games, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="names of the library; by default all games")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="counted work of a calibration, in minutes")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--again", action="store_true", help="make files that fit anew, too")
    parser.add_argument("--check", action="store_true", help="only name the games without a file that fits")
    asked = parser.parse_args()
    missing = 0
    for name in asked.games or library_files():
        game = playable(name)
        if game is None or (is_present(name, known(name)) and not asked.again):
            continue
        missing += 1
        if asked.check:
            print(name)
            continue
        path, began = FOLDER / f"{name}.json", process_time()
        path.unlink(missing_ok=True)  # what was shipped before must not be taken for what is found now
        data = made(name, game, asked.minutes, asked.matches)
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        print(f"{name}: {data['engine']['engine']}, {process_time() - began:.0f} s", flush=True)
    if asked.check and missing:
        sys.exit(1)


if __name__ == "__main__":
    main()
