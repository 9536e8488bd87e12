"""Scripts and style sheets: files of the studio and of its vendors, and those that are made of the publisher's modules."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from mimetypes import guess_type

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from apts.publish.description import board_style
from apts.publish.game_page import bundled, page_style
from apts.studio.words import StudioTexts

MADE = ("play.js", "play.css")
"""What is put together of several files: the board of published games with the studio's own door to it."""


def asset_text(name: str) -> bytes | None:
    """The content of an asset; None where there is none of that name."""
    return _content(name) if name in _names() else None


def shipped_board(name: str) -> bytes | None:
    """The board of a library game at its start, or of a template (``templates/NAME``), drawn beforehand; None for others."""
    return asset_text(f"boards/{name}.svg")


@cache
def _content(name: str) -> bytes:
    if name == "play.js":
        return bundled(files("apts"), "studio/static/play/studio_play.js").encode()
    if name == "play.css":
        return (page_style() + board_style()).encode()
    return files("apts.studio").joinpath("static", *name.split("/")).read_bytes()


@cache
def _names() -> frozenset[str]:
    """All names there are: whatever else is asked for is not even looked for."""
    return frozenset((*MADE, *_inside(files("apts.studio").joinpath("static"), "")))


def _inside(folder: Traversable, prefix: str) -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _inside(entry, f"{prefix}{entry.name}/")
        else:
            yield f"{prefix}{entry.name}"


@cache
def asset(name: str) -> str:
    """The address of an asset; it changes with the content, so that browsers may keep it for ever."""
    content = asset_text(name)
    if content is None:
        raise FileNotFoundError(f"the studio has no asset {name}")
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:12]}"


async def serve_asset(request: Request) -> Response:
    """The answer to a request for an asset."""
    name = request.path_params["name"]
    content = asset_text(name)
    if content is None:
        return PlainTextResponse("There is no such file.", status_code=404)
    kind = guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind.endswith("javascript"):
        kind = f"{'text/javascript' if name.endswith('.js') else kind}; charset=utf-8"
    lasting = "public, max-age=31536000, immutable" if "v" in request.query_params else "no-cache"
    return Response(content, media_type=kind, headers={"Cache-Control": lasting})


# ----------------------------------------------------------------------------------------------------------------
# Small charts of lines as SVG without styles of their own: a style sheet colours them, in light and in dark.

WIDTH, HEIGHT = 400.0, 230.0
LEFT, RIGHT, TOP, BOTTOM = 48.0, 10.0, 10.0, 36.0
MOST_DOTS = 40
"""Points of a line that are marked; of longer lines only the line is drawn."""


