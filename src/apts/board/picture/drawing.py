"""A picture of a board and what stands on it, as an SVG text that needs nothing else.

Colours follow the reader's light or dark setting; a page can set its own by ``--apts-...`` variables. Every site has an
element of class ``site`` with ``data-site`` and ``data-label``, so that a page can make the board answer to clicks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import hypot
from typing import Any
from zlib import crc32

from apts.board.board import Board
from apts.board.picture.drawing_pieces import HAND_COLUMNS, PieceMark, Way, draw_hands, draw_pieces, draw_ways, letters
from apts.board.picture.drawing_sites import (
    SWATCH,
    Frame,
    RegionMark,
    draw_cells,
    draw_coordinates,
    draw_ground,
    draw_lines,
    draw_names,
    draw_regions,
    frame_for,
    has_coordinates,
    number,
    outline_path,
    region_swatch,
)
from apts.board.picture.drawing_style import seat_number, style_sheet, with_plain_colours
from apts.locales.catalogue import words
from apts.locales.grammar import readers_language

# ----------------------------------------------------------------------------------------------------------------
# What lies below the board in a drawing: dice as they were thrown, the score of each seat, whose regions are
# marked.

STRIP = 40.0
"""The height of a row of dice or scores in pixels."""
DIE_SIDE = 28.0
"""The side of a die in pixels."""
_GAP = 8.0
_DISC = 8.0
_DIGIT = 9.0
_LETTER = 7.5

# Where the pips of a face are, in thirds of half a side from the middle.
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True)
class DieMark:
    """A die to be drawn: the value of its face, whether it has been used, whether it was thrown at all."""

    value: int
    used: bool = False
    thrown: bool = True


@dataclass(frozen=True)
class Strip:
    """The rows below a board: their drawing, their height, and the width that they need."""

    body: str
    height: float
    width: float


def draw_strip(
    dice: Sequence[DieMark], scores: Sequence[int], regions: Sequence[RegionMark], top: float, width: float
) -> Strip:
    """Dice, then scores, then regions, each from left to right in as many rows as the width asks for."""
    body, height, widest = "", 0.0, 0.0
    items = [(DIE_SIDE, draw_die(die)) for die in dice]
    scored = [(2 * _DISC + 6 + _DIGIT * len(str(score)), _score(seat, score)) for seat, score in enumerate(scores, 1)]
    named = [(_region_width(region), _region(region)) for region in regions]
    for row in (*_rows(items, width), *_rows(scored, width), *_rows(named, width)):
        x = _GAP
        for wide, drawing in row:
            body += f'<g transform="translate({number(x)} {number(top + height + STRIP / 2)})">{drawing}</g>'
            x += wide + (_GAP if row[0] in items else 2 * _GAP)
        widest = max(widest, x)
        height += STRIP
    return Strip(body, height, widest)


def _rows(items: Sequence[tuple[float, str]], width: float) -> Iterable[list[tuple[float, str]]]:
    row: list[tuple[float, str]] = []
    used = _GAP
    for wide, drawing in items:
        if row and used + wide > width:
            yield row
            row, used = [], _GAP
        row.append((wide, drawing))
        used += wide + 2 * _GAP
    if row:
        yield row


def draw_die(die: DieMark) -> str:
    """A die: a square ``DIE_SIDE`` wide, from 0 to the right, and as high, around 0."""
    return "".join(_die(die))


def _die(die: DieMark) -> Iterable[str]:
    """A square around its middle left edge; pips for 1 to 6, a number for any other value, faint when used."""
    message = words("board", readers_language())
    title = (
        message("die.unthrown")
        if not die.thrown
        else message("die.used", value=die.value)
        if die.used
        else str(die.value)
    )
    half = DIE_SIDE / 2
    faint = ' opacity=".35"' if die.used or not die.thrown else ""
    yield f'<g class="die" data-value="{die.value if die.thrown else ""}"{faint}><title>{title}</title>'
    yield f'<rect class="seat1" x="0" y="{number(-half)}" width="{number(DIE_SIDE)}" height="{number(DIE_SIDE)}" rx="5"/>'
    if die.thrown and die.value in _PIPS:
        for across, down in _PIPS[die.value]:
            x, y = half + across * 0.5 * half, down * 0.5 * half
            yield f'<circle class="on1" cx="{number(x)}" cy="{number(y)}" r="{number(0.16 * half)}"/>'
    else:
        text = str(die.value) if die.thrown else "?"
        size = 16 if len(text) < 3 else 11
        yield f'<text class="on1" x="{number(half)}" y="{number(0.36 * size)}" font-size="{size}">{text}</text>'
    if die.used:
        yield f'<path class="edge1" stroke-width="2" d="M3 {number(half - 3)}L{number(DIE_SIDE - 3)} {number(3 - half)}"/>'
    yield "</g>"


def _score(seat: int, score: int) -> str:
    wide = _DIGIT * len(str(score))
    return (
        f'<circle class="seat{seat_number(seat)}" stroke-width="1" cx="{number(_DISC)}" cy="0" r="{number(_DISC)}"/>'
        f'<text class="number" data-seat="{seat}" x="{number(2 * _DISC + 6 + wide / 2)}" y="5.8" font-size="16">'
        f"{score}</text>"
    )


def _region_width(region: RegionMark) -> float:
    named = _LETTER * len(region.name) + 6 if region.name else 0.0
    return SWATCH + 6 + 2 * _DISC + 6 + named


def _region(region: RegionMark) -> str:
    """What a region looks like, and the seat that it belongs to; its name where it has one."""
    disc = SWATCH + 6 + _DISC
    place = f'x="{number(disc + _DISC + 6 + _LETTER * len(region.name) / 2)}" y="4.6"'
    named = f'<text class="label" {place} font-size="13">{escape(region.name)}</text>'
    return (
        f'<g data-legend="{region.owner}">{region_swatch(region)}'
        f'<circle class="owner seat{seat_number(region.owner)}" stroke-width="1" cx="{number(disc)}" cy="0" '
        f'r="{number(_DISC)}"/>'
        f"{named if region.name else ''}</g>"
    )


# ----------------------------------------------------------------------------------------------------------------
# Sides of a board that belong to a seat, as bands in the colour of the seat around the board.

SIDE_MARGIN = 0.3
"""How much is left around a board for its bands, in distances of sites."""
_WIDTH = 0.2
_FACING = 0.55

Place = tuple[float, float]


def draw_sides(frame: Frame, owned: Mapping[int, Sequence[Collection[int]]]) -> Iterable[str]:
    """A band along the outside of each side; it lies under the board, so that only its outer half is seen."""
    cells, drawn = frame.board.site_type == "Cell", set[tuple[Place, Place]]()
    for seat, sides in sorted(owned.items()):
        for side in sides:
            found = _outer_edges(frame, side) if cells else _chain(frame, side)
            strokes = [stroke for stroke in found if stroke not in drawn]  # a corner may lie between two sides
            drawn.update(strokes)
            path = "".join(f"M{_written(start)}L{_written(end)}" for start, end in strokes)
            look = f'stroke-linecap="round" d="{path}"'
            for name, width in (("edge", 1.25 * _WIDTH), ("bar", _WIDTH)):
                wide = number(2 * width * frame.spacing)
                yield f'<path class="{name}{seat_number(seat)}" data-owner="{seat}" stroke-width="{wide}" {look}/>'


def _outer_edges(frame: Frame, side: Collection[int]) -> list[tuple[Place, Place]]:
    """The edges of the cells of a side that have no cell behind them and look the way the side looks."""
    board = frame.board
    pairs = Counter(pair for cell in range(board.count("Cell")) for pair in _around(board.cell_vertices(cell)))
    outward = _outward(frame, side)
    found = []
    for site in sorted(side):
        for pair in _around(board.corners_of(site)):
            start, end = (frame.place(board.graph.points[vertex]) for vertex in pair)
            facing = _unit(frame.site(site), _mean([start, end]))
            if pairs[pair] == 1 and facing[0] * outward[0] + facing[1] * outward[1] > _FACING:
                found.append((start, end))
    return found


def _outward(frame: Frame, side: Collection[int]) -> Place:
    """The way a side looks: across the line from its first site to its last, away from the middle of the board."""
    places = sorted(frame.site(site) for site in side)
    away = _unit(_mean([frame.site(site) for site in frame.shown]), _mean(places))
    along = _unit(places[0], places[-1])
    if along == (0.0, 0.0):
        return away
    turn = 1.0 if away[1] * along[0] - away[0] * along[1] > 0 else -1.0
    return -turn * along[1], turn * along[0]


def _chain(frame: Frame, side: Collection[int]) -> list[tuple[Place, Place]]:
    """The lines between neighbours of a side, for boards that are played on points."""
    near = frame.board.neighbours("Adjacent")
    return [(frame.site(a), frame.site(b)) for a in sorted(side) for b in near[a] if b in side and a < b]


def _around(vertices: Sequence[int]) -> list[tuple[int, int]]:
    """The edges of a cell, each with its smaller end first."""
    return [(min(pair), max(pair)) for pair in zip(vertices, [*vertices[1:], vertices[0]], strict=True)]


def _mean(places: Sequence[Place]) -> Place:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _unit(start: Place, end: Place) -> Place:
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _written(place: Place) -> str:
    return f"{number(place[0])} {number(place[1])}"


# ----------------------------------------------------------------------------------------------------------------
# A board with nothing on it: what lies under pieces, what is written over them, and where its sites are.


@dataclass(frozen=True)
class EmptyBoard:
    """The layers of a drawing that no position changes. ``ground`` lies under the pieces, ``writing`` over them."""

    frame: Frame
    ground: str
    writing: str


def empty_board(
    board: Board,
    shown: Sequence[int],
    size: float,
    *,
    pits: bool = False,
    coordinates: bool = True,
    upright: bool = False,
    names: Sequence[str] = (),
    owned: Mapping[int, Sequence[Collection[int]]],
    ways: Sequence[Way] = (),
    regions: Sequence[RegionMark] = (),
) -> EmptyBoard:
    """The layers of a board of which some sites are shown; the longer side of the drawing is ``size`` pixels long.

    ``owned`` are sides of the board by owner, ``ways`` its tracks, ``regions`` what belongs to seats; the columns of an
    ``upright`` board have their letters below, however high they are. See
    :func:`apts.board.picture.drawing.board_svg` for the rest.
    """
    labelled = coordinates and (upright or (not pits and has_coordinates(board)))
    frame = frame_for(board, shown, size, labelled, names, SIDE_MARGIN if owned else 0.0)
    ground = [*draw_sides(frame, owned)]
    if board.site_type == "Cell":
        ground += draw_cells(frame)
    else:
        ground += [*draw_ground(frame), *draw_lines(frame, pits)]
    ground += [*draw_regions(frame, regions), *draw_ways(frame, ways)]
    written = draw_coordinates(frame) if labelled else None
    if coordinates and written is None:
        written = list(draw_names(frame, pits))
    return EmptyBoard(frame, "".join(ground), "".join(written or ()))


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
