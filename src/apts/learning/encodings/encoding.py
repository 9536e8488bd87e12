"""How the positions of a game become arrays: which planes, globals and kinds of moves there are, all with stable names.

Names are what a model trained on one variant is fitted to another by: ``Disc/own``, ``count>=2``, ``last target``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.equipment import Component
from apts.engine.compiler.owned_regions import player_regions
from apts.engine.play.game import Game
from apts.engine.rules_game import RulesGame
from apts.engine.runtime import layout as state_layout
from apts.engine.runtime.kernel_functions import words
from apts.errors import AptsError
from apts.language.tree import Literal
from apts.learning.encodings import encode as code
from apts.learning.encodings.geometry import Layout, Observed, layout_of, observe
from apts.learning.memory import place_of
from apts.search.memory import head_words

# ----------------------------------------------------------------------------------------------------------------
# The planes, globals and kinds of moves of one game, read off its rules, with the tables that encoding works
# with.

SHOWN_LEVELS = 4
COUNT_STEPS = (*range(2, 17), 20, 24, 32, 48)
HEIGHT_STEPS = (2, 3, 4, 6, 8, 12, 16)
ONE_HOT = 3
LONG_ONE_HOT = 8
MOST_WORDS = 12
"""Words of a field without a meaning of its own that become globals."""

_SETS = ("pending", "clear", "visited")
_TOLD = ("what", "height", "count", "state", "value", "rotation", "score", "phase", *_SETS)
_BY_PLAYER = ("team", "player value")
_HEAD_NUMBERS = (
    ("counter", state_layout.COUNTER, 8),
    ("variable", state_layout.VARIABLE, 8),
    ("moves", state_layout.MOVES, 32),
    ("turn", state_layout.TURN, 32),
)
_HEAD_BITS = (("triggered", state_layout.TRIGGERED), ("stalemated", state_layout.STALEMATED))


class TableWriter:
    """Collects the names of one game and the tables that :mod:`apts.learning.encodings.encode` works with."""

    def __init__(self, compiled: Compiled, observed: Observed):
        self.compiled, self.observed = compiled, observed
        self.players = compiled.equipment.players
        self.layout = layout_of(compiled, observed.height)
        self.unrolled = self.layout.level_step > 0
        self.planes: list[str] = []
        self.numbers: list[str] = []
        self.kinds = ["pass", "swap"]
        self.table = [0] * code.HEAD
        self._globals: list[int] = []
        self._locals: list[list[int]] = []
        self._write()

    def _write(self) -> None:
        """Everything in its order."""
        standing = self._standing()
        self._pieces()
        self._fields()
        self._sets_and_moves()
        self._fixed(standing)
        self._all_globals()
        self._kinds()
        self._head()

    def _head(self) -> None:
        compiled, fields = self.compiled, self.compiled.fields
        head = {
            code.PLANES: len(self.planes),
            code.CELLS: self.layout.cells,
            code.GLOBALS: len(self.numbers),
            code.SITES: compiled.equipment.all_sites,
            code.PLAYERS: self.players,
            code.RECORD: compiled.record_size,
            code.LEVEL_STEP: self.layout.level_step,
            code.STACK: compiled.equipment.levels,
            code.WHAT_AT: fields["what"][0],
            code.HEIGHT_AT: fields["height"][0] if compiled.stacking else -1,
            code.COMPONENTS: len(compiled.equipment.components),
            code.SITE_CELLS: self._add(self.layout.site_cells.tolist()),
            code.LOCALS: len(self._locals),
            code.LOCALS_AT: self._add([word for local in self._locals for word in local]),
            code.GLOBALS_AT: self._add(self._globals),
            code.SET_WORDS: compiled.equipment.set_words,
        }
        for place, word in head.items():
            self.table[place] = word

    def _add(self, content: Iterable[int]) -> int:
        """Put a table behind the others; returns its place."""
        place = len(self.table)
        self.table.extend(content)
        return place

    def _plane(self, name: str) -> int:
        self.planes.append(name)
        return len(self.planes) - 1

    def _series(self, names: Iterable[str]) -> int:
        """Planes one after the other; returns the first."""
        first = len(self.planes)
        self.planes.extend(names)
        return first

    # --- planes --------------------------------------------------------------------------------------------------

    def _standing(self) -> list[tuple[str, int, list[int]]]:
        """What is the same in all positions but for who moves: what it is, its owner, its cells. Reserves the planes."""
        site_cells, equipment = self.layout.site_cells, self.compiled.equipment
        self._plane("cell")
        found = []
        for box in equipment.containers[1:]:
            if box.name.startswith("Hand"):
                found.append(("hand", box.owner, site_cells[box.first : box.first + box.size].tolist()))
        for owner in range(self.players + 2):
            sites = owned_sites(self.compiled, owner)
            if sites:
                found.append(("region", owner, site_cells[sorted(sites)].tolist()))
        for what in ("hand", "region"):
            self._series(
                f"{what}/{relation}" for relation in self._relations(own for known, own, _ in found if known == what)
            )
        return found

    def _fixed(self, standing: list[tuple[str, int, list[int]]]) -> None:
        """For each mover the list of bytes that are 1 in every position."""
        first = self.planes.index("cell") * self.layout.cells
        lists: list[list[int]] = []
        for mover in range(self.players + 1):
            lists.append([first + cell for cell in np.flatnonzero(self.layout.mask).tolist()])
            for what, owner, cells in standing if mover else ():
                plane = self.planes.index(f"{what}/{self._relation(owner, mover)}")
                lists[mover].extend(plane * self.layout.cells + cell for cell in cells)
        place = len(self.table) + self.players + 2
        starts = [place + sum(map(len, lists[:mover])) for mover in range(self.players + 2)]
        self.table[code.FIXED] = self._add([*starts, *(index for part in lists for index in part)])

    def _relation(self, owner: int, mover: int) -> str:
        """What an owner is to the mover."""
        if owner == 0:
            return "neutral"
        if owner > self.players:
            return "shared"
        away = (owner - mover) % self.players
        return f"other{away}" if away else "own"

    def _relations(self, owners: Iterable[int]) -> list[str]:
        """All that owners of something can be to a mover."""
        found = {self._relation(owner, mover) for owner in owners for mover in range(1, self.players + 1)}
        return sorted(found, key=lambda name: (name != "own", not name.startswith("other"), len(name), name))

    def _pieces(self) -> None:
        """Planes for kinds of pieces by whose they are, once for each level that is shown."""
        compiled = self.compiled
        pieces = compiled.equipment.components
        sided = any(self._shows_owner(piece) for piece in pieces)
        sides = self.players + 1 if sided else 1
        self.table[code.SIDES] = sides
        self.table[code.SIDE_AT] = compiled.fields["state"][0] if sided else -1
        names: dict[str, int] = {}
        for bare in dict.fromkeys(piece.bare for piece in pieces if not piece.faces):
            owners = [owner for piece in pieces if piece.bare == bare for owner in self._owners(piece)]
            for relation in self._relations(owners):
                names[f"{bare}/{relation}"] = self._plane(f"{bare}/{relation}")
        table = [-1] * ((self.players + 1) * (len(pieces) + 1) * sides)
        for mover in range(1, self.players + 1):
            for piece in pieces:
                for side in range(sides):
                    owner = side if self._shows_owner(piece) else piece.owner
                    index = (mover * (len(pieces) + 1) + piece.index) * sides + side
                    table[index] = names.get(f"{piece.bare}/{self._relation(owner, mover)}", -1)
        self.table[code.PIECE_PLANES] = self._add(table)
        self.table[code.LEVEL_PLANES] = len(names)
        if compiled.stacking:
            levels = self.layout.levels if self.unrolled else min(SHOWN_LEVELS, max(self.observed.height, 1))
            self.table[code.LEVELS] = levels
            for depth in range(1, 1 if self.unrolled else levels):
                for name in names:
                    self._plane(f"{name} below {depth}")

    def _shows_owner(self, piece: Component) -> bool:
        """Whether the state of a piece without an owner says whose side is up."""
        owned = 0 < piece.owner <= self.players
        return piece.flips is not None and not owned and all(1 <= side <= self.players for side in piece.flips)

    def _owners(self, piece: Component) -> Sequence[int]:
        return (0, *piece.flips) if piece.flips and self._shows_owner(piece) else (piece.owner,)

    def _fields(self) -> None:
        """Planes for the numbers of sites."""
        fields, highest, stacking = self.compiled.fields, self.observed.highest, self.compiled.stacking
        if "count" in fields:
            self._thermometer("count", COUNT_STEPS, highest["count"])
        if stacking and not self.unrolled:
            self._thermometer("height", HEIGHT_STEPS, self.observed.height)
        for name in ("state", "value", "rotation"):
            if name in fields and not (name == "state" and self.table[code.SIDES] > 1):
                self._one_hot(name, highest[name])
        dice = self.compiled.equipment.dice
        if dice is not None and "dice" in fields:
            faces = max(max(piece.faces) for piece in self.compiled.equipment.components if piece.faces)
            steps = min(faces, LONG_ONE_HOT)
            first = self._series(f"die={step}" for step in range(1, steps + 1))
            spans = [(0, 0), *((first + step, first + step + 1) for step in range(steps))]
            self._local(fields["dice"][0] - dice.first, spans, range(dice.first, dice.first + dice.size))

    def _thermometer(self, name: str, steps: Sequence[int], highest: int) -> None:
        """A plane for each step that a number has reached; steps beyond the highest number seen are left out."""
        used = [step for step in steps if step <= max(highest, steps[0])]
        first = self._series(f"{name}>={step}" for step in used)
        spans = [(first, first + sum(step <= value for step in used)) for value in range(used[-1] + 1)]
        self._local(self.compiled.fields[name][0], spans)

    def _one_hot(self, name: str, highest: int) -> None:
        """A plane for each small number, and one for all that are larger."""
        exact = ONE_HOT if highest <= ONE_HOT else LONG_ONE_HOT
        first = self._series(f"{name}={value}" for value in range(1, exact + 1))
        self._plane(f"{name}>{exact}")
        spans = [(0, 0), *((first + value, first + value + 1) for value in range(exact + 1))]
        self._local(self.compiled.fields[name][0], spans, stacked=self.compiled.stacking)

    def _local(
        self, at: int, spans: Sequence[tuple[int, int]], sites: range | None = None, *, stacked: bool = False
    ) -> None:
        sites = sites or range(self.compiled.equipment.all_sites)
        table = self._add([plane for span in spans for plane in span])
        self._locals.append([at, int(stacked), sites.start, sites.stop, len(spans), table])

    def _sets_and_moves(self) -> None:
        fields = self.compiled.fields
        sets = [(fields[name][0], self._plane(name)) for name in _SETS if name in fields]
        self.table[code.SETS] = len(sets)
        self.table[code.SETS_AT] = self._add([word for pair in sets for word in pair])
        pairs = self.observed.pairs
        self.table[code.LAST_TARGET] = self._plane("last target")
        self.table[code.LAST_ORIGIN] = self._plane("last origin") if pairs else -1
        self.table[code.LEGAL_TARGET] = self._plane("legal target")
        self.table[code.LEGAL_ORIGIN] = self._plane("legal origin") if pairs else -1

    # --- globals -------------------------------------------------------------------------------------------------

    def _global(self, name: str, rule: int, at: int = 0, seat: int = 0, number: int = 0) -> None:
        self.numbers.append(name)
        self._globals.extend((rule, at, seat, number))

    def _each_seat(self, name: str, rule: int, at: int, number: int = 0) -> None:
        """A global for each seat, the mover's first."""
        for seat in range(self.players):
            self._global(f"{name}/{f'other{seat}' if seat else 'own'}", rule, at, seat, number)

    def _all_globals(self) -> None:
        compiled, fields = self.compiled, self.compiled.fields
        for seat in range(1, self.players + 1):
            self._global(f"seat {seat}", code.MOVER_IS, number=seat)
        self._global("again", code.POSITIVE, state_layout.MOVES_THIS_TURN)
        self._global("passes", code.SHARE, state_layout.PASSES, number=max(self.players, 2))
        if "score" in fields:
            self._each_seat("score", code.SEAT_SQUASHED, fields["score"][0], 10)
        if "phase" in fields:
            for number, phase in enumerate(compiled.phases):
                self._each_seat(f"phase {phase or number}", code.SEAT_IS, fields["phase"][0], number)
        if self.players > 2:
            self._each_seat("active", code.SEAT_BIT, state_layout.ACTIVE)
        needed = head_words(compiled)
        for name, place, number in _HEAD_NUMBERS:
            if place in needed:
                self._global(name, code.SQUASHED, place, number=number)
        for name, place in _HEAD_BITS:
            if place in needed:
                self._each_seat(name, code.SEAT_BIT, place)
        if "S[SWAPPED] =" in compiled.source:
            self._global("swapped", code.POSITIVE, state_layout.SWAPPED)
        for name in _BY_PLAYER:
            if name in fields:
                self._each_seat(name, code.SEAT_SQUASHED, fields[name][0], 8)
        for name in compiled.hashed:
            if name not in (*_TOLD, *_BY_PLAYER):
                start, size = fields[name]
                for word in range(min(size, MOST_WORDS)):
                    self._global(f"{name} {word + 1}" if size > 1 else name, code.SQUASHED, start + word, number=8)

    # --- kinds ---------------------------------------------------------------------------------------------------

    def _kinds(self) -> None:
        """A kind for each decision; several where moves between the same sites differ in what else they do."""
        table = [self.kinds.index("swap"), 0, self.kinds.index("pass"), 0]
        ordinals: Counter[str] = Counter()
        for decision in self.compiled.decisions:
            if decision.kind == "pass":
                table += [self.kinds.index("pass"), 0]
                continue
            name = f"{decision.kind}@{ordinals[decision.kind]}"
            ordinals[decision.kind] += 1
            telling = self.observed.telling.get(decision.number, 0)
            table += [len(self.kinds), telling]
            self.kinds += [f"{name}#{slot}" for slot in range(code.SLOTS)] if telling else [name]
        self.table[code.KINDS_AT] = self._add(table)


