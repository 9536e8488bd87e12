"""Everything that a game needs on paper, as one PDF: the board, the pieces, the rules."""

from __future__ import annotations

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.locales import language_of
from apts.report.print_and_play.board_sheets import board_print, board_sheets
from apts.report.print_and_play.pdf import PAPERS, Page, pdf_file
from apts.report.print_and_play.piece_sheets import piece_sheets
from apts.report.print_and_play.rules_sheets import rules_sheets
from apts.similar_names import did_you_mean
from apts.telling.rules_in_words import rules_in_words
from apts.telling.voice import Voice, speaking

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
