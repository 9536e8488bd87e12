"""Keys of positions for tables: one number for everything that decides how a match can go on.

The key is a sum of words, each times a random number of its place. Which words count is read off the code of the
kernel: the fields of the state that say what stands where, and those words of the head that the rules look at.
"""

from __future__ import annotations

from typing import Any

from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.storage.piece_storage import PIECES_KEY
from apts.engine.native.jit import mix, words
from apts.engine.runtime import layout
from apts.engine.runtime.layout import HISTORY, LENGTH, LEVELS, MOVES_THIS_TURN, STATE_SIZE
from apts.search.memory import inner, pointer, routine

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


def key_plan(compiled: Compiled, *, history: bool = False, chance: bool = True, dice: bool = True) -> Any:
    """The plan after which :func:`position_key` works.

    With ``history`` earlier positions count too; without ``chance`` what is still to be drawn does not count, and without
    ``dice`` what dice show does not.
    """
    singles = [place for place in head_words(compiled) if chance or place != layout.CHANCE]
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
    for place in range(compiled.state_size):
        plan[len(content) + place] = 2 * mix(mix(place + 1, 1), 2) + 1 - (1 << 63)
    return plan


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
