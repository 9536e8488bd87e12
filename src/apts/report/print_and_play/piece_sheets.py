"""The pieces on paper, to be cut out: as many of each kind and seat as a match needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from apts.board.picture.drawing_pieces import PieceMark, draw_piece, letters
from apts.engine.rules_game import RulesGame
from apts.report.print_and_play.board_sheets import MARGIN
from apts.report.print_and_play.pdf import MILLIMETRE, Page, text_width
from apts.report.print_and_play.pictures import Picture
from apts.telling.coming_pieces import added_kinds, promoted_kinds
from apts.telling.languages import wording
from apts.telling.rules_in_words import seat_in_words
from apts.telling.table import starting_pieces
from apts.telling.teller import many

MOST = 60
"""Pieces of one kind and seat that are printed; who needs more prints the sheet twice."""
_PROMOTED = 6
_LEAST_RADIUS, _MOST_RADIUS = 5 * MILLIMETRE, 14 * MILLIMETRE
_GREY = (0.5, 0.5, 0.5)
_HEADING = 11.0


@dataclass(frozen=True)
class PieceKind:
    """Pieces that look alike: one of them, and how many are printed. ``cut`` says that a match may need more."""

    mark: PieceMark
    number: int
    heading: str


def piece_kinds(game: RulesGame) -> list[PieceKind]:
    """The kinds of pieces that a match needs, seat by seat."""
    counts, seats = starting_pieces(game), range(1, game.players + 1)
    added, promoted = added_kinds(game), promoted_kinds(game)
    found, seen = [], set[tuple[int, str]]()
    for piece in game.compiled.equipment.components:
        owner = piece.owner if piece.owner in seats else 0
        if piece.faces or (owner, piece.called) in seen:
            continue
        seen.add((owner, piece.called))
        wanted = counts[owner, piece.called]
        if (owner, piece.called) in added:
            wanted = max(wanted, ceil(game.board.count() / (game.players if owner else 1)))
        elif (owner, piece.called) in promoted and not wanted:
            own = sum(number for (seat, _), number in counts.items() if seat == owner)
            wanted = min(own, _PROMOTED)
        words = wording()["paper"]
        who = seat_in_words(game, owner) if owner else str(wording()["table"]["nobody"])
        for state in piece.flips or (0,):
            mark = PieceMark(0, owner, piece.called_in_full, state=0 if owner else state, called=piece.called)
            heading = str(words["pieces of a side" if piece.flips else "pieces"]).format(
                pieces=many(piece.called), who=who, side=state, number=min(wanted, MOST)
            )
            if wanted > MOST:
                heading += str(words["more"]).format(number=wanted)
            if wanted:
                found.append(PieceKind(mark, min(wanted, MOST), heading))
    return found


def piece_sheets(game: RulesGame, radius: float, paper: tuple[float, float]) -> Iterator[Page]:
    """Pages of pieces in squares to cut out, under a heading for each kind."""
    kinds = piece_kinds(game)
    radius = min(max(radius, _LEAST_RADIUS), _MOST_RADIUS)
    side = 2 * radius + 3 * MILLIMETRE
    columns = int((paper[0] - 2 * MARGIN) / side)
    marks = letters([kind.mark for kind in kinds])
    page, y = Page(*paper), MARGIN
    began = False
    for kind in kinds:
        if y + 2 * _HEADING + side > paper[1] - MARGIN:
            yield page
            page, y = Page(*paper), MARGIN
        page.text(MARGIN, y + _HEADING, kind.heading, _HEADING)
        y += 2 * _HEADING
        left = kind.number
        while left:
            if y + side > paper[1] - MARGIN:
                yield page
                page, y = Page(*paper), MARGIN
            for place in range(min(left, columns)):
                _square(page, MARGIN + place * side, y, side)
                _piece(page, kind.mark, (MARGIN + (place + 0.5) * side, y + side / 2), radius, marks, game.players > 2)
            left -= min(left, columns)
            y += side
        y += _HEADING
        began = True
    if began:
        yield page


def _square(page: Page, x: float, y: float, side: float) -> None:
    corners: Sequence[tuple[float, float]] = [(x + side, y), (x + side, y + side), (x, y + side)]
    page.path([("m", (x, y)), *(("l", corner) for corner in corners), ("h", ())], stroke=_GREY, width=0.4, dash=(2, 2))


def _piece(
    page: Page, mark: PieceMark, place: tuple[float, float], radius: float, marks: dict[str, str], numbered: bool
) -> None:
    """A piece; with more than two seats the number of its seat below it, as colours look alike in black and white."""
    Picture.of_parts("".join(draw_piece(mark, 0.0, 0.0, radius, marks))).put(page, *place)
    if numbered and mark.owner > 0:
        size = 0.32 * radius
        text = str(mark.owner)
        page.circle(place[0], place[1] + 0.66 * radius, 0.62 * size, fill=(1, 1, 1), stroke=None, width=0)
        page.text(place[0] - text_width(text, size) / 2, place[1] + 0.66 * radius + 0.36 * size, text, size)
