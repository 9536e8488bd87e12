"""The matches of a tournament: two agents meet in matches that differ in the seats alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from os import PathLike
from typing import Any

from apts.agents.agent import Agent, Turn, derived_seed
from apts.agents.agent_registry import resolve_agents
from apts.agents.matches import LONGEST, course, opening_turns
from apts.archive import Archive, MatchRecord, MatchWriter, RunManifest, opened_archive
from apts.engine.class_contract import check_briefly
from apts.engine.play.game import Game
from apts.engine.play.outcome import Outcome
from apts.engine.play.playouts.slices import interruptible
from apts.errors import AptsError
from apts.executors import Executor, Local, Stopping, executor_of
from apts.games.library import GameSource, load
from apts.input_checks import check_seed, round_up_to_multiple, signed, whole_number
from apts.notebook import sentence, table
from apts.playtest.experiments.experiment_requests import MATCHES, OPENING, ArenaRequest
from apts.playtest.experiments.side_runs import check_rivals, side_manifest
from apts.playtest.matches.match import LIMIT_REASON, Appointment, Plan, Recording
from apts.request_fields import one_request
from apts.statistics.bounded import SequentialMean
from apts.statistics.estimate import Estimate
from apts.statistics.ratings import PairResult, Ratings, bradley_terry

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


# ----------------------------------------------------------------------------------------------------------------
# Agents against each other: everybody meets everybody in seat-swapped pairs of matches until the order is clear.

ROUND = 5
"""Units that a pair of agents plays between two looks at the results. It does not depend on the number of threads."""

CONFIDENCE = 0.95


@dataclass
class Arena:
    """A tournament: the game, the agents, and the units that were played.

    The same seed gives the same units with any number of threads, unless an agent has a budget of time. ``opening``
    random moves come first, the same for all matches of a unit, so that agents without chance do not play the same
    match again and again. ``most`` is the number of matches a pair of agents plays at most, rounded up to whole units.
    ``interrupted`` tells that Ctrl-C ended it.
    """

    game: Game
    agents: Sequence[Agent]
    most: int = MATCHES
    seed: int = 1
    opening: int = OPENING
    all_matches: bool = False
    units: list[Unit] = field(default_factory=list)
    interrupted: bool = False

    def __post_init__(self) -> None:
        check_seed(self.seed)
        self.opening = whole_number("the number of random moves at the opening", self.opening, 0)
        if whole_number("the number of matches", self.most) < 1:
            raise AptsError(f"an arena needs at least 1 match for each pair of agents, not {self.most}")
        self.most = round_up_to_multiple(int(self.most), SEATINGS)
        if self.game.players < 2:
            raise AptsError(f"{self.game.name} is a game for one; agents cannot meet in it")
        check_rivals(self.game)
        names = [agent.spec for agent in self.agents]
        if len(names) < 2 or len(set(names)) < len(names):
            raise AptsError(f"an arena needs at least two different agents; it was given {', '.join(names) or 'none'}")
        if any(agent.is_person for agent in self.agents):
            raise AptsError("people cannot play in an arena; apts play is for them")
        self.pairs = list(combinations(range(len(self.agents)), 2))
        confidence = 1 - (1 - CONFIDENCE) / len(self.pairs)  # so that all pairs hold together
        self._means = {pair: SequentialMean(confidence=confidence) for pair in self.pairs}

    # --- playing -------------------------------------------------------------------------------------------------

    def run(
        self,
        executor: Executor | None = None,
        report: Callable[[Arena], None] | None = None,
        archive: Archive | None = None,
        command: str = "",
    ) -> None:
        """Play rounds until the order of the agents is clear or every pair has played its matches.

        With an ``archive`` all matches go there, and those that it has already are not played again.
        """
        plan = ArenaPlan(self.game, tuple(self.agents), self.seed, self.opening, archive is not None)
        engine = executor or Local(1)
        with kept_units(plan, archive, self.most * len(self.pairs), command) as kept:
            while tasks := self._next_round():
                for unit in _units(plan, tasks, engine, kept):
                    self.add(unit)
                if report is not None:
                    report(self)

    def add(self, unit: Unit) -> None:
        """Take the result of a unit, in the order of the tasks."""
        self.units.append(unit)
        self._means[unit.agents].add(sum(unit.scores) / len(unit.scores))

    def _next_round(self) -> list[UnitTask]:
        """The units to play next: of the pairs that are not settled yet, unless all matches are wanted."""
        if not self.all_matches and self.clear:
            return []
        tasks = []
        for pair in self.pairs:
            if not self.all_matches and self.settled(pair) is not None:
                continue
            done = sum(unit.agents == pair for unit in self.units)
            last = min(done + ROUND, self.most // SEATINGS)
            tasks += [(pair, number) for number in range(done, last)]
        return tasks

    # --- reading -------------------------------------------------------------------------------------------------

    def settled(self, pair: tuple[int, int]) -> str | None:
        """Whether the first agent of a pair is known to be ``above`` or ``below`` the second."""
        return self._means[pair].settled(0.5)

    def score(self, pair: tuple[int, int]) -> Estimate:
        """What the first agent of a pair scores, a draw being a half; the interval holds at all times."""
        return self._means[pair].estimate

    @property
    def ratings(self) -> Ratings:
        """Ratings in Elo with intervals, 0 being the mean."""
        results = [
            PairResult(
                self.agents[unit.agents[0]].spec, self.agents[unit.agents[1]].spec, sum(unit.scores), len(unit.scores)
            )
            for unit in self.units
        ]
        return bradley_terry(results, CONFIDENCE)

    @property
    def ranking(self) -> list[int]:
        """The agents by their ratings, best first."""
        ratings = self.ratings
        return sorted(range(len(self.agents)), key=lambda index: -ratings.rating(self.agents[index].spec).value)

    @property
    def all_met(self) -> bool:
        """Whether every agent has met every other, without which there are no ratings."""
        return len({unit.agents for unit in self.units}) == len(self.pairs)

    @property
    def clear(self) -> bool:
        """Whether each agent is known to be better than the next one in the ranking."""
        if not self.all_met:
            return False
        return all(self.settled((min(pair), max(pair))) is not None for pair in pairwise(self.ranking))

    def matches_of(self, index: int) -> int:
        """How many matches an agent has played."""
        return sum(len(unit.scores) for unit in self.units if index in unit.agents)

    def seconds_a_move(self, index: int, pair: tuple[int, int] | None = None) -> float:
        """The mean processor time of an agent's moves, against one other or all; 0 where none is known, as of an archive."""
        moves, seconds = 0, 0.0
        for unit in self.units:
            if index in unit.agents and pair in (None, unit.agents):
                place = unit.agents.index(index)
                moves, seconds = moves + unit.moves[place], seconds + unit.seconds[place]
        return seconds / moves if moves else 0.0

    def __repr__(self) -> str:
        played = sum(len(unit.scores) for unit in self.units)
        return f"<arena of {self.game.name}: {len(self.agents)} agents, {played} matches>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the agents by their ratings, best first."""
        if not self.all_met:
            return sentence("Not every agent has met every other; there is nothing to tell yet.")
        known = [(self.agents[index].spec, index) for index in self.ranking]
        rows = [
            (
                spec,
                self._rating_shown(spec),
                f"{self.matches_of(index):,}",
                format_milliseconds(self.seconds_a_move(index)),
            )
            for spec, index in known
        ]
        text = "The order is clear." if self.clear else "The order is not clear yet."
        return table(("agent", "rating (95 % interval)", "matches", "processor time a move"), rows) + sentence(text)

    def _rating_shown(self, spec: str) -> str:
        found = self.ratings.rating(spec)
        low, high = signed(found.low, ".0f"), signed(found.high, ".0f")
        return f"{signed(found.value, '.0f')} ({low} to {high})"

    def as_data(self) -> dict[str, Any]:
        """The tournament as plain values, for programs."""
        ratings = self.ratings
        return {
            "game": self.game.name,
            "seed": self.seed,
            "opening": self.opening,
            "clear": self.clear,
            "interrupted": self.interrupted,
            "agents": [
                {
                    "agent": self.agents[index].spec,
                    **_estimate_data(ratings.rating(self.agents[index].spec)),
                    "matches": self.matches_of(index),
                    "seconds_a_move": round(self.seconds_a_move(index), 6),
                }
                for index in self.ranking
            ],
            "pairs": [self._pair_data(pair) for pair in self.pairs],
        }

    def _pair_data(self, pair: tuple[int, int]) -> dict[str, Any]:
        units = [unit for unit in self.units if unit.agents == pair]
        scores = [score for unit in units for score in unit.scores]
        return {
            "agent": self.agents[pair[0]].spec,
            "opponent": self.agents[pair[1]].spec,
            **_estimate_data(self.score(pair)),
            "matches": len(scores),
            "wins": sum(score > 0.5 for score in scores),
            "draws": sum(score == 0.5 for score in scores),
            "losses": sum(score < 0.5 for score in scores),
            "settled": self.settled(pair),
            "seconds_a_move": [round(self.seconds_a_move(index, pair), 6) for index in pair],
        }


