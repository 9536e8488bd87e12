"""Positions as planes and globals, and moves as codes, written by compiled code that serves all games.

What is written where stands in the tables of an :class:`apts.learning.encodings.encoding.Encoding`: a head of words with the
meaning given here, then tables that the head points to. Everything is seen from the player to move.
"""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import lowest_bit, mix
from apts.engine.runtime.layout import DECISION, LAST_FROM, LAST_TO, MOVER, MOVES, ORIGIN, RECORD_HEAD, TARGET
from apts.learning.memory import octets, singles
from apts.search.memory import inner, moved, pointer, routine

# The head of the tables.
PLANES = 0
CELLS = 1
GLOBALS = 2
SITES = 3  # sites of all containers
PLAYERS = 4
RECORD = 5  # words of a move record
LEVEL_STEP = 6  # cells from one level to the next where stacks are unrolled, else 0
LEVELS = 7  # levels that are shown: all when unrolled, else so many from the top; 0 without stacks
STACK = 8  # words of a stack in the state
WHAT_AT = 9  # where the state has the components, and the heights
HEIGHT_AT = 10
SIDE_AT = 11  # where the state has the side that a piece shows
SIDES = 12  # 1, or if a side stands for an owner the number of sides
PIECE_PLANES = 13  # table: plane of each component and side, for each mover
COMPONENTS = 14
LEVEL_PLANES = 15  # planes from one level of a stack to the next lower one
SITE_CELLS = 16  # table: cell of each site, -1 for none
FIXED = 17  # table: for each mover where the list of the bytes that are always 1 begins, and where it ends
LOCALS = 18  # how many fields of sites there are, and where they are told
LOCALS_AT = 19
SETS = 20  # how many sets of sites there are, and where they are told: place in the state, plane
SETS_AT = 21
LAST_TARGET = 22  # planes; -1 where there is none
LAST_ORIGIN = 23
LEGAL_TARGET = 24
LEGAL_ORIGIN = 25
GLOBALS_AT = 26  # where the globals are told
KINDS_AT = 27  # table: first kind and bits of the registers that count, for swap, pass and each decision
SET_WORDS = 28
HEAD = 32

# A field of sites: which sites, how to read it, and a table of the planes (first, behind the last) of each value.
LOCAL_AT = 0  # where it would be for site 0
LOCAL_STACKED = 1  # whether there is one for each level
LOCAL_FROM = 2
LOCAL_TO = 3
LOCAL_SIZE = 4
LOCAL_TABLE = 5
LOCAL_WORDS = 6

# A global: how it is worked out, from which word of the state, for which seat after the mover, with which number.
GLOBAL_RULE = 0
GLOBAL_AT = 1
GLOBAL_SEAT = 2
GLOBAL_NUMBER = 3
GLOBAL_WORDS = 4

# Rules for globals.
MOVER_IS = 0  # whether the mover is the number
POSITIVE = 1  # whether the word is more than 0
SHARE = 2  # the word as a share of the number
SQUASHED = 3  # the word, brought between -1 and 1
SEAT_SQUASHED = 4  # the word of a seat, brought between -1 and 1
SEAT_IS = 5  # whether the word of a seat is the number
SEAT_BIT = 6  # whether the bit of a seat is set

SLOTS = 8
"""Kinds of a decision whose moves differ in more than their sites."""

NO_CELL = 0xFFFF
"""Stands in a code for no cell."""


@inner
def encode_position(data: Any, state: Any, records: Any, count: int, tables: Any, planes: Any, numbers: Any) -> None:
    """Write the planes (bytes, one cell after the other) and the globals (single precision) of a position.

    ``records`` are its ``count`` legal moves. ``data`` is the game's own and is not needed so far.
    """
    S, T, P = pointer(state), pointer(tables), octets(planes)
    for index in range(T[PLANES] * T[CELLS]):
        P[index] = 0
    mover = S[MOVER]
    for index in range(T[T[FIXED] + mover], T[T[FIXED] + mover + 1]):
        P[T[index]] = 1
    if T[HEIGHT_AT] < 0:
        encode_pieces(state, tables, planes)
    elif T[LEVEL_STEP] > 0:
        encode_columns(state, tables, planes)
    else:
        encode_stacks(state, tables, planes)
    for number in range(T[LOCALS]):
        encode_field(state, tables, planes, T[LOCALS_AT] + number * LOCAL_WORDS)
    for number in range(T[SETS]):
        encode_set(state, tables, planes, T[T[SETS_AT] + 2 * number], T[T[SETS_AT] + 2 * number + 1])
    encode_moves(state, records, count, tables, planes)
    encode_globals(state, tables, numbers)


