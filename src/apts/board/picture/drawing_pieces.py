"""Pieces in a drawing: shapes, letters, stacks and numbers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby, pairwise
from math import cos, hypot, pi, sin

from apts.board.picture.drawing_sites import Frame, number, outline_path
from apts.board.picture.drawing_style import seat_number

# Kinds of pieces that are drawn as a disc without a letter.
_PLAIN = frozenset(
    ("disc", "counter", "marker", "ball", "stone", "seed", "token", "checker", "bead", "hex", "circle", "tile", "man")
)
# Kinds that have a shape of their own: number of corners, and the angle of the first.
_POLYGONS = {
    "square": (4, pi / 4),
    "box": (4, pi / 4),
    "triangle": (3, pi / 2),
    "diamond": (4, 0.0),
    "star": (5, pi / 2),
}
_SHAPES = frozenset((*_PLAIN, *_POLYGONS, "cross"))
STACK = {"tallest": 6, "rise": 0.2, "shrink": 0.92}
"""How stacks are drawn: the pieces of them that are seen, how far each stands above the one below, and their size."""
_SIZES = {"tiny": 0.45, "small": 0.6, "little": 0.6, "short": 0.6, "medium": 0.8, "middle": 0.8}
_WORDS = re.compile("|".join(_SIZES))


@dataclass(frozen=True)
class PieceMark:
    """A piece to be drawn: where, whose, what, how many, how high in a stack, and its local state.

    ``called`` is its kind; by default the name without the number of its owner.
    """

    site: int
    owner: int
    name: str
    count: int = 1
    level: int = 0
    state: int = 0
    called: str = ""

    @property
    def kind(self) -> str:
        """What the piece is, whoever owns it."""
        return self.called or self.name.rstrip("0123456789") or self.name

    @property
    def size(self) -> float:
        """How large it is drawn: kinds that are called small or medium are smaller than others."""
        words = _WORDS.findall(self.kind.lower())
        return min((_SIZES[word] for word in words), default=1.0)

    @property
    def seat(self) -> int:
        """The colour: that of the owner, or of the state for a piece that belongs to nobody."""
        return seat_number(self.owner if self.owner > 0 else self.state)


def letters(pieces: Iterable[PieceMark]) -> dict[str, str]:
    """A letter for every kind of piece that needs one; two where the first is not enough."""
    known = list(pieces)
    kinds, alike = sorted({piece.kind for piece in known}), _discs_alike(known)
    lettered = [kind for kind in kinds if kind.lower() not in _SHAPES or kind in alike]
    marks: dict[str, str] = {}
    taken: set[str] = set()
    # Chess players know the knight as N; the king keeps his K.
    for kind in sorted(lettered, key=lambda kind: (kind.lower() == "knight", kind)):
        choices = ["N"] if kind.lower() == "knight" else [kind[0].upper(), *(kind[0].upper() + c for c in kind[1:])]
        mark = next((choice for choice in choices if choice not in taken), kind[:2])
        taken.add(mark)
        marks[kind] = mark
    return marks if len(kinds) > 1 or any(kind.lower() in ("king", "queen") for kind in kinds) else {}


def _discs_alike(pieces: Sequence[PieceMark]) -> set[str]:
    """The kinds that would be the same plain disc as another kind of the same owner."""
    discs: defaultdict[tuple[int, float], set[str]] = defaultdict(set)
    for piece in pieces:
        if piece.kind.lower() in _PLAIN:
            discs[piece.owner, piece.size].add(piece.kind)
    return {kind for kinds in discs.values() if len(kinds) > 1 for kind in kinds}


def draw_pieces(frame: Frame, pieces: Sequence[PieceMark], pits: bool) -> Iterable[str]:
    """All pieces, site by site, lower layers of the board first."""
    marks = letters(pieces)
    points = frame.board.points()
    inside = [piece for piece in pieces if 0 <= piece.site < len(points)]
    ordered = sorted(inside, key=lambda piece: (points[piece.site].z, piece.site, piece.level))
    for site, group in groupby(ordered, key=lambda piece: piece.site):
        stack = list(group)
        if frame.board.kind_of(site) == "Edge":
            yield _bar(frame, stack[-1])
        else:
            x, y = frame.site(site)
            yield from _stack(stack, x, y, frame.radius(site), marks, pits)


def _bar(frame: Frame, piece: PieceMark) -> str:
    path = outline_path(frame, frame.board.ends_of(piece.site), closed=False)
    return _double_stroke(path, piece.seat, 0.2 * frame.spacing, "")


def _double_stroke(path: str, seat: int, width: float, title: str) -> str:
    """A thick line in the colour of a seat, with a rim."""
    shape = f'stroke-linecap="round" d="{path}"'
    return (
        f'<path class="edge{seat}" stroke-width="{number(1.3 * width)}" {shape}/>'
        f'<path class="bar{seat}" stroke-width="{number(width)}" {shape}>{title}</path>'
    )


def _stack(
    stack: Sequence[PieceMark], x: float, y: float, radius: float, marks: Mapping[str, str], pits: bool
) -> Iterable[str]:
    if pits and len(stack) == 1:
        yield from _seeds(stack[0], x, y, radius)
        return
    visible = stack[-int(STACK["tallest"]) :]
    rise = STACK["rise"] * radius if len(visible) > 1 else 0.0
    size = radius * (STACK["shrink"] if len(visible) > 1 else 1.0)
    base = y + rise * (len(visible) - 1) / 2
    for height, piece in enumerate(visible):
        is_top = height == len(visible) - 1
        yield from draw_piece(piece, x, base - rise * height, size, marks if is_top else {})
    total = len(stack) if len(stack) > 1 else stack[0].count
    if total > 1:
        yield from _badge(x + 0.72 * radius, y + 0.62 * radius, 0.42 * radius, str(total))


def _seeds(piece: PieceMark, x: float, y: float, radius: float) -> Iterable[str]:
    """Up to six seeds as dots, and always the number."""
    for place in range(min(piece.count, 6)):
        angle = 2 * pi * place / max(min(piece.count, 6), 1) - pi / 2
        away = 0.7 * radius
        yield (
            f'<circle class="seat{piece.seat}" cx="{number(x + away * cos(angle))}" '
            f'cy="{number(y + away * sin(angle))}" r="{number(0.2 * radius)}" stroke-width="{number(0.05 * radius)}"/>'
        )
    size = 0.62 * radius
    yield (
        f'<text class="number" x="{number(x)}" y="{number(y + 0.35 * size)}" font-size="{number(size)}">'
        f"{piece.count}</text>"
    )


def draw_piece(piece: PieceMark, x: float, y: float, radius: float, marks: Mapping[str, str]) -> Iterable[str]:
    """One piece: its shape and, on top of it, its letter and state."""
    kind, radius = piece.kind.lower(), radius * piece.size
    width = number(max(0.8, 0.09 * radius))
    title = f"<title>{escape(piece.name)}{f' ×{piece.count}' if piece.count > 1 else ''}</title>"
    if kind == "cross":
        arm = 0.62 * radius
        path = f"M{number(x - arm)} {number(y - arm)}L{number(x + arm)} {number(y + arm)}"
        path += f"M{number(x - arm)} {number(y + arm)}L{number(x + arm)} {number(y - arm)}"
        yield _double_stroke(path, piece.seat, 0.3 * radius, title)
    elif kind in _POLYGONS:
        corners, turn = _POLYGONS[kind]
        yield f'<path class="seat{piece.seat}" stroke-width="{width}" stroke-linejoin="round" '
        yield f'd="{_polygon(x, y, radius, corners, turn, kind == "star")}">{title}</path>'
    else:
        yield f'<circle class="seat{piece.seat}" stroke-width="{width}" cx="{number(x)}" cy="{number(y)}" '
        yield f'r="{number(radius)}">{title}</circle>'
    # Without colours the third seat and those after it look like the first two.
    mark = marks.get(piece.kind, "") + (str(piece.seat) if piece.seat > 2 else "")
    if mark:
        size = (1.05, 0.8, 0.62)[min(len(mark), 3) - 1] * radius
        yield f'<text class="on{piece.seat}" x="{number(x)}" y="{number(y + 0.36 * size)}" font-weight="600" '
        yield f'font-size="{number(size)}">{escape(mark)}</text>'
    if piece.owner > 0 and piece.state > 0:
        yield from _badge(x + 0.72 * radius, y - 0.62 * radius, 0.32 * radius, str(piece.state))


def _polygon(x: float, y: float, radius: float, corners: int, turn: float, pointed: bool) -> str:
    parts = []
    count = corners * (2 if pointed else 1)
    for place in range(count):
        away = radius * (0.45 if pointed and place % 2 else 1.05)
        angle = turn + 2 * pi * place / count
        parts.append(f"{number(x + away * cos(angle))} {number(y - away * sin(angle))}")
    return "M" + "L".join(parts) + "Z"


def _badge(x: float, y: float, radius: float, text: str) -> Iterable[str]:
    wide = radius * (1 + 0.35 * (len(text) - 1))
    yield (
        f'<rect class="badge" x="{number(x - wide)}" y="{number(y - radius)}" width="{number(2 * wide)}" '
        f'height="{number(2 * radius)}" rx="{number(radius)}"/>'
    )
    yield (
        f'<text class="number" x="{number(x)}" y="{number(y + 0.45 * radius)}" font-size="{number(1.3 * radius)}">'
        f"{text}</text>"
    )


def draw_hands(
    hands: Mapping[int, Sequence[PieceMark]], left: float, height: float, radius: float, marks: Mapping[str, str]
) -> Iterable[str]:
    """The pieces in hand beside the board: those of seat 1 from the bottom upward, the others from the top downward."""
    step = 2.5 * radius
    below, above = height - 1.3 * radius, 1.3 * radius
    for owner in sorted(hands):
        lines = -(-len(hands[owner]) // HAND_COLUMNS)
        start = below - (lines - 1) * step if owner == 1 else above
        for place, piece in enumerate(hands[owner]):
            x = left + 1.4 * radius + (place % HAND_COLUMNS) * step
            y = start + (place // HAND_COLUMNS) * step
            yield from draw_piece(piece, x, y, radius, marks)
            if piece.count > 1:
                yield from _badge(x + 0.72 * radius, y + 0.62 * radius, 0.42 * radius, str(piece.count))
        if owner != 1:
            above += (lines + 0.3) * step


HAND_COLUMNS = 3


# ----------------------------------------------------------------------------------------------------------------
# Tracks of a board, faint under its pieces: a line from site to site, with tips where it begins and where it
# bends.

Way = tuple[int, ...]
"""Sites in the order in which pieces travel; a way that goes round ends where it begins."""

_FARTHEST = 2.1
"""Sites that are farther apart, in distances of sites, have no line between them: a piece is put there, it does not walk."""
_BESIDE = 0.12
"""How far a line is moved to its right where another one comes the other way."""
_WIDTH, _TIP = 0.035, 0.1
_FAINT = ".45"

Segment = tuple[int, int]


def draw_ways(frame: Frame, ways: Sequence[Way]) -> Iterable[str]:
    """The lines of all ways; one that several ways share is drawn once."""
    steps: dict[Segment, bool] = {}
    for way in ways:
        before: tuple[float, float] | None = None
        for step in pairwise(way):
            if not _drawn(frame, step):
                before = None
                continue
            ahead = _ahead(frame, step)
            bends = before is None or hypot(ahead[0] - before[0], ahead[1] - before[1]) > 0.1
            steps[step] = steps.get(step, False) or bends
            before = ahead
    if not steps:
        return
    lines = [_placed(frame, step, steps.keys()) for step in steps]
    path = "".join(f"M{_written(start)}L{_written(end)}" for start, end in lines)
    width = number(max(1.0, _WIDTH * frame.spacing))
    yield f'<path class="line" stroke-opacity="{_FAINT}" stroke-width="{width}" d="{path}"/>'
    tips = [_tip(frame, step, line) for (step, bends), line in zip(steps.items(), lines, strict=True) if bends]
    yield f'<path class="dot" fill-opacity="{_FAINT}" d="{"".join(tips)}"/>'


def _drawn(frame: Frame, step: Segment) -> bool:
    if step[0] == step[1] or not all(site in frame.shown for site in step):
        return False
    (x, y), (to_x, to_y) = map(frame.site, step)
    return hypot(to_x - x, to_y - y) <= _FARTHEST * frame.spacing


def _ahead(frame: Frame, step: Segment) -> tuple[float, float]:
    (x, y), (to_x, to_y) = map(frame.site, step)
    length = hypot(to_x - x, to_y - y) or 1.0
    return (to_x - x) / length, (to_y - y) / length


def _placed(frame: Frame, step: Segment, steps: Iterable[Segment]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where a line begins and ends; lines that go opposite ways lie side by side."""
    (x, y), (to_x, to_y) = map(frame.site, step)
    if (step[1], step[0]) not in steps:
        return (x, y), (to_x, to_y)
    ahead, away = _ahead(frame, step), _BESIDE * frame.spacing
    right = (-ahead[1] * away, ahead[0] * away)
    return (x + right[0], y + right[1]), (to_x + right[0], to_y + right[1])


def _tip(frame: Frame, step: Segment, line: tuple[tuple[float, float], tuple[float, float]]) -> str:
    """A tip in the middle of a line."""
    (x, y), (to_x, to_y) = line
    ahead, size = _ahead(frame, step), _TIP * frame.spacing
    x, y = (x + to_x) / 2, (y + to_y) / 2
    corners = [(x + ahead[0] * size, y + ahead[1] * size)]
    for side in (1, -1):
        corners.append((x - (ahead[0] - 0.7 * side * ahead[1]) * size, y - (ahead[1] + 0.7 * side * ahead[0]) * size))
    return f"M{_written(corners[0])}L{_written(corners[1])}L{_written(corners[2])}Z"


def _written(place: tuple[float, float]) -> str:
    return f"{number(place[0])} {number(place[1])}"
