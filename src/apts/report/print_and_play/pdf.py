"""PDF files written by hand: pages with lines, areas and text in the three fonts that every reader has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from apts.report.text_width import plain_width

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
