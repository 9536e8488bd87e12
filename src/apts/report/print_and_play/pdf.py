"""PDF files written by hand: pages with lines, areas and text in the three fonts that every reader has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import atan2, cos, hypot, pi, sin, sqrt, tan
from typing import Self
from xml.etree import ElementTree

from apts.board.picture.drawing_style import with_plain_colours
from apts.report.texts import plain_width

MILLIMETRE = 72 / 25.4
PAPERS = {"a4": (210 * MILLIMETRE, 297 * MILLIMETRE), "letter": (8.5 * 72, 11 * 72)}
"""Sizes of paper in points, upright."""

PLAIN, BOLD, CODE = "F1", "F2", "F3"
_FONTS = {PLAIN: "Helvetica", BOLD: "Helvetica-Bold", CODE: "Courier"}
_CURVE = 0.5523  # of the radius: how far the control points of a quarter of a circle are away from its ends

_BOLDER = 1.06
_CODE_WIDTH = 600

Colour = tuple[float, float, float]


def text_width(text: str, size: float, font: str = PLAIN) -> float:
    """How wide a text is."""
    if font == CODE:
        return _CODE_WIDTH * len(text) * size / 1000
    return plain_width(text, size) * (_BOLDER if font == BOLD else 1)


def point(value: float) -> str:
    """A number as PDF writes it."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@dataclass
class Page:
    """A page; places are counted from its upper left corner."""

    width: float
    height: float
    _marks: list[str] = field(default_factory=list)

    def text(self, x: float, y: float, words: str, size: float, font: str = PLAIN, colour: Colour = (0, 0, 0)) -> None:
        """A line of text that begins at a place, its feet on y."""
        encoded = words.encode("cp1252", "replace").decode("cp1252")
        escaped = "".join(f"\\{sign}" if sign in "\\()" else sign for sign in encoded)
        paint = " ".join(map(point, colour))
        self._marks.append(
            f"BT /{font} {point(size)} Tf {paint} rg {point(x)} {point(self.height - y)} Td ({escaped}) Tj ET"
        )

    def path(
        self,
        commands: Iterable[tuple[str, Sequence[float]]],
        *,
        fill: Colour | None = None,
        stroke: Colour | None = None,
        width: float = 1.0,
        dash: Sequence[float] = (),
        rounded: bool = True,
    ) -> None:
        """A path of ``m``, ``l``, ``c`` and ``h`` as PDF has them, filled and drawn around as asked for."""
        if fill is None and stroke is None:
            return
        look = [f"{' '.join(map(point, colour))} {name}" for colour, name in ((fill, "rg"), (stroke, "RG")) if colour]
        if stroke:
            look.append(f"{point(width)} w {1 if rounded else 0} J 1 j [{' '.join(map(point, dash))}] 0 d")
        drawn = [" ".join([*self._turned(numbers), name]) for name, numbers in commands]
        last = "B" if fill and stroke else "f" if fill else "S"
        self._marks.append(" ".join([*look, *drawn, last]))

    def circle(
        self, x: float, y: float, radius: float, *, fill: Colour | None, stroke: Colour | None, width: float
    ) -> None:
        """A circle around a place."""
        self.path(circle_path(x, y, radius), fill=fill, stroke=stroke, width=width)

    def begin_clip(self, x: float, y: float, width: float, height: float) -> None:
        """Show only what falls into a rectangle, until :meth:`end_clip`."""
        self._marks.append(f"q {point(x)} {point(self.height - y - height)} {point(width)} {point(height)} re W n")

    def end_clip(self) -> None:
        """Show everything again."""
        self._marks.append("Q")

    def _turned(self, numbers: Sequence[float]) -> list[str]:
        return [point(self.height - value if place % 2 else value) for place, value in enumerate(numbers)]

    def content(self) -> bytes:
        """What the page shows, as PDF has it."""
        return "\n".join(self._marks).encode("cp1252")


def circle_path(x: float, y: float, radius: float) -> list[tuple[str, Sequence[float]]]:
    """A circle as four curves."""
    away = _CURVE * radius
    return [
        ("m", (x + radius, y)),
        ("c", (x + radius, y + away, x + away, y + radius, x, y + radius)),
        ("c", (x - away, y + radius, x - radius, y + away, x - radius, y)),
        ("c", (x - radius, y - away, x - away, y - radius, x, y - radius)),
        ("c", (x + away, y - radius, x + radius, y - away, x + radius, y)),
        ("h", ()),
    ]


def pdf_file(pages: Sequence[Page], title: str) -> bytes:
    """The bytes of a file with these pages. It has no date, so that the same pages give the same bytes."""
    fonts = {name: 3 + place for place, name in enumerate(_FONTS)}
    first = 3 + len(fonts)
    kids = " ".join(f"{first + 2 * place} 0 R" for place in range(len(pages)))
    named = " ".join(f"/{name} {number} 0 R" for name, number in fonts.items())
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode()]
    for name in _FONTS.values():
        kind = f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>"
        objects.append(kind.encode())
    for place, page in enumerate(pages):
        box = f"[0 0 {point(page.width)} {point(page.height)}]"
        content = page.content()
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Resources << /Font << {named} >> >> "
            f"/Contents {first + 2 * place + 1} 0 R >>".encode()
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n".encode() + content + b"\nendstream")
    objects.append(b"<< /Title <" + ("\ufeff" + title).encode("utf-16-be").hex().encode() + b"> /Producer (apts) >>")
    return _written(objects)


def _written(objects: Sequence[bytes]) -> bytes:
    """Objects one after the other, and where each of them begins."""
    file = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(file))
        file += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = len(file)
    file += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    file += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    info = len(objects)
    file += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info {info} 0 R >>\n".encode()
    file += f"startxref\n{table}\n%%EOF\n".encode()
    return bytes(file)


# ----------------------------------------------------------------------------------------------------------------
# Drawings of boards and pieces on pages: the SVG that the package draws, put down as PDF.

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
