"""Everything that a game needs on paper, as one PDF: the board, the pieces, the rules."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from os import PathLike
from pathlib import Path

from markupsafe import Markup

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.locales import language_of
from apts.locales.grammar import read_in
from apts.report.page_frame import page_style, templates
from apts.report.print_and_play.pdf import PAPERS, Page, pdf_file
from apts.report.print_and_play.sheets import board_print, board_sheets, piece_sheets, rules_sheets
from apts.report.writing import check_target, write_bytes, write_file
from apts.similar_names import did_you_mean
from apts.telling.outline import Item
from apts.telling.rules_in_words import drawn_board, rules_as_text, rules_in_words
from apts.telling.teller import sentence
from apts.telling.voice import Voice, speaking, words_of

DEFAULT_PAPER = "a4"


def paper_size(name: str) -> tuple[float, float]:
    """The size of a paper in points."""
    known = name.strip().lower()
    if known not in PAPERS:
        raise AptsError(f"there is no paper {name!r}; there are {' and '.join(PAPERS)}{did_you_mean(known, PAPERS)}")
    return PAPERS[known]


def print_and_play(game: Game, paper: str = DEFAULT_PAPER, language: str = "en") -> bytes:
    """A PDF of board, pieces and rules; of a game written as a class, whose board is not known, the rules alone."""
    size = paper_size(paper)
    pages: list[Page] = []
    if game.from_rules is not None:
        board = board_print(game.from_rules, size)
        with speaking(Voice(language=language_of(language))):
            pages += board_sheets(board, size)
            pages += piece_sheets(game.from_rules, board.piece_radius, size)
    pages += rules_sheets(rules_in_words(game, language), size)
    return pdf_file(pages, game.name)


# ----------------------------------------------------------------------------------------------------------------
# The rules in words as one HTML file with the board, good to read and to print.


def rules_html(game: Game, language: str = "en") -> str:
    """The rules of a game as the text of an HTML page."""
    rules = rules_in_words(game, language)
    with read_in(language):
        board = Markup(game.start().svg())
    sections = [(section.heading, Markup("".join(_listed(section.items)))) for section in rules.sections]
    page = templates().get_template("rules.html")
    title = str(words_of(rules.language)["paper"]["rules"]).format(game=rules.title)
    shown = {"title": title, "rules": rules, "sections": sections, "board": board}
    return page.render(style=Markup(page_style()), **shown)


def _listed(items: tuple[Item, ...]) -> Iterator[str]:
    """Items as a list, those inside an item as a list inside it."""
    yield "<ul>"
    for item in items:
        yield f"<li>{_marked(sentence(item.text))}"
        if item.inside:
            yield from _listed(item.inside)
        yield "</li>"
    yield "</ul>"


def _marked(text: str) -> str:
    """A sentence with its rules text in code type."""
    parts = [escape(part) for part in text.split("`")]
    return "".join(f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts))


# ----------------------------------------------------------------------------------------------------------------
# Rules in words as a file: a page, a text, or a PDF to print and play.

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
