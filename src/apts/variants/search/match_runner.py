"""Where variants are played: match number n of every variant comes from the same seed, and is played once."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace

from apts.archive import Archive, MatchRecord, MatchWriter, RunManifest
from apts.engine.play.game import Game
from apts.executors import Executor, Stopping
from apts.input_checks import check_minutes, whole_number
from apts.playtest.evidence.evidence import Goals
from apts.playtest.experiments.side_runs import side_manifest
from apts.playtest.matches.match import Plan
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.run import Run, plan_of
from apts.variants.variant import Variant

# ----------------------------------------------------------------------------------------------------------------
# How much may be played: a number of matches, or minutes. It is asked between rounds, which are played whole.

Clock = Callable[[], float]


class OutOfTime(Exception):  # noqa: N818 - no error: it ends a search as it was asked to
    """The time is over in the middle of a round; what was played of the round is left aside."""


@dataclass
class Meter:
    """What was spent so far: matches that count, and of them those that were really played, with the time they took."""

    clock: Clock = time.monotonic
    matches: int = 0
    played: int = 0
    seconds: float = 0.0

    @property
    def pace(self) -> float | None:
        """Matches a second; None as long as none was played."""
        return self.played / self.seconds if self.played and self.seconds > 0.0 else None

    def forget_pace(self) -> None:
        """Measure the pace anew: other agents play from now on."""
        self.played, self.seconds = 0, 0.0


@dataclass(frozen=True)
class Budget:
    """The most matches, or the time at which to end; parts of it share one meter.

    A budget in matches gives the same search on any machine. One in minutes ends after whole rounds, so that how many of
    them there are is all that the clock decides.
    """

    matches: int | None = None
    ends: float | None = None
    meter: Meter = field(default_factory=Meter)

    @classmethod
    def of(cls, minutes: float | None = None, matches: int | None = None, clock: Clock = time.monotonic) -> Budget:
        """A budget that begins now."""
        if matches is not None:
            whole_number("the number of matches of a search", matches, 1)
        ends = None if minutes is None else clock() + 60.0 * check_minutes(minutes)
        return cls(matches, ends, Meter(clock))

    def part(self, share: float) -> Budget:
        """So much of what is left."""
        matches = None if self.matches is None else self.meter.matches + int(share * self._matches_left())
        ends = None if self.ends is None else self.meter.clock() + share * self._seconds_left()
        return replace(self, matches=matches, ends=ends)

    def holding(self, matches: int) -> Budget:
        """What is left of it, but no more than so many matches."""
        ends = self.meter.matches + matches
        return replace(self, matches=ends if self.matches is None else min(self.matches, ends))

    @property
    def capacity(self) -> float:
        """How many more matches fit, as far as that is known."""
        in_time = math.inf
        if self.ends is not None and self.meter.pace is not None:
            in_time = self._seconds_left() * self.meter.pace
        return in_time if self.matches is None else min(in_time, float(self._matches_left()))

    @property
    def is_over(self) -> bool:
        """Whether the time is over, or all matches are spent."""
        over = self.ends is not None and self._seconds_left() <= 0.0
        return over or (self.matches is not None and self._matches_left() <= 0)

    @property
    def is_late(self) -> bool:
        """Whether the time is over; asked in the middle of a round."""
        return self.ends is not None and self._seconds_left() <= 0.0

    def _matches_left(self) -> int:
        return 0 if self.matches is None else max(0, self.matches - self.meter.matches)

    def _seconds_left(self) -> float:
        return 0.0 if self.ends is None else max(0.0, self.ends - self.meter.clock())


Watch = Callable[[int, int], None]
"""Told after every match of a round how many there are and how many are wanted."""

Key = tuple[str, str, int, int | None]
"""What tells series apart."""

QUESTION = {"kind": "improve"}
"""How the runs of a search are marked in an archive."""


@dataclass(frozen=True)
class Series:
    """Matches that belong together: a variant, the agents that play it, the seed of all its matches.

    ``limit`` is the most turns of a match, where that is less than what is usual.
    """

    variant: Variant
    agents: str
    seed: int
    limit: int | None = None

    @property
    def key(self) -> Key:
        """What tells series apart."""
        return self.variant.key, self.agents, self.seed, self.limit


@dataclass(frozen=True)
class RoundPlan:
    """The matches of several variants as one plan, so that workers go from one to the next without waiting.

    Its tasks are the place of a plan and the number of a match.
    """

    plans: tuple[Plan, ...]

    @property
    def in_threads(self) -> bool:
        """Whether all of them are played in compiled code."""
        return all(plan.in_threads for plan in self.plans)

    def describe_task(self, task: tuple[int, int]) -> str:
        """A match is called by its number and its game."""
        place, number = task
        return f"match {number} of a variant of {self.plans[place].game.name}"

    def prepared(self) -> Callable[[tuple[int, int], Stopping], MatchRecord]:
        """A function that plays a match; agents of a variant are made when it first comes up."""
        ready: dict[int, Callable[[int, Stopping], MatchRecord]] = {}

        def play(task: tuple[int, int], stopping: Stopping) -> MatchRecord:
            place, number = task
            if place not in ready:
                ready[place] = self.plans[place].prepared()
            return ready[place](number, stopping)

        return play


class MatchRunner:
    """Plays rounds of matches and remembers them.

    The matches of a series depend on it alone, never on the number of workers. With an archive they are kept as they
    end, and those that it has are not played again, so that the same search goes on where it was interrupted.

    With ``turns_each`` matches are drawn after so many turns a seat, and players know it.
    """

    def __init__(
        self,
        settings: PlaytestRequest,
        executor: Executor,
        archive: Archive | None = None,
        watch: Watch | None = None,
        goals: Goals | None = None,
        turns_each: int | None = None,
    ):
        self._settings, self._executor, self._archive, self._goals = settings, executor, archive, goals
        self._turns_each = turns_each
        self._watch = watch or (lambda done, wanted: None)
        self._kept: dict[Key, dict[int, MatchRecord]] = {}
        self._plans: dict[Key, Plan] = {}
        self._names: dict[Key, str] = {}
        self._asked: dict[Key, int] = {}
        self._games: dict[str, Game] = {}

    @property
    def limit(self) -> int:
        """The most turns of a match."""
        return self._settings.limit

    def know(self, variant: Variant, game: Game) -> None:
        """Take the game of a variant that was made already."""
        self._games[variant.key] = game

    def game(self, variant: Variant) -> Game:
        """The game of a variant, made once."""
        if variant.key not in self._games:
            self._games[variant.key] = self._cut(variant.game())
        return self._games[variant.key]

    def _cut(self, game: Game) -> Game:
        return game if self._turns_each is None else game.ending_after(self._turns_each * game.players)

    def play(self, wanted: Sequence[tuple[Series, int]], budget: Budget) -> None:
        """Play each series up to its number of matches; raises :class:`OutOfTime` if the time ends before that."""
        plans, tasks, places = [], [], []
        for series, matches in wanted:
            there = self._there(series)
            missing = [number for number in range(1, matches + 1) if number not in there]
            plans.append(self._plan(series))
            places.append(series)
            tasks += [(len(plans) - 1, number) for number in missing]
        # Numbers first: a round that is cut leaves all variants with about as many matches.
        tasks.sort(key=lambda task: (task[1], task[0]))
        self._play(RoundPlan(tuple(plans)), tasks, places, budget)
        budget.meter.matches += self._counted(wanted)

    def _counted(self, wanted: Sequence[tuple[Series, int]]) -> int:
        """Matches that this round adds to what was asked for, played now or found in the archive."""
        new = 0
        for series, matches in wanted:
            before = self._asked.get(series.key, 0)
            new += max(0, matches - before)
            self._asked[series.key] = max(before, matches)
        return new

    def counts(self, players: Collection[tuple[str, int]]) -> tuple[int, int]:
        """Matches of whole rounds by some agents from their seeds, and all others."""
        own = sum(count for (_, spec, used, _), count in self._asked.items() if (spec, used) in players)
        return own, sum(self._asked.values()) - own

    def _play(self, plan: RoundPlan, tasks: list[tuple[int, int]], places: list[Series], budget: Budget) -> None:
        began = budget.meter.clock()
        records = self._executor.play(plan, tasks)
        with ExitStack() as stack:
            writers = self._writers(stack, {place for place, _ in tasks}, places)
            try:
                for done, ((place, number), record) in enumerate(zip(tasks, records, strict=False), 1):
                    self._kept[places[place].key][number] = record
                    if place in writers:
                        writers[place].add(record)
                    budget.meter.played += 1
                    self._watch(done, len(tasks))
                    if budget.is_late and done < len(tasks):
                        raise OutOfTime
            finally:
                budget.meter.seconds += budget.meter.clock() - began
                records.close()

    def run(self, series: Series, matches: int | None = None) -> Run:
        """The matches of the whole rounds of a series as a run, or the first of them.

        Matches that an archive has beyond these, and those of a round that was cut, are left aside. Its name is what the
        archive calls it.
        """
        plan = self._plan(series)
        there = self._there(series)
        most = self._asked.get(series.key, 0) if matches is None else matches
        numbers = sorted(number for number in there if number <= most)
        manifest, name = self._manifest(plan, len(numbers)), self._names.get(series.key, "")
        return Run(manifest, [there[number] for number in numbers], plan.game, name=name, goals=self._goals)

    def played(self, series: Series) -> int:
        """How many matches of a series its whole rounds have; those that an archive has beyond are left aside."""
        most = self._asked.get(series.key, 0)
        return sum(number <= most for number in self._kept.get(series.key, {}))

    def forget(self, series: Series) -> None:
        """Let go of the matches of a series, which take memory; an archive keeps them."""
        for known in (self._kept, self._plans, self._names):
            known.pop(series.key, None)
        self._games.pop(series.variant.key, None)

    def _plan(self, series: Series) -> Plan:
        if series.key not in self._plans:
            limit = self.limit if series.limit is None else series.limit
            settings = replace(self._settings, agents=series.agents, seed=series.seed, limit=limit)
            self._plans[series.key] = plan_of(self.game(series.variant), settings)
        return self._plans[series.key]

    def _manifest(self, plan: Plan, matches: int) -> RunManifest:
        return side_manifest(plan, plan.specs, matches, QUESTION)

    def _there(self, series: Series) -> dict[int, MatchRecord]:
        """The matches of a series that are known, from the archive where it has any."""
        if series.key not in self._kept:
            found: dict[int, MatchRecord] = {}
            if self._archive is not None:
                run = self._archive.start(
                    replace(self._manifest(self._plan(series), 1), command=self._settings.command)
                )
                self._names[series.key] = run
                found = {record.number: record for record in self._archive.matches(run)}
            self._kept[series.key] = found
        return self._kept[series.key]

    def _writers(self, stack: ExitStack, wanted: set[int], places: list[Series]) -> dict[int, MatchWriter]:
        if self._archive is None:
            return {}
        return {
            place: stack.enter_context(MatchWriter(self._archive, self._names[places[place].key]))
            for place in sorted(wanted)
        }
