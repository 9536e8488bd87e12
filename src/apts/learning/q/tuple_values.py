"""Values of the moves of a game from rules text as n-tuples: the plan, the weights, learning and asking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.engine.compiler.compiling import Compiled
from apts.engine.native.jit import address, words
from apts.engine.play.machine import Machine
from apts.engine.play.outcome import utilities
from apts.engine.play.playouts.random_streams import stream_seed
from apts.engine.runtime.layout import MOVE_LIMIT, OVERFLOW
from apts.errors import AptsError
from apts.learning.q import self_play as code
from apts.learning.q.model_file import QSettings
from apts.learning.q.tuples import (
    COUNT_BUCKETS,
    MOST_COUNTED,
    Cells,
    Codes,
    TupleSet,
    cells_of,
    codes_of,
    sharing,
    tuple_length,
    tuple_sets,
)
from apts.search.memory import real_view
from apts.search.results import Record

LONGEST_MATCH = 1000
"""Moves after which a match of self-play is cut."""

MOST_WEIGHTS_IN_ALL = 1 << 28
"""Weights of all tuples, for all who look at a board; three numbers are kept of each."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Shape:
    """What the weights mean: tuples with their images, and how the second player sees the board, if he shares them."""

    sets: tuple[TupleSet, ...]
    exchanged: tuple[int, ...] | None

    def as_data(self) -> dict[str, Any]:
        """The shape as plain values."""
        return {"tuples": [known.images for known in self.sets], "exchanged": self.exchanged}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Shape:
        """The shape that plain values describe; those of a file may be anything."""
        try:
            exchanged = data["exchanged"]
            return cls(
                tuple(TupleSet(tuple(map(_whole_numbers, images))) for images in data["tuples"]),
                None if exchanged is None else _whole_numbers(exchanged),
            )
        except (KeyError, TypeError) as problem:
            raise AptsError(f"the tuples of the values cannot be read ({problem})") from None

    def fits(self, compiled: Compiled) -> bool:
        """Whether there are cells for all tuples, and so many weights as compiled code will look for in memory.

        Compiled code believes it, and a shape may come from a file that somebody else wrote.
        """
        cells, players = cells_of(compiled), compiled.equipment.players
        codes = codes_of(compiled, cells.kind).count
        longest, known = tuple_length(codes), range(len(cells.sites))
        for one in self.sets:
            alike = {len(image) for image in one.images}
            if len(alike) != 1 or not 1 <= alike.pop() <= longest:
                return False
            if not all(cell in known for image in one.images for cell in image):
                return False
        if self.exchanged is not None:
            sites = len(self.exchanged)
            in_range = max(cells.sites) < sites <= compiled.equipment.all_sites
            if players != 2 or not in_range or sorted(self.exchanged) != list(range(sites)):
                return False
        weights = sum(codes**one.length for one in self.sets)
        return bool(weights * _views(self, players) <= MOST_WEIGHTS_IN_ALL)

    @property
    def tuples(self) -> int:
        """How many tuples are looked at."""
        return sum(len(known.images) for known in self.sets)


def shape_for(machine: Machine, walks: int) -> Shape:
    """Tuples along the lines of the board and ``walks`` winding ones, shared as far as the rules allow."""
    cells = cells_of(machine.compiled)
    kept, exchanged = sharing(machine)
    symmetries = [cells.mapped(sites) for sites in kept]
    sets = tuple_sets(cells, symmetries, codes_of(machine.compiled, cells.kind).count, walks)
    return Shape(tuple(sets), None if exchanged is None else tuple(map(int, exchanged)))


def _whole_numbers(values: Any) -> tuple[int, ...]:
    if not isinstance(values, list | tuple) or not all(type(value) is int for value in values):
        raise TypeError("a list of whole numbers is expected")
    return tuple(values)


def _views(shape: Shape, players: int) -> int:
    """How many times there are all weights: once, or for each player as each who looks at the board sees them."""
    viewers = 1 if players <= 2 else players
    return 1 if shape.exchanged is not None or players == 1 else viewers * players


