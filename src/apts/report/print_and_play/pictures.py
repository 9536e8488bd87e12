"""Drawings of boards and pieces on pages: the SVG that the package draws, put down as PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import atan2, cos, hypot, pi, sin, sqrt, tan
from xml.etree import ElementTree

from apts.board.picture.drawing_style import with_plain_colours
from apts.report.print_and_play.pdf import BOLD, PLAIN, Colour, Page, circle_path, text_width

_SPACE = "{http://www.w3.org/2000/svg}"
_STEP = re.compile(r"([MLAZ])([^MLAZ]*)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_MOVED = re.compile(r"translate\((\S+) (\S+)\)")

Command = tuple[str, Sequence[float]]


class Placed:
    """A drawing on a page: scaled, then moved to a place."""

    def __init__(self, page: Page, x: float, y: float, scale: float = 1.0):
        self.page, self.x, self.y, self.scale = page, x, y, scale

    def draw(self, svg: str) -> None:
        """Put an SVG element of this package on the page."""
        self._element(ElementTree.fromstring(svg))

    def draw_parts(self, parts: str) -> None:
        """Put elements without a root around them on the page."""
        self.draw(f'<svg xmlns="{_SPACE[1:-1]}">{with_plain_colours(parts)}</svg>')

    def _element(self, element: ElementTree.Element) -> None:
        kind, moved = element.tag.removeprefix(_SPACE), _MOVED.match(element.get("transform", ""))
        inner = self
        if moved:
            away = (float(number) * self.scale for number in moved.groups())
            inner = Placed(self.page, self.x + next(away), self.y + next(away), self.scale)
        if kind in ("svg", "g"):
            for part in element:
                inner._element(part)
        elif kind == "text":
            inner._text(element)
        elif kind in ("path", "circle", "rect"):
            fill, stroke = (_colour(element.get(paint)) for paint in ("fill", "stroke"))
            width = float(element.get("stroke-width", "1")) * self.scale
            self.page.path(self._placed(_outline(element, kind)), fill=fill, stroke=stroke, width=width)

    def _text(self, element: ElementTree.Element) -> None:
        words, size = element.text or "", float(element.get("font-size", "10")) * self.scale
        font = BOLD if element.get("font-weight") else PLAIN
        x, y = (float(element.get(name, "0")) * self.scale for name in ("x", "y"))
        x += self.x - text_width(words, size, font) / 2
        self.page.text(x, self.y + y, words, size, font, _colour(element.get("fill")) or (0, 0, 0))

    def _placed(self, commands: Sequence[Command]) -> Iterator[Command]:
        for name, numbers in commands:
            yield name, [self.scale * value + (self.y if at % 2 else self.x) for at, value in enumerate(numbers)]


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
