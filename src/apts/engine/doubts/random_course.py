"""Random matches of a game, with how often each rule of its text was used: what a check looks at.

How many are played follows from what they show and from their moves, not from the clock, so that the same seed gives the
same matches everywhere. Only a game that is slow beyond all measure is stopped by the clock, and that is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import thread_time
from typing import TYPE_CHECKING

from apts.engine.compiler.coverage import Rule
from apts.engine.play.game import Game
from apts.engine.play.machine import Machine
from apts.engine.play.random_matches import CompiledMatches
from apts.engine.play.summary import Playouts, Tally
from apts.errors import AptsError

if TYPE_CHECKING:
    from apts.engine.rules_game import RulesGame

MATCHES = 200
MOST_MATCHES = 20_000
"""Matches of a game whose first ones leave something open, which rare events would settle."""

WORK = 20_000_000
"""Moves times sites of the board that are played in all: some seconds of compiled play at most."""

WORK_OF_CLASSES = 20_000
LONGEST_OF_CLASSES = 2_500
SECONDS = 10.0
"""Processor time after which no more matches are begun."""

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

    ``hurried`` tells that the clock stopped them, ``limit`` how many moves a match may have.
    """

    playouts: Playouts
    counts: tuple[RuleCount, ...]
    wanted: int
    limit: int
    failure: str | None = None
    hurried: bool = False


Open = Callable[[RandomCourse], bool]
"""Whether matches have left something open that more of them could settle."""


def random_course(game: Game, is_open: Open, matches: int = MATCHES, seed: int = 0) -> RandomCourse:
    """Play so many matches, and more while something is open; fewer where they are long. With 0 nothing is compiled."""
    if matches == 0:
        return RandomCourse(Tally(game.players).summary(0.0), (), 0, 0)
    course = _CompiledCourse(game.from_rules, seed) if game.from_rules is not None else _ClassCourse(game, seed)
    began, failure, hurried = thread_time(), None, False
    while True:
        try:
            short = matches - course.played
            course.play(min(_BATCH, short) if short > 0 else min(course.played, MOST_MATCHES - course.played))
        except AptsError as error:
            failure = str(error)
        hurried = thread_time() - began > SECONDS
        found = RandomCourse(course.playouts(), course.counts(), matches, course.limit, failure, hurried)
        if failure is not None or hurried or course.work >= course.most:
            return found
        if course.played >= matches and (course.played >= MOST_MATCHES or not is_open(found)):
            return found


class _CompiledCourse:
    """Matches of a game from rules text, in a kernel that counts its rules."""

    most = WORK

    def __init__(self, game: RulesGame, seed: int):
        self._machine = Machine(game.counting_kernel())
        self._matches = CompiledMatches(self._machine, seed, None)
        self._sites = game.compiled.equipment.all_sites
        self.limit = self._matches.limit

    def play(self, count: int) -> None:
        """Play so many more matches."""
        self._matches.play(count)

    @property
    def played(self) -> int:
        """The number of matches."""
        return self._matches.played

    @property
    def work(self) -> int:
        """What was played so far, in moves times sites."""
        lengths = self.playouts().lengths
        return self._sites * sum(length * matches for length, matches in lengths.items())

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

    def __init__(self, game: Game, seed: int):
        self._game, self._seed = game, seed
        self._tally = Tally(game.players)
        self.played = self.work = 0

    def play(self, count: int) -> None:
        """Play so many more matches, or as many as there is room for."""
        for _ in range(count):
            if self.work < self.most:
                length, outcome = self._game.random_match(f"{self._seed} {self.played}", self.limit)
                self._tally.add(length, outcome)
                self.played += 1
                self.work += length

    def playouts(self) -> Playouts:
        """The matches in counts."""
        return self._tally.summary(0.0)

    def counts(self) -> tuple[RuleCount, ...]:
        """Nothing is known of the rules inside a class."""
        return ()
