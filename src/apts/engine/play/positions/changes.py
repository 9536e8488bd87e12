"""What moves do to a position, word by word, without keeping the position after each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from apts.engine.play.machine import Machine

WORDS_AT_ONCE = 1 << 18
"""Words of positions that are compared at once: 2 MB."""

MOVES_AT_ONCE = 1024
"""Moves whose changes are given together, unless they change more words than are compared at once."""

Numbers = Any  # one-dimensional arrays of integers


class Changes:
    """The words that each of some moves changes; moves are told by their number in the list that was played.

    ``moves``, ``places`` and ``words`` have an entry for each changed word, in the order of the moves and then of the
    places: whose it is, where it stands in the position, and what it is after the move. ``keys``, from which the first
    two are read, are places in a table of positions, one row for each of the ``count`` moves.
    """

    def __init__(self, before: Numbers, count: int, keys: Numbers, words: Numbers):
        self.before, self.count, self.words = before, count, words
        self.moves, self.places = np.divmod(keys, len(before))
        self._keys = keys

    def after(self, moves: Numbers, places: Numbers) -> Numbers:
        """The words at places of the positions after moves, one for each pair."""
        found = self.before[places]
        if len(self._keys):
            wanted = moves * len(self.before) + places
            at = np.minimum(np.searchsorted(self._keys, wanted), len(self._keys) - 1)
            found = np.where(self._keys[at] == wanted, self.words[at], found)
        return found

    def word(self, place: int) -> Numbers:
        """One word of the positions after all the moves."""
        return self.after(np.arange(self.count), np.full(self.count, place))


def changes_of(machine: Machine, state: Any, records: Sequence[tuple[int, ...]]) -> Iterator[Changes]:
    """What the moves change, given as records: some moves at a time, in their order.

    The positions stand in one table. Where a move has changed it, the position before is put back; copying it whole for
    each move took seconds on boards of stacks with thousands of moves.
    """
    before = np.asarray(state)
    rows = min(len(records), max(1, WORDS_AT_ONCE // len(before)))
    table = np.empty((rows, len(before)), dtype=np.int64)
    table[:] = before
    differs = np.empty(table.shape, dtype=np.bool_)
    keys, words = [], []
    played = described = changed = 0
    while played < len(records):
        part = records[played : played + rows]
        machine.play_each(state, part, table)
        np.not_equal(table[: len(part)], before, out=differs[: len(part)])
        found = np.flatnonzero(differs[: len(part)])
        keys.append(found + (played - described) * len(before))
        words.append(table.ravel()[found])
        table.ravel()[found] = before[found % len(before)]
        played += len(part)
        changed += len(found)
        if played == len(records) or played - described >= MOVES_AT_ONCE or changed >= WORDS_AT_ONCE:
            yield Changes(before, played - described, np.concatenate(keys), np.concatenate(words))
            keys, words, changed, described = [], [], 0, played


def changes_within(before: Any, after: Any, spans: Iterable[tuple[int, int]]) -> Changes:
    """What one move has changed between the first and the last place of each span, in their order."""
    old, new = np.asarray(before), np.asarray(after)
    places = np.concatenate([first + np.flatnonzero(new[first:last] != old[first:last]) for first, last in spans])
    return Changes(old, 1, places, new[places])
