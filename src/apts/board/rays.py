"""Rays: straight ways across the board, as slides, lines of pieces and lines of sight use them."""

from __future__ import annotations

from collections.abc import Sequence
from math import acos, hypot

from apts.board.directions import ROTATIONAL, opposite
from apts.board.relations import BoardStep
from apts.board.room import check_rays, check_turns

_STRAIGHT = 0.25
_OPPOSITE = 0.1
_TIE = 1e-4

Ray = tuple[int, ...]


class RayFinder:
    """Follows the steps of one direction or group of directions as far as they go straight on."""

    def __init__(self, steps: Sequence[Sequence[BoardStep]], direction: str) -> None:
        self._turning = direction in ROTATIONAL
        self._steps = [
            [step for step in around if direction in step.groups or direction in step.names] for around in steps
        ]
        check_turns(map(len, self._steps))
        self._onward: dict[tuple[int, int], list[BoardStep]] = {}
        self._single: dict[tuple[int, int], Ray | None] = {}
        self._ways = 0

    def steps(self, site: int) -> list[BoardStep]:
        """The first steps of the rays from a site."""
        return self._steps[site]

    def rays(self, site: int) -> list[tuple[BoardStep, Ray]]:
        """All rays from a site, clockwise from north: the first step, and the sites along the way."""
        found: list[tuple[BoardStep, Ray]] = []
        for step in self._steps[site]:
            only = self._only_way(site, step)
            if only is not None:
                found.append((step, only))
            else:
                self._ways = 0
                found.extend((step, ray) for ray in self._follow([site], step))
        return found

    def _only_way(self, origin: int, step: BoardStep) -> Ray | None:
        """The ray of a first step where it never branches and never comes back to itself, as nearly all do.

        Then it is the next site and the ray from there, and each stretch of the board is followed once.
        """
        chain: dict[tuple[int, int], None] = {}
        key = (origin, step.to)
        while key not in self._single:
            if key in chain:
                self._single[key] = None
                break
            onward = self._continue(origin, step)
            if len(onward) != 1:
                self._single[key] = None if onward else (step.to,)
                break
            chain[key] = None
            origin, step = step.to, onward[0]
            key = (origin, step.to)
        rest = self._single[key]
        for origin, to in reversed(chain):
            rest = None if rest is None or origin in rest else (to, *rest)
            self._single[origin, to] = rest
        return rest

    def _follow(self, passed: list[int], step: BoardStep) -> list[Ray]:
        """The ways on from the last site passed; they branch where two steps are equally straight."""
        self._ways += 1
        check_rays(self._ways)
        way = [*passed, step.to]
        while True:
            onward = [following for following in self._continue(way[-2], step) if following.to not in way]
            if len(onward) != 1:
                break
            step = onward[0]
            way.append(step.to)
        if not onward:
            return [tuple(way[1:])]
        return [ray for following in onward for ray in self._follow(way, following)]

    def _continue(self, origin: int, step: BoardStep) -> list[BoardStep]:
        key = (origin, step.to)
        known = self._onward.get(key)
        if known is None:
            known = self._onward[key] = self._straightest(origin, step)
        return known

    def _straightest(self, origin: int, step: BoardStep) -> list[BoardStep]:
        candidates = [following for following in self._steps[step.to] if following.to != origin]
        if self._turning:
            return candidates[:1]
        bends = [(turning_angle(step, following), following) for following in candidates]
        least = min((bend for bend, _ in bends), default=_STRAIGHT)
        if least >= _STRAIGHT:
            return []
        return [following for bend, following in bends if bend - least < _TIE]


def turning_angle(first: BoardStep, second: BoardStep) -> float:
    """The angle in radians by which the way bends between two steps."""
    lengths = hypot(first.dx, first.dy, first.dz) * hypot(second.dx, second.dy, second.dz)
    if lengths == 0:
        return 0.0
    cosine = (first.dx * second.dx + first.dy * second.dy + first.dz * second.dz) / lengths
    return acos(max(-1.0, min(1.0, cosine)))


def pair_opposites(
    rays: Sequence[tuple[BoardStep, Ray]], others: Sequence[tuple[BoardStep, Ray]]
) -> tuple[tuple[Ray, Ray], ...]:
    """Each ray with the one that leads the other way (or nothing), every such pair once."""
    pairs: list[tuple[Ray, Ray]] = []
    taken: list[_Way] = []
    ways = [(_Way(there), other) for there, other in others]
    for step, ray in rays:
        way = _Way(step)
        if any(way.is_opposite(earlier) for earlier in taken):
            continue
        taken.append(way)
        back = next((other for there, other in ways if way.is_opposite(there)), ())
        pairs.append((ray, back))
    return tuple(pairs)


class _Way:
    """Where a step leads, with what is asked of it again and again."""

    __slots__ = ("back", "length", "names", "x", "y", "z")

    def __init__(self, step: BoardStep):
        self.x, self.y, self.z = step.dx, step.dy, step.dz
        self.length = hypot(step.dx, step.dy, step.dz)
        self.names = frozenset(name for name in step.names if name in ROTATIONAL)
        self.back = frozenset(map(opposite, self.names))

    def is_opposite(self, other: _Way) -> bool:
        """Whether two steps from one site lead opposite ways."""
        if self.back and not self.back.isdisjoint(other.names):
            return True
        lengths = self.length * other.length
        if lengths == 0:
            return True
        cosine = -(self.x * other.x + self.y * other.y + self.z * other.z) / lengths
        return cosine > 0 and acos(min(1.0, cosine)) < _OPPOSITE
