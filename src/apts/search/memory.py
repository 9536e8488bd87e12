"""Memory that compiled searches share: words and reals at an address, and routines that take a game's entries.

A search is compiled once for all games. Its routines take integers (numbers and addresses) and the entries of a kernel
as first-class functions, and they keep everything in flat memory, so that they can stop and go on at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.storage.piece_storage import PIECES_KEY
from apts.engine.native.jit import JIT, address, mix, words
from apts.engine.runtime import layout
from apts.engine.runtime.layout import HISTORY, LENGTH, LEVELS, MOVES_THIS_TURN, STATE_SIZE

Function = TypeVar("Function", bound=Callable[..., Any])

__all__ = ["Entry", "inner", "moved", "pointer", "real_view", "reals", "routine"]

Entry = Callable[..., int]
"""An entry of a kernel: ``moves``, ``choose`` or ``play``."""


if TYPE_CHECKING:

    def pointer(place: Any) -> list[int]:
        """Words that start at an address."""

    def reals(place: Any) -> list[float]:
        """Floating-point numbers that start at an address."""

    def moved(place: Any, offset: int) -> Any:
        """The address so many words further on."""

    def inner(function: Function) -> Function:
        """Mark a function that is compiled with the routines that call it."""

    def routine(integers: int, entries: str = "") -> Callable[[Callable[..., Any]], Callable[..., int]]:
        """A function of so many integers and the named entries of a kernel: compiled when first called, and kept on disk."""

    def real_view(block: Any) -> Any:
        """The same memory as floating-point numbers, for Python."""

else:
    from apts.engine.native.jit import pointer
    from apts.engine.native.routines.memory import moved, reals

    def inner(function: Function) -> Function:
        """Mark a function that is compiled with the routines that call it."""
        return function

    def routine(integers: int, entries: str = "") -> Callable[[Function], Any]:
        """A function of so many integers and the named entries of a kernel: compiled when first called, and kept on disk."""
        if not JIT:
            return inner
        from apts.engine.native.routines.routine import Routine

        return lambda function: Routine(function, integers, tuple(entries.split()))

    def real_view(block: Any) -> Any:
        """The same memory as floating-point numbers, for Python."""
        return block.view("float64") if JIT else block.cast("B").cast("d")


# ----------------------------------------------------------------------------------------------------------------
# Tables of figures by key, with open addressing: a head, then entries of three words (key, figure, figure).

ENTRIES = 0  # a power of two
FILLED = 1
TABLE_HEAD = 2
ENTRY = 3


def key_table(entries: int) -> Any:
    """An empty table with so many entries, a power of two."""
    table = words(TABLE_HEAD + ENTRY * entries)
    table[ENTRIES] = entries
    return table


def emptied(table: Any) -> Any:
    """The table itself if it is empty, else a new one of the same size: fresh memory costs less than clearing."""
    return key_table(int(table[ENTRIES])) if table[FILLED] else table


@inner
def entry_of(table: Any, key: int, add: bool) -> int:
    """Where the figures of a key are, or 0. A new key is added if that is asked for and a quarter is still free."""
    T = pointer(table)
    mask = T[ENTRIES] - 1
    key |= 1 << 61
    slot = key & mask
    while True:
        at = TABLE_HEAD + ENTRY * slot
        if T[at] == key:
            return at + 1
        if T[at] == 0:
            break
        slot = (slot + 1) & mask
    if not add or 4 * T[FILLED] > 3 * mask:
        return 0
    T[FILLED] += 1
    T[at] = key
    T[at + 1] = 0
    T[at + 2] = 0
    return at + 1


def enlarged(table: Any) -> Any:
    """A table of twice the size with the same content."""
    larger = key_table(2 * int(table[ENTRIES]))
    fill(address(table), address(larger))
    return larger


@routine(2)
def fill(table: Any, larger: Any) -> int:
    """Copy what is in a table into a larger one."""
    T, L = pointer(table), pointer(larger)
    for slot in range(T[ENTRIES]):
        at = TABLE_HEAD + ENTRY * slot
        if T[at] != 0:
            target = entry_of(larger, T[at], True)
            L[target] = T[at + 1]
            L[target + 1] = T[at + 2]
    return 0


# ----------------------------------------------------------------------------------------------------------------
# Keys of positions for tables: one number for everything that decides how a match can go on.
#
# The key is a sum of words, each times a random number of its place. Which words count is read off the code of
# the kernel: the fields of the state that say what stands where, and those words of the head that the rules look
# at.

# The plan: its head, then places of single words, then starts and ends of spans, then factors of all words.
SINGLES = 0
SPANS = 1
STACK_SITES = 2  # 0 without stacks
STACK_HEIGHTS = 3
LEVEL_FIELDS = 4  # how many fields have one word a level; their starts follow the spans
FACTORS_AT = 5
WITH_HISTORY = 6
PLAN_HEAD = 8

ALWAYS = ("MOVER", "ACTIVE", "PASSES", "SWAPPED")
"""Words of the head that count in every game."""

BEFORE_MOVE = ("LAST_FROM", "LAST_TO", "LAST_PASS", "LAST_LOCATION")
"""Words about the last move: they count if the choice of moves depends on them."""

ANY_TIME = (
    "PREVIOUS",
    "MOVES",
    "TURN",
    "MOVES_THIS_TURN",
    "COUNTER",
    "STALEMATED",
    "VARIABLE",
    "TRIGGERED",
    "WINNERS",
    "LOSERS",
)
"""Words that count if the rules look at them anywhere."""

FRAME = ("play_record", "note_move", "win", "lose", "finish")
"""Functions of every game, which look at words of the head for book-keeping only."""

_DICE_FIELDS = ("dice", "dice equal")

FOLLOWING = ("empty", "owned", PIECES_KEY, "rank", "history")
"""Fields that follow from others, or are looked at in another way."""


def head_words(compiled: Compiled) -> tuple[int, ...]:
    """The places of the words of the head that decide how a match can go on."""
    facts = compiled.facts
    named = {*ALWAYS, *facts.words_of_choosing().intersection(BEFORE_MOVE)}
    named |= facts.words_of_playing(*FRAME).intersection(ANY_TIME)
    if facts.chance_later:  # the stream is handed on as a place
        named.add("CHANCE")
    return tuple(sorted(getattr(layout, name) for name in named))


def key_plan(
    compiled: Compiled,
    *,
    history: bool = False,
    chance: bool = True,
    dice: bool = True,
    besides: tuple[int, ...] = (),
) -> Any:
    """The plan after which :func:`position_key` works.

    With ``history`` earlier positions count too; without ``chance`` what is still to be drawn does not count, and without
    ``dice`` what dice show does not. ``besides`` are places of words of the head that count too.
    """
    singles = [place for place in head_words(compiled) if chance or place != layout.CHANCE]
    singles += [place for place in besides if place not in singles]
    at_levels, spans = [], []
    levels = compiled.equipment.all_sites * compiled.equipment.levels
    # A proof must tell all positions apart that rules can tell apart, not only those that count as repetitions.
    names = compiled.hashed if not history else [name for name in compiled.fields if name not in FOLLOWING]
    for name in names:
        start, size = compiled.fields[name]
        if start + size > compiled.state_size - int(compiled.data[HISTORY]):
            continue
        if compiled.stacking and size == levels:
            at_levels.append(start)
        elif dice or name not in _DICE_FIELDS:
            spans += [(start, start + size)] if dice else _without_dice(compiled, start, size)
    content = [len(singles), len(spans), compiled.equipment.all_sites if at_levels else 0]
    content += [compiled.fields["height"][0] if at_levels else 0, len(at_levels), 0, int(history), 0]
    content += [*singles, *(edge for span in spans for edge in span), *at_levels]
    content[FACTORS_AT] = len(content)
    plan = words(len(content) + compiled.state_size)
    for index, word in enumerate(content):
        plan[index] = word
    for place, factor in enumerate(_factors(compiled.state_size), len(content)):
        plan[place] = factor
    return plan


@lru_cache(maxsize=64)
def _factors(count: int) -> tuple[int, ...]:
    """A random odd number for each of so many words."""
    return tuple(2 * mix(mix(place + 1, 1), 2) + 1 - (1 << 63) for place in range(count))


def _without_dice(compiled: Compiled, start: int, size: int) -> list[tuple[int, int]]:
    """The spans of a field that are left when those of the dice are taken out of one that has a word for each site."""
    box = compiled.equipment.dice
    if box is None or size != compiled.equipment.all_sites:
        return [(start, start + size)]
    return [(start, start + box.first), (start + box.first + box.size, start + size)]


@inner
def position_key(data: Any, state: Any, plan: Any, side: int) -> int:
    """The key of a position seen from a side, 63 bits and never 0."""
    D, S, P = pointer(data), pointer(state), pointer(plan)
    factors = P[FACTORS_AT]
    at = PLAN_HEAD
    total = side
    for _ in range(P[SINGLES]):
        place = P[at]
        total += S[place] * P[factors + place]
        at += 1
    if S[MOVES_THIS_TURN] > 0:  # a pass counts towards a round of passes only as the first move of a turn
        total += P[factors + MOVES_THIS_TURN]
    for _ in range(P[SPANS]):
        for place in range(P[at], P[at + 1]):
            total += S[place] * P[factors + place]
        at += 2
    for field in range(P[LEVEL_FIELDS]):
        start = P[at + field]
        for site in range(P[STACK_SITES]):
            first = start + site * D[LEVELS]
            for place in range(first, first + S[P[STACK_HEIGHTS] + site]):
                total += S[place] * P[factors + place]
    if P[WITH_HISTORY] != 0:
        for place in range(D[STATE_SIZE] - D[HISTORY], S[LENGTH]):
            total += mix(S[place], 5)
    key: int = mix(total, 3) | 1
    return key


@routine(4)
def key_of_position(data: Any, state: Any, plan: Any, side: int) -> int:
    """The key of a position, for Python."""
    return position_key(data, state, plan, side)


# ----------------------------------------------------------------------------------------------------------------
# Functions of mathematics that have the same value on every machine, to the last bit.
#
# Libraries of mathematics differ in the last bit, and a search that meets such a difference goes another way.
# These are made of additions, multiplications and divisions alone, which are the same everywhere (IEEE 754).

LOG_2_HIGH = 0.6931471803691238  # so few bits that its product with an exponent is exact
LOG_2_LOW = 1.9082149292705877e-10
HALVES = 134217729.0  # 2^27 + 1: splits a real into two with half its digits (Dekker, 1971)
MOST_POWER = 700.0  # beyond it a power is as good as infinite or 0


@inner
def upper_half(x: float) -> float:
    """The upper half of the digits of a real."""
    product = HALVES * x
    return product - (product - x)


@inner
def product_error(x: float, y: float, product: float) -> float:
    """What rounding took from a product (Dekker, 1971)."""
    a, b = upper_half(x), upper_half(y)
    c, d = x - a, y - b
    return ((a * b - product) + a * d + c * b) + c * d


@inner
def logarithm(count: int) -> float:
    """The natural logarithm of a whole number from 1 to 2^52, wrong by little more than half of the last digit.

    With count = m 2^k and s = (m - 1) / (m + 1) it is k log 2 + 2 (s + s^3 / 3 + s^5 / 5 + ...); s is worked out with
    twice the digits, and the large terms are added with what rounding takes from the sum.
    """
    m = float(count)
    k = 0
    while m > 1.5:
        m *= 0.5
        k += 1
    below, above = m - 1.0, m + 1.0
    s = below / above
    back = s * above
    s_low = ((below - back) - product_error(s, above, back) - s * (1.0 - (above - m))) / above
    square = s * s
    rest = 0.0
    for odd in range(29, 1, -2):
        rest = square * (1.0 / odd + rest)
    whole = k * LOG_2_HIGH
    total = whole + 2.0 * s
    added = total - whole
    lost = (whole - (total - added)) + (2.0 * s - added)
    return total + (lost + (2.0 * (s_low + s * rest) + k * LOG_2_LOW))


@inner
def exponential(x: float) -> float:
    """The power e^x, wrong by at most one in the last digit; x is taken as at most 700 and at least -700.

    With x = k log 2 + r it is 2^k (1 + r + r^2 / 2 + r^3 / 6 + ...).
    """
    power = max(-MOST_POWER, min(MOST_POWER, x))
    k = int(power * 1.4426950408889634 + (0.5 if power >= 0.0 else -0.5))
    high = power - k * LOG_2_HIGH
    low = k * LOG_2_LOW
    r = high - low
    lost = (high - r) - low
    rest = 0.0
    for term in range(14, 2, -1):
        rest = (r / term) * (1.0 + rest)
    value = 1.0 + (r + (lost + 0.5 * r * r * (1.0 + rest)))
    for _ in range(k):
        value *= 2.0
    for _ in range(-k):
        value *= 0.5
    return value


@inner
def hyperbolic_tangent(x: float) -> float:
    """The hyperbolic tangent, wrong by less than 3e-16."""
    power = exponential(-2.0 * abs(x))
    share = (1.0 - power) / (1.0 + power)
    return share if x >= 0.0 else -share


@routine(1)
def tangent_in_place(real: Any) -> int:
    """Put the hyperbolic tangent of a real in its place."""
    R = reals(real)
    R[0] = hyperbolic_tangent(R[0])
    return 0
