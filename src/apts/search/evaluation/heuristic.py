"""Heuristics: weighted terms as data, and their translation for the routine that evaluates positions.

Weights are points; the value of a position is a sum over the terms, each counted for the seat itself and, with another
weight, for the others (their mean where there are several).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from apts.engine.compiler.compiling import Compiled
from apts.engine.native.jit import address, words
from apts.engine.play.machine import Machine
from apts.errors import AptsError
from apts.search.evaluation import evaluation
from apts.search.evaluation.evaluation import POINT, position_value, term_values
from apts.search.evaluation.rules_read import (
    connection_regions,
    line_length,
    neighbour_lists,
    owned_by_state,
    progress,
    region_sites,
    winning_lines,
)
from apts.search.evaluation.zones import differs_by_player, zone_numbers


@dataclass(frozen=True)
class Term:
    """One figure of a position and what a unit of it is worth; ``others`` is minus ``weight`` unless given.

    Kinds: ``material`` (``values``: points of a piece by its name, 1 if not listed), ``mobility``, ``score``,
    ``lines`` (``own`` and ``other``: points of a line by the pieces that one player alone has on it; ``length`` is that
    of the rules unless given), ``connection`` (steps that are missing to join the own sides, counted negative),
    ``progress`` (steps towards the own goal), ``region`` (pieces on ``sites``: a named set or labels),
    ``places`` (``rows``: points of each site, the top row first), ``pieces`` (those called ``piece``, or all, where they
    stand: each counts for what the ``zone`` has for its site, or where ``sites`` are given only there), ``line`` (lines
    that one player alone has ``count`` pieces on), ``groups`` (``counted``: their ``number``, the ``largest``, their
    ``liberties``, pieces in ``atari``), ``attacks`` (the ``values`` of pieces that moves lead to), ``tempo`` (to be on the
    move). The ``stage`` of a term is ``always``, ``late`` (it counts for more and more as the board fills up), ``early``
    (for less and less) or ``turn`` (where the seat is to move). A ``name`` is for people.
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
    piece: str = ""
    zone: str = ""
    count: int = 0
    counted: str = ""
    name: str = ""


@dataclass(frozen=True)
class Heuristic:
    """A weighted sum of terms."""

    terms: tuple[Term, ...] = ()

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Heuristic:
        """Read ``{"terms": [{"kind": ..., "weight": ...}, ...]}``, as a game may ship it."""
        terms = []
        for entry in data.get("terms", ()):
            if not isinstance(entry, Mapping):
                raise AptsError(f"a term is an object with a kind and a weight, not {entry!r}")
            if entry.get("kind") not in WRITERS:
                raise AptsError(f"a heuristic has no term {entry.get('kind')!r}; there are {', '.join(WRITERS)}")
            unknown = set(entry) - set(Term.__dataclass_fields__)
            if unknown:
                raise AptsError(
                    f"a term has no {', '.join(sorted(unknown))}; it has {', '.join(Term.__dataclass_fields__)}"
                )
            terms.append(_checked(entry))
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

    def compiled_for(self, compiled: Compiled, *, apart: bool = False) -> tuple[Any, Any]:
        """The block of terms for a game, and scratch memory to evaluate with.

        Terms that look at the same things become one, unless they are to be kept ``apart``.
        """
        block = _Block(compiled, apart=apart)
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

    def parts(self, machine: Machine, state: Any, player: int) -> list[float]:
        """The points that each term gives a player of the rules in a position."""
        terms, scratch = self.compiled_for(machine.compiled, apart=True)
        copy, found = machine.copy(state), words(len(self.terms) + 1)
        places = [address(array) for array in (machine.data, copy, machine.work, machine.records, terms, scratch)]
        with machine.working():
            term_values(*places, player, address(found), machine.kernel.moves)
        return [int(value) / POINT for value in found[: len(self.terms)]]


LARGEST = 1e9
"""No weight or value is larger."""


def _checked(entry: Mapping[str, Any]) -> Term:
    """A term of data from outside, each field of which is of its kind."""
    for name, value in entry.items():
        if not FITS[name](value):
            raise AptsError(f"the {name} of a term for {entry['kind']} cannot be {value!r}")
    return Term(**entry)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST


def _are_numbers(value: object) -> bool:
    return isinstance(value, list | tuple) and all(map(_is_number, value))


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 1000