@inner
def encode_pieces(state: Any, tables: Any, planes: Any) -> None:
    """The pieces of a game without stacks."""
    S, T, P = pointer(state), pointer(tables), octets(planes)
    cells, sides = T[CELLS], T[SIDES]
    of_mover = T[PIECE_PLANES] + S[MOVER] * (T[COMPONENTS] + 1) * sides
    for site in range(T[SITES]):
        what = S[T[WHAT_AT] + site]
        if what != 0:
            side = min(max(S[T[SIDE_AT] + site], 0), sides - 1) if sides > 1 else 0
            plane = T[of_mover + what * sides + side]
            cell = T[T[SITE_CELLS] + site]
            if plane >= 0 and cell >= 0:
                P[plane * cells + cell] = 1


@inner
def encode_columns(state: Any, tables: Any, planes: Any) -> None:
    """The pieces of stacks that stand side by side, each in a cell of its own."""
    S, T, P = pointer(state), pointer(tables), octets(planes)
    cells, sides, stack = T[CELLS], T[SIDES], T[STACK]
    of_mover = T[PIECE_PLANES] + S[MOVER] * (T[COMPONENTS] + 1) * sides
    for site in range(T[SITES]):
        cell = T[T[SITE_CELLS] + site]
        for level in range(min(S[T[HEIGHT_AT] + site], T[LEVELS])):
            what = S[T[WHAT_AT] + site * stack + level]
            side = min(max(S[T[SIDE_AT] + site * stack + level], 0), sides - 1) if sides > 1 else 0
            plane = T[of_mover + what * sides + side]
            if plane >= 0:
                P[plane * cells + cell] = 1
            cell += T[LEVEL_STEP]


@inner
def encode_stacks(state: Any, tables: Any, planes: Any) -> None:
    """The topmost pieces of stacks, each level from the top in planes of its own."""
    S, T, P = pointer(state), pointer(tables), octets(planes)
    cells, sides, stack = T[CELLS], T[SIDES], T[STACK]
    of_mover = T[PIECE_PLANES] + S[MOVER] * (T[COMPONENTS] + 1) * sides
    for site in range(T[SITES]):
        height = S[T[HEIGHT_AT] + site]
        cell = T[T[SITE_CELLS] + site]
        if cell < 0:
            continue
        for depth in range(min(height, T[LEVELS])):
            at = site * stack + height - 1 - depth
            what = S[T[WHAT_AT] + at]
            side = min(max(S[T[SIDE_AT] + at], 0), sides - 1) if sides > 1 else 0
            plane = T[of_mover + what * sides + side]
            if plane >= 0:
                P[(plane + depth * T[LEVEL_PLANES]) * cells + cell] = 1


@inner
def encode_field(state: Any, tables: Any, planes: Any, base: int) -> None:
    """A number that sites or pieces have: count, local state, value, rotation, height, face of a die."""
    S, T = pointer(state), pointer(tables)
    stacked = T[base + LOCAL_STACKED]
    for site in range(T[base + LOCAL_FROM], T[base + LOCAL_TO]):
        cell = T[T[SITE_CELLS] + site]
        if stacked == 0:
            encode_value(T, planes, base, cell, S[T[base + LOCAL_AT] + site])
            continue
        height = S[T[HEIGHT_AT] + site]
        lowest = 0 if T[LEVEL_STEP] > 0 else max(height - 1, 0)
        for level in range(lowest, height):
            value = S[T[base + LOCAL_AT] + site * T[STACK] + level]
            if T[LEVEL_STEP] == 0 or level < T[LEVELS]:
                encode_value(T, planes, base, cell + level * T[LEVEL_STEP], value)


@inner
def encode_value(T: list[int], planes: Any, base: int, cell: int, value: int) -> None:
    """One number of one cell."""
    if value == 0 or cell < 0:
        return
    P = octets(planes)
    entry = T[base + LOCAL_TABLE] + 2 * min(max(value, 0), T[base + LOCAL_SIZE] - 1)
    for plane in range(T[entry], T[entry + 1]):
        P[plane * T[CELLS] + cell] = 1


@inner
def encode_set(state: Any, tables: Any, planes: Any, at: int, plane: int) -> None:
    """The sites of a set, each in its lowest cell."""
    S, T, P = pointer(state), pointer(tables), octets(planes)
    for word in range(T[SET_WORDS]):
        bits = S[at + word]
        if bits == 0:
            continue
        for bit in range(32):
            site = 32 * word + bit
            if (bits >> bit) & 1 and site < T[SITES] and T[T[SITE_CELLS] + site] >= 0:
                P[plane * T[CELLS] + T[T[SITE_CELLS] + site]] = 1