class TupleValues:
    """The weights of a game, ready to learn and to be asked. Belongs to the thread of its machine."""

    def __init__(self, machine: Machine, shape: Shape, settings: QSettings):
        self.machine, self.shape, self.settings = machine, shape, settings
        self.players = machine.compiled.equipment.players
        if not shape.fits(machine.compiled):
            raise AptsError("the tuples of the values do not fit the board of this game")
        self.plan = _plan(machine.compiled, shape)
        self.size = int(self.plan[code.WEIGHTS]) * int(self.plan[code.SETS])
        self.weights = words(3 * self.size)
        self._settings = _settings(settings, self.players, rolled=machine.compiled.chance)
        self._codes = words(int(self.plan[code.CELLS]) + int(self.plan[code.TUPLES]) + self.players + 8)
        self._states = words(2 * machine.compiled.state_size)
        self._steps: Any = None

    # --- the numbers ---------------------------------------------------------------------------------------------

    def numbers(self) -> Numbers:
        """The weights, then the net and the gross sums of their errors: three rows."""
        return np.array(real_view(self.weights), dtype=np.float64).reshape(3, self.size)

    def set_numbers(self, numbers: NDArray[Any]) -> None:
        """Put back what :meth:`numbers` gave."""
        real_view(self.weights)[:] = np.ascontiguousarray(numbers, dtype=np.float64).reshape(-1)

    # --- learning ------------------------------------------------------------------------------------------------

    def learn(self, first: int, count: int) -> None:
        """Play the matches ``first`` to ``first + count - 1`` against itself, and learn from each."""
        if self._steps is None:
            plan = self.plan
            size = code.STEP_VIEWS + 3 * int(plan[code.VIEWERS]) + int(plan[code.TUPLES])
            self._steps = words(size * int(plan[code.MOST_MOVES]))
        if not self.machine.compiled.chance:
            self._learn(self.machine.start(0), first, count)
            return
        for number in range(first, first + count):
            self._learn(self.machine.start(stream_seed(self.settings.seed, number)), number, 1)

    def _learn(self, root: Any, first: int, count: int) -> None:
        machine, kernel = self.machine, self.machine.kernel
        real_view(self._settings)[code.RATE] = self.settings.rate
        while count > 0:
            stream = words(3)
            stream[1], stream[2] = stream_seed(self.settings.seed, 0) >> 1, machine.compiled.state_size
            machine.work[OVERFLOW] = 0
            places = map(address, (root, self._states, self._steps, stream))
            with machine.working():
                done = int(code.learn_matches(self._memory(), *places, first, count, kernel.moves, kernel.play))
            if machine.work[OVERFLOW]:
                machine.enlarge_records()
            first, count = first + done, count - done

    # --- asking --------------------------------------------------------------------------------------------------

    def move_values(self, state: Any) -> list[tuple[Record, float, bool]]:
        """Each move of a position with its value for the mover, and whether it ends the match."""
        machine, kernel = self.machine, self.machine.kernel
        while True:
            machine.work[OVERFLOW] = 0
            values = words(2 * (len(machine.records) // machine.compiled.record_size + 1))
            position, child = machine.copy(state), machine.new_state()
            places = map(address, (position, child, values))
            with machine.working():
                count = int(code.move_values(self._memory(), *places, kernel.moves, kernel.play))
            if not machine.work[OVERFLOW]:
                break
            machine.enlarge_records()
        numbers = real_view(values)
        return [(machine.record(at), float(numbers[2 * at]), bool(values[2 * at + 1])) for at in range(count)]

    def _memory(self) -> code.TupleMemory:
        """What compiled code works on, by the addresses that it has now."""
        machine = self.machine
        arrays = (machine.data, machine.work, machine.records, self.plan, self.weights, self._settings, self._codes)
        return code.TupleMemory(*map(address, arrays))


def _settings(settings: QSettings, players: int, *, rolled: bool) -> Any:
    block = words(code.SETTINGS_SIZE)
    numbers = real_view(block)
    numbers[code.RATE], numbers[code.TRACE], numbers[code.EXPLORE] = settings.rate, settings.trace, settings.explore
    block[code.ROLLED] = int(rolled)
    for doubled in range(2 * players + 1):
        numbers[code.UTILITY + doubled] = utilities([doubled / 2] + [0.0] * (players - 1))[0]
    return block


def _plan(compiled: Compiled, shape: Shape) -> Any:
    """The plan after which compiled code reads positions."""
    cells = cells_of(compiled)
    codes = codes_of(compiled, cells.kind)
    players, fields = compiled.equipment.players, compiled.fields
    viewers = 1 if players <= 2 else players
    sets = _views(shape, players)
    head = [0] * code.PLAN_HEAD
    head[code.CELLS], head[code.TUPLES], head[code.CODES] = len(cells.sites), shape.tuples, codes.count
    head[code.SHARED], head[code.VIEWERS], head[code.KIND] = int(shape.exchanged is not None), viewers, cells.kind
    head[code.STATES], head[code.SETS] = codes.states, sets
    head[code.CODES_SIZE], head[code.BUCKETS] = len(codes.tables[0]), codes.buckets
    head[code.WHAT_AT] = fields["what"][0]
    head[code.STATE_AT] = fields["state"][0] if codes.states > 1 else 0
    head[code.COUNT_AT] = fields["count"][0] if codes.buckets > 1 else -1
    head[code.HEIGHT_AT] = fields["height"][0] if compiled.stacking else 0
    head[code.MOST_MOVES] = min(LONGEST_MATCH, int(compiled.data[MOVE_LIMIT]))
    content = head + _tables(head, cells, codes, shape, players)
    content[: code.PLAN_HEAD] = head
    plan = words(len(content))
    for index, word in enumerate(content):
        plan[index] = word
    return plan


def _tables(head: list[int], cells: Cells, codes: Codes, shape: Shape, players: int) -> list[int]:
    """The tables of the plan; where they begin, and the number of weights, is written into the head."""
    content: list[int] = []

    def begin(place: int) -> None:
        head[place] = code.PLAN_HEAD + len(content)

    begin(code.PLACES_AT)
    for player in range(1, players + 1):
        content += _seen_sites(cells, shape.exchanged if player == 2 else None)
    begin(code.LEVELS_AT)
    content += cells.levels
    begin(code.CODES_AT)
    for table in codes.tables:
        content += table
    begin(code.BUCKETS_AT)
    content += [sum(count >= least for least in COUNT_BUCKETS[1:]) for count in range(MOST_COUNTED)]
    begin(code.TUPLES_AT)
    weights = 0
    for known in shape.sets:
        for image in known.images:
            content += [len(image), weights, *image]
        weights += codes.count**known.length
    head[code.WEIGHTS] = weights
    return content


def _seen_sites(cells: Cells, exchanged: Sequence[int] | None) -> list[int]:
    """The site that each cell of a player's view is."""
    if exchanged is None:
        return list(cells.sites)
    origin = {target: site for site, target in enumerate(exchanged)}
    return [origin[site] for site in cells.sites]