def _is_word(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 200


FITS: dict[str, Callable[[object], bool]] = {
    "kind": _is_word,
    "weight": _is_number,
    "others": lambda value: value is None or _is_number(value),
    "values": lambda value: value is None or (isinstance(value, Mapping) and all(map(_is_number, value.values()))),
    "own": _are_numbers,
    "other": _are_numbers,
    "length": lambda value: value is None or _is_count(value),
    "sites": lambda value: _is_word(value) or (isinstance(value, list | tuple) and all(map(_is_word, value))),
    "rows": lambda value: isinstance(value, list | tuple) and all(map(_are_numbers, value)),
    "stage": _is_word,
    "piece": _is_word,
    "zone": _is_word,
    "count": _is_count,
    "counted": _is_word,
    "name": _is_word,
}
"""What each field of a term may hold."""

STAGES = {
    "always": evaluation.ALWAYS,
    "late": evaluation.LATE,
    "early": evaluation.EARLY,
    "turn": evaluation.OWN_TURN,
}


class _Block:
    """The words of a heuristic under construction."""

    def __init__(self, compiled: Compiled, *, apart: bool = False):
        self.compiled, self.equipment, self._apart = compiled, compiled.equipment, apart
        self.descriptors: list[tuple[int, int, int, int, list[int], list[int]]] = []
        self._squares: dict[str, Any] = {}
        self._rows: dict[tuple[str, int], tuple[Any, Any]] = {}

    def add_squares(self, term: Term, table: Any) -> None:
        """Add points by seat, kind of piece and site; those of the same stage become one term, unless kept apart."""
        if self._apart:
            self._describe_squares(term.stage, table)
        else:
            self._squares[term.stage] = self._squares.get(term.stage, 0.0) + table

    def _describe_squares(self, stage: str, table: Any) -> None:
        units = np.rint(POINT * table).astype(np.int64)
        self.descriptors.append((evaluation.SQUARES, 0, 0, _stage(stage), units.ravel().tolist(), [units.shape[1]]))

    def add_lines(self, term: Term, length: int, own: list[float], other: list[float]) -> None:
        """Add points of the lines of a length by their pieces; those of the same stage become one term."""
        if self._apart:
            self._describe_lines(term.stage, length, own, other)
            return
        known = self._rows.get((term.stage, length), ([0.0] * (length + 1), [0.0] * (length + 1)))
        self._rows[term.stage, length] = (
            [a + b for a, b in zip(known[0], own, strict=True)],
            [a + b for a, b in zip(known[1], other, strict=True)],
        )

    def _describe_lines(self, stage: str, length: int, own: list[float], other: list[float]) -> None:
        lines = winning_lines(self.compiled, length)
        table = [len(lines), length, *(cell for line in lines for cell in line)]
        points = [_units(value) for value in [*own, *other]]
        self.descriptors.append((evaluation.LINES, 0, 0, _stage(stage), table, points))

    def finish(self) -> None:
        """Add what was put together."""
        for stage in sorted(self._squares):
            self._describe_squares(stage, self._squares[stage])
        for stage, length in sorted(self._rows):
            self._describe_lines(stage, length, *self._rows[stage, length])

    def add(self, kind: int, term: Term, table: list[int], extra: list[int] | None = None) -> None:
        """Add a descriptor; tables hold their own offsets relative to their start until they are laid out."""
        others = -term.weight if term.others is None else term.others
        self.descriptors.append((kind, _units(term.weight), _units(others), _stage(term.stage), table, extra or []))

    def written(self) -> Any:
        self.finish()
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
            # What is one number is the word itself; a table of numbers is a place.
            plain = kind in (evaluation.SQUARES, evaluation.GROUPS)
            content[base : base + 5] = [kind, own, others, at, extra[0] if plain else at + len(table)]
            content += [
                word + at if kind == evaluation.CONNECTION and place else word for word, place in _marked(table)
            ]
            content += [] if plain else extra
        array = words(len(content))
        for index, word in enumerate(content):
            array[index] = word
        return array


def _marked(table: list[Any]) -> list[tuple[int, bool]]:
    """Words with whether they are places inside the table itself, written as one-tuples."""
    return [(entry[0], True) if isinstance(entry, tuple) else (entry, False) for entry in table]


def _units(points: float) -> int:
    return round(POINT * points)


def _stage(name: str) -> int:
    if name not in STAGES:
        raise AptsError(f"a term counts {', '.join(STAGES)}, not {name!r}")
    return STAGES[name]


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
    own = [term.weight * points for points in _padded(term.own, length)]
    other = [term.weight * points for points in _padded(term.other, length)]
    block.add_lines(term, length, own, other)


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


def kinds_by_state(compiled: Compiled) -> int:
    """Into how many kinds the state of a piece parts a component; 1 where pieces have owners of their own."""
    return compiled.equipment.players + 1 if owned_by_state(compiled) else 1


def _pieces(block: _Block, term: Term) -> None:
    compiled, equipment = block.compiled, block.equipment
    _check_piece(block, term.piece)
    players, parts = equipment.players, kinds_by_state(compiled)
    seen = np.zeros((players + 1, (len(equipment.components) + 1) * parts, equipment.all_sites))
    members = region_sites(compiled, term.sites) if term.sites else None
    for player in range(1, players + 1):
        numbers = np.array(zone_numbers(compiled, term.zone or "all", player), dtype=np.float64)
        if members is not None:
            numbers *= np.array([float(site in members) for site in range(equipment.all_sites)])
        for piece in equipment.components:
            if term.piece not in ("", piece.bare, piece.name) or piece.faces:
                continue
            if parts > 1:
                seen[player, piece.index * parts + player] = numbers
            elif piece.owner == player or (not 1 <= piece.owner <= players and differs_by_player(term.zone)):
                seen[player, piece.index] = numbers
    total = seen.sum(axis=0)
    table = np.empty_like(seen[1:])
    others = -term.weight if term.others is None else term.others
    for player in range(1, players + 1):
        table[player - 1] = term.weight * seen[player]
        if players > 1:
            table[player - 1] += others * (total - seen[player]) / (players - 1)
    block.add_squares(term, table)


def _check_piece(block: _Block, name: str) -> None:
    names = {piece.bare for piece in block.equipment.components} | {piece.name for piece in block.equipment.components}
    if name and name not in names:
        raise AptsError(f"the game has no piece {name!r}; it has {', '.join(sorted(names))}")


def _line(block: _Block, term: Term) -> None:
    length = term.length or line_length(block.compiled)
    if length is None:
        raise AptsError("the rules know no line; a term for lines needs a length")
    if not 1 <= term.count <= length:
        raise AptsError(f"a line of {length} has 1 to {length} pieces, not {term.count}")
    own = [term.weight if pieces == term.count else 0.0 for pieces in range(length + 1)]
    others = -term.weight if term.others is None else term.others
    block.add_lines(term, length, own, [others if pieces == term.count else 0.0 for pieces in range(length + 1)])


def _attacks(block: _Block, term: Term) -> None:
    values = dict(term.values or {})
    for name in values:
        _check_piece(block, name)
    table = [0, *(values.get(piece.name, values.get(piece.bare, 1)) for piece in block.equipment.components)]
    block.add(evaluation.ATTACKS, term, table)


def _tempo(block: _Block, term: Term) -> None:
    block.add(evaluation.TEMPO, term, [])


COUNTED = {
    "number": evaluation.GROUP_COUNT,
    "largest": evaluation.LARGEST_GROUP,
    "liberties": evaluation.LIBERTIES,
    "atari": evaluation.IN_ATARI,
}


def _groups(block: _Block, term: Term) -> None:
    if term.counted not in COUNTED:
        raise AptsError(f"of groups {', '.join(COUNTED)} can be counted, not {term.counted!r}")
    if block.compiled.stacking:
        raise AptsError("groups are not counted where pieces stand on each other")
    near = neighbour_lists(block.compiled)
    table = [len(near), *[0] * len(near)]
    for site, members in enumerate(near):
        table[1 + site] = len(table)
        table += [len(members), *members]
    block.add(evaluation.GROUPS, term, table, [COUNTED[term.counted]])


WRITERS: dict[str, Callable[[_Block, Term], None]] = {
    "material": _material,
    "mobility": _mobility,
    "score": _score,
    "lines": _lines,
    "connection": _connection,
    "progress": _progress,
    "region": _region,
    "places": _rows,
    "pieces": _pieces,
    "line": _line,
    "groups": _groups,
    "attacks": _attacks,
    "tempo": _tempo,
}
