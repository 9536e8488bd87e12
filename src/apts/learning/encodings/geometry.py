"""The cells of a game as a network sees them: a square grid, a hexagonal grid, or a graph.

Every site of every container is a cell. A stacking game on a single straight row is unrolled into an upright grid, one
cell for each level. Sites off the board (hands, dice) lie in rows of their own below an empty row, or in a graph apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.equipment import Equipment
from apts.engine.play.machine import Machine
from apts.engine.rules_game import RulesGame
from apts.engine.runtime.layout import DECISION, ORIGIN, OVER, RECORD_HEAD, TARGET
from apts.errors import AptsError
from apts.search.evaluation.rules_read import stack_height

KERNEL = tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column)
"""The places of a 3x3 kernel around its centre, as steps of row and column."""

HEX_KERNEL = tuple(step for step in KERNEL if step not in ((-1, -1), (1, 1)))
"""Those that are neighbours in a hexagonal grid of axial coordinates."""

SECTORS = 8
MOST_CELLS = 0xFFFF
MOST_LEVELS = 16
SPARSE = 3  # a grid with more than so many cells for a site is no good
EXACT = 0.01


@dataclass(frozen=True, eq=False)
class Layout:
    """Where the cells are and which are next to each other.

    ``form`` is ``square``, ``hex`` or ``graph``; cells are numbered row by row. ``neighbours`` has for each cell the
    cell in each direction (-1 for none), in the order of the kernel or of the sectors. ``points`` are places in the
    drawing. ``site_cells`` has the cell of each site; when stacks are unrolled it is that of level 0, and the next
    level is ``level_step`` cells further on.
    """

    form: str
    rows: int
    columns: int
    mask: NDArray[np.bool_]
    neighbours: NDArray[np.int32]
    points: NDArray[np.float64]
    site_cells: NDArray[np.int32]
    level_step: int
    levels: int

    @property
    def cells(self) -> int:
        """Cells of the grid, those that are no site included."""
        return self.rows * self.columns

    def facts(self) -> dict[str, Any]:
        """What tells this layout from others, in plain values."""
        return {"form": self.form, "rows": self.rows, "columns": self.columns, "levels": self.levels}


def is_row_of_stacks(compiled: Compiled) -> bool:
    """Whether the game is one of stacks that stand side by side in one straight row, and nothing else."""
    equipment = compiled.equipment
    return (
        compiled.stacking
        and equipment.sites > 1
        and len(equipment.containers) == 1
        and len(equipment.board.rows()) == 1
    )


def layout_of(compiled: Compiled, height: int) -> Layout:
    """The layout of a game whose stacks grow to a height."""
    equipment = compiled.equipment
    if is_row_of_stacks(compiled) and 1 < height <= MOST_LEVELS:
        return _upright(equipment, height)
    points = np.array(equipment.board.xy(), dtype=np.float64).reshape(-1, 2)
    steps = [tuple(sites) for sites in equipment.board.neighbours("Adjacent")]
    square = _square_places(points, steps)
    if square is not None:
        return _grid("square", square, points, equipment)
    hexagonal = _hex_places(points, steps)
    if hexagonal is not None:
        return _grid("hex", hexagonal, points, equipment)
    return _graph(points, steps, equipment)


# --- grids -------------------------------------------------------------------------------------------------------

Places = NDArray[np.int64]
"""Row and column of each site of the board."""


def _upright(equipment: Equipment, height: int) -> Layout:
    """The row of stacks as a grid of columns, level 0 in the first row."""
    xs = np.array(equipment.board.xy(), dtype=np.float64)[:, 0]
    columns = len(xs)
    site_cells = np.empty(columns, np.int32)
    site_cells[np.argsort(xs, kind="stable")] = np.arange(columns)
    unit = (xs.max() - xs.min()) / (columns - 1)
    ordered = np.sort(xs)
    points = np.array([(ordered[column], level * unit) for level in range(height) for column in range(columns)])
    mask = np.ones(height * columns, np.bool_)
    neighbours = _grid_neighbours(height, columns, mask, KERNEL)
    return Layout("square", height, columns, mask, neighbours, points, site_cells, columns, height)


def _grid(form: str, places: Places, points: NDArray[np.float64], equipment: Equipment) -> Layout:
    """A grid with the board on top and the sites of other containers in rows below it."""
    rows, columns = (int(size) for size in places.max(axis=0) + 1)
    apart = _sites_apart(equipment)
    board_rows = rows
    if apart:
        rows += 1 + -(-len(apart) // columns)
    _check_size(rows * columns)
    mask = np.zeros(rows * columns, np.bool_)
    drawn = np.full((rows * columns, 2), np.nan)
    site_cells = np.full(equipment.all_sites, -1, np.int32)
    site_cells[: len(places)] = places[:, 0] * columns + places[:, 1]
    drawn[site_cells[: len(places)]] = points
    for number, site in enumerate(apart):
        site_cells[site] = (board_rows + 1) * columns + number
    mask[site_cells[site_cells >= 0]] = True
    neighbours = _grid_neighbours(rows, columns, mask, KERNEL if form == "square" else HEX_KERNEL)
    return Layout(form, rows, columns, mask, neighbours, drawn, site_cells, 0, 0)


def _grid_neighbours(
    rows: int, columns: int, mask: NDArray[np.bool_], kernel: Sequence[tuple[int, int]]
) -> NDArray[np.int32]:
    neighbours = np.full((rows * columns, len(kernel)), -1, np.int32)
    for cell in np.flatnonzero(mask):
        row, column = divmod(int(cell), columns)
        for direction, (down, right) in enumerate(kernel):
            there = (row + down) * columns + column + right
            if 0 <= row + down < rows and 0 <= column + right < columns and mask[there]:
                neighbours[cell, direction] = there
    return neighbours


def _square_places(points: NDArray[np.float64], steps: Sequence[tuple[int, ...]]) -> Places | None:
    """Rows and columns if the sites lie on a square grid, as it is or on its tip, and all steps are the grid's."""
    for turn in (0.0, np.pi / 4):
        turned = points @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        units = [unit for unit in (_unit(turned[:, 0]), _unit(turned[:, 1])) if unit > 0]
        if not units or max(units) - min(units) > EXACT * max(units):
            continue
        places = _whole((turned - turned.min(axis=0)) / units[0])
        if places is not None and _is_even(places[:, ::-1], steps, KERNEL):
            return places[:, ::-1]
    return None


