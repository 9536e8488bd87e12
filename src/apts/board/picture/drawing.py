"""A picture of a board and what stands on it, as an SVG text that needs nothing else.

Colours follow the reader's light or dark setting; a page can set its own by ``--apts-...`` variables. Every site has an
element of class ``site`` with ``data-site`` and ``data-label``, so that a page can make the board answer to clicks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from typing import Any
from zlib import crc32

from apts.board.board import Board
from apts.board.picture.drawing_pieces import HAND_COLUMNS, PieceMark, draw_hands, draw_pieces, letters
from apts.board.picture.drawing_regions import RegionMark
from apts.board.picture.drawing_sites import Frame, number, outline_path
from apts.board.picture.drawing_style import style_sheet, with_plain_colours
from apts.board.picture.drawing_table import DieMark, draw_strip
from apts.board.picture.drawing_ways import Way
from apts.board.picture.empty_board import empty_board
from apts.locales.catalogue import words
from apts.locales.reader import readers_language

__all__ = ["DieMark", "Frame", "PieceMark", "board_svg"]

HIGHLIGHTS = ("last", "move", "win")


def board_svg(
    board: Board,
    *,
    pieces: Sequence[PieceMark] = (),
    hands: Mapping[int, Sequence[PieceMark]] | None = None,
    highlights: Mapping[int, str] | Collection[int] = (),
    heat: Mapping[int, float] | None = None,
    size: int = 480,
    pits: bool = False,
    coordinates: bool = True,
    names: Sequence[str] = (),
    owned: Mapping[int, Sequence[Collection[int]]] | None = None,
    ways: Sequence[Way] = (),
    regions: Sequence[RegionMark] = (),
    dice: Sequence[DieMark] = (),
    scores: Sequence[int] = (),
) -> str:
    """The board with pieces on it, as the text of an SVG element.

    ``hands`` are the pieces beside the board by owner, ``highlights`` sites with ``last``, ``move`` or ``win``, or several
    of these (``last`` for a mere collection); those with ``win`` are told to readers who cannot see them. ``heat`` are
    values that are shown as warm (positive) or cool (negative) colour. With ``pits`` the sites are holes and pieces are
    seeds in them. ``names`` are what people call the sites, by default their coordinates; ``owned`` are sides of the board
    by owner, which get the owner's colour, ``ways`` its tracks, ``regions`` what belongs to seats. The longer side of the
    board is ``size`` pixels long; ``dice``, ``scores``, one a seat, and what regions look like stand below it.
    """
    marked = dict(highlights) if isinstance(highlights, Mapping) else dict.fromkeys(highlights, "last")
    shown = board.near([*(piece.site for piece in pieces), *marked])
    look: dict[str, Any] = {"pits": pits, "coordinates": coordinates, "names": names, "ways": ways, "regions": regions}
    empty = empty_board(board, shown, float(size), owned=owned or {}, **look)
    frame = empty.frame
    body = empty.ground + "".join(_layers(frame, pieces, marked, heat or {}, pits)) + empty.writing
    width = frame.width
    if hands:
        radius = 0.4 * min(frame.spacing, size / 9)
        left = width + 0.6 * radius
        width = left + (HAND_COLUMNS * 2.5 + 0.4) * radius
        held = [piece for hand in hands.values() for piece in hand]
        body += "".join(draw_hands(hands, left, frame.height, radius, letters([*pieces, *held])))
    strip = draw_strip(dice, scores, regions, frame.height, max(width, size / 2))
    body, width, height = body + strip.body, max(width, strip.width), frame.height + strip.height
    scope = f"board-{crc32(body.encode()):08x}"
    won = [frame.names[site] for site in sorted(marked) if "win" in marked[site].split()]
    caption = escape(_caption(len(shown), len(pieces), won, dice, scores))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{scope}" role="img" aria-label="{caption}" '
        'text-anchor="middle" font-family="sans-serif" '
        f'viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}" height="{number(height)}">'
        f"<style>{style_sheet(scope, tints=bool(regions))}</style>{with_plain_colours(body)}</svg>"
    )


def _caption(sites: int, pieces: int, won: Sequence[str], dice: Sequence[DieMark], scores: Sequence[int]) -> str:
    """What a reader who cannot see the picture is told of the board, of what decided the match, of dice and of scores."""
    message = words("board", readers_language())
    text = message.counted("picture.board", sites, pieces=message.counted("picture.pieces", pieces))
    if won:
        text = message("picture.decided", board=text, sites=", ".join(won))
    if dice and all(die.thrown for die in dice):
        shown = [message("picture.used", value=die.value) if die.used else str(die.value) for die in dice]
        text = message("picture.dice", board=text, dice=", ".join(shown))
    elif dice:
        text = message("picture.dice_unthrown", board=text)
    return (
        message("picture.scores", board=text, scores=message("picture.against").join(map(str, scores)))
        if scores
        else text
    )


def _layers(
    frame: Frame,
    pieces: Sequence[PieceMark],
    highlights: Mapping[int, str],
    heat: Mapping[int, float],
    pits: bool,
) -> Iterable[str]:
    yield from _heat(frame, heat)
    kinds = [(site, kind if kind in HIGHLIGHTS else "last") for site in highlights for kind in highlights[site].split()]
    marks = sorted(mark for mark in kinds if mark[0] in frame.shown)
    yield from _highlights(frame, [mark for mark in marks if mark[1] == "last"])
    yield from draw_pieces(frame, pieces, pits)
    yield from _highlights(frame, [mark for mark in marks if mark[1] != "last"])


def _highlights(frame: Frame, marks: Iterable[tuple[int, str]]) -> Iterable[str]:
    for site, name in marks:
        x, y = frame.site(site)
        place = f'cx="{number(x)}" cy="{number(y)}"'
        if name == "move":
            yield f'<circle class="move" fill-opacity=".8" {place} r="{number(0.13 * frame.spacing)}"/>'
        elif name == "win":
            width, radius = number(0.09 * frame.spacing), number(1.12 * frame.radius(site))
            yield f'<circle class="win" stroke-width="{width}" {place} r="{radius}"/>'
        elif frame.board.kind_of(site) == "Cell":
            path = outline_path(frame, frame.board.corners_of(site), closed=True)
            width = number(0.07 * frame.spacing)
            yield f'<path class="{name}" stroke-width="{width}" stroke-linejoin="round" d="{path}"/>'
        else:
            yield f'<circle class="{name}" stroke-width="{number(0.07 * frame.spacing)}" {place} '
            yield f'r="{number(0.47 * frame.spacing)}"/>'


def _heat(frame: Frame, heat: Mapping[int, float]) -> Iterable[str]:
    largest = max((abs(value) for value in heat.values()), default=0.0)
    if not largest:
        return
    for site, value in sorted(heat.items()):
        if site not in frame.shown:
            continue
        look = f'class="{"warm" if value >= 0 else "cool"}" fill-opacity="{0.8 * abs(value) / largest:.2f}"'
        title = f"<title>{value:.3g}</title>"
        if frame.board.kind_of(site) == "Cell":
            yield f'<path {look} d="{outline_path(frame, frame.board.corners_of(site), closed=True)}">{title}</path>'
        else:
            x, y = frame.site(site)
            radius = number(0.46 * frame.spacing)
            yield f'<circle {look} cx="{number(x)}" cy="{number(y)}" r="{radius}">{title}</circle>'
