"""Drawings of boards and pieces on pages: the SVG that the package draws, put down as PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import atan2, cos, hypot, pi, sin, sqrt, tan
from typing import Self
from xml.etree import ElementTree

from apts.board.picture.drawing_style import with_plain_colours
from apts.report.print_and_play.pdf import BOLD, PLAIN, Colour, Page, circle_path, text_width

_SPACE = "{http://www.w3.org/2000/svg}"
_STEP = re.compile(r"([MLAZ])([^MLAZ]*)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_MOVED = re.compile(r"translate\((\S+) (\S+)\)")

_LINES = 40
"""Lines of a path that are put down together."""

Command = tuple[str, Sequence[float]]


Box = tuple[float, float, float, float]
"""The left, upper, right and lower side of a rectangle."""


@dataclass(frozen=True)
class _Shape:
    """A path of a drawing."""

    commands: Sequence[Command]
    fill: Colour | None
    stroke: Colour | None
    width: float

    @cached_property
    def box(self) -> Box:
        """What the path and the width of its line reach at most."""
        xs = [value for _, numbers in self.commands for value in numbers[::2]]
        ys = [value for _, numbers in self.commands for value in numbers[1::2]]
        if not xs:
            return 0.0, 0.0, 0.0, 0.0
        return min(xs) - self.width, min(ys) - self.width, max(xs) + self.width, max(ys) + self.width

    def put(self, page: Page, x: float, y: float, scale: float) -> None:
        """Draw it."""
        placed = ((name, [scale * v + (y if at % 2 else x) for at, v in enumerate(n)]) for name, n in self.commands)
        page.path(placed, fill=self.fill, stroke=self.stroke, width=self.width * scale)


@dataclass(frozen=True)
class _Caption:
    """A text of a drawing, its middle above a place."""

    x: float
    y: float
    words: str
    size: float
    font: str
    colour: Colour

    @cached_property
    def box(self) -> Box:
        """What the text reaches at most."""
        half = text_width(self.words, self.size, self.font) / 2
        return self.x - half, self.y - self.size, self.x + half, self.y + self.size

    def put(self, page: Page, x: float, y: float, scale: float) -> None:
        """Write it."""
        left = x + self.x * scale - text_width(self.words, self.size * scale, self.font) / 2
        page.text(left, y + self.y * scale, self.words, self.size * scale, self.font, self.colour)


class Picture:
    """An SVG element of this package, read once and put down as often as one likes."""

    def __init__(self, svg: str):
        self._marks = tuple(_marks(ElementTree.fromstring(svg), 0.0, 0.0))

    @classmethod
    def of_parts(cls, parts: str) -> Self:
        """A picture of elements without a root around them."""
        return cls(f'<svg xmlns="{_SPACE[1:-1]}">{with_plain_colours(parts)}</svg>')

    def put(self, page: Page, x: float, y: float, scale: float = 1.0, window: Box | None = None) -> None:
        """Draw it on a page, scaled, then moved to a place; of a window on the page only what may fall into it."""
        for mark in self._marks:
            if window is None or _meet(mark.box, window, x, y, scale):
                mark.put(page, x, y, scale)


def _meet(box: Box, window: Box, x: float, y: float, scale: float) -> bool:
    left, top, right, bottom = box
    return (
        x + scale * right >= window[0]
        and x + scale * left <= window[2]
        and y + scale * bottom >= window[1]
        and y + scale * top <= window[3]
    )


def _marks(element: ElementTree.Element, x: float, y: float) -> Iterator[_Shape | _Caption]:
    """What an element and those inside it draw, moved by so much."""
    kind, moved = element.tag.removeprefix(_SPACE), _MOVED.match(element.get("transform", ""))
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    if kind in ("svg", "g"):
        for part in element:
            yield from _marks(part, x, y)
    elif kind == "text":
        place = x + float(element.get("x", "0")), y + float(element.get("y", "0"))
        font = BOLD if element.get("font-weight") else PLAIN
        size, colour = float(element.get("font-size", "10")), _colour(element.get("fill")) or (0, 0, 0)
        yield _Caption(*place, element.text or "", size, font, colour)
    elif kind in ("path", "circle", "rect"):
        fill, stroke = (_colour(element.get(paint)) for paint in ("fill", "stroke"))
        commands: list[Command] = [
            (name, [value + (y if at % 2 else x) for at, value in enumerate(numbers)])
            for name, numbers in _outline(element, kind)
        ]
        width = float(element.get("stroke-width", "1"))
        for piece in [commands] if fill is not None else _in_parts(commands):
            yield _Shape(piece, fill, stroke, width)


def _in_parts(commands: list[Command]) -> Iterator[list[Command]]:
    """A path of many lines as several of a few each, so that those far away can be left out."""
    starts = [at for at, (name, _) in enumerate(commands) if name == "m"][::_LINES] or [0]
    for start, end in zip(starts, [*starts[1:], len(commands)], strict=True):
        yield commands[start:end]


def _colour(text: str | None) -> Colour | None:
    if text is None or not re.fullmatch("#[0-9a-f]{6}", text):
        return None
    red, green, blue = (int(text[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def _outline(element: ElementTree.Element, kind: str) -> list[Command]:
    if kind == "circle":
        x, y, radius = (float(element.get(name, "0")) for name in ("cx", "cy", "r"))
        return circle_path(x, y, radius)
    if kind == "rect":
        x, y, width, height = (float(element.get(name, "0")) for name in ("x", "y", "width", "height"))
        corners = [(x + width, y), (x + width, y + height), (x, y + height)]
        return [("m", (x, y)), *(("l", corner) for corner in corners), ("h", ())]
    return list(path_commands(element.get("d", "")))


def path_commands(text: str) -> Iterator[Command]:
    """The commands of an SVG path of lines and arcs of circles, as PDF has them."""
    here = (0.0, 0.0)
    for name, rest in _STEP.findall(text):
        numbers = [float(number) for number in _NUMBER.findall(rest)]
        if name == "Z":
            yield "h", ()
            continue
        end = (numbers[-2], numbers[-1])
        if name == "A":
            yield from _arc(here, end, numbers[0], numbers[4] == 1)
        else:
            yield ("m" if name == "M" else "l"), end
        here = end


def _arc(start: tuple[float, float], end: tuple[float, float], radius: float, clockwise: bool) -> Iterator[Command]:
    """The shorter arc of a circle between two points, in curves of at most a quarter of a turn."""
    across = (end[0] - start[0], end[1] - start[1])
    length = hypot(*across)
    if length == 0:
        return
    radius = max(radius, length / 2)
    rise = sqrt(max(radius * radius - length * length / 4, 0.0)) * (1 if clockwise else -1)
    middle = (
        (start[0] + end[0]) / 2 - across[1] / length * rise,
        (start[1] + end[1]) / 2 + across[0] / length * rise,
    )
    first = atan2(start[1] - middle[1], start[0] - middle[0])
    turn = atan2(end[1] - middle[1], end[0] - middle[0]) - first
    turn += 2 * pi if clockwise and turn < 0 else -2 * pi if not clockwise and turn > 0 else 0
    parts = max(1, int(abs(turn) / (pi / 2) + 0.999))
    step = turn / parts
    away = 4 / 3 * tan(step / 4) * radius
    for part in range(parts):
        a, b = first + part * step, first + (part + 1) * step
        yield (
            "c",
            (
                middle[0] + radius * cos(a) - away * sin(a),
                middle[1] + radius * sin(a) + away * cos(a),
                middle[0] + radius * cos(b) + away * sin(b),
                middle[1] + radius * sin(b) - away * cos(b),
                middle[0] + radius * cos(b),
                middle[1] + radius * sin(b),
            ),
        )
