"""``apts check``: is a rules file in order?"""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from apts.cli.arguments import JSON, OPTIONS, PLUGINS
from apts.cli.settings import counted, load_game, print_json
from apts.engine.class_contract import check_written_game
from apts.engine.doubts import doubts
from apts.engine.play.game import Game
from apts.engine.playing_on import announcement
from apts.errors import AptsError
from apts.language.problems import Problem


def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The path of a rules file, .lud or .py.")],
    option: OPTIONS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Check a rules file: say ok, or show every mistake with its place; a class is tried out in random matches."""
    path = file if file.endswith((".lud", ".py")) or "/" in file else f"./{file}"
    try:
        game = load_game(path, option)
        check_written_game(game)
        summary = summarised(game)
    except AptsError as error:
        if not json:
            raise
        print_json({"ok": False, "message": str(error), "problems": problems_of(error)})
        sys.exit(1)
    if json:
        print_json({"ok": True, **summary})
    else:
        counts = {"player": "players", "first move": "moves", "parameter": "parameters", "option": "options"}
        print(f"ok: {game.name}, {', '.join(counted(summary[key], word) for word, key in counts.items())}")
        if summary["plays_on"]:
            print(summary["plays_on"])
        if game.notice is not None:
            print(f"Note: {game.notice}")
        for doubt in summary["doubts"]:
            print(f"Note: {doubt}")


def summarised(game: Game) -> dict[str, Any]:
    """What is told of a game that is in order."""
    return {
        "name": game.name,
        "players": game.players,
        "moves": len(game.start().moves()),
        "parameters": len(game.parameters),
        "options": len(game.options),
        "plays_on": announcement(game),
        "notice": game.notice,
        "doubts": list(doubts(game)),
    }


def problems_of(error: AptsError) -> list[dict[str, Any]]:
    """Each problem of an error with its place, where the error knows places."""
    problems: list[Problem] = [*getattr(error, "problems", ()), *getattr(error, "unsupported", ())]
    return [
        {
            "file": problem.position.file,
            "line": problem.position.line,
            "column": problem.position.column,
            "message": problem.message,
            "expected": list(problem.expected),
            "nearest": list(problem.nearest),
        }
        for problem in problems
    ]
