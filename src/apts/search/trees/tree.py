"""The tree of a search as arrays.

A node is a number; node 0 is the root. The children of a node are numbered in a row, and the move that leads to a node
is its record in the arena. What a node is worth is seen by the seat that chose to go there, which is enough for two
players. With more, what is good for one does not tell what the others get, so every node also has a mean for each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from apts.engine.compiler.compiling import Compiled
from apts.engine.native.jit import JIT, address, copy_words, words
from apts.engine.play.machine import plain_record
from apts.search.memory import inner, moved, pointer, real_view, routine

# The head of the block, then the columns, each with room for CAPACITY nodes.
USED = 0
CAPACITY = 1
FULL = 2  # 1 when an expansion found no room
FROZEN = 3  # 1 when the tree may not grow any more
DEEPEST = 4
COLUMN_COUNT = 5  # the columns below, and with more than two players one for each seat
HEAD = 16

# The columns.
MEAN = 0  # real: mean utility for the seat that chose the node
NARROWNESS = 1  # real: 1 / sqrt(visits)
VISITS = 2
FIRST = 3  # the first child; 0 when the node was not expanded
SPAN = 4  # children << 42 | children tried << 21 | children not proven
PROVEN = 5  # 0, or PROVEN_MARK and the doubled ranks of the players, 6 bits each
COLUMNS = 6  # from here on, with more than two players, reals: the mean utility of each seat

PART = 21
MASK = (1 << PART) - 1
RANK_BITS = 6
PROVEN_MARK = 1 << 62
MOST_PROVEN_SEATS = 10
"""With more seats the ranks do not fit into a word and nothing is proven."""


def seat_columns(players: int) -> int:
    """The number of columns with those of the seats."""
    return COLUMNS + (players if players > 2 else 0)


class Tree:
    """The memory of a tree, with columns ``besides`` its own; grows when asked and can take a subtree as its new whole."""

    def __init__(self, compiled: Compiled, capacity: int = 1 << 12, *, besides: int = 0):
        self.compiled, self.record_size = compiled, compiled.record_size
        self.players = compiled.equipment.players
        self.columns = seat_columns(self.players) + besides
        self._allocate(capacity)
        self.clear()

    def _allocate(self, capacity: int) -> None:
        self.capacity = capacity
        self.block = words(HEAD + self.columns * capacity)
        self.arena = words(self.record_size * capacity)
        self.block[CAPACITY], self.block[COLUMN_COUNT] = capacity, self.columns
        self.real = real_view(self.block)

    def clear(self) -> None:
        """Forget everything but the memory itself."""
        self.block[USED] = 1
        self.block[FULL] = self.block[FROZEN] = self.block[DEEPEST] = 0
        for column in range(self.columns):
            self.block[HEAD + column * self.capacity] = 0

    def grow(self, capacity: int) -> None:
        """Make room for so many nodes."""
        old, old_capacity, old_arena = self.block, self.capacity, self.arena
        used = int(old[USED])
        self._allocate(capacity)
        self.block[:HEAD] = old[:HEAD]
        self.block[CAPACITY], self.block[FULL] = capacity, 0
        for column in range(self.columns):
            target, source = HEAD + column * capacity, HEAD + column * old_capacity
            self.block[target : target + used] = old[source : source + used]
        self.arena[: used * self.record_size] = old_arena[: used * self.record_size]

    def reroot(self, node: int) -> None:
        """Keep only what lies below a node, which becomes the root."""
        old, old_arena = self.block, self.arena
        self._allocate(self.capacity)
        keep_below(address(old), address(old_arena), address(self.block), address(self.arena), self.record_size, node)
        self.real = real_view(self.block)

    def spare(self) -> tuple[Any, Any]:
        """Nodes and arena of the same capacity, to copy a subtree into."""
        block = words(len(self.block))
        block[CAPACITY], block[COLUMN_COUNT] = self.capacity, self.columns
        return block, words(len(self.arena))

    def exchange(self, other: tuple[Any, Any]) -> tuple[Any, Any]:
        """Take other memory of the same capacity, with the tree that is in it; returns the memory there was."""
        own = self.block, self.arena
        self.block, self.arena = other
        self.real = real_view(self.block)
        return own

    def column(self, column: int, node: int) -> int:
        """A word of a node."""
        return int(self.block[HEAD + column * self.capacity + node])

    def column_of_all(self, column: int, nodes: Sequence[int]) -> list[int]:
        """A word of each of the nodes; those in a row are read at once."""
        if isinstance(nodes, range):
            start = HEAD + column * self.capacity
            read: list[int] = self.block[start + nodes.start : start + nodes.stop].tolist()
            return read
        return [self.column(column, node) for node in nodes]

    def mean(self, node: int) -> float:
        """The mean utility of a node for the seat that chose it."""
        return float(self.real[HEAD + MEAN * self.capacity + node])

    def means(self, node: int) -> tuple[float, ...]:
        """The mean utility of every seat at a node of a tree for more than two players."""
        start = HEAD + COLUMNS * self.capacity + node
        return tuple(float(self.real[start + seat * self.capacity]) for seat in range(self.players))

    def visits(self, node: int) -> int:
        """How often a node was passed."""
        return self.column(VISITS, node)

    def children(self, node: int) -> range:
        """The children that were tried."""
        first = self.column(FIRST, node)
        return range(first, first + (self.column(SPAN, node) >> PART & MASK)) if first else range(0)

    def all_children(self, node: int) -> range:
        """The children, those never tried included."""
        first = self.column(FIRST, node)
        return range(first, first + (self.column(SPAN, node) >> 2 * PART)) if first else range(0)

    def record(self, node: int) -> tuple[int, ...]:
        """The move that leads to a node."""
        start = node * self.record_size
        return plain_record(self.compiled, map(int, self.arena[start : start + self.record_size]))

    def proven(self, node: int, seat: int) -> int | None:
        """The doubled rank of a seat in the proven result of a node, or None."""
        packed = self.column(PROVEN, node)
        return packed >> RANK_BITS * (seat - 1) & ((1 << RANK_BITS) - 1) if packed else None


@inner
def column_of(tree: Any, column: int) -> Any:
    """The address of a column."""
    return moved(tree, HEAD + column * pointer(tree)[CAPACITY])


@routine(6)
def keep_below(old: Any, old_arena: Any, new: Any, new_arena: Any, record_size: int, root: int) -> int:
    """Copy the nodes below a node into another tree of the same capacity; returns their number.

    The queue of nodes whose children are still to be copied is the new tree itself: until then, FIRST of a new node is
    the number of its old children.
    """
    N, A, B = pointer(new), pointer(old_arena), pointer(new_arena)
    capacity, columns = pointer(old)[CAPACITY], pointer(old)[COLUMN_COUNT]
    O = pointer(moved(old, HEAD))  # noqa: E741
    K = pointer(moved(new, HEAD))
    for column in range(columns):
        K[column * capacity] = O[column * capacity + root]
    used = 1
    node = 0
    while node < used:
        first = K[FIRST * capacity + node]
        if first != 0:
            count = K[SPAN * capacity + node] >> (2 * PART)
            tried = (K[SPAN * capacity + node] >> PART) & MASK
            for column in range(columns):
                copy_words(K, column * capacity + used, O, column * capacity + first, count)
            for index in range(tried, count):
                K[FIRST * capacity + used + index] = 0
            copy_words(B, used * record_size, A, first * record_size, count * record_size)
            K[FIRST * capacity + node] = used
            used += count
        node += 1
    N[USED] = used
    N[FULL] = 0
    N[FROZEN] = 0
    return used


# ----------------------------------------------------------------------------------------------------------------
# What a player knows of chance before choosing, and what a search may therefore not know.
#
# All chance of a position comes from one stream (the word CHANCE of the state). Finding the moves may take the
# first draw of it, which is the throw of the turn: the mover has seen it. What the move itself draws comes after
# that and nobody has seen it. So a search keeps the first draw of the stream where the moves depend on it, and
# nothing else.

MOST_THROWS = 1 << 16
"""With more throws than this all count as different."""

# What finding the moves of a position has drawn.
NOTHING = 0
ONE_THROW = 1
MORE = 2  # what came first cannot be kept apart from what comes later


def throw_classes(compiled: Compiled) -> Any:
    """The number of throws, then a number for each: throws that show the same values on alike dice share it.

    The number is 0 where there are no dice or too many throws to list.
    """
    dice = [piece.faces for piece in compiled.equipment.components if piece.faces]
    count = prod(len(faces) for faces in dice)
    if not dice or count > MOST_THROWS:
        return words(1)
    known: dict[object, int] = {}
    table = words(1 + count)
    table[0] = count
    # The first die is the lowest place of the number of a throw (see engine/lowering/dice.py).
    for number, shown in enumerate(product(*(range(len(faces)) for faces in reversed(dice)))):
        values = sorted((faces, faces[face]) for faces, face in zip(dice, reversed(shown), strict=True))
        table[1 + number] = known.setdefault(tuple(values), len(known))
    return table


if TYPE_CHECKING:
    first_bits: Callable[[int], int]
    kept_throw: Callable[[int, int], int]

elif JIT:
    from apts.engine.native.routines.memory import unsigned_shift

    _FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
    _FIRST_BACK, _SECOND_BACK = pow(_FIRST, -1, 1 << 64), pow(_SECOND, -1, 1 << 64)
    _STEP, _HIGH, _LOW = 0x9E3779B97F4A7C15, 0xFFFFFFFF00000000, 0xFFFFFFFF

    @inner
    def _drawn(word):
        state = word + _STEP
        mixed = (state ^ unsigned_shift(state, 30)) * _FIRST
        mixed = (mixed ^ unsigned_shift(mixed, 27)) * _SECOND
        return mixed ^ unsigned_shift(mixed, 31)

    @inner
    def first_bits(word):
        """The 32 bits that the first draw of a stream is made of."""
        return unsigned_shift(_drawn(word), 32)

    @inner
    def kept_throw(word, bits):
        """A stream with the same first draw as another, whatever its bound; ``bits`` decide about the rest."""
        mixed = (_drawn(word) & _HIGH) | (bits & _LOW)
        mixed = (mixed ^ unsigned_shift(mixed, 31) ^ unsigned_shift(mixed, 62)) * _SECOND_BACK
        mixed = (mixed ^ unsigned_shift(mixed, 27) ^ unsigned_shift(mixed, 54)) * _FIRST_BACK
        return (mixed ^ unsigned_shift(mixed, 30) ^ unsigned_shift(mixed, 60)) - _STEP

else:
    from apts.engine.play.chance import word_giving

    _MASK = (1 << 64) - 1

    def _drawn(word):
        mixed = (word + 0x9E3779B97F4A7C15) & _MASK
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _MASK
        return mixed ^ (mixed >> 31)

    def first_bits(word):
        """The 32 bits that the first draw of a stream is made of."""
        return _drawn(word) >> 32

    def kept_throw(word, bits):
        """A stream with the same first draw as another, whatever its bound; ``bits`` decide about the rest."""
        return word_giving(_drawn(word) >> 32 << 32 | bits & 0xFFFFFFFF)
