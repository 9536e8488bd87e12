"""Random matches of a game, with how often each rule of its text was used: what a check looks at.

How many are played follows from what they show and from their work, not from the clock, so that the same seed gives the
same matches everywhere. Only a class that is slow beyond all measure is stopped by the clock. Either is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import thread_time
from typing import TYPE_CHECKING

from apts.engine.compiler.coverage import Rule
from apts.engine.play.game import Game
from apts.engine.play.machine import Machine
from apts.engine.play.playouts.random_matches import CompiledMatches
from apts.engine.play.playouts.summary import Playouts, Tally
from apts.errors import AptsError

if TYPE_CHECKING:
    from apts.engine.rules_game import RulesGame

MATCHES = 200
MOST_MATCHES = 20_000
"""Matches of a game whose first ones leave something open, which rare events would settle."""

WORK = 20_000_000
"""Moves times sites of the board that are played in all: some seconds of compiled play at most."""

LABOUR = 800_000_000
"""Steps of the kernel, as moves count them, after which no match is begun: some seconds of the slowest games.

Half of the words of a position come on top for every move: large positions take their time to be copied. A match that has
begun may take a quarter more than all that; then it is left.
"""

MOVES_AT_ONCE = 61  # of which the last is taken for all; no multiple of the number of seats
STEPS_AT_ONCE = 2_000_000
WORK_OF_CLASSES = 20_000
LONGEST_OF_CLASSES = 2_500
SECONDS = 10.0
"""Processor time after which no more matches of a class are begun."""

_BATCH = 5


@dataclass(frozen=True)
class RuleCount:
    """A rule of the text, how often it was looked at and how often it took effect."""

    rule: Rule
    tried: int
    effects: int


@dataclass(frozen=True)
class RandomCourse:
    """What random matches came to. ``wanted`` are those asked for, ``failure`` says why a match broke off.

    ``hurried`` tells that they are fewer because moves take long, ``limit`` how many moves a match may have, and ``left_at``
    after how many moves the last match was left, which does not count as played; 0 where none was.
    """

    playouts: Playouts
    counts: tuple[RuleCount, ...]
    wanted: int
    limit: int
    failure: str | None = None
    hurried: bool = False
    left_at: int = 0


Open = Callable[[RandomCourse], bool]
"""Whether matches have left something open that more of them could settle."""


def random_course(game: Game, is_open: Open, matches: int = MATCHES, seed: int = 0) -> RandomCourse:
    """Play so many matches, and more while something is open; fewer where they are long. With 0 nothing is compiled."""
    if matches == 0:
        return RandomCourse(Tally(game.players, game.teams).summary(0.0), (), 0, 0)
    course = _CompiledCourse(game.from_rules, seed) if game.from_rules is not None else _ClassCourse(game, seed)
    failure = None
    while True:
        try:
            short = matches - course.played
            course.play(min(_BATCH, short) if short > 0 else min(course.played, MOST_MATCHES - course.played))
        except AptsError as error:
            failure = str(error)
        found = RandomCourse(
            course.playouts(), course.counts(), matches, course.limit, failure, course.hurried, course.left_at
        )
        if failure is not None or course.hurried or course.work >= course.most:
            return found
        if course.played >= matches and (course.played >= MOST_MATCHES or not is_open(found)):
            return found


class _CompiledCourse:
    """Matches of a game from rules text, in a kernel that counts its rules."""

    most = WORK

    def __init__(self, game: RulesGame, seed: int):
        self._machine = Machine(game.counting_kernel())
        self._matches = CompiledMatches(self._machine, seed, None, teams=game.teams)
        self._sites = game.compiled.equipment.all_sites
        self._labour, self._moves, self._copying = 0, 1, game.compiled.state_size // 2
        self.limit = self._matches.limit

    def play(self, count: int) -> None:
        """Play so many more matches, or as many as there is time for."""
        wanted = self.played + count
        left = True
        while left and self._labour < LABOUR + LABOUR // 4:
            left = self._matches.play_some(wanted, self._moves)
            steps = self._machine.effort + 1
            self._labour += self._moves * (steps + self._copying)
            self._moves = max(1, min(MOVES_AT_ONCE, STEPS_AT_ONCE // steps))
            if self.hurried:
                wanted = self.played + (self._matches.moves_under_way > 0)
                left = left and wanted > self.played

    @property
    def hurried(self) -> bool:
        """Whether another match as long as those before would take too long."""
        return self._labour + self._labour // max(1, self.played) > LABOUR

    @property
    def left_at(self) -> int:
        """The moves of a match that took too long."""
        return self._matches.moves_under_way

    @property
    def played(self) -> int:
        """The number of matches."""
        return self._matches.played

    @property
    def work(self) -> int:
        """What was played so far, in moves times sites."""
        known = self.playouts()
        return self._sites * (known.passes + sum(length * matches for length, matches in known.lengths.items()))

    def playouts(self) -> Playouts:
        """The matches in counts."""
        return self._matches.summary()

    def counts(self) -> tuple[RuleCount, ...]:
        """The use of each rule."""
        counted = zip(self._machine.compiled.coverage, self._machine.rule_counts(), strict=True)
        return tuple(RuleCount(rule, tried, effects) for rule, (tried, effects) in counted)


class _ClassCourse:
    """Matches of a game written as a class, one after the other; it has no rules to count."""

    most = WORK_OF_CLASSES
    limit = LONGEST_OF_CLASSES
    left_at = 0

    def __init__(self, game: Game, seed: int):
        self._game, self._seed = game, seed
        self._tally = Tally(game.players, game.teams)
        self.played = self.work = 0
        self._began = thread_time()

    @property
    def hurried(self) -> bool:
        """Whether the clock says that it is enough."""
        return thread_time() - self._began > SECONDS

    def play(self, count: int) -> None:
        """Play so many more matches, or as many as there is room for."""
        for _ in range(count):
            if self.work < self.most:
                length, passes, outcome = self._game.random_match(f"{self._seed} {self.played}", self.limit)
                self._tally.add(length, outcome, passes)
                self.played += 1
                self.work += length + passes

    def playouts(self) -> Playouts:
        """The matches in counts."""
        return self._tally.summary(0.0)

    def counts(self) -> tuple[RuleCount, ...]:
        """Nothing is known of the rules inside a class."""
        return ()