def owned_sites(compiled: Compiled, owner: int) -> frozenset[int]:
    """The sites of the regions that the equipment gives an owner, as far as they do not depend on the position."""
    found = set().union(*player_regions(compiled.equipment, owner))
    for item in compiled.equipment.regions:
        listed = [part for value in item.values for part in (value if isinstance(value, tuple) else (value,))]
        if item.owner == owner:
            found.update(int(part.value) for part in listed if isinstance(part, Literal))
    return frozenset(site for site in found if 0 <= site < compiled.equipment.sites)


ENCODING_VERSION = 1


@dataclass(frozen=True, eq=False)
class Encoding:
    """The arrays that positions of one game become.

    ``planes`` of bytes 0 or 1 over the cells of the ``layout``, ``globals`` as single-precision numbers, and for each
    legal move a code with one of ``kinds`` kinds. ``pairs`` says whether moves go from one site to another. ``tables``
    is what :mod:`apts.learning.encodings.encode` works with.
    """

    layout: Layout
    planes: int
    globals: int
    kinds: int
    seats: int
    pairs: bool
    plane_names: tuple[str, ...]
    global_names: tuple[str, ...]
    kind_names: tuple[str, ...]
    tables: Any

    def facts(self) -> dict[str, Any]:
        """What must be the same for a model to fit, in plain values."""
        return {
            "version": ENCODING_VERSION,
            "layout": self.layout.facts(),
            "seats": self.seats,
            "pairs": self.pairs,
            "planes": list(self.plane_names),
            "globals": list(self.global_names),
            "kinds": list(self.kind_names),
        }