def arena(
    game: GameSource,
    agents: str | Sequence[str | Agent] = (),
    matches: int = MATCHES,
    seed: int = 1,
    *,
    opening: int = OPENING,
    all_matches: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
    archive: Archive | str | PathLike[str] | None = None,
    command: str = "",
    watch: Callable[[Arena], None] | None = None,
    request: ArenaRequest | None = None,
) -> Arena:
    """Let agents meet, everybody everybody, until it is clear who is stronger; returns ratings with intervals.

    ``game`` is anything that :func:`apts.load` takes, ``agents`` are spellings or objects. A pair of agents plays at
    most ``matches``, rounded up to pairs with the seats swapped, and all of them where ``all_matches`` is true.
    ``opening`` random moves come first. ``watch`` is told after each round what is known so far. Results depend on the
    seed alone, not on the number of ``workers`` or on the ``cluster``. Matches go into the ``archive``, where there is
    one; those that are there already are not played again. Ctrl-C keeps what was played. ``request`` is all of this but
    the archive and the watch as one value.

    >>> from apts import arena
    >>> found = arena("tic-tac-toe", ["random", "uct:iterations=50"], matches=60)
    >>> [found.agents[index].spec for index in found.ranking]
    ['uct:iterations=50', 'random']
    >>> found.ratings.rating("uct:iterations=50").low > 0
    True
    """
    wanted = ArenaRequest(
        agents=agents,
        matches=matches,
        seed=seed,
        opening=opening,
        workers=workers,
        cluster=cluster,
        all_matches=all_matches,
        command=command,
    )
    return held_arena(game, one_request(request, wanted), archive, watch)


