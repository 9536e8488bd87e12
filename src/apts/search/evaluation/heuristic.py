"""Heuristics: weighted terms as data, and their translation for the routine that evaluates positions.

Weights are points; the value of a position is a sum over the terms, each counted for the seat itself and, with another
weight, for the others (their mean where there are several).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from apts.board.mixed_board import short_labels, sites_by_coordinate
from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.constants import constant
from apts.engine.compiler.ludeme import UnsupportedRule
from apts.engine.compiler.owned_regions import player_regions
from apts.engine.native.jit import address, words
from apts.engine.play.machine import Machine
from apts.engine.play.playouts.random_matches import CompiledMatches
from apts.engine.play.positions.position_contents import Position
from apts.errors import AptsError
from apts.language.tree import Clause, Word
from apts.search.evaluation import evaluation
from apts.search.evaluation.evaluation import POINT, position_value

# ----------------------------------------------------------------------------------------------------------------
# What a heuristic reads off the rules: lines that win, sides to join, goals, who owns a piece.

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
    lengths = (_fixed_length(clause) for clause in end_clauses(compiled, "is Line"))
    return max((length for length in lengths if length is not None and 1 <= length <= capacity), default=None)


def _fixed_length(clause: Clause) -> int | None:
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
def _stack_height(holder: _Holder) -> int:
    machine = Machine(holder.compiled)
    height = 0
    for number in range(PROBES):
        matches = CompiledMatches(machine, 0, 1000, first=number)
        matches.play(1)
        position = Position(machine.compiled, matches.scratch)
        height = max([height, *(position.count(site) for site in range(machine.compiled.equipment.sites))])
    return height


class _Holder:
    """A compiled game as a key of a cache: games with the same code and data are the same."""

    def __init__(self, compiled: Compiled):
        self.compiled = compiled
        self._key = (compiled.source, bytes(compiled.data))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Holder) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def stack_height(compiled: Compiled) -> int:
    """How high stacks grow, as random matches show."""
    return _stack_height(_Holder(compiled))


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


@dataclass(frozen=True)
class Term:
    """One figure of a position and what a unit of it is worth; ``others`` is minus ``weight`` unless given.

    Kinds: ``material`` (``values``: points of a piece by its name, 1 if not listed), ``mobility``, ``score``,
    ``lines`` (``own`` and ``other``: points of a line by the pieces that one player alone has on it; ``length`` is that
    of the rules unless given), ``connection`` (steps that are missing to join the own sides, counted negative),
    ``progress`` (steps towards the own goal), ``region`` (pieces on ``sites``: a named set or labels),
    ``places`` (``rows``: points of each site, the top row first). The ``stage`` of a term is ``always``, ``late`` (it counts
    for more and more as the board fills up) or ``early`` (for less and less).
    """

    kind: str
    weight: float = 1.0
    others: float | None = None
    values: Mapping[str, int] | None = None
    own: Sequence[float] = ()
    other: Sequence[float] = ()
    length: int | None = None
    sites: str | Sequence[str] = ()
    rows: Sequence[Sequence[int]] = ()
    stage: str = "always"


@dataclass(frozen=True)
class Heuristic:
    """A weighted sum of terms."""

    terms: tuple[Term, ...] = ()

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Heuristic:
        """Read ``{"terms": [{"kind": ..., "weight": ...}, ...]}``, as a game may ship it."""
        terms = []
        for entry in data.get("terms", ()):
            if entry.get("kind") not in WRITERS:
                raise AptsError(f"a heuristic has no term {entry.get('kind')!r}; there are {', '.join(WRITERS)}")
            unknown = set(entry) - set(Term.__dataclass_fields__)
            if unknown:
                raise AptsError(
                    f"a term has no {', '.join(sorted(unknown))}; it has {', '.join(Term.__dataclass_fields__)}"
                )
            terms.append(Term(**entry))
        return cls(tuple(terms))

    def to_data(self) -> dict[str, Any]:
        """The terms as plain data, without what is left at its default."""
        plain = Term("")
        return {
            "terms": [
                {key: value for key, value in asdict(term).items() if key == "kind" or value != getattr(plain, key)}
                for term in self.terms
            ]
        }

    def compiled_for(self, compiled: Compiled) -> tuple[Any, Any]:
        """The block of terms for a game, and scratch memory to evaluate with."""
        block = _Block(compiled)
        for term in self.terms:
            if term.kind not in WRITERS:
                raise AptsError(f"a heuristic has no term {term.kind!r}; there are {', '.join(WRITERS)}")
            WRITERS[term.kind](block, term)
        return block.written(), words(compiled.state_size + 3 * compiled.equipment.all_sites + 1)

    def value(self, machine: Machine, state: Any, player: int) -> float:
        """The points of a position for a player of the rules."""
        terms, scratch = self.compiled_for(machine.compiled)
        copy = machine.copy(state)
        places = [address(array) for array in (machine.data, copy, machine.work, machine.records, terms, scratch)]
        with machine.working():
            return int(position_value(*places, player, machine.kernel.moves)) / POINT


STAGES = {"always": evaluation.ALWAYS, "late": evaluation.LATE, "early": evaluation.EARLY}


class _Block:
    """The words of a heuristic under construction."""

    def __init__(self, compiled: Compiled):
        self.compiled, self.equipment = compiled, compiled.equipment
        self.descriptors: list[tuple[int, int, int, int, list[int], list[int]]] = []

    def add(self, kind: int, term: Term, table: list[int], extra: list[int] | None = None) -> None:
        """Add a descriptor; tables hold their own offsets relative to their start until they are laid out."""
        others = -term.weight if term.others is None else term.others
        if term.stage not in STAGES:
            raise AptsError(f"a term counts {', '.join(STAGES)}, not {term.stage!r}")
        stage = STAGES[term.stage]
        self.descriptors.append((kind, _units(term.weight), _units(others), stage, table, extra or []))

    def written(self) -> Any:
        fields = self.compiled.fields
        by_state = owned_by_state(self.compiled)
        head = [0] * evaluation.FIRST_TERM
        head[evaluation.TERMS] = len(self.descriptors)
        head[evaluation.WHAT_AT] = fields["what"][0] if "what" in fields else 0
        head[evaluation.HEIGHT_AT] = fields["height"][0] if self.compiled.stacking else -1
        head[evaluation.COUNT_AT] = fields["count"][0] if "count" in fields else -1
        head[evaluation.STATE_AT] = fields["state"][0] if by_state else -1
        head[evaluation.SITE_COUNT] = self.equipment.all_sites
        head[evaluation.SCRATCH_SITES] = self.compiled.state_size
        content = head + [0] * (evaluation.TERM_WORDS * len(self.descriptors))
        content[evaluation.OWNER_AT] = len(content)
        content += [0, *(piece.owner for piece in self.equipment.components)]
        for number, (kind, own, others, stage, table, extra) in enumerate(self.descriptors):
            base = evaluation.FIRST_TERM + number * evaluation.TERM_WORDS
            at = len(content)
            content[base + evaluation.STAGE] = stage
            if kind == evaluation.SCORE:
                content[base : base + 4] = [kind, own, others, table[0]]
                continue
            content[base : base + 5] = [kind, own, others, at, at + len(table)]
            content += [
                word + at if kind == evaluation.CONNECTION and place else word for word, place in _marked(table)
            ]
            content += extra
        array = words(len(content))
        for index, word in enumerate(content):
            array[index] = word
        return array


def _marked(table: list[Any]) -> list[tuple[int, bool]]:
    """Words with whether they are places inside the table itself, written as one-tuples."""
    return [(entry[0], True) if isinstance(entry, tuple) else (entry, False) for entry in table]


def _units(points: float) -> int:
    return round(POINT * points)


def _material(block: _Block, term: Term) -> None:
    values = dict(term.values or {})
    names = {piece.bare for piece in block.equipment.components} | {piece.name for piece in block.equipment.components}
    if set(values) - names:
        raise AptsError(f"the game has no piece {sorted(set(values) - names)[0]!r}; it has {', '.join(sorted(names))}")
    table = [0, *(values.get(piece.name, values.get(piece.bare, 1)) for piece in block.equipment.components)]
    block.add(evaluation.MATERIAL, term, table)


def _mobility(block: _Block, term: Term) -> None:
    block.add(evaluation.MOBILITY, term, [])


def _score(block: _Block, term: Term) -> None:
    if "score" in block.compiled.fields:
        block.add(evaluation.SCORE, term, [block.compiled.fields["score"][0]])


def _lines(block: _Block, term: Term) -> None:
    length = term.length or line_length(block.compiled)
    if length is None:
        raise AptsError("the rules know no line; a term for lines needs a length")
    lines = winning_lines(block.compiled, length)
    own = [_units(term.weight * points) for points in _padded(term.own, length)]
    other = [_units(term.weight * points) for points in _padded(term.other, length)]
    block.add(evaluation.LINES, term, [len(lines), length, *(cell for line in lines for cell in line)], own + other)


def _padded(weights: Sequence[float], length: int) -> list[float]:
    return [*weights, *[0.0] * (length + 1)][: length + 1]


def _connection(block: _Block, term: Term) -> None:
    sites = block.equipment.sites
    table: list[Any] = [(0,), 0] + [0] * (2 * (block.equipment.players + 1))
    parts: dict[int, int] = {}

    def place(members: Sequence[int]) -> tuple[int]:
        table.extend([len(members), *members])
        return (len(table) - len(members) - 1,)

    for player in range(1, block.equipment.players + 1):
        sources, targets = connection_regions(block.compiled, player)
        table[2 * player], table[2 * player + 1] = place(sources), place(targets)
    for site, near in enumerate(neighbour_lists(block.compiled)):
        parts[site] = place(near)[0]
    table[0] = (len(table),)
    table.extend((parts[site],) for site in range(sites))
    block.add(evaluation.CONNECTION, term, table)


def _places(block: _Block, term: Term, by_player: Callable[[int], Sequence[int]]) -> None:
    table: list[int] = [0] * block.equipment.all_sites
    for player in range(1, block.equipment.players + 1):
        row = list(by_player(player))
        table += [*row, *[0] * block.equipment.all_sites][: block.equipment.all_sites]
    block.add(evaluation.PLACES, term, table)


def _region(block: _Block, term: Term) -> None:
    members = region_sites(block.compiled, term.sites)
    _places(block, term, lambda _: [int(site in members) for site in range(block.equipment.sites)])


def _rows(block: _Block, term: Term) -> None:
    flat = [points for row in reversed(term.rows) for points in row]
    if len(flat) != block.equipment.sites:
        raise AptsError(f"the table of places has {len(flat)} numbers; the board has {block.equipment.sites} sites")
    _places(block, term, lambda _: flat)


def _progress(block: _Block, term: Term) -> None:
    _places(block, term, lambda player: progress(block.compiled, player))


WRITERS: dict[str, Callable[[_Block, Term], None]] = {
    "material": _material,
    "mobility": _mobility,
    "score": _score,
    "lines": _lines,
    "connection": _connection,
    "progress": _progress,
    "region": _region,
    "places": _rows,
}


# ----------------------------------------------------------------------------------------------------------------
# The heuristic that a game gets when nobody has written one for it, and those that were written, by name.

LINE_BASE = 4.0
"""A piece more on an open line is worth so many times as much."""

LINE_MOST = 1e9
"""What a full line is worth at most, so that long lines fit into the numbers of a search."""


def derived_heuristic(compiled: Compiled) -> Heuristic:
    """Terms for whatever the end rules speak of, with weights that put first what decides the match."""
    terms = []
    players = range(1, compiled.equipment.players + 1)
    length = line_length(compiled)
    if length is not None:
        base = min(LINE_BASE, LINE_MOST ** (1 / length))
        points = [0.0, *(base**pieces / base for pieces in range(1, length)), base**length]
        terms.append(Term("lines", own=tuple(points), other=tuple(-value for value in points)))
    if any(end_clauses(compiled, "is Connected")) and all(
        len(player_regions(compiled.equipment, p)) >= 2 for p in players
    ):
        terms.append(Term("connection", 20.0))
    if any(end_clauses(compiled, "is In")) and all(player_regions(compiled.equipment, p) for p in players):
        terms.append(Term("progress", 1.0))
    if "score" in compiled.fields:
        terms.append(Term("score", 5.0))
    if length is None:
        terms.append(Term("material", 10.0))
    if not terms or any(end_clauses(compiled, "no Moves")) or "score" in compiled.fields:
        terms.append(Term("mobility", 1.0))
    return Heuristic(tuple(terms))


def preset_names() -> list[str]:
    """The heuristics that can be asked for by name."""
    folder = files("apts.search") / "presets"
    return sorted(entry.name.removesuffix(".json") for entry in folder.iterdir() if entry.name.endswith(".json"))


def preset(name: str) -> Heuristic:
    """A heuristic by its name, for example ``connect-four`` or ``othello-combined``."""
    if name not in preset_names():
        raise AptsError(f"there is no heuristic {name!r}; there are {', '.join(preset_names())}")
    text = (files("apts.search") / "presets" / f"{name}.json").read_text(encoding="utf-8")
    return Heuristic.from_data(json.loads(text))
