"""What lies below the board in a drawing: dice as they were thrown, the score of each seat, whose regions are marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from apts.board.picture.drawing_regions import SWATCH, RegionMark, region_swatch
from apts.board.picture.drawing_sites import number
from apts.board.picture.drawing_style import seat_number
from apts.locales.catalogue import words
from apts.locales.reader import readers_language

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
