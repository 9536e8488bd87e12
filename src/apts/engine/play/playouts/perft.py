"""Counting the ways to play: the proof that moves are generated right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apts.engine.play.playouts.slices import Slices
from apts.engine.runtime.kernel_functions import address, words
from apts.engine.runtime.layout import COUNT_LEVEL, COUNT_SIZE, COUNT_TOTAL, OVER, OVERFLOW
from apts.errors import AptsError
from apts.input_checks import whole_number

if TYPE_CHECKING:
    from apts.engine.play.game import State
    from apts.engine.play.machine import Machine

UNITS = ("move", "turn")
MOST_DEPTH = 100_000
_LONGEST_TURN = 24
_MOST_SEEN = 1024


def count_records(machine: Machine, spans: Any, root: Any, depth: int, *, distinct: bool, unit: str) -> int:
    """Count on flat positions: every record of the lists counts, or with ``distinct`` those of equal effect once."""
    _check(depth, unit)
    if depth == 0 or root[OVER]:
        return 1 if depth == 0 else 0
    levels = depth + 1 if unit == "move" else depth + 1 + _LONGEST_TURN
    slots = _MOST_SEEN if distinct else 2
    while True:
        states = words(levels * machine.compiled.state_size)
        states[: len(root)] = root
        total = _count(machine, spans, states, (levels, slots, depth, int(distinct), int(unit == "turn")))
        if total is not None:
            return total
        if machine.work[OVERFLOW]:
            machine.enlarge_records()
        else:
            levels, slots = 2 * levels if unit == "turn" else levels, 4 * slots


def _count(machine: Machine, spans: Any, states: Any, bounds: tuple[int, int, int, int, int]) -> int | None:
    """The count with so much memory, or None when it is too little; in slices, so that it can be interrupted."""
    levels, slots, depth, distinct, by_turn = bounds
    capacity = len(machine.records)
    lists, seen, counters, progress = (
        words(levels * capacity),
        words(depth * slots),
        words(3 * levels),
        words(COUNT_SIZE),
    )
    progress[COUNT_LEVEL] = -1
    machine.work[OVERFLOW] = 0
    slices = Slices()
    while True:
        with slices, machine.working():
            state = machine.kernel.count_ways(
                address(machine.data),
                address(states),
                address(machine.work),
                address(lists),
                capacity,
                address(spans),
                len(spans) // 2,
                address(seen),
                slots,
                address(counters),
                levels,
                depth,
                distinct,
                by_turn,
                address(progress),
                slices.steps,
            )
        if machine.work[OVERFLOW] or state == 2:
            return None
        if state == 0:
            return int(progress[COUNT_TOTAL])
        slices.adapt()


def count_states(state: State, depth: int, *, distinct: bool = False, unit: str = "move") -> int:
    """Count through the one face; its moves are distinct already, so only turns can have doubles."""
    _check(depth, unit)
    if depth == 0:
        return 1
    if unit == "move":
        moves = state.moves()
        return len(moves) if depth == 1 else sum(count_states(state.after(move), depth - 1) for move in moves)
    ends = _turn_ends(state, state.mover)
    if distinct:
        ends = list({(end.position_hash, end.mover, end.over): end for end in ends}.values())
    if depth == 1:
        return len(ends)
    return sum(count_states(end, depth - 1, distinct=distinct, unit=unit) for end in ends)


def _turn_ends(state: State, mover: int) -> list[State]:
    ends: list[State] = []
    for move in state.moves():
        after = state.after(move)
        if after.over or after.mover != mover:
            ends.append(after)
        else:
            ends.extend(_turn_ends(after, mover))
    return ends


def _check(depth: int, unit: str) -> None:
    if unit not in UNITS:
        raise AptsError(f"perft counts by {' or by '.join(UNITS)}, not by {unit!r}")
    if whole_number("a depth", depth, highest=MOST_DEPTH, lowest=None) < 0:
        raise AptsError(f"a depth of {depth} moves cannot be counted; it must be 0 or more")
