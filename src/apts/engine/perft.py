"""Counting the ways to play: the proof that moves are generated right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apts.engine.hashing import hash_words
from apts.engine.jit import JIT, address, compiled, copy_words, mix, pointer, words
from apts.engine.layout import LENGTH, ORIGIN, OVER, OVERFLOW, RECORD, RECORDS_SIZE, SWAPPED, TARGET, TURN
from apts.errors import AptsError

if TYPE_CHECKING:
    from apts.engine.face import State
    from apts.engine.machine import Machine

UNITS = ("move", "turn")
_LONGEST_TURN = 24
_MOST_SEEN = 1024
_at: Any = pointer  # Numba's own types hide its signature

if JIT:
    import numba
    from numba import types

    _MOVES = types.FunctionType(types.int64(*[types.int64] * 4))
    _PLAY = types.FunctionType(types.int64(*[types.int64] * 5))
    _SIGNATURE = types.int64(*[types.int64] * 15, _MOVES, _PLAY)

    def _compiled(function: Any) -> Any:
        return numba.njit(_SIGNATURE, nogil=True, cache=True)(function)

    @compiled  # type: ignore[untyped-decorator]
    def _further(place: Any, count: int) -> Any:
        """The address ``count`` words further on."""
        return place + 8 * count
else:

    def _compiled(function: Any) -> Any:
        return function

    def _further(place: Any, count: int) -> Any:
        """The array from its word ``count`` on."""
        return place[count:]


@_compiled
def _count(
    data: Any,
    positions: Any,
    work: Any,
    records: Any,
    room: int,
    span_list: Any,
    spans: int,
    results: Any,
    slots: int,
    counts: Any,
    levels: int,
    depth: int,
    distinct: int,
    by_turn: int,
    size: int,
    moves: Any,
    play: Any,
) -> int:
    """The leaves below the first of ``positions``, or -1 when some memory is too small. Arrays come as addresses.

    Level k is the position after k moves, of ``size`` words; its list of moves has ``room`` words of ``records``, and
    in ``counts`` it has the move under way, the number of moves, and the units completed. ``results`` has for each unit
    the hashes of its results so far, ``slots`` words with their number first.
    """
    D, counters, seen, hashed = _at(data), _at(counts), _at(results), _at(span_list)
    total = 0
    level = 0
    counters[0] = 0
    counters[1] = moves(data, positions, work, records)
    counters[2] = 0
    seen[0] = 0
    while level >= 0:
        at = 3 * level
        index, completed = counters[at], counters[at + 2]
        if index == counters[at + 1]:
            level -= 1
            continue
        if completed == depth - 1 and distinct == 0 and by_turn == 0:
            total += counters[at + 1]
            level -= 1
            continue
        if level + 1 == levels:
            return -1
        counters[at] = index + 1
        child_at, list_at = _further(positions, (level + 1) * size), _further(records, level * room)
        parent, child, listed = _at(_further(positions, level * size)), _at(child_at), _at(list_at)
        copy_words(child, 0, parent, 0, parent[LENGTH])
        play(data, child_at, work, list_at, index)
        if by_turn == 0 or child[OVER] != 0 or child[TURN] != parent[TURN]:
            if distinct != 0:
                key = mix(hash_words(hashed, spans, child), 2 * child[SWAPPED] + child[OVER])
                if by_turn == 0:
                    key = mix(key, (listed[index * D[RECORD] + ORIGIN] << 24) + listed[index * D[RECORD] + TARGET])
                first = completed * slots + 1
                last = first + seen[first - 1]
                known = False
                for place in range(first, last):
                    if seen[place] == key:
                        known = True
                        break
                if known:
                    continue
                if last == (completed + 1) * slots:
                    return -1
                seen[last] = key
                seen[first - 1] += 1
            completed += 1
            if completed == depth:
                total += 1
                continue
            if child[OVER] != 0:
                continue
            seen[completed * slots] = 0
        level += 1
        counters[3 * level] = 0
        counters[3 * level + 1] = moves(data, child_at, work, _further(records, level * room))
        counters[3 * level + 2] = completed
    return total


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
        machine.work[OVERFLOW] = 0
        lists, seen, counters = words(levels * len(machine.records)), words(depth * slots), words(3 * levels)
        total = _count(
            address(machine.data),
            address(states),
            address(machine.work),
            address(lists),
            len(machine.records),
            address(spans),
            len(spans) // 2,
            address(seen),
            slots,
            address(counters),
            levels,
            depth,
            int(distinct),
            int(unit == "turn"),
            machine.compiled.state_size,
            machine.kernel.moves,
            machine.kernel.play,
        )
        if machine.work[OVERFLOW]:
            enlarge_records(machine)
        elif total >= 0:
            return int(total)
        else:
            levels, slots = 2 * levels if unit == "turn" else levels, 4 * slots


def enlarge_records(machine: Machine) -> None:
    """Give a machine room for four times as many moves."""
    machine.records = words(4 * len(machine.records))
    machine.work[RECORDS_SIZE] = len(machine.records)


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
    if depth < 0:
        raise AptsError(f"a depth of {depth} moves cannot be counted; it must be 0 or more")
