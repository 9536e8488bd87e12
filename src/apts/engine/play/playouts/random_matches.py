"""Random matches: of any game one after the other, of a compiled game whole in its kernel.

Both are played in slices of a fraction of a second. Between them a caller is told what is known so far, and Python can
answer a signal.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Any

import numpy as np

from apts.engine.play.playouts.random_streams import signed_word
from apts.engine.play.playouts.slices import Slices, give_way
from apts.engine.play.playouts.summary import Playouts, Tally
from apts.engine.runtime.kernel_functions import address, words
from apts.engine.runtime.layout import (
    ALL_LOST,
    ALL_WON,
    CHANCE,
    DEALT,
    DRAWS,
    FIRST_MATCH,
    LONE_PASSES,
    MATCH_SEED,
    MOST_MOVES,
    MOVE_LIMIT,
    MOVES,
    MOVES_BEFORE,
    OVERFLOW,
    PLAYED,
    PROGRESS_SIZE,
    SEAT_RUNS,
    SEAT_TALLIES,
    STOPPED,
    UNDER_WAY,
    WANTED,
)
from apts.input_checks import check_seed, whole_number

if TYPE_CHECKING:
    from apts.engine.play.game import Game
    from apts.engine.play.machine import Machine

Watch = Callable[[Playouts], object]
"""Called now and then with all matches so far, the last time with all of them."""

NOTICE_SECONDS = 0.1


def numbers_of_playouts(count: int, seed: int, limit: int | None) -> tuple[int, int, int | None]:
    """What random matches were asked for, if it makes sense."""
    most = None if limit is None else whole_number("the most moves of a match", limit, 1)
    return whole_number("the number of matches", count, 0), check_seed(seed), most


def random_matches(game: Game, count: int, seed: int, limit: int | None, watch: Watch | None) -> Playouts:
    """Play match by match, as :meth:`Game.random_match` does it."""
    count, seed, limit = numbers_of_playouts(count, seed, limit)
    limit = MOST_MOVES if limit is None else limit  # as in games of rules: a match without an end must not take forever
    tally = Tally(game.players, game.teams)
    began, described = thread_time(), monotonic()
    for number in range(count):
        length, passes, outcome = game.random_match(f"{seed} {number}", limit)
        tally.add(length, outcome, passes)
        if watch is not None and monotonic() - described > NOTICE_SECONDS:
            watch(tally.summary(thread_time() - began))
            described = monotonic()
    summary = tally.summary(thread_time() - began)
    if watch is not None:
        watch(summary)
    return summary


class CompiledMatches:
    """Random matches of a compiled game, from number ``first`` on; each depends on the seed and its number alone."""

    def __init__(self, machine: Machine, seed: int, limit: int | None, *, first: int = 0, teams: tuple[int, ...] = ()):
        self.machine, self.teams = machine, teams
        most = int(machine.compiled.data[MOVE_LIMIT])
        self.limit = most if limit is None else min(limit, most)
        self.root, self.scratch = machine.start(0), machine.new_state()
        self.players = machine.compiled.equipment.players
        self.progress = words(PROGRESS_SIZE)
        self.progress[FIRST_MATCH], self.progress[MATCH_SEED] = first, signed_word(seed)
        if machine.compiled.chance:  # a set-up that has not drawn from this stream draws from no other either
            self.progress[DEALT] = 1 if self.root[CHANCE] == 0 else 2
        self.tally = words(SEAT_TALLIES + SEAT_RUNS * self.players + self.limit + 1)
        if teams:
            of_teams = SEAT_TALLIES + (SEAT_RUNS - 1) * self.players
            self.tally[of_teams : of_teams + self.players] = teams
        self.seconds = 0.0

    def play(self, count: int, watch: Watch | None = None) -> Playouts:
        """Play so many more matches; should a list of moves outgrow its memory, a match is begun again with more."""
        self.progress[WANTED] += count
        slices = Slices()
        while True:
            with slices:
                state = self._enter(slices.steps)
            self.seconds += slices.seconds
            if state == 0:
                break
            slices.adapt()
            if watch is not None:
                watch(self.summary())
        summary = self.summary()
        if watch is not None:
            watch(summary)
        return summary

    def play_some(self, wanted: int, moves: int) -> bool:
        """Make so many moves at most, until that many matches are played in all; tells whether moves are left to make."""
        give_way()
        self.progress[WANTED] = wanted
        began = thread_time()
        left = self._enter(moves) != 0
        self.seconds += thread_time() - began
        return left

    @property
    def moves_under_way(self) -> int:
        """The moves of the match that is not finished yet; 0 where none has begun."""
        return int(self.scratch[MOVES] - self.progress[MOVES_BEFORE]) if self.progress[UNDER_WAY] else 0

    def _enter(self, steps: int) -> int:
        machine = self.machine
        machine.work[OVERFLOW] = 0
        arrays = (
            machine.data,
            self.root,
            self.scratch,
            machine.work,
            machine.records,
            self.progress,
            self.tally,
        )
        with machine.working():
            state = int(machine.kernel.playouts(*map(address, arrays), self.limit, steps))
        if machine.work[OVERFLOW]:
            machine.enlarge_records()
        return state

    def summary(self) -> Playouts:
        """All finished matches so far."""
        table: Any = np.asarray(self.tally)
        lengths = table[SEAT_TALLIES + SEAT_RUNS * self.players :]
        wins, shared, ranks, whole, _ = table[SEAT_TALLIES : -len(lengths)].reshape(SEAT_RUNS, self.players)
        seen = np.flatnonzero(lengths)
        return Playouts(
            self.players,
            tuple(map(int, wins)),
            tuple(map(int, shared)),
            int(table[DRAWS]),
            int(table[STOPPED]),
            tuple(float(total) / 2 for total in ranks),
            dict(zip(seen.tolist(), lengths[seen].tolist(), strict=True)),
            self.seconds,
            int(table[ALL_WON]),
            int(table[ALL_LOST]),
            int(table[LONE_PASSES]),
            self.teams,
            tuple(map(int, whole)) if self.teams else (),
        )

    @property
    def played(self) -> int:
        """The number of finished matches."""
        return int(self.progress[PLAYED])
