"""The matches of a tournament: two agents meet in matches that differ in the seats alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from apts.agents.agent import Agent, Turn, derived_seed
from apts.agents.matches import LONGEST, course, opening_turns
from apts.archive import Archive, MatchRecord, MatchWriter, RunManifest
from apts.engine.play.game import Game
from apts.engine.play.outcome import Outcome
from apts.engine.play.playouts.slices import interruptible
from apts.executors import Stopping
from apts.playtest.experiments.side_runs import side_manifest
from apts.playtest.matches.match import LIMIT_REASON, Appointment, Plan, Recording

SEATINGS = 2
"""The matches of a unit: each agent in each seat."""

KIND = "arena"
"""What the manifest of a tournament says that it asks."""

UnitTask = tuple[tuple[int, int], int]
"""The agents of a unit by their places, and its number among those of the two."""


@dataclass(frozen=True)
class Unit:
    """Matches between two agents that differ in the seats alone, and what the first agent scored in them.

    ``moves`` are those whose time is known, ``seconds`` what they took. ``records`` are the matches, where they are wanted.
    """

    agents: tuple[int, int]
    number: int
    scores: tuple[float, ...]
    moves: tuple[int, int]
    seconds: tuple[float, float]
    records: tuple[MatchRecord, ...] = ()


@dataclass(frozen=True)
class ArenaPlan:
    """What decides every match of a tournament; its tasks are units: which two agents, and the number of their unit.

    Where matches are ``recorded``, a unit has them as the archive keeps them, random moves of the opening included.
    """

    game: Game
    agents: tuple[Agent, ...]
    seed: int
    opening: int
    recorded: bool = False

    @property
    def in_threads(self) -> bool:
        """Whether matches are played in compiled code, which releases the interpreter's lock."""
        return self.game.is_compiled

    def describe_task(self, task: UnitTask) -> str:
        """A unit is called by its agents and its number."""
        (first, second), number = task
        return f"meeting {number + 1} of {self.agents[first].spec} and {self.agents[second].spec}"

    def prepared(self) -> Callable[[UnitTask, Stopping], Unit]:
        """A function that plays the matches of a unit."""

        def play(task: UnitTask, stopping: Stopping) -> Unit:
            with interruptible(stopping):
                return self._unit(task)

        return play

    def manifest(self, matches: int, command: str = "") -> RunManifest:
        """All that is needed to play the tournament again; ``matches`` is the most of all pairs together."""
        given = {agent.spec: agent for agent in self.agents}
        plan = Plan(self.game, tuple(given), self.seed, LONGEST, given=given)
        question: dict[str, Any] = {"kind": KIND, "opening": self.opening}
        if self.game.teams:
            question["sides"] = self._sides()  # older versions parted teams
        found = side_manifest(plan, plan.specs, matches, question)
        return replace(found, command=command)

    def appointments(self, task: UnitTask) -> list[Appointment]:
        """The matches of a unit. Their numbers go round by round, so that more matches of a pair change no other."""
        pair, number = task
        pairs = list(combinations(range(len(self.agents)), 2))
        group = number * len(pairs) + pairs.index(pair)
        seed = derived_seed(self.seed, "pair", *pair, number)
        sides = self._sides()
        seats = [tuple(pair[(side + turn) % 2] for side in sides) for turn in range(SEATINGS)]
        return [
            Appointment(group * SEATINGS + turn + 1, seed, sitting, group, derived_seed(seed, "seating", turn))
            for turn, sitting in enumerate(seats)
        ]

    def _sides(self) -> list[int]:
        """For each seat whether the first agent has it, 0, or the second; members of a team have the same."""
        if not self.game.teams:
            return [seat % 2 for seat in range(self.game.players)]
        teams = list(dict.fromkeys(self.game.teams))
        return [teams.index(team) % 2 for team in self.game.teams]

    def _unit(self, task: UnitTask) -> Unit:
        pair, number = task
        meetings = self.appointments(task)
        start = self.game.start(derived_seed(meetings[0].seed, "start"))
        first = opening_turns(start, self.opening, meetings[0].seed)
        begin = first[-1].after if first else start
        scores, moves, seconds, records = list[float](), [0, 0], [0.0, 0.0], list[MatchRecord]()
        for meeting in meetings:
            sitting = [self.agents[index] for index in meeting.seats]
            choosing = meeting.seed if meeting.choosing is None else meeting.choosing
            turns = tuple(course(begin, sitting, choosing, timed=True))
            ended = (turns[-1].after if turns else begin).outcome
            outcome = ended or Outcome.drawn(self.game.players, f"stopped after {LONGEST} moves")
            scores.append(score_of(outcome, meeting.seats, pair))
            for turn in turns:
                place = pair.index(meeting.seats[turn.seat - 1])
                moves[place] += 1
                seconds[place] += turn.seconds or 0.0
            if self.recorded:
                records.append(self._record(meeting, (*first, *turns), ended))
        return Unit(pair, number, tuple(scores), (moves[0], moves[1]), (seconds[0], seconds[1]), tuple(records))

    def _record(self, meeting: Appointment, turns: Sequence[Turn], outcome: Outcome | None) -> MatchRecord:
        recording = Recording()
        if turns:
            recording.begin(turns[0].before)
        for turn in turns:
            recording.add(turn)
        stopped = outcome is None or outcome.reason == LIMIT_REASON
        return recording.ended(self.game, meeting, "stopped" if stopped else "finished", outcome, {})

    def kept_unit(self, task: UnitTask, records: Sequence[MatchRecord]) -> Unit:
        """A unit from the archive; how long its moves took is not known any more."""
        scores = []
        for record in records:
            outcome = record.outcome or Outcome.drawn(self.game.players, f"stopped after {LONGEST} moves")
            scores.append(score_of(outcome, record.seats, task[0]))
        return Unit(*task, tuple(scores), (0, 0), (0.0, 0.0))


def score_of(outcome: Outcome, seats: Sequence[int], agents: tuple[int, int] = (0, 1)) -> float:
    """What the first of two agents scored against the other, each at its seats: 1 a win, a half a draw."""
    means = []
    for agent in agents:
        utilities = [outcome.utilities[seat] for seat, place in enumerate(seats) if place == agent]
        means.append(sum(utilities) / len(utilities))
    return 0.5 + (means[0] - means[1]) / 4.0


# ----------------------------------------------------------------------------------------------------------------
# The matches of a tournament in an archive: those that are there are not played again.


class KeptUnits:
    """Units that an archive has, and the way into it for those that are played."""

    def __init__(self, plan: ArenaPlan, there: dict[int, MatchRecord], writer: MatchWriter):
        self._plan, self._there, self._writer = plan, there, writer

    def unit(self, task: UnitTask) -> Unit | None:
        """A unit whose matches are all there."""
        found = [self._there.get(meeting.number) for meeting in self._plan.appointments(task)]
        records = [record for record in found if record is not None]
        return self._plan.kept_unit(task, records) if len(records) == len(found) else None

    def keep(self, unit: Unit) -> None:
        """Store the matches of a unit, of which one may be there already."""
        for record in unit.records:
            if record.number not in self._there:
                self._writer.add(record)


@contextmanager
def kept_units(plan: ArenaPlan, archive: Archive | None, most: int, command: str) -> Iterator[KeptUnits | None]:
    """The units of a tournament in an archive; None without one. ``most`` is how many matches it has at most."""
    if archive is None:
        yield None
        return
    run = archive.start(plan.manifest(most, command))
    there = {record.number: record for record in archive.matches(run)}
    with MatchWriter(archive, run) as writer:
        yield KeptUnits(plan, there, writer)
