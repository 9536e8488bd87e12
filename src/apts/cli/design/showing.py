"""``apts games``, ``show`` and ``rules``: the library, and everything about one game."""

from __future__ import annotations

import shutil
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from apts.cli.arguments import DEFAULT_PAPER, GAME, JSON, LANGUAGE, OPTIONS, PLUGINS, SETTINGS
from apts.cli.settings import counted, load_game, print_json
from apts.errors import AptsError

if TYPE_CHECKING:
    from apts.engine.play.game import Game
    from apts.variants.tunables import Tunable

# ----------------------------------------------------------------------------------------------------------------
# ``apts games``: the library at a glance.


def games(plugins: PLUGINS = None, json: JSON = False) -> None:
    """List the games of the library, with the number of players, the kind and a short description of each."""
    from rich.console import Console
    from rich.table import Table

    from apts.games.catalogue import catalogue, players_shown

    entries = catalogue()
    if json:
        print_json([asdict(entry) for entry in entries])
        return
    table = Table("game", "players", "kind", "", box=None, pad_edge=False)
    for entry in entries:
        table.add_row(entry.name, players_shown(entry.players), entry.kind, entry.description)
    Console(markup=False, emoji=False, highlight=False).print(table)


# ----------------------------------------------------------------------------------------------------------------
# ``apts show``: everything about one game.


def show(
    game: GAME,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    kernel: Annotated[bool, typer.Option("--kernel", help="Print the generated code instead.")] = False,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Show the rules, the board, the parameters and the options of a game."""
    shown = load_game(game, option, set_)
    if kernel:
        source = kernel_source(shown)
        if json:
            print_json({"name": shown.name, "kernel": source})
        else:
            print(source)
    elif json:
        print_json(described(shown))
    else:
        _print(shown)


def kernel_source(game: Game) -> str:
    """The generated module of a game from rules text."""
    if game.from_rules is None:
        raise AptsError(f"{game.name} is a Python class; only games from rules text have a kernel")
    return game.from_rules.compiled.source


def described(game: Game) -> dict[str, Any]:
    """A game as plain values; what makes no sense to turn has a reason in place of a range."""
    state = game.start()
    return {
        "name": game.name,
        "players": game.players,
        "notice": game.notice,
        "rules": game.rules,
        "position": str(state),
        "board": state.board_text(),
        "dice": [str(die) for die in state.dice],
        "scores": None if state.scores is None else list(state.scores),
        "moves": [move.text for move in state.moves()],
        "parameters": [
            {
                "path": path,
                "line": line,
                "value": value,
                "low": one.low if one.fixed is None else None,
                "high": one.high if one.fixed is None else None,
                "fixed": one.fixed,
            }
            for path, line, value, one in _parameters(game)
        ],
        "options": [
            {
                "heading": option.heading,
                "chosen": game.chosen[option.heading],
                "items": [{"label": item.label, "description": item.description} for item in option.items],
            }
            for option in game.options
        ],
    }


def _parameters(game: Game) -> list[tuple[str, int | None, int | bool | str, Tunable]]:
    """Path, line, value and what it can be of every parameter of the rules, or of every argument of a class."""
    from apts.variants.tunables import turned_by_path

    turned = turned_by_path(game)
    if game.from_rules is None:
        return [(path, None, one.value, one) for path, one in turned.items()]
    return [(known.path, known.position.line, known.value, turned[known.path]) for known in game.parameters]


def _print(game: Game) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, markup=False, emoji=False)
    state = game.start()
    console.print(f"{game.name}, {counted(game.players, 'player')}\n", style="bold")
    if game.notice is not None:
        console.print(f"Note: {game.notice}\n", soft_wrap=True)
    console.print(game.rules.strip(), soft_wrap=True)
    if changed := _set_values(game):
        console.print(f"\nThe text is as it was written; other values are in force: {changed}", soft_wrap=True)
    console.print(f"\n{state.board_text()}\n")
    console.print(f"position: {state}", soft_wrap=True)
    texts = [move.text for move in state.moves()]
    console.print(f"{counted(len(texts), 'first move')}: {' '.join(texts[:20])}{' ...' if len(texts) > 20 else ''}\n")
    if found := _parameters(game):
        table = Table(box=None, pad_edge=False)
        for heading in ("parameter", "line", "value", "can be"):
            table.add_column(heading, overflow="fold")
        for path, line, value, one in found:
            table.add_row(path, "" if line is None else str(line), str(value), one.can_be)
        console.print(table)
    for option in game.options:
        console.print(f"\noption {option.heading}", style="bold")
        for item in option.items:
            mark = "*" if item.label == game.chosen[option.heading] else " "
            console.print(f" {mark} {item.label}" + (f": {item.description}" if item.description else ""))


def _set_values(game: Game) -> str:
    """The values that were set beside the text, each with its line."""
    values = game.from_rules.values_set if game.from_rules is not None else {}
    lines = {known.path: known.position.line for known in game.parameters}
    return ", ".join(f"{path} = {value} (line {lines.get(path, '?')})" for path, value in values.items())


# ----------------------------------------------------------------------------------------------------------------
# ``apts rules``: the rules of a game in plain sentences, to read or to print.


def rules(
    game: GAME,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out", metavar="FILE", help="Write a page (.html), a text (.txt) or a PDF to print and play (.pdf)."
        ),
    ] = None,
    paper: Annotated[str, typer.Option("--paper", metavar="a4|letter", help="The paper of a PDF.")] = DEFAULT_PAPER,
    lang: LANGUAGE = "en",
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Explain the rules of a game in plain sentences, or write them as a web page or a print-and-play PDF."""
    from apts.telling.rules_in_words import drawn_board, rules_as_data, rules_as_text, rules_in_words

    if out is not None:
        from apts.report.print_and_play.booklet import check_rules_file

        check_rules_file(out, paper)
    described = load_game(game, option, set_)
    words = rules_in_words(described, lang)
    written = None if out is None else _written(described, out, paper, lang)
    if json:
        print_json({**rules_as_data(words), "file": None if written is None else str(written)})
    elif written is not None:
        print(f"The rules of {described.name} are in {written}.")
    else:
        width = shutil.get_terminal_size().columns
        print(rules_as_text(words, drawn_board(described, lang), width), end="")


def _written(told: Game, out: str, paper: str, lang: str) -> Path:
    from apts.report.print_and_play.booklet import write_rules

    return write_rules(told, out, paper, lang)
