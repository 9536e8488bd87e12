"""What evaluations read off the rules: lines that win, sides to join, goals, tracks, stores, who owns a piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from apts.board.mixed_board import short_labels, sites_by_coordinate
from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.constants import constant
from apts.engine.compiler.ludeme import UnsupportedRule
from apts.engine.compiler.owned_regions import player_regions
from apts.engine.play.machine import Machine
from apts.engine.play.playouts.random_matches import CompiledMatches
from apts.engine.play.positions.position_contents import Position
from apts.errors import AptsError
from apts.language.tree import Clause, Word

PROBES = 40
"""Random matches that are played to see how high stacks grow."""


def end_clauses(compiled: Compiled, name: str) -> Iterator[Clause]:
    """The clauses of that name in the end rules."""
    for rule in compiled.end_rules:
        yield from (clause for clause in rule.clauses() if clause.name == name)


def line_length(compiled: Compiled) -> int | None:
    """The length of the lines that end the match, as far as the text decides it and the board has room for them.

    The longest one if there are several.
    """
    capacity = max(compiled.equipment.sites, compiled.equipment.levels)
    lengths = (fixed_length(clause) for clause in end_clauses(compiled, "is Line"))
    return max((length for length in lengths if length is not None and 1 <= length <= capacity), default=None)


def fixed_length(clause: Clause) -> int | None:
    """The length that a clause asks for; None where it is worked out while playing."""
    try:
        return constant(clause.get("length"))
    except UnsupportedRule:
        return None


def line_direction(compiled: Compiled) -> str:
    """The directions in which lines run."""
    for clause in end_clauses(compiled, "is Line"):
        direction = clause.get("direction")
        if isinstance(direction, Word):
            return direction.name
    return "Adjacent"


def winning_lines(compiled: Compiled, length: int) -> list[tuple[int, ...]]:
    """All rows of that many cells, as places among the components of the state."""
    direction = line_direction(compiled)
    if compiled.stacking:
        return sorted(set(_stacked_lines(compiled, length, direction)))
    return sorted(set(_flat_lines(compiled, length, direction)))


def _flat_lines(compiled: Compiled, length: int, direction: str) -> Iterator[tuple[int, ...]]:
    for site, rays in enumerate(compiled.equipment.board.rays(direction)):
        for ray in rays:
            if len(ray) >= length - 1:
                line = (site, *ray[: length - 1])
                yield min(line, line[::-1])


def _stacked_lines(compiled: Compiled, length: int, direction: str) -> Iterator[tuple[int, ...]]:
    """Upright lines in one stack, and level, rising and falling ones along the board."""
    heights, levels = range(stack_height(compiled)), compiled.equipment.levels
    for site, rays in enumerate(compiled.equipment.board.rays(direction)):
        for low in heights:
            if low + length <= len(heights):
                yield tuple(site * levels + low + step for step in range(length))
            for ray in rays:
                for rise in (-1, 0, 1):
                    last = low + rise * (length - 1)
                    if len(ray) >= length - 1 and 0 <= last < len(heights):
                        way = (site, *ray[: length - 1])
                        line = tuple(at * levels + low + rise * step for step, at in enumerate(way))
                        yield min(line, line[::-1])


@lru_cache(maxsize=64)
def _stack_height(holder: SameGame) -> int:
    machine = Machine(holder.compiled)
    height = 0
    for number in range(PROBES):
        matches = CompiledMatches(machine, 0, 1000, first=number)
        matches.play(1)
        position = Position(machine.compiled, matches.scratch)
        height = max([height, *(position.count(site) for site in range(machine.compiled.equipment.sites))])
    return height


class SameGame:
    """A compiled game as a key of a cache: games with the same code and data are the same."""

    def __init__(self, compiled: Compiled):
        self.compiled = compiled
        self._key = (compiled.source, bytes(compiled.data))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameGame) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def stack_height(compiled: Compiled) -> int:
    """How high stacks grow, as random matches show."""
    return _stack_height(SameGame(compiled))


def owned_by_state(compiled: Compiled) -> bool:
    """Whether the pieces are nobody's and their state says whose side is up."""
    pieces = compiled.equipment.components
    return "state" in compiled.fields and not compiled.stacking and all(piece.owner == 0 for piece in pieces)


def neighbour_lists(compiled: Compiled) -> list[Sequence[int]]:
    """The adjacent sites of every site."""
    return list(compiled.equipment.board.neighbours("Adjacent"))


def region_sites(compiled: Compiled, given: str | Sequence[str]) -> frozenset[int]:
    """The sites of a named set of the board, or those with the given labels."""
    board = compiled.equipment.board
    if isinstance(given, str):
        return frozenset(board.sites(given))
    sites = sites_by_coordinate(board)
    unknown = [label for label in given if label.lower() not in sites]
    if unknown:
        listed = ", ".join(sorted(set(short_labels(board.labels()))))
        raise AptsError(f"the board has no site {unknown[0]!r}; it has {listed}")
    return frozenset(sites[label.lower()] for label in given)


def connection_regions(compiled: Compiled, player: int) -> tuple[list[int], list[int]]:
    """The first two regions that a player has to join; empty lists where there are none."""
    regions = player_regions(compiled.equipment, player)
    if len(regions) < 2:
        return [], []
    return sorted(regions[0]), sorted(regions[1])


def progress(compiled: Compiled, player: int) -> list[int]:
    """For each site how many steps nearer to the player's goal it is than the farthest one."""
    goals = player_regions(compiled.equipment, player)
    sites = compiled.equipment.sites
    if not goals:
        return [0] * sites
    distances = compiled.equipment.board.distances("Adjacent")
    steps = [min(int(distances[site][goal]) for goal in goals[0]) for site in range(sites)]
    return [max(steps) - step for step in steps]
