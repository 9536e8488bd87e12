"""Where the signs of a board stand in lines of text, with a label for every site that one may have to type.

Three ways, tried in this order: row numbers at the left and column letters below, where lines of text are rows and columns;
numbers and letters at the ends of slanted rows and columns, on lattices such as hexagons; the name of each site under its
sign, on boards of any other form. A board for which the lines would be too wide is listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import hypot
from textwrap import wrap

import numpy as np

from apts.board.board import Board

WIDEST = 116
_MOST_LINES = 60
_CLOSE = 0.05
_EVEN = 1.3
_SPARSE = 0.25
"""Where less of a grid is filled, the eye does not find the margin."""
_MARGIN = "    "
_COORDINATE = re.compile(r"([a-z]*)([0-9]*)")
_SCALES = (1.0, 1.5, 2.0, 3.0, 4.0)

Places = Mapping[int, tuple[int, int]]
"""For each site its line, from the top, and its column."""


@dataclass(frozen=True)
class Cast:
    """What is to be drawn: a board, which of its sites, and for each of them its name and its sign."""

    board: Board
    shown: Sequence[int]
    names: Sequence[str]
    signs: Sequence[str]

    def widest(self, texts: Sequence[str]) -> int:
        """The signs that the longest of the texts of the sites shown has."""
        return max((len(texts[site]) for site in self.shown), default=1)

    def coordinate(self, site: int) -> tuple[str, str]:
        """The letters and the digits of a name; nothing for a name of another form."""
        found = _COORDINATE.fullmatch(self.names[site])
        return (found[1], found[2]) if found else ("", "")


def board_lines(cast: Cast) -> list[str]:
    """The lines of a board with its labels."""
    for way in (_with_margins, _with_ends, _with_names_below):
        lines = way(cast)
        if lines is not None:
            return [f"{_MARGIN}{line}".rstrip() for line in lines] if way is not _with_margins else lines
    return _listed(cast)


def _with_margins(cast: Cast) -> list[str] | None:
    """Row numbers at the left and column letters below; None unless they name every site."""
    letters = max((len(cast.coordinate(site)[0]) for site in cast.shown), default=0)
    places = _ranked(cast, max(cast.widest(cast.signs), letters))
    if places is None or not all(any(cast.coordinate(site)) for site in cast.shown):
        return None
    rows: dict[int, str] = {}
    columns: dict[int, str] = {}
    for site, (line, column) in places.items():
        letter, digits = cast.coordinate(site)
        if rows.setdefault(line, digits) != digits or columns.setdefault(column, letter) != letter:
            return None
    doubled = len({*rows.values()}) < len(rows) or len({*columns.values()}) < len(columns)
    if doubled or len(places) < _SPARSE * len(rows) * len(columns):
        return None
    drawn = _text_lines((*place, cast.signs[site]) for site, place in places.items())
    below = _text_lines((0, column, letter) for column, letter in columns.items())
    return [f"{rows.get(number, ''):>3} {line}".rstrip() for number, line in enumerate(drawn)] + [
        f"{_MARGIN}{line}" for line in below
    ]


def _with_ends(cast: Cast) -> list[str] | None:
    """Numbers and letters at the ends of rows and columns that run aslant; None where the sites form no lattice."""
    steps = _lattice(cast)
    if steps is None:
        return None
    for row_end, column_end in product((0, -1), repeat=2):
        lines = _drawn_with_ends(cast, steps, row_end, column_end)
        if lines is not None:
            return lines
    return None


def _drawn_with_ends(
    cast: Cast, steps: tuple[tuple[float, float], tuple[float, float]], row_end: int, column_end: int
) -> list[str] | None:
    """The drawing with labels at the first (0) or the last (-1) ends of rows and columns; None where some collide."""
    width = max(cast.widest(cast.signs), max(len(part) for site in cast.shown for part in cast.coordinate(site)))
    board, where = cast.board, cast.board.xy()
    marks = [(*where[site], cast.signs[site]) for site in cast.shown]
    rows, columns = board.row_of(), board.column_of()
    ends = ((rows, columns, steps[0], row_end, 1), (columns, rows, steps[1], column_end, 0))
    for line_of, place_in, step, end, part in ends:
        away = 1.0 if end else -1.0
        for line in sorted({line_of[site] for site in cast.shown}):
            inside = sorted((site for site in cast.shown if line_of[site] == line), key=lambda site: place_in[site])
            x, y = where[inside[end]]
            marks.append((x + away * step[0], y + away * step[1], cast.coordinate(inside[end])[part]))
    across, upward = _unit([x for x, _, _ in marks]), _unit([y for _, y, _ in marks])
    left, top = min(x for x, _, _ in marks), max(y for _, y, _ in marks)
    set_down = [(round((top - y) / upward), round((x - left) / across * (width + 1)), text) for x, y, text in marks]
    return _text_lines(set_down) if _fits(set_down) else None


def _lattice(cast: Cast) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """The steps from one column to the next and from one row to the next, the same everywhere; None where they differ."""
    if not all(all(cast.coordinate(site)) for site in cast.shown) or len(cast.shown) < 3:
        return None
    row, column, where = cast.board.row_of(), cast.board.column_of(), cast.board.xy()
    known = np.array([[column[site], row[site], 1.0] for site in cast.shown])
    places = np.array([where[site] for site in cast.shown])
    found, _, rank, _ = np.linalg.lstsq(known, places, rcond=None)
    if rank < 3 or np.abs(known @ found - places).max() > _CLOSE:
        return None
    return (float(found[0, 0]), float(found[0, 1])), (float(found[1, 0]), float(found[1, 1]))


def _with_names_below(cast: Cast) -> list[str] | None:
    """Each sign with the name of its site in the line below it."""
    width = max(cast.widest(cast.signs), cast.widest(cast.names))
    places = _ranked(cast, width) or _scaled(cast, width)
    if places is None:
        return None
    signs = ((2 * line, column, cast.signs[site]) for site, (line, column) in places.items())
    names = ((2 * line + 1, column, cast.names[site]) for site, (line, column) in places.items())
    return [line for line in _text_lines([*signs, *names]) if line]


def _listed(cast: Cast) -> list[str]:
    """What stands where, and what is empty, by names."""
    full = [f"{cast.names[site]}={cast.signs[site]}" for site in cast.shown if cast.signs[site] != "."]
    empty = [cast.names[site] for site in cast.shown if cast.signs[site] == "."]
    lines = wrap(" ".join(full), WIDEST) or ["empty board"]
    return [*lines, *(wrap(f"empty: {' '.join(empty)}", WIDEST) if empty else ())]


def _ranked(cast: Cast, width: int) -> Places | None:
    """Every height of sites is a line, and the nearest columns stand side by side; None where that is too wide."""
    where = cast.board.xy()
    heights = _numbered([where[site][1] for site in cast.shown])
    steps = _steps([where[site][0] for site in cast.shown])
    top = max(heights)
    places = {
        site: (top - height, round(step * (width + 1)))
        for site, height, step in zip(cast.shown, heights, steps, strict=True)
    }
    return places if _fits([(*place, "." * width) for place in places.values()]) else None


def _scaled(cast: Cast, width: int) -> Places | None:
    """Sites where they are, on the smallest scale on which they keep apart; None where even the largest is too small."""
    if len(cast.shown) > _MOST_LINES * ((WIDEST + 1) // (width + 1)):
        return None
    where = cast.board.xy()
    spots = [where[site] for site in cast.shown]
    near = [min((hypot(x - u, y - v) for u, v in spots if (u, v) != (x, y)), default=1.0) for x, y in spots]
    unit = sorted(near)[len(near) // 5]
    left, top = min(x for x, _ in spots), max(y for _, y in spots)
    for tall, wide in product(_SCALES[:3], _SCALES):
        places = {
            site: (round((top - y) / unit * tall), round((x - left) / unit * wide * (width + 1)))
            for site, (x, y) in zip(cast.shown, spots, strict=True)
        }
        if _fits([(*place, "." * width) for place in places.values()]):
            return places
    return None


def _fits(marks: Sequence[tuple[int, int, str]]) -> bool:
    """Whether texts keep apart in their lines, and the lines are neither too many nor too wide."""
    ordered = sorted(marks)
    apart = all(a[0] != b[0] or a[1] + len(a[2]) < b[1] for a, b in pairwise(ordered))
    return apart and ordered[-1][0] < _MOST_LINES and max(column + len(text) for _, column, text in marks) <= WIDEST


def _text_lines(marks: Iterable[tuple[int, int, str]]) -> list[str]:
    """Texts in their lines and columns."""
    lines: list[str] = []
    for line, column, text in sorted(marks):
        lines.extend([""] * (line + 1 - len(lines)))
        lines[line] = lines[line].ljust(column) + text
    return lines


def _numbered(values: Sequence[float]) -> list[int]:
    """The rank of each value among the different ones, values very close together being the same."""
    ranks: dict[float, int] = {}
    rank, last = 0, min(values, default=0.0)
    for value in sorted(values):
        rank += value - last > _CLOSE
        ranks[value], last = rank, value
    return [ranks[value] for value in values]


def _steps(values: Sequence[float]) -> list[float]:
    """How far each value is from the least one, in steps of the smallest gap; gaps of nearly one size are one step."""
    ranks, unit = _numbered(values), _unit(values)
    if max(values) - min(values) <= _EVEN * unit * max(ranks):
        return [float(rank) for rank in ranks]
    return [(value - min(values)) / unit for value in values]


def _unit(values: Sequence[float]) -> float:
    """The smallest distance between different values."""
    ordered = sorted(set(values))
    gaps = [after - before for before, after in pairwise(ordered) if after - before > _CLOSE]
    return min(gaps, default=1.0)
