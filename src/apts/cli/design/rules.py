"""``apts rules``: the rules of a game in plain sentences, to read or to print."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from apts.cli.arguments import DEFAULT_PAPER, GAME, JSON, LANGUAGE, OPTIONS, PLUGINS, SETTINGS
from apts.cli.settings import load_game, print_json

if TYPE_CHECKING:
    from apts.engine.play.game import Game


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
    from apts.telling.drawn_board import drawn_board
    from apts.telling.plain_text import rules_as_data, rules_as_text
    from apts.telling.rules_in_words import rules_in_words

    if out is not None:
        from apts.report.print_and_play.rules_files import check_rules_file  # to read, pages need not be waited for

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
    from apts.report.print_and_play.rules_files import write_rules

    return write_rules(told, out, paper, lang)
