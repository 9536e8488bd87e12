"""The board on paper: on one sheet if its sites are large enough then, else in parts to be stuck together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, sqrt

from apts.board.picture.drawing import Frame
from apts.engine.rules_game import RulesGame
from apts.engine.text.drawing import BareBoard
from apts.report.print_and_play.pdf import MILLIMETRE, Page
from apts.report.print_and_play.pictures import Picture
from apts.telling.languages import wording

LEAST_SITE = 18 * MILLIMETRE
"""How far apart sites are at least, so that pieces can be taken by the fingers."""
LARGEST_SITE = 34 * MILLIMETRE
MOST_SHEETS = 36
"""Sheets of a board, about: six by six of them are more than a table has room for."""
MARGIN = 10 * MILLIMETRE
_FOOT = 6 * MILLIMETRE
_DRAWN = 1000
_GREY = (0.5, 0.5, 0.5)
_NOTE = 8.0


@dataclass(frozen=True)
class BoardPrint:
    """A board as it is printed; ``scale`` is what a unit of its drawing is in points."""

    game: RulesGame
    bare: BareBoard
    frame: Frame
    scale: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points."""
        return self.frame.width * self.scale, self.frame.height * self.scale

    @property
    def piece_radius(self) -> float:
        """The radius of a piece that fits all sites; seeds, of which many lie in a pit, are small."""
        if self.bare.pits:
            return 0.0
        return (
            min((self.frame.radius(site) for site in self.frame.shown), default=0.4 * self.frame.spacing) * self.scale
        )


def board_print(game: RulesGame, paper: tuple[float, float]) -> BoardPrint:
    """The board, as large as the paper allows, but no site smaller or larger than is good to play on.

    A board that would take very many sheets so is printed on fewer, with small sites: to look at, not to play on.
    """
    bare = game.bare_board()
    frame = bare.layers(_DRAWN).frame
    free_spaces = [_free_space(paper), _free_space((paper[1], paper[0]))]
    fits = max(min(width / frame.width, height / frame.height) for width, height in free_spaces)
    scale = min(max(fits, LEAST_SITE / frame.spacing), LARGEST_SITE / frame.spacing)
    area = max(width * height for width, height in free_spaces) * MOST_SHEETS
    scale = max(min(scale, sqrt(area / (frame.width * frame.height))), fits) if scale > fits else scale
    return BoardPrint(game, bare, frame, scale)


def _free_space(paper: tuple[float, float]) -> tuple[float, float]:
    return paper[0] - 2 * MARGIN, paper[1] - 2 * MARGIN - _FOOT


def board_sheets(board: BoardPrint, paper: tuple[float, float]) -> Iterator[Page]:
    """The pages of the board, row by row; upright or across, whichever takes fewer of them."""
    width, height = board.size
    choices = [paper, (paper[1], paper[0])]
    rows, columns, chosen = min(
        ((*_parts(board.size, choice), choice) for choice in choices), key=lambda found: found[0] * found[1]
    )
    space = _free_space(chosen)
    part = (min(space[0], width / columns), min(space[1], height / rows))
    picture = Picture(board.bare.svg(_DRAWN))
    for row in range(rows):
        for column in range(columns):
            page = Page(*chosen)
            x, y = (chosen[0] - part[0]) / 2, MARGIN
            page.begin_clip(x, y, *part)
            window = (x, y, x + part[0], y + part[1])
            picture.put(page, x - column * part[0], y - row * part[1], board.scale, window)
            page.end_clip()
            words = wording()["paper"]
            note = str(words["board"]).format(game=board.game.name)
            if rows * columns > 1:
                _cut_line(page, x, y, part)
                place = {"part": row * columns + column + 1, "parts": rows * columns}
                note += str(words["part"]).format(**place, row=row + 1, column=column + 1)
            page.text(MARGIN, y + part[1] + _FOOT, note, _NOTE, colour=_GREY)
            yield page


def _parts(size: tuple[float, float], paper: tuple[float, float]) -> tuple[int, int]:
    """How many rows and columns of sheets a board takes."""
    space = _free_space(paper)
    return ceil(size[1] / space[1] - 1e-6), ceil(size[0] / space[0] - 1e-6)


def _cut_line(page: Page, x: float, y: float, part: tuple[float, float]) -> None:
    corners = [(x + part[0], y), (x + part[0], y + part[1]), (x, y + part[1])]
    lines = [("m", (x, y)), *(("l", corner) for corner in corners), ("h", ())]
    page.path(lines, stroke=_GREY, width=0.5, dash=(3, 3))