@dataclass(frozen=True)
class Point:
    """A figure at a place along the line, with the ends of its interval where they are known."""

    across: float
    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Line:
    """Points that belong together, and what they are called."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Frame:
    """Which part of the plane a chart shows, and where on the paper; ``step`` is from one line of its grid to the next."""

    left: float
    right: float
    bottom: float
    top: float
    step: float

    def x(self, value: float) -> float:
        """Where a value across stands."""
        share = (value - self.left) / (self.right - self.left)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 2)

    def y(self, value: float) -> float:
        """Where a value upwards stands; one beyond the chart stands at its edge."""
        share = min(1.0, max(0.0, (value - self.bottom) / (self.top - self.bottom)))
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 2)


def frame_of(lines: Sequence[Line], *, from_zero: bool = False) -> Frame:
    """A frame with round ends that holds all points; intervals may leave it by three times what the points take."""
    points = [point for line in lines for point in line.points]
    across = [point.across for point in points] or [0.0]
    values = [point.value for point in points] or [0.0]
    low, high = min(values), max(values)
    beyond = 3.0 * max(high - low, abs(high) * 0.1, 1e-6)
    ends = [end for point in points for end in (point.low, point.high) if end is not None]
    low = min([low, *(max(end, low - beyond) for end in ends)])
    high = max([high, *(min(end, high + beyond) for end in ends)])
    step = round_step((high - low) or abs(high) or 1.0, 4)
    bottom = 0.0 if from_zero and low >= 0.0 else math.floor(low / step) * step
    top = max(math.ceil(high / step) * step, bottom + step)
    right = max(across)
    return Frame(min(across), right if right > min(across) else min(across) + 1.0, bottom, top, step)


def round_step(span: float, parts: int) -> float:
    """A step of 1, 2 or 5 times a power of ten that divides a span into about so many parts.

    >>> round_step(0.9, 4), round_step(700, 4)
    (0.2, 200.0)
    """
    rough = span / parts
    power = 10.0 ** math.floor(math.log10(rough))
    return min((factor * power for factor in (1.0, 2.0, 5.0, 10.0)), key=lambda step: abs(step - rough))


def line_chart(
    lines: Sequence[Line],
    title: str,
    across: str,
    message: StudioTexts,
    *,
    stepped: bool = False,
    from_zero: bool = False,
) -> Markup:
    """The chart; without a point there is none, and the text is empty."""
    shown = [line for line in lines if line.points]
    if not shown:
        return Markup("")
    frame = frame_of(shown, from_zero=from_zero)
    parts = [
        f'<svg class="chart" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" '
        f'aria-label="{escape(_description(shown, title, message))}">',
        *_axes(frame, across, message),
    ]
    for number, line in enumerate(shown, 1):
        parts += _drawn(line, number, frame, message, stepped=stepped)
    return Markup("".join([*parts, "</svg>"]))


def legend(lines: Sequence[Line]) -> Markup:
    """Which line is which, as a list; empty where there is only one."""
    shown = [line for line in lines if line.points]
    if len(shown) < 2:
        return Markup("")
    entries = (
        f'<li><svg viewBox="0 0 28 10" aria-hidden="true"><line class="line line-{number}" x1="0" x2="28" y1="5" y2="5"/>'
        f"</svg>{escape(line.name)}</li>"
        for number, line in enumerate(shown, 1)
    )
    return Markup(f'<ul class="legend">{"".join(entries)}</ul>')


def _description(lines: Sequence[Line], title: str, message: StudioTexts) -> str:
    """What the chart shows, for those who cannot see it: the last value of every line."""
    last = ", ".join(f"{line.name} {_number(line.points[-1].value, message)}".strip() for line in lines)
    return f"{title}: {last}"


def _axes(frame: Frame, across: str, message: StudioTexts) -> list[str]:
    parts = []
    step = frame.step
    for number in range(round((frame.top - frame.bottom) / step) + 1):
        value = frame.bottom + number * step
        y = frame.y(value)
        parts.append(f'<line class="grid" x1="{LEFT:g}" x2="{WIDTH - RIGHT:g}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text class="up" x="{LEFT - 6:g}" y="{y + 4}">{_number(value, message, step)}</text>')
    step = max(round_step(frame.right - frame.left, 4), 1.0)
    value = math.ceil(frame.left / step) * step
    while value <= frame.right + 1e-9:
        place = frame.x(value)
        parts.append(
            f'<text class="along" x="{place}" y="{HEIGHT - BOTTOM + 16:g}">{_number(value, message, step)}</text>'
        )
        value += step
    parts.append(f'<text class="axis" x="{WIDTH - RIGHT:g}" y="{HEIGHT - 5:g}">{escape(across)}</text>')
    return parts


def _drawn(line: Line, number: int, frame: Frame, message: StudioTexts, *, stepped: bool) -> list[str]:
    parts = []
    known = [point for point in line.points if point.low is not None and point.high is not None]
    if len(known) > 1:
        upper = _path([(point.across, point.high or 0.0) for point in known], frame, stepped=stepped)
        lower = _path([(point.across, point.low or 0.0) for point in known], frame, stepped=stepped)
        back = " ".join(reversed(lower.split(" ")))
        parts.append(f'<polygon class="band line-{number}" points="{upper} {back}"/>')
    places = _path([(point.across, point.value) for point in line.points], frame, stepped=stepped)
    parts.append(f'<polyline class="line line-{number}" points="{places}"/>')
    if len(line.points) <= MOST_DOTS:
        for point in line.points:
            text = escape(f"{_number(point.across, message)}: {_number(point.value, message)}")
            parts.append(
                f'<circle class="dot line-{number}" cx="{frame.x(point.across)}" cy="{frame.y(point.value)}" r="3.5">'
                f"<title>{text}</title></circle>"
            )
    return parts


def _path(points: Sequence[tuple[float, float]], frame: Frame, *, stepped: bool) -> str:
    places: list[str] = []
    last: float | None = None
    for across, value in points:
        if stepped and last is not None:
            places.append(f"{frame.x(across)},{frame.y(last)}")
        places.append(f"{frame.x(across)},{frame.y(value)}")
        last = value
    return " ".join(places)


def _number(value: float, message: StudioTexts, step: float | None = None) -> str:
    """A number with as many decimals as its step needs; without a step with about three figures."""
    size = abs(value) if step is None else step
    least = 0 if size >= 100 or size == 0 or float(size).is_integer() else 2 - math.floor(math.log10(size))
    decimals = least if step is None else max(0, -math.floor(math.log10(step) + 1e-9))
    return message.number(value if value else 0.0, min(6, max(0, decimals)))
