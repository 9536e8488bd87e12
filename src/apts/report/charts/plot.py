"""A chart as the text of an SVG element: two sides with numbers or names, marks between them, a key above.

Everything is in pictures' own units; a page shows it as wide as it likes. Colours are written as attributes, so that a
style sheet can turn them over in the dark (:func:`apts.report.page_frame.dark_rules`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from apts.report.page_frame import FAINT, INK, RULE
from apts.report.texts import plain_width

# ----------------------------------------------------------------------------------------------------------------
# Scales of charts: from numbers or names to distances along a side, and the numbers that are written beside it.

Number = float | int | None

_STEPS = ((math.sqrt(50), 10), (math.sqrt(10), 5), (math.sqrt(2), 2))
"""From these shares of a power of ten on a step is so many times that power, as in the charts of D3."""


@dataclass(frozen=True)
class Linear:
    """Numbers from ``low`` to ``high`` along a side from ``first`` to ``last``."""

    low: float
    high: float
    first: float
    last: float

    def at(self, value: float) -> float:
        """The place of a number."""
        return self.first + (value - self.low) / (self.high - self.low) * (self.last - self.first)

    def ticks(self, most: int, least_step: float = 0.0) -> list[float]:
        """About ``most`` round numbers of the scale."""
        step = max(least_step, round_step(self.high - self.low, most))
        # Rounded, so that sums of steps are not off by the last bit.
        low, high = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [round(number * step, 12) for number in range(low, high + 1)]


@dataclass(frozen=True)
class Bands:
    """Names along a side from ``first`` to ``last``, each with a band of its own; ``gap`` is the share between bands."""

    names: tuple[str, ...]
    first: float
    last: float
    gap: float = 0.2

    @property
    def step(self) -> float:
        """The distance from one name to the next."""
        return (self.last - self.first) / max(1, len(self.names))

    @property
    def width(self) -> float:
        """The width of a band."""
        return self.step * (1 - self.gap)

    def middle(self, name: str) -> float:
        """The middle of the band of a name."""
        return self.first + (self.names.index(name) + 0.5) * self.step


def round_step(span: float, most: int) -> float:
    """The distance between about ``most`` round numbers over a span."""
    wanted = span / max(1, most)
    power = 10.0 ** math.floor(math.log10(wanted))
    factor = next((times for share, times in _STEPS if wanted / power >= share), 1)
    return power * factor


def decimals_of(numbers: Sequence[float]) -> int:
    """How many decimals all of some round numbers need."""
    return next((count for count in range(12) if all(round(one, count) == one for one in numbers)), 12)


def reach(values: Iterable[Number], *, zero: bool) -> tuple[float, float]:
    """The least and the largest of some numbers (of 0 too with ``zero``); never a single point."""
    known = [float(value) for value in values if is_drawable(value) and value is not None]
    if zero or not known:
        known.append(0.0)
    low, high = min(known), max(known)
    if low == high:
        wider = 0.5 if low == 0 else 0.1 * abs(low)
        return (0.0, 1.0) if low == 0 and zero else (low - wider, high + wider)
    return low, high


def rounded_reach(low: float, high: float, most: int, least_step: float = 0.0) -> tuple[float, float]:
    """The same, widened to round numbers."""
    step = max(least_step, round_step(high - low, most))
    return round(math.floor(low / step + 1e-9) * step, 12), round(math.ceil(high / step - 1e-9) * step, 12)


def is_drawable(value: Number) -> bool:
    """Whether a number has a place; an end of an interval from a single match has none."""
    return value is not None and math.isfinite(value)


FONT_SIZE = 12
LABEL_LIMIT, KEY_LIMIT = 130, 180
"""Longer names beside a chart, and above it, are cut."""

_FONT = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"
_WIDER = 1.12
"""Other fonts than Helvetica are up to this much wider."""
_TICK, _GAP, _KEY_ROW, _KEY_SQUARE = 5, 3, 20, 10
_SHOWN_WIDER = 1.35
"""A chart is shown up to this many times as wide as its own units."""

Place = tuple[float, float]


@dataclass(frozen=True)
class Side:
    """What stands along a side of a chart: a scale, and texts at places of it, written at an angle below the chart."""

    scale: Linear | Bands
    labels: tuple[tuple[float, str], ...]
    title: str | None = None
    grid: bool = True
    angle: int = 0


class Plot:
    """A chart that is being drawn; ``key`` has the names of its colours."""

    def __init__(self, across: Side, up: Side, key: Sequence[tuple[str, str]] = ()):
        self.across, self.up, self.key = across, up, key
        self.width, self.height = _length(across), _length(up)
        self._marks: list[str] = []
        self._box = [0.0, 0.0, self.width, self.height]

    def bar(self, x: Place, y: Place, colour: str) -> None:
        """An area from one place to another each way."""
        left, top = min(x), min(y)
        wide, high = max(x) - left, max(y) - top
        if wide > 0 and high > 0:
            self._marks.append(
                f'<rect x="{_n(left)}" y="{_n(top)}" width="{_n(wide)}" height="{_n(high)}" fill="{colour}"/>'
            )

    def rule(self, start: Place, end: Place, colour: str, width: float, dash: str = "") -> None:
        """A straight line."""
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self._marks.append(f'{_line(start, end)} stroke="{colour}" stroke-width="{_n(width)}"{dashed}/>')

    def line(self, places: Sequence[Place], colour: str, width: float) -> None:
        """A line through places."""
        if len(places) > 1:
            self._marks.append(
                f'<path d="{_path(places)}" fill="none" stroke="{colour}" stroke-width="{_n(width)}" '
                'stroke-linejoin="round"/>'
            )

    def area(self, lower: Sequence[Place], upper: Sequence[Place], colour: str, opacity: float) -> None:
        """What lies between two lines."""
        if len(lower) > 1:
            self._marks.append(
                f'<path d="{_path([*lower, *reversed(upper)])}Z" fill="{colour}" fill-opacity="{_n(opacity)}"/>'
            )

    def points(self, places: Iterable[Place], colour: str, radius: float, opacity: float = 1.0) -> None:
        """Dots."""
        look = f'fill="{colour}"' + (f' fill-opacity="{_n(opacity)}"' if opacity < 1 else "")
        self._marks += [f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" {look}/>' for x, y in places]

    def svg(self, caption: str) -> str:
        """The chart; ``caption`` is what is read to people who do not see it."""
        parts = [*self._grid(), *self._marks, *self._side_across(), *self._side_up(), *self._key()]
        left, top, right, bottom = (math.floor(self._box[0]), math.floor(self._box[1]), *map(math.ceil, self._box[2:]))
        wide, high = right - left, bottom - top
        return (
            f'<svg class="chart" role="img" aria-label="{escape(caption)}" viewBox="{left} {top} {wide} {high}" '
            f'style="max-width:{wide * _SHOWN_WIDER:.0f}px">'
            f'<g font-family="{_FONT}" font-size="{FONT_SIZE}">{"".join(parts)}</g></svg>'
        )

    def _grid(self) -> list[str]:
        lines = [((at, 0.0), (at, self.height)) for at, _ in self.across.labels if self.across.grid]
        lines += [((0.0, at), (self.width, at)) for at, _ in self.up.labels if self.up.grid]
        drawn = "".join(f"{_line(*ends)}/>" for ends in lines)
        return [f'<g stroke="{RULE}">{drawn}</g>'] if lines else []

    def _side_across(self) -> list[str]:
        side, base = self.across, self.height
        ticks = "".join(f"{_line((at, base), (at, base + _TICK))}/>" for at, _ in side.labels)
        texts = []
        top = base + _TICK + _GAP
        for at, label in side.labels:
            if side.angle:
                texts.append(self._text(at + 3, top + 7, cut(label), "end", angle=side.angle))
            else:
                texts.append(self._text(at, top + FONT_SIZE - 2, cut(label), "middle"))
        parts = [_group(f'stroke="{FAINT}"', f"{_line((0, base), (self.width, base))}/>{ticks}")]
        parts.append(_group(f'fill="{INK}"', "".join(texts)))
        if side.title:
            text = self._text(self.width / 2, self._box[3] + FONT_SIZE + 2, side.title, "middle")
            parts.append(_group(f'fill="{FAINT}"', text))
        return parts

    def _side_up(self) -> list[str]:
        side = self.up
        ticks = "".join(f"{_line((-_TICK, at), (0, at))}/>" for at, _ in side.labels)
        texts = [self._text(-_TICK - _GAP, at + FONT_SIZE / 3, cut(label), "end") for at, label in side.labels]
        parts = [_group(f'stroke="{FAINT}"', f"{_line((0, 0), (0, self.height))}/>{ticks}")]
        parts.append(_group(f'fill="{INK}"', "".join(texts)))
        if side.title:
            widest = max((_width(cut(label)) for _, label in side.labels), default=0.0)
            text = self._text(-_TICK - 3 * _GAP - widest, self.height / 2, side.title, "middle", angle=-90)
            parts.append(_group(f'fill="{FAINT}"', text))
        return parts

    def _key(self) -> list[str]:
        """A square and a name for each colour, in rows as wide as the chart."""
        rows: list[list[tuple[float, str, str]]] = []
        x = math.inf
        for whole_name, colour in self.key:
            name = cut(whole_name, KEY_LIMIT)
            wide = _KEY_SQUARE + 2 * _GAP + _width(name)
            if x + wide > self.width:
                rows.append([])
                x = 0.0
            rows[-1].append((x, name, colour))
            x += wide + 5 * _GAP
        top = self._box[1] - 2 * _GAP - _KEY_ROW * len(rows)
        parts = []
        for number, row in enumerate(rows):
            y = top + number * _KEY_ROW
            for at, name, colour in row:
                size = f'width="{_KEY_SQUARE}" height="{_KEY_SQUARE}"'
                parts.append(f'<rect x="{_n(at)}" y="{_n(y + 3)}" {size} fill="{colour}"/>')
                text = self._text(at + _KEY_SQUARE + 2 * _GAP, y + _KEY_SQUARE + 2, name, "start")
                parts.append(_group(f'fill="{INK}"', text))
        return parts

    def _text(self, x: float, y: float, text: str, anchor: str, angle: int = 0) -> str:
        """A text whose feet are at a place; the picture grows to hold it."""
        wide = _width(text)
        before = {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        turned = math.radians(angle)
        for along in (-before, wide - before):
            for above in (-FONT_SIZE + 2, 3):
                self._hold(
                    x + along * math.cos(turned) - above * math.sin(turned),
                    y + along * math.sin(turned) + above * math.cos(turned),
                )
        turn = f' transform="rotate({angle} {_n(x)} {_n(y)})"' if angle else ""
        where = "" if anchor == "start" else f' text-anchor="{anchor}"'
        return f'<text x="{_n(x)}" y="{_n(y)}"{where}{turn}>{escape(text, quote=False)}</text>'

    def _hold(self, x: float, y: float) -> None:
        box = self._box
        box[:] = min(box[0], x), min(box[1], y), max(box[2], x), max(box[3], y)


def cut(text: str, limit: int = LABEL_LIMIT) -> str:
    """A text that is not wider than a limit."""
    if plain_width(text, FONT_SIZE) <= limit:
        return text
    longest = max(end for end in range(1, len(text)) if plain_width(text[:end] + "…", FONT_SIZE) <= limit)
    return text[:longest].rstrip() + "…"


def stairs(places: Sequence[Place]) -> list[Place]:
    """The places of a line that keeps its height until the next place."""
    steps = [place for (_, y), (x, after) in pairwise(places) for place in ((x, y), (x, after))]
    return [*places[:1], *steps]


def _length(side: Side) -> float:
    return abs(side.scale.last - side.scale.first)


def _width(text: str) -> float:
    return _WIDER * plain_width(text, FONT_SIZE)


def _group(look: str, content: str) -> str:
    return f"<g {look}>{content}</g>"


def _line(start: Place, end: Place) -> str:
    """A line without its end, so that it can be given a look."""
    return f'<line x1="{_n(start[0])}" y1="{_n(start[1])}" x2="{_n(end[0])}" y2="{_n(end[1])}"'


def _path(places: Sequence[Place]) -> str:
    return "M" + "L".join(f"{_n(x)},{_n(y)}" for x, y in places)


def _n(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
