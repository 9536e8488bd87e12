"""Regions that belong to a seat: a faint tint of its colour, and on each site a small mark that needs no colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import atan2, cos, hypot, pi, sin

from apts.board.picture.drawing_sites import Frame, number, outline_path
from apts.board.picture.drawing_style import seat_number

SWATCH = 22.0
"""The side of the square that shows in a legend what a region looks like."""
_TOWARDS_CORNER = 0.8
_MARK = 0.075
_LEAST_MARK = 2.2
_CORNERS = (0.75, 0.25, -0.75, -0.25)  # in half turns: where seats 1 to 4 have their marks, so that two never meet


@dataclass(frozen=True)
class RegionMark:
    """Sites that belong to a seat. Regions of other names have other shapes of marks: ``shape`` counts them from 0."""

    owner: int
    sites: frozenset[int]
    name: str = ""
    shape: int = 0


def draw_regions(frame: Frame, regions: Sequence[RegionMark]) -> Iterable[str]:
    """Tints, except where several seats have the same site, and over them the marks."""
    owners = Counter(site for _, site in {(region.owner, site) for region in regions for site in region.sites})
    shown = set(frame.shown)
    for region in regions:
        alone = [site for site in sorted(region.sites) if site in shown and owners[site] == 1]
        if alone:
            look = f'class="tint{seat_number(region.owner)}" fill-opacity=".3" data-region="{region.owner}"'
            yield f'<path {look} d="{"".join(_patch(frame, site) for site in alone)}"/>'
    for region in regions:
        for site in sorted(region.sites & shown):
            x, y = _corner(frame, site, region.owner)
            yield region_mark(region, x, y, max(_MARK * frame.spacing, _LEAST_MARK))


def region_mark(region: RegionMark, x: float, y: float, radius: float) -> str:
    """The mark of a region around a place: a disc, or another shape where the seat has regions of several names."""
    look = f'class="region seat{seat_number(region.owner)}" stroke-width="{number(0.25 * radius)}"'
    if region.shape == 0:
        return f'<circle {look} cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'
    corners = (4, 4, 3)[(region.shape - 1) % 3]
    turn = 0.0 if region.shape % 3 != 2 else pi / 4
    angles = [turn - pi / 2 + 2 * pi * corner / corners for corner in range(corners)]
    path = "L".join(f"{number(x + 1.25 * radius * cos(a))} {number(y + 1.25 * radius * sin(a))}" for a in angles)
    return f'<path {look} d="M{path}Z"/>'


def region_swatch(region: RegionMark) -> str:
    """What a region looks like, for a legend: a square ``SWATCH`` wide, from 0 to the right, and as high, around 0."""
    half = SWATCH / 2
    square = f'x="1" y="{number(1 - half)}" width="{number(SWATCH - 2)}" height="{number(SWATCH - 2)}"'
    title = f"{region.name or 'region'} of player {region.owner}"
    return (
        f"<title>{escape(title)}</title>"
        f'<rect class="cell shade1" stroke-width="1" {square}/>'
        f'<rect class="tint{seat_number(region.owner)}" fill-opacity=".3" {square}/>'
        f"{region_mark(region, half, 0, 0.25 * SWATCH)}"
    )


def _patch(frame: Frame, site: int) -> str:
    """The tinted part of a site: its cell, or a disc around its point."""
    if frame.board.kind_of(site) == "Cell":
        return outline_path(frame, frame.board.corners_of(site), closed=True)
    x, y = frame.site(site)
    radius = number(0.44 * frame.spacing)
    arc = f"a{radius} {radius} 0 1 0"
    wide = number(0.88 * frame.spacing)
    return f"M{number(x - 0.44 * frame.spacing)} {number(y)}{arc} {wide} 0{arc} -{wide} 0Z"


def _corner(frame: Frame, site: int, owner: int) -> tuple[float, float]:
    """Where the mark of an owner stands: near a corner of the cell, or beside the point."""
    wanted = _CORNERS[(owner - 1) % len(_CORNERS)] * pi
    x, y = frame.site(site)
    if frame.board.kind_of(site) != "Cell":
        away = 0.5 * frame.spacing
        return x + away * cos(wanted), y - away * sin(wanted)
    corners = [frame.place(frame.board.graph.points[vertex]) for vertex in frame.board.corners_of(site)]
    u, v = min(corners, key=lambda place: _aside(atan2(y - place[1], place[0] - x), wanted))
    away = max(_TOWARDS_CORNER, 1 - 1.9 * _MARK * frame.spacing / (hypot(u - x, v - y) or 1.0))
    return x + away * (u - x), y + away * (v - y)


def _aside(angle: float, wanted: float) -> float:
    """How far an angle is from another one, rounded so that equal ones are equal."""
    return round(abs((angle - wanted + pi) % (2 * pi) - pi), 6)