def _unit(values: NDArray[np.float64]) -> float:
    """The smallest distance between values that differ, 0 if none do."""
    gaps = np.diff(np.sort(values))
    gaps = gaps[gaps > EXACT]
    return float(gaps.min()) if len(gaps) else 0.0


def _hex_places(points: NDArray[np.float64], steps: Sequence[tuple[int, ...]]) -> Places | None:
    """Axial coordinates if the sites lie on a hexagonal grid: the smallest grid that holds them."""
    pairs = [(site, other) for site, others in enumerate(steps) for other in others]
    if not pairs:
        return None
    vectors = np.array([points[other] - points[site] for site, other in pairs])
    length = float(np.hypot(*vectors[0]))
    if np.abs(np.hypot(vectors[:, 0], vectors[:, 1]) - length).max() > EXACT * length:
        return None
    first = float(np.arctan2(vectors[0, 1], vectors[0, 0])) % (np.pi / 3)
    found: list[tuple[int, int, Places]] = []
    for number in range(3):
        angle = first + number * np.pi / 3
        right = length * np.array([np.cos(angle), np.sin(angle)])
        down = length * np.array([np.cos(angle + np.pi / 3), np.sin(angle + np.pi / 3)])
        places = _whole((points - points[0]) @ np.linalg.inv(np.array([down, right])))
        if places is None:
            return None
        places = places - places.min(axis=0)
        found.append((int(np.prod(places.max(axis=0) + 1)), number, places))
    places = min(found, key=lambda known: known[:2])[2]
    return places if _is_even(places, steps, HEX_KERNEL) else None


def _whole(numbers: NDArray[np.float64]) -> Places | None:
    """The numbers as integers if they are, and no two rows are the same."""
    whole = np.rint(numbers)
    if np.abs(numbers - whole).max() > 10 * EXACT or len(np.unique(whole, axis=0)) < len(whole):
        return None
    return whole.astype(np.int64)


def _is_even(places: Places, steps: Sequence[tuple[int, ...]], kernel: Sequence[tuple[int, int]]) -> bool:
    """Whether the grid is filled well enough, and every step is one of the kernel, in each direction all or none.

    A board with diagonals on some of its points only is told better by its graph.
    """
    if np.prod(places.max(axis=0) + 1) > SPARSE * len(places):
        return False
    site_at = {(int(row), int(column)): site for site, (row, column) in enumerate(places)}
    stepped = 0
    for row, column in kernel:
        pairs = [
            (site, site_at[at[0] + row, at[1] + column])
            for at, site in site_at.items()
            if (at[0] + row, at[1] + column) in site_at
        ]
        taken = sum(other in steps[site] for site, other in pairs)
        straight = kernel is HEX_KERNEL or row == 0 or column == 0
        if taken != len(pairs) and (straight or taken):
            return False
        stepped += taken
    return stepped == sum(len(set(sites)) for sites in steps)


# --- graphs ------------------------------------------------------------------------------------------------------


