"""Tracks of a board, faint under its pieces: a line from site to site, with tips where it begins and where it bends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot

from apts.board.picture.drawing_sites import Frame, number

Way = tuple[int, ...]
"""Sites in the order in which pieces travel; a way that goes round ends where it begins."""

_FARTHEST = 2.1
"""Sites that are farther apart, in distances of sites, have no line between them: a piece is put there, it does not walk."""
_BESIDE = 0.12
"""How far a line is moved to its right where another one comes the other way."""
_WIDTH, _TIP = 0.035, 0.1
_FAINT = ".45"

Step = tuple[int, int]


def draw_ways(frame: Frame, ways: Sequence[Way]) -> Iterable[str]:
    """The lines of all ways; one that several ways share is drawn once."""
    steps: dict[Step, bool] = {}
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


def _drawn(frame: Frame, step: Step) -> bool:
    if step[0] == step[1] or not all(site in frame.shown for site in step):
        return False
    (x, y), (to_x, to_y) = map(frame.site, step)
    return hypot(to_x - x, to_y - y) <= _FARTHEST * frame.spacing


def _ahead(frame: Frame, step: Step) -> tuple[float, float]:
    (x, y), (to_x, to_y) = map(frame.site, step)
    length = hypot(to_x - x, to_y - y) or 1.0
    return (to_x - x) / length, (to_y - y) / length


def _placed(frame: Frame, step: Step, steps: Iterable[Step]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where a line begins and ends; lines that go opposite ways lie side by side."""
    (x, y), (to_x, to_y) = map(frame.site, step)
    if (step[1], step[0]) not in steps:
        return (x, y), (to_x, to_y)
    ahead, away = _ahead(frame, step), _BESIDE * frame.spacing
    right = (-ahead[1] * away, ahead[0] * away)
    return (x + right[0], y + right[1]), (to_x + right[0], to_y + right[1])


def _tip(frame: Frame, step: Step, line: tuple[tuple[float, float], tuple[float, float]]) -> str:
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
