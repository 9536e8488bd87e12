"""Rules in words as a file: a page, a text, or a PDF to print and play."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.report.print_and_play.booklet import DEFAULT_PAPER, paper_size, print_and_play
from apts.report.print_and_play.rules_page import rules_html
from apts.report.writing import check_target, write_bytes, write_file
from apts.telling.drawn_board import drawn_board
from apts.telling.plain_text import rules_as_text
from apts.telling.rules_in_words import rules_in_words

KINDS = (".html", ".txt", ".pdf")


def check_rules_file(path: str | PathLike[str], paper: str = DEFAULT_PAPER) -> Path:
    """The path of a file that rules can be written to; before the game is loaded, so that a slip costs no time."""
    paper_size(paper)
    target = check_target(path)
    if target.suffix.lower() not in KINDS:
        raise AptsError(
            f"rules are written to a file that ends in {', '.join(KINDS[:-1])} or {KINDS[-1]}, not to {str(path)!r}"
        )
    return target


def write_rules(game: Game, path: str | PathLike[str], paper: str = DEFAULT_PAPER, language: str = "en") -> Path:
    """Write the rules of a game to a file, in the form that its name asks for and in a language."""
    target = check_rules_file(path, paper)
    kind = target.suffix.lower()
    if kind == ".pdf":
        return write_bytes(target, print_and_play(game, paper, language))
    if kind == ".html":
        return write_file(target, rules_html(game, language))
    return write_file(target, rules_as_text(rules_in_words(game, language), drawn_board(game, language)))