@inner
def site_cell(state: Any, T: list[int], site: int, step: int) -> int:
    """The cell of a site, -1 for none; in an unrolled stack that of the next piece (0) or of the topmost one (1)."""
    if site < 0 or site >= T[SITES]:
        return -1
    cell = T[T[SITE_CELLS] + site]
    if cell < 0 or T[LEVEL_STEP] == 0:
        return cell
    S = pointer(state)
    level = min(max(S[T[HEIGHT_AT] + site] - step, 0), T[LEVELS] - 1)
    return cell + level * T[LEVEL_STEP]


@inner
def encode_moves(state: Any, records: Any, count: int, tables: Any, planes: Any) -> None:
    """Where the last move went, and where the legal moves can go."""
    S, T, P, M = pointer(state), pointer(tables), octets(planes), pointer(records)
    cells = T[CELLS]
    if S[MOVES] > 0:  # before that the last thing placed by the rules counts as a move
        cell = site_cell(state, T, S[LAST_TO], 1)
        if cell >= 0:
            P[T[LAST_TARGET] * cells + cell] = 1
        if T[LAST_ORIGIN] >= 0 and S[LAST_FROM] != S[LAST_TO]:
            cell = site_cell(state, T, S[LAST_FROM], 0)
            if cell >= 0:
                P[T[LAST_ORIGIN] * cells + cell] = 1
    at = 0
    for _ in range(count):
        cell = site_cell(state, T, M[at + TARGET], 0)
        if cell >= 0:
            P[T[LEGAL_TARGET] * cells + cell] = 1
        if T[LEGAL_ORIGIN] >= 0 and M[at + ORIGIN] != M[at + TARGET]:
            cell = site_cell(state, T, M[at + ORIGIN], 1)
            if cell >= 0:
                P[T[LEGAL_ORIGIN] * cells + cell] = 1
        at += T[RECORD]


@inner
def encode_globals(state: Any, tables: Any, numbers: Any) -> None:
    """What is true of the whole position."""
    S, T, G = pointer(state), pointer(tables), singles(numbers)
    mover, players = S[MOVER], T[PLAYERS]
    at = T[GLOBALS_AT]
    for index in range(T[GLOBALS]):
        rule, place, number = T[at + GLOBAL_RULE], T[at + GLOBAL_AT], T[at + GLOBAL_NUMBER]
        seat = (mover - 1 + T[at + GLOBAL_SEAT]) % players + 1
        value = 0.0
        if rule == MOVER_IS:
            value = 1.0 if mover == number else 0.0
        elif rule == POSITIVE:
            value = 1.0 if S[place] > 0 else 0.0
        elif rule == SHARE:
            value = min(S[place], number) / number
        elif rule == SQUASHED:
            value = S[place] / (number + abs(S[place]))
        elif rule == SEAT_SQUASHED:
            value = S[place + seat] / (number + abs(S[place + seat]))
        elif rule == SEAT_IS:
            value = 1.0 if S[place + seat] == number else 0.0
        else:
            value = 1.0 if (S[place] >> seat) & 1 else 0.0
        G[index] = value
        at += GLOBAL_WORDS


@inner
def slot_of(M: list[int], registers: int) -> int:
    """The part of the kind that tells moves between the same sites apart: one register as it is, several mixed."""
    if registers & (registers - 1) == 0:
        return M[RECORD_HEAD + lowest_bit(registers)] & (SLOTS - 1) if registers != 0 else 0
    key = 0
    at = RECORD_HEAD
    while registers != 0:
        if registers & 1:
            key = mix(key, M[at])
        registers >>= 1
        at += 1
    return key & (SLOTS - 1)


@inner
def move_code(data: Any, state: Any, records: Any, index: int, tables: Any) -> int:
    """The code of a legal move: kind << 32 | cell it comes from << 16 | cell it goes to; 0xFFFF stands for no cell."""
    T = pointer(tables)
    M = pointer(moved(records, index * T[RECORD]))
    entry = T[KINDS_AT] + 2 * (M[DECISION] + 2)
    kind = T[entry] + slot_of(M, T[entry + 1])
    origin = site_cell(state, T, M[ORIGIN], 1) if M[ORIGIN] != M[TARGET] else -1
    target = site_cell(state, T, M[TARGET], 0)
    return (kind << 32) | ((origin & NO_CELL) << 16) | (target & NO_CELL)


@routine(7)
def write_position(data: Any, state: Any, records: Any, count: int, tables: Any, planes: Any, numbers: Any) -> int:
    """:func:`encode_position` from outside."""
    encode_position(data, state, records, count, tables, planes, numbers)
    return 0


@routine(6)
def write_codes(data: Any, state: Any, records: Any, count: int, tables: Any, codes: Any) -> int:
    """The codes of all legal moves, from outside."""
    C = pointer(codes)
    for index in range(count):
        C[index] = move_code(data, state, records, index, tables)
    return 0
