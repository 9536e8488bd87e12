"""Positions in one line of text, and back.

``1X1/2O/3 1 moves=2 last=c2`` reads: the rows of the board from the top (letters are pieces, numbers are so many empty
sites), the player to move, then what else matters. A stack is written in brackets, bottom first: ``[Xo]``. What a piece has
besides its kind follows in round brackets: ``o(n4)`` is four of them, ``s``, ``v`` and ``r`` are local state, value and
rotation. An empty site can have them too, ``.(s1)``, and so can a level above a stack, ``[Xo.(s1)]``. Hands that are not
empty are rows of their own, ``hand1=X(n3)``. Whatever differs from what the rest lets expect is named: ``score=3,5``,
``phase=1,0``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.storage.piece_storage import PIECES_KEY
from apts.engine.play.game import PositionError
from apts.engine.play.positions.position_check import check_position
from apts.engine.play.positions.position_contents import pieces_key
from apts.engine.runtime import layout
from apts.engine.text.site_names import board_rows, other_site_names, site_names
from apts.engine.text.symbols import symbols_of_pieces
from apts.similar_names import did_you_mean

_LOCAL = {"n": "count", "s": "state", "v": "value", "r": "rotation"}
DERIVED = ("empty", "owned", PIECES_KEY)
_TOKEN = re.compile(r"([0-9]+)|(\[)|(\])|(<[^<>]+>|[A-Za-z.])(?:\(([a-z]-?\d+(?:,[a-z]-?\d+)*)\))?")
_DIGITS = re.compile(r"[0-9]{1,9}")
_NUMBER = re.compile(r"[+-]?[0-9]{1,20}")
_HEAD = {
    "next": layout.NEXT,
    "previous": layout.PREVIOUS,
    "over": layout.OVER,
    "active": layout.ACTIVE,
    "lastpass": layout.LAST_PASS,
    "turn": layout.TURN,
    "again": layout.MOVES_THIS_TURN,
    "passes": layout.PASSES,
    "counter": layout.COUNTER,
    "endrule": layout.END_RULE,
    "wonby": layout.WON_BY,
    "stalemated": layout.STALEMATED,
    "chance": layout.CHANCE,
    "winners": layout.WINNERS,
    "losers": layout.LOSERS,
    "swapped": layout.SWAPPED,
    "lastsite": layout.LAST_LOCATION,
    "variable": layout.VARIABLE,
    "triggered": layout.TRIGGERED,
}

_MOST = 1 << 31
"""No count, state or number of moves that play can reach is larger."""

_Piece = tuple[int, int, str]
"""Component, side and the text of what else it has, as read."""


_KINDS = {"Cell": "cells", "Edge": "edges", "Vertex": "points"}
"""Under which name the sites of a further kind are written."""


class PositionText:
    """Writes and reads the positions of one compiled game. ``template`` is its start position."""

    def __init__(self, compiled: Compiled, template: Any):
        self.compiled = compiled
        self.template = template
        self.names = site_names(compiled.equipment)
        self.site_of = {name: site for site, name in enumerate(self.names) if name}
        self.other_names = other_site_names(compiled.equipment, self.names)
        self.signs = symbols_of_pieces(compiled.equipment.components, compiled.equipment.players)
        self._piece_of = {sign: (index, 0) for index, sign in enumerate(self.signs.plain)}
        self._piece_of.update({sign: piece for piece, sign in self.signs.sides.items()})
        self._rows = board_rows(compiled.equipment)
        boxes = compiled.equipment.containers[1:]
        self._boxes = {self.names[box.first].partition(".")[0]: range(box.first, box.first + box.size) for box in boxes}
        board = compiled.equipment.board
        self._boxes.update({_KINDS[kind]: board.numbers(kind) for kind in board.kinds[1:] if board.numbers(kind)})
        fields = compiled.fields
        self._on_sites = [name for name in ("what", "height", *_LOCAL.values()) if name in fields]
        self._others = [name for name in fields if name not in (*self._on_sites, *DERIVED)]
        taken = {"moves", "last", *_HEAD, *self._boxes}
        self._ranges = _head_ranges(compiled)
        self._keys: dict[str, str] = {}
        for name in self._others:
            key = name.replace(" ", "_").lower()
            self._keys[f"{key}_" if key in taken else key] = name

    # --- writing -------------------------------------------------------------------------------------------------

    def write(self, state: Any) -> str:
        """The position in one line."""
        parts = ["/".join(self._row(state, row) for row in self._rows), str(int(state[layout.MOVER]))]
        parts.append(f"moves={int(state[layout.MOVES])}")
        last = self._last(state)
        if last and (int(state[layout.MOVES]) or last != self._last(self.template)):
            parts.append(f"last={last}")
        for key, sites in self._boxes.items():
            row = self._row(state, sites)
            if row != str(len(sites)):
                parts.append(f"{key}={row}")
        parts.extend(self._differences(state))
        return " ".join(parts)

    def _row(self, state: Any, sites: Sequence[int]) -> str:
        text, empties = "", 0
        for site in sites:
            token = self._site(state, site)
            if token:
                text += (str(empties) if empties else "") + token
                empties = 0
            else:
                empties += 1
        return text + (str(empties) if empties else "")

    def _site(self, state: Any, site: int) -> str:
        if not self.compiled.stacking:
            return self._piece(state, site)
        first = site * self.compiled.equipment.levels
        levels = range(first, first + self._levels_told(state, site))
        pieces = [self._piece(state, index) or self.signs.plain[0] for index in levels]
        return f"[{''.join(pieces)}]" if len(pieces) > 1 else "".join(pieces)

    def _levels_told(self, state: Any, site: int) -> int:
        """The height of a stack, and with it the levels above that keep the state or value of a piece that was there."""
        fields, levels = self.compiled.fields, self.compiled.equipment.levels
        described = int(state[fields["height"][0] + site])
        for name in ("state", "value", "rotation"):
            if name in fields:
                start = fields[name][0] + site * levels
                described += next(
                    (above for above in range(levels - described, 0, -1) if state[start + described + above - 1]), 0
                )
        return described

    def _piece(self, state: Any, index: int) -> str:
        fields = self.compiled.fields
        what = int(state[fields["what"][0] + index])
        state_at = fields["state"][0] + index if "state" in fields else 0
        side = self.signs.sides.get((what, int(state[state_at]))) if state_at else None
        local = []
        for letter, name in _LOCAL.items():
            if side is not None and name == "state":
                continue
            if name in fields and not (name == "count" and self.compiled.stacking):
                value = int(state[fields[name][0] + index])
                if value != (1 if name == "count" and what else 0):
                    local.append(f"{letter}{value}")
        if not what and not local:
            return ""
        return (side or self.signs.plain[what]) + (f"({','.join(local)})" if local else "")

    def _last(self, state: Any) -> str:
        origin, target = int(state[layout.LAST_FROM]), int(state[layout.LAST_TO])
        if origin < 0 and target < 0:
            return "pass" if state[layout.LAST_PASS] else ""
        return self.name(target) if origin == target else f"{self.name(origin)}-{self.name(target)}"

    def name(self, site: int) -> str:
        """What a person calls a site; ``?`` and the number where nobody calls it anything."""
        known = self.names[site] if 0 <= site < len(self.names) else ""
        return known or f"?{site}"

    def _differences(self, state: Any) -> Iterator[str]:
        expected = self._expected(state)
        for name, index in _HEAD.items():
            if int(state[index]) != expected[index]:
                yield f"{name}={int(state[index])}"
        for key, name in self._keys.items():
            start, size = self.compiled.fields[name]
            end = min(start + size, int(state[layout.LENGTH]))
            values = [int(word) for word in state[start:end]]
            base = [int(word) for word in self.template[start:end]]
            if name == "history":
                base = base[: int(self.template[layout.LENGTH]) - start]
            if values != base:
                yield f"{key}={self._values(name, values, base)}"

    def _values(self, name: str, values: list[int], base: list[int]) -> str:
        players = self.compiled.equipment.players
        if name == "history":
            return ",".join(map(str, values))
        if len(values) == 1:
            return str(values[0])
        if len(values) == players + 2 and (values[0], values[-1]) == (base[0], base[-1]):
            return ",".join(map(str, values[1:-1])) + ("," if players == 1 else "")
        changed = [index for index, value in enumerate(values) if value != base[index]]
        return ",".join(f"{index}:{values[index]}" for index in changed)

    def _expected(self, state: Any) -> dict[int, int]:
        """The words of the head that follow from the mover, the number of moves and the last move."""
        players = self.compiled.equipment.players
        mover, moves, over = int(state[layout.MOVER]), int(state[layout.MOVES]), int(state[layout.OVER])
        expected = {index: int(self.template[index]) for index in _HEAD.values()}
        passed = int(state[layout.LAST_FROM]) < 0 and int(state[layout.LAST_TO]) < 0 and moves > 0
        expected[layout.LAST_PASS] = 1 if passed else 0
        expected[layout.PASSES] = 1 if passed else 0
        expected[layout.LAST_LOCATION] = int(state[layout.LAST_TO])
        expected[layout.COUNTER] = moves - 1
        expected[layout.TURN] = moves + (0 if over else 1)
        expected[layout.NEXT] = mover % players + 1
        if over:
            expected[layout.ACTIVE] = 0
        if moves:
            expected[layout.PREVIOUS] = mover if over else (mover - 2) % players + 1
        return expected

    # --- reading -------------------------------------------------------------------------------------------------

    def read(self, text: str, state: Any) -> Any:
        """Fill ``state`` (a copy of the template) with the position of a text."""
        parts = text.split()
        if len(parts) < 2:
            raise PositionError(f"{text!r} is not a position: rows of the board and a player to move are expected")
        self._clear(state)
        rows = parts[0].split("/")
        if len(rows) != len(self._rows):
            raise PositionError(f"{parts[0]!r} has {len(rows)} rows; the board has {len(self._rows)}")
        for on_board, row in zip(self._rows, rows, strict=True):
            self._read_row(state, row, on_board)
        players = self.compiled.equipment.players
        if not _DIGITS.fullmatch(parts[1]) or not 1 <= int(parts[1]) <= players:
            raise PositionError(f"{parts[1]!r} is not a player to move: a number from 1 to {players} is expected")
        state[layout.MOVER] = int(parts[1])
        given = self._given(parts[2:])
        self._read_head(state, given)
        for key, sites in self._boxes.items():
            self._read_row(state, given.pop(key, str(len(sites))), sites)
        for key, name in self._keys.items():
            if key in given:
                self._read_field(state, name, given.pop(key))
        if given:
            raise PositionError(self._unknown(next(iter(given))))
        self._derive(state)
        check_position(self.compiled, state)
        return state

    def _given(self, parts: list[str]) -> dict[str, str]:
        given: dict[str, str] = {}
        for part in parts:
            key, equals, value = part.partition("=")
            if not equals or not value or key in given:
                raise PositionError(f"{part!r} cannot stand in a position: name=value is expected, each name once")
            given[key] = value
        return given

    def _unknown(self, key: str) -> str:
        known = ["moves", "last", *self._boxes, *self._keys, *_HEAD]
        hint = did_you_mean(key, known)
        return f"a position of this game has no {key!r}{hint} (there are: {', '.join(known)})"

    def _clear(self, state: Any) -> None:
        for name in self._on_sites:
            start, size = self.compiled.fields[name]
            for index in range(start, start + size):
                state[index] = 0

    def _read_row(self, state: Any, row: str, sites: Sequence[int]) -> None:
        cells: list[list[_Piece]] = []
        stack: list[_Piece] | None = None
        position = 0
        while position < len(row):
            match = _TOKEN.match(row, position)
            if match is None:
                raise PositionError(f"{row[position:]!r} in the row {row!r} is not a piece ({self._legend()})")
            position = match.end()
            empties, opened, closed, sign, local = match.groups()
            misplaced = stack is None if closed else stack is not None and not sign
            if misplaced:
                raise PositionError(f"{match[0]!r} cannot stand there in the row {row!r}")
            if empties:
                cells.extend([] for _ in range(min(int(empties[:9]), len(sites) + 1)))
            elif opened:
                stack = []
            elif closed and stack is not None:
                cells.append(stack)
                stack = None
            else:
                piece = (*self._component(sign, row), local or "")
                if stack is None:
                    cells.append([piece])
                else:
                    stack.append(piece)
        if stack is not None or len(cells) != len(sites):
            raise PositionError(f"the row {row!r} has {len(cells)} sites; {len(sites)} are expected")
        for site, pieces in zip(sites, cells, strict=True):
            self._put(state, site, pieces)

    def _component(self, sign: str, row: str) -> tuple[int, int]:
        if sign not in self._piece_of:
            raise PositionError(f"{sign!r} in the row {row!r} is not a piece ({self._legend()})")
        return self._piece_of[sign]

    def _legend(self) -> str:
        pieces = self.compiled.equipment.components
        return "pieces are " + ", ".join(f"{self.signs.plain[piece.index]} {piece.called_in_full}" for piece in pieces)

    def _put(self, state: Any, site: int, pieces: list[_Piece]) -> None:
        fields, stacking = self.compiled.fields, self.compiled.stacking
        if len(pieces) > (self.compiled.equipment.levels if stacking else 1):
            raise PositionError(f"{len(pieces)} pieces cannot stand on {self.name(site)}")
        if stacking:
            height = sum(what != 0 for what, _, _ in pieces)
            if any(what == 0 for what, _, _ in pieces[:height]):
                raise PositionError(f"a piece cannot stand above an empty level of {self.name(site)}")
            state[fields["height"][0] + site] = height
        for level, (what, side, local) in enumerate(pieces):
            index = site * self.compiled.equipment.levels + level if stacking else site
            state[fields["what"][0] + index] = what
            if "count" in fields and not stacking:
                state[fields["count"][0] + index] = 1 if what else 0
            if side:
                state[fields["state"][0] + index] = side
            for entry in local.split(",") if local else ():
                name = _LOCAL.get(entry[0], "")
                if name not in fields or (name == "count" and stacking):
                    raise PositionError(f"pieces of this game have no {name or entry[0]!r} (in {entry!r})")
                low = 0 if name in ("count", "rotation") else -_MOST
                state[fields[name][0] + index] = _whole(entry[1:], f"{name} (in {entry!r})", low, _MOST)

    def _read_head(self, state: Any, given: dict[str, str]) -> None:
        state[layout.MOVES] = _whole(given.pop("moves", "0"), "moves", 0, _MOST)
        origin = target = -1
        last = given.pop("last", "" if state[layout.MOVES] else self._last(self.template))
        if last and last != "pass":
            first, dash, second = last.partition("-")
            origin = self._site_named(first)
            target = self._site_named(second) if dash else origin
        state[layout.LAST_FROM], state[layout.LAST_TO] = origin, target
        if "over" in given:
            state[layout.OVER] = _whole(given["over"], "over", 0, 1)
        for index, value in self._expected(state).items():
            state[index] = value
        for name, index in _HEAD.items():
            if name in given:
                state[index] = _whole(given.pop(name), name, *self._ranges[name])

    def _site_named(self, name: str) -> int:
        if name.startswith("?"):
            return _whole(name[1:], f"the site {name!r}", -1, self.compiled.equipment.all_sites - 1)
        called = self.other_names.get(name, name)
        if called not in self.site_of:
            raise PositionError(f"there is no site {name!r}" + did_you_mean(name, self.site_of))
        return self.site_of[called]

    def _read_field(self, state: Any, name: str, text: str) -> None:
        start, size = self.compiled.fields[name]
        entries = text.rstrip(",").split(",")
        if name == "history":
            if len(entries) > size:
                raise PositionError(f"{name} holds at most {size} numbers, not {len(entries)}")
            state[layout.LENGTH] = start + len(entries)
            pairs = list(enumerate(entries))
        elif ":" in text:
            split = [entry.partition(":") for entry in entries]
            pairs = [(_whole(index, f"the place in {name}"), value) for index, _, value in split]
        elif size == 1 and len(entries) == 1:
            pairs = [(0, entries[0])]
        elif len(entries) == size - 2:
            pairs = list(enumerate(entries, 1))
        else:
            raise PositionError(f"{name}={text} has {len(entries)} numbers; {max(size - 2, 1)} are expected")
        for index, value in pairs:
            if not 0 <= index < size:
                raise PositionError(f"{name} has no place {index}; it has {size}")
            state[start + index] = _whole(value, name)

    def _derive(self, state: Any) -> None:
        """Work the sets and the key out again that follow from what stands on the sites."""
        compiled, equipment = self.compiled, self.compiled.equipment
        for name in DERIVED:
            if name in compiled.fields:
                start, size = compiled.fields[name]
                for index in range(start, start + size):
                    state[index] = 0
        for site in range(equipment.all_sites):
            what = top_piece(compiled, state, site)
            if "empty" in compiled.fields and not what and site < equipment.sites:
                _add(state, compiled.fields["empty"][0], site)
            if "owned" in compiled.fields and what:
                owner = equipment.components[what - 1].owner
                _add(state, compiled.fields["owned"][0] + owner * equipment.set_words, site)
        if PIECES_KEY in compiled.fields:
            state[compiled.fields[PIECES_KEY][0]] = pieces_key(compiled, state)


def top_piece(compiled: Compiled, state: Any, site: int) -> int:
    """The component on a site, of a stack the topmost; 0 for none."""
    start = compiled.fields["what"][0]
    if not compiled.stacking:
        return int(state[start + site])
    height = int(state[compiled.fields["height"][0] + site])
    return int(state[start + site * compiled.equipment.levels + height - 1]) if height else 0


def _add(state: Any, start: int, site: int) -> None:
    state[start + site // 32] = int(state[start + site // 32]) | 1 << site % 32


def _head_ranges(compiled: Compiled) -> dict[str, tuple[int, int]]:
    """The least and the largest number that each word of the head can be."""
    players, everybody = compiled.equipment.players, (2 << compiled.equipment.players) - 1
    ranges = dict.fromkeys(_HEAD, (-_MOST, _MOST))
    ranges |= dict.fromkeys(("over", "lastpass", "swapped"), (0, 1))
    ranges |= dict.fromkeys(("active", "stalemated"), (0, everybody))
    ranges["triggered"] = (0, 2 * everybody + 1)  # the number after the players stands for what is shared
    ranges |= dict.fromkeys(("turn", "again", "passes"), (0, _MOST))
    ranges |= dict.fromkeys(("winners", "losers", "previous"), (0, players))
    ranges["next"] = (1, players)
    ranges["endrule"], ranges["wonby"] = (-1, len(compiled.end_rules)), (0, len(compiled.end_rules))
    ranges["lastsite"] = (-1, compiled.equipment.all_sites - 1)
    ranges["chance"] = (-(1 << 63), (1 << 63) - 1)
    return ranges


def _whole(text: str, name: str, low: int = -(1 << 63), high: int = (1 << 63) - 1) -> int:
    if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
        ends = "of at most 64 bits" if high >= (1 << 63) - 1 else f"from {low} to {high}"
        raise PositionError(f"{name} must be a whole number {ends}, not {text[:40]!r}")
    return int(text)