def held_arena(
    game: GameSource,
    request: ArenaRequest,
    archive: Archive | str | PathLike[str] | None = None,
    watch: Callable[[Arena], None] | None = None,
) -> Arena:
    """The arena that a request asks for."""
    if watch is not None and not callable(watch):
        raise AptsError(f"watch must be a function that is called with the tournament after each round, not {watch!r}")
    loaded = load(game)
    check_briefly(loaded)
    agents = resolve_agents(request.agents)
    found = Arena(loaded, agents, request.matches, request.seed, request.opening, request.all_matches)
    try:
        with executor_of(request.workers, request.cluster) as executor, opened_archive(archive) as own:
            found.run(executor, watch, own, request.command)
    except KeyboardInterrupt:
        found.interrupted = True
    return found


def _units(plan: ArenaPlan, tasks: Sequence[UnitTask], engine: Executor, kept: KeptUnits | None) -> Iterator[Unit]:
    """The units of a round in their order: from the archive where it has them, else played and kept there."""
    known = {} if kept is None else {task: unit for task in tasks if (unit := kept.unit(task)) is not None}
    played = engine.play(plan, [task for task in tasks if task not in known])
    for task in tasks:
        unit = known.get(task)
        if unit is None:
            unit = next(played)
            if kept is not None:
                kept.keep(unit)
                unit = replace(unit, records=())
        yield unit


def _estimate_data(estimate: Estimate) -> dict[str, float]:
    return {"value": round(estimate.value, 6), "low": round(estimate.low, 6), "high": round(estimate.high, 6)}


def format_milliseconds(*seconds: float) -> str:
    """Processor times of moves as people read them, of two sides beside each other; a dash where none was measured."""
    if not all(seconds):
        return "-"
    return f"{' beside '.join(f'{1e3 * spent:.3g}' for spent in seconds)} ms"