def _graph(points: NDArray[np.float64], steps: Sequence[tuple[int, ...]], equipment: Equipment) -> Layout:
    """Any other board: each neighbour in the sector nearest to its direction that is free."""
    apart = _sites_apart(equipment)
    cells = len(points) + len(apart)
    _check_size(cells)
    neighbours = np.full((cells, SECTORS), -1, np.int32)
    for site, others in enumerate(steps):
        for sector, other in _in_sectors(points, site, others):
            neighbours[site, sector] = other
    drawn = np.full((cells, 2), np.nan)
    drawn[: len(points)] = points
    site_cells = np.full(equipment.all_sites, -1, np.int32)
    site_cells[: len(points)] = np.arange(len(points))
    site_cells[apart] = np.arange(len(points), cells)
    return Layout("graph", 1, cells, np.ones(cells, np.bool_), neighbours, drawn, site_cells, 0, 0)


def _in_sectors(points: NDArray[np.float64], site: int, others: Sequence[int]) -> list[tuple[int, int]]:
    """A sector of 45 degrees for each neighbour, the first one around east; best fits first, and never two in one."""
    wanted = []
    for other in dict.fromkeys(others):
        right, up = points[other] - points[site]
        turn = float(np.arctan2(up, right)) / (np.pi / 4) % SECTORS
        for sector in range(SECTORS):
            away = abs((turn - sector + SECTORS / 2) % SECTORS - SECTORS / 2)
            wanted.append((round(away, 6), sector, other))
    found: dict[int, int] = {}
    for _, sector, other in sorted(wanted):
        if sector not in found and other not in found.values():
            found[sector] = other
    return sorted(found.items())


def _sites_apart(equipment: Equipment) -> list[int]:
    """The sites of all containers besides the board."""
    return [site for box in equipment.containers[1:] for site in range(box.first, box.first + box.size)]


def _check_size(cells: int) -> None:
    if cells >= MOST_CELLS:
        raise AptsError(f"a board of {cells:,} cells is too large for a network (at most {MOST_CELLS - 1:,})")


# ----------------------------------------------------------------------------------------------------------------
# What random matches show of a game before its positions can be encoded: how high numbers go, what moves look
# like.
#
# The matches are the same every time, so that the same rules always get the same encoding.

MATCHES = 40
POSITIONS = 3000
MATCH_POSITIONS = 400
LOCAL_FIELDS = ("count", "state", "value", "rotation")
_TRAVELS = frozenset({"step", "slide", "hop", "leap", "shoot", "move"})


@dataclass(frozen=True)
class Observed:
    """The highest stack, the highest number in each field of sites, whether moves go from one site to another, and for
    decisions whose moves can be told apart only by more than their sites the registers that do it, as bits."""

    height: int
    highest: dict[str, int]
    pairs: bool
    telling: dict[int, int]


def random_positions(machine: Machine, matches: int, positions: int) -> Iterator[tuple[Any, int]]:
    """Positions of random matches with the number of their legal moves, which the records of the machine hold.

    The position is played on after each one; it must not be kept.
    """
    seen = 0
    for match in range(matches):
        random = Random(match)
        state = machine.start(match)
        for _ in range(MATCH_POSITIONS):
            if state[OVER]:
                yield state, 0
                break
            count = machine.moves(state)
            yield state, count
            seen += 1
            with machine.working():
                machine.kernel.play(*machine.addresses(state), random.randrange(count))
        if seen >= positions:
            return


def observe(game: RulesGame) -> Observed:
    """Play random matches and note what they show."""
    compiled, machine = game.compiled, Machine(game.compiled)
    highest = dict.fromkeys((name for name in LOCAL_FIELDS if name in compiled.fields), 0)
    height = stack_height(compiled) if compiled.stacking else 0
    pairs = any(decision.kind in _TRAVELS for decision in compiled.decisions)
    telling: dict[int, int] = {}
    for state, count in random_positions(machine, MATCHES, POSITIONS):
        content = np.asarray(state)
        for name in highest:
            start, size = compiled.fields[name]
            highest[name] = max(highest[name], int(content[start : start + size].max()))
        if compiled.stacking:
            start, size = compiled.fields["height"]
            height = max(height, int(content[start : start + size].max()))
        records = np.asarray(machine.records)[: count * compiled.record_size].reshape(count, compiled.record_size)
        origins, targets = records[:, ORIGIN], records[:, TARGET]
        pairs = pairs or bool(((origins != targets) & (origins >= 0) & (targets >= 0)).any())
        for number, registers in _telling(compiled, records):
            telling[number] = telling.get(number, 0) | registers
    return Observed(min(height, compiled.equipment.levels), highest, pairs, telling)


def _telling(compiled: Compiled, records: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """The decisions that have several moves between the same sites in this list, with the registers that differ."""
    for number in set(records[:, DECISION].tolist()):
        registers = len(compiled.decisions[number].registers) if number >= 0 else 0
        own = records[records[:, DECISION] == number, : RECORD_HEAD + registers]
        if not registers or len(own) < 2:
            continue
        between = len(np.unique(own[:, :RECORD_HEAD], axis=0))
        bits = 0
        for register in range(registers):
            columns = [*range(RECORD_HEAD), RECORD_HEAD + register]
            if len(np.unique(own[:, columns], axis=0)) > between:
                bits |= 1 << register
        if bits:
            yield number, bits