_KNOWN: WeakKeyDictionary[RulesGame, Encoding] = WeakKeyDictionary()


def learnable(game: Game) -> RulesGame:
    """The same game, if a network can learn it."""
    if game.from_rules is None:
        raise not_learnable(game.name)
    return game.from_rules


def not_learnable(name: str) -> AptsError:
    """The refusal of a game that no network can learn."""
    return AptsError(f"{name} is a Python class; networks learn games from rules text")


def encoding_of(game: RulesGame) -> Encoding:
    """The encoding of a game, worked out when it is first asked for."""
    known = _KNOWN.get(game)
    if known is None:
        known = _KNOWN[game] = _worked_out(game)
    return known


def encode(game: RulesGame, position: Any) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.int64]]:
    """Planes (planes x cells), globals, and the codes of the legal moves of a flat position, in the kernel's order."""
    encoding, machine = encoding_of(game), game.machine
    state = machine.copy(position)
    count = machine.moves(state)
    planes = np.zeros((encoding.planes, encoding.layout.cells), np.uint8)
    numbers = np.zeros(encoding.globals, np.float32)
    codes = np.zeros(count, np.int64)
    data, place, _, records = machine.addresses(state)
    tables = place_of(encoding.tables)
    code.write_position(data, place, records, count, tables, place_of(planes), place_of(numbers))
    if count:
        code.write_codes(data, place, records, count, tables, place_of(codes))
    return planes, numbers, codes


def _worked_out(game: RulesGame) -> Encoding:
    observed = observe(game)
    found = TableWriter(game.compiled, observed)
    tables = words(len(found.table))
    for index, word in enumerate(found.table):
        tables[index] = word
    return Encoding(
        layout=found.layout,
        planes=len(found.planes),
        globals=len(found.numbers),
        kinds=len(found.kinds),
        seats=game.players,
        pairs=observed.pairs,
        plane_names=tuple(found.planes),
        global_names=tuple(found.numbers),
        kind_names=tuple(found.kinds),
        tables=tables,
    )
