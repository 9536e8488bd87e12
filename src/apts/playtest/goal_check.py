"""The short table of a run: how long matches are, who wins in which band of lengths, and where each seat moves."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from os import PathLike
from typing import Any
from xml.etree import ElementTree

import numpy as np

from apts.archive import Archive, MatchRecord, MatchWriter, opened_archive
from apts.engine.class_contract import check_briefly
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.executors import Executor, executor_of
from apts.games.library import GameSource, load
from apts.input_checks import shown
from apts.playtest.asked_for_goals import PlayedForGoals, played_for_goals
from apts.playtest.evidence.evidence import Evidence, Goals
from apts.playtest.experiments.side_runs import Keeping, second_matches
from apts.playtest.experiments.stress import side_results
from apts.playtest.goals.goal import Goal
from apts.playtest.goals.judging import (
    LEVEL,
    NO_END,
    RARE,
    GoalJudgement,
    GoalLooks,
    describe_judgement,
    judged,
    look_times,
)
from apts.playtest.goals.reading import check_seats, check_together
from apts.playtest.matches.forecast import MissingMatches, settled
from apts.playtest.matches.manifests import manifest_of
from apts.playtest.matches.match import Plan
from apts.playtest.matches.playtest_request import DEFAULTS, PlaytestRequest
from apts.playtest.metrics import Metrics, declared
from apts.playtest.metrics.endings import terciles
from apts.playtest.run import MOST_MATCHES, Run, plan_of, playtest


@dataclass(frozen=True)
class LengthBand:
    """The matches of one band of lengths: wins of each seat, and the matches that nobody won.

    ``wins`` are those of the seat alone, with its team, or with all others.
    """

    name: str
    matches: int
    wins: tuple[int, ...]
    nobody: int


@dataclass(frozen=True)
class LengthTable:
    """What the table says. ``moves`` has for each column of the board the moves of each seat into it."""

    matches: int
    minimum: int
    maximum: int
    mean: float
    median: float
    deviation: float
    bands: tuple[LengthBand, ...]
    moves: tuple[tuple[str, tuple[int, ...]], ...]
    sides: tuple[tuple[str, int], ...] = ()
    """Who wins as one, with one of the seats: every seat, every team, or all players together.

    Where a member of a team has won without the others these are the seats.
    """

    def as_data(self) -> dict[str, Any]:
        """The table as plain values."""
        data = asdict(self)
        data["sides"] = [name for name, _ in self.sides]
        data["moves"] = [{"column": column, "seats": list(counts)} for column, counts in self.moves]
        return data


def length_table(run: Run, bands: tuple[int, ...] = (20, 30)) -> LengthTable:
    """The table of a run, with lengths cut at these numbers of turns; each band includes its upper end.

    The deviation is that of a sample (n - 1). Columns are the letters that the names of the sites begin with; a game
    without sites has none.
    """
    evidence = Evidence(run.manifest, run.matches, run.game, Goals(bands=tuple(sorted(bands))))
    metrics = Metrics(evidence)
    length = metrics["length"]
    details = length.details
    return LengthTable(
        matches=evidence.n,
        minimum=details["minimum"],
        maximum=details["maximum"],
        mean=float(length.value or 0.0),
        median=details["median"],
        deviation=details["deviation"],
        bands=_bands(evidence),
        moves=_moves(metrics),
        sides=_sides(evidence),
    )


def _sides(evidence: Evidence) -> tuple[tuple[str, int], ...]:
    if evidence.cooperative:
        return (("all players", 1),)
    if any((evidence.firsts[:, list(seats)] != evidence.firsts[:, seats[:1]]).any() for seats in evidence.sides):
        return tuple((str(evidence.seat(seat)), seat) for seat in range(1, evidence.players + 1))
    return tuple((str(evidence.side_called(place)), seats[0] + 1) for place, seats in enumerate(evidence.sides))


def _bands(evidence: Evidence) -> tuple[LengthBand, ...]:
    cuts = evidence.goals.bands or terciles(evidence.lengths)
    band = np.searchsorted(np.array(cuts), evidence.lengths, side="left")
    found = []
    for index in range(len(cuts) + 1):
        firsts = evidence.firsts[band == index]
        if index == len(cuts):
            name = f"above {cuts[-1]}"
        else:
            name = f"{cuts[index - 1] + 1} to {cuts[index]}" if index else f"up to {cuts[0]}"
        wins = tuple(int(count) for count in firsts.sum(axis=0))
        found.append(LengthBand(name, len(firsts), wins, int((~firsts.any(axis=1)).sum())))
    return tuple(found)


def _moves(metrics: Metrics) -> tuple[tuple[str, tuple[int, ...]], ...]:
    use = metrics["board-use"].details
    columns: dict[str, list[int]] = {}
    seats: list[list[int]] = use.get("seats", [])
    for site, name in enumerate(use.get("names", ())):
        column = columns.setdefault(str(name).rstrip("0123456789") or str(name), [0] * len(seats))
        for seat, counts in enumerate(seats):
            column[seat] += counts[site]
    return tuple((name, tuple(counts)) for name, counts in columns.items())


# ----------------------------------------------------------------------------------------------------------------
# Play until every goal is met or missed, or the budget is spent; what is said holds however often one looked.

DEFAULT_TIMES = 5
"""How many times as many matches as a play-test has are played at most, where no budget is given."""

TRIAL_MATCHES = 4
"""Random matches that tell beforehand whether the game has what goals name."""

OnProgress = Callable[[str, int, int], None]
"""Told who plays, how many matches there are, and how many there may be."""


@dataclass(frozen=True)
class GoalCheck:
    """What came of checking: a judgement of every goal in their order, the runs that were played, and in what time."""

    goals: Goals
    judgements: tuple[GoalJudgement, ...]
    runs: tuple[Run, ...]
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def verdict(self) -> str:
        """``met`` when all goals are, ``missed`` when one is, else ``open``."""
        words = {found.verdict for found in self.judgements}
        return "missed" if "missed" in words else "open" if "open" in words else "met"

    @property
    def matches(self) -> int:
        """Matches of all runs together."""
        return sum(len(run.matches) for run in self.runs)

    def as_data(self) -> dict[str, Any]:
        """Everything as plain values; nothing in them depends on the clock."""
        return {
            "verdict": self.verdict,
            "game": self.runs[0].manifest.game,
            "seed": self.runs[0].manifest.seed,
            "interrupted": self.interrupted,
            "goals": [found.as_data() for found in self.judgements],
            "runs": [
                {"run": run.name, "agents": list(run.manifest.agents), "matches": len(run.matches)} for run in self.runs
            ],
        }


def check_goals(
    game: GameSource,
    goals: Goals,
    settings: PlaytestRequest = DEFAULTS,
    *,
    minutes: float | None = None,
    archive: Archive | str | PathLike[str] | None = None,
    watch: OnProgress | None = None,
) -> GoalCheck:
    """Play a game until each goal is met, missed, or the budget is spent: ``settings.matches`` or ``minutes``, for each
    of the agents that goals are about. Goals about styles, strengths and the skill depth have matches of their own."""
    loaded = load(game)
    check_briefly(loaded)
    _refuse_what_cannot_be_checked(loaded, goals, settings)
    default = settled(replace(settings, matches=None), [loaded])
    assert default.matches is not None
    budget = settings.matches or (MOST_MATCHES if minutes is not None else DEFAULT_TIMES * default.matches)
    play = replace(settings, agents=default.agents, matches=budget)
    levels = list(dict.fromkeys(goal.level for goal in goals.wanted))
    began = time.monotonic()
    found: dict[Goal, GoalJudgement] = {}
    runs: list[Run] = []
    apart = played_for_goals(loaded, goals.wanted, settings, archive, watch)
    with executor_of(settings.workers, settings.cluster) as executor, opened_archive(archive) as own:
        for place, level in enumerate(levels):
            seconds = None
            if minutes is not None:
                seconds = max(0.0, 60.0 * minutes - (time.monotonic() - began)) / (len(levels) - place)
            entries = [goal for goal in goals.wanted if goal.level == level]
            own_play = play if level is None else replace(play, agents=level)
            checking = _Checking(loaded, goals, entries, own_play, executor, own, seconds, watch, apart)
            found |= checking.judged()
            runs.append(checking.run)
            if checking.run.interrupted or apart.interrupted:
                break
    unasked = "the check was stopped before it was looked at"
    parts = tuple(found.get(goal) or GoalJudgement(goal, "open", reason=unasked) for goal in goals.wanted)
    return GoalCheck(goals, parts, tuple(runs), time.monotonic() - began, runs[-1].interrupted or apart.interrupted)


def _refuse_what_cannot_be_checked(game: Game, goals: Goals, settings: PlaytestRequest) -> None:
    """Say before anything is played what no match could decide."""
    if not goals.wanted:
        raise AptsError(
            "there is no goal to check; give a file, a set such as fair-seats, or --goal 'balance above 0.9'"
        )
    for goal in goals.wanted:
        if goal.trend is not None:
            raise AptsError(f"the goal '{goal}' cannot be checked: {NO_END}; give a limit, such as '{_limit(goal)}'")
    check_together(goals.wanted)
    check_parts(game, goals, settings.limit)


def check_parts(game: Game, goals: Goals, limit: int = DEFAULTS.limit) -> None:
    """Refuse goals about parts that a game does not have; a few random matches tell which there are."""
    check_seats(game, goals.wanted)
    if not any(goal.part for goal in goals.wanted):
        return
    trial = playtest(game, "random", TRIAL_MATCHES, limit=limit, luck=0, goals=goals, workers=1)
    for goal in goals.wanted:
        goal.figures(trial)


def _limit(goal: Goal) -> str:
    word = "at least" if goal.trend == "higher" else "at most"
    return f"{goal.subject} {word} {0.9 if goal.trend == 'higher' else 0.1}"


@dataclass
class _Checking:
    """The goals about one choice of agents, and the matches that are played for them."""

    game: Game
    goals: Goals
    asked: Sequence[Goal]
    play: PlaytestRequest
    executor: Executor
    archive: Archive | None
    seconds: float | None
    watch: OnProgress | None
    apart: PlayedForGoals
    run: Run = field(init=False)

    def judged(self) -> dict[Goal, GoalJudgement]:
        """Play and look until all goals are decided."""
        assert self.play.matches is not None
        plan = plan_of(self.game, self.play)
        group = self.game.players if len(set(plan.specs)) > 1 else 1
        records: list[MatchRecord] = []
        alone = [goal for goal in self.asked if declared(goal.metric).measured_apart]
        looks = GoalLooks([goal for goal in self.asked if goal not in alone], len(self.goals.wanted))
        ends = time.monotonic() + self.seconds if self.seconds is not None else math.inf
        times = list(look_times(group, self.play.matches))
        for place, target in times:
            records, name, stopped = self._played(plan, target, records, ends)
            is_last = stopped or target == times[-1][1] or time.monotonic() >= ends
            whole = records[: len(records) // group * group]
            rare = is_last or place % RARE == 0
            asks_for_luck = rare and not stopped and any(declared(goal.metric).again for goal in looks.open)
            self.run = self._run_of(plan, whole, name, stopped, asks_for_luck)
            looks.look(self.run, rare=rare)
            if is_last or not looks.open or looks.is_hopeless:
                break
        level = 1.0 - LEVEL / len(self.goals.wanted)
        return {**looks.found, **{goal: judged(goal, self.run, level) for goal in alone}}

    def _played(
        self, plan: Plan, target: int, there: list[MatchRecord], ends: float
    ) -> tuple[list[MatchRecord], str, bool]:
        """All matches up to a number: those of the archive, and those that are missing."""
        manifest = manifest_of(plan, target, self.play.command)
        seconds = None if math.isinf(ends) else max(0.0, ends - time.monotonic())
        course = MissingMatches(plan, target, self.executor, self._progress(plan), None, seconds)
        if self.archive is None:
            ended = course.played(manifest.game, there, lambda record: None)
        else:
            name = self.archive.start(manifest, self.play.name)
            kept = [record for record in self.archive.matches(name) if record.number <= target]
            with MatchWriter(self.archive, name) as writer:
                ended = course.played(name, kept, writer.add)
        return _without_gaps(ended.records), ended.name, ended.interrupted

    def _progress(self, plan: Plan) -> Callable[[int, int], None]:
        title = f"{self.game.name}, {', '.join(dict.fromkeys(plan.specs))}"
        most = self.play.matches or 0
        return lambda done, _: self.watch(title, done, most) if self.watch is not None else None

    def _run_of(self, plan: Plan, records: Sequence[MatchRecord], name: str, stopped: bool, asks_for_luck: bool) -> Run:
        manifest = manifest_of(plan, max(1, len(records)), self.play.command)
        side = self.apart.beside(side_results(self.archive, manifest))
        if asks_for_luck and self.game.has_chance and records:
            keeping = Keeping(self.executor, self.archive, True, self.play.command)
            side = replace(side, again=second_matches(plan, len(records), keeping))
        return Run(manifest, records, self.game, name=name, goals=self.goals, interrupted=stopped, side=side)


def _without_gaps(records: Sequence[MatchRecord]) -> list[MatchRecord]:
    """The matches from the first one to the first that is missing."""
    kept: list[MatchRecord] = []
    for record in records:
        if record.number != len(kept) + 1:
            break
        kept.append(record)
    return kept


# ----------------------------------------------------------------------------------------------------------------
# Checked goals as JUnit XML, which systems for continuous integration show.


def junit_text(check: GoalCheck) -> str:
    """A suite with a case for each goal: one that is missed fails, one that is open is skipped."""
    game = shown(check.runs[0].manifest.game)
    words = [found.verdict for found in check.judgements]
    counts = {"tests": len(words), "failures": words.count("missed"), "skipped": words.count("open"), "errors": 0}
    suite = ElementTree.Element("testsuite", {"name": game, **{name: str(count) for name, count in counts.items()}})
    for found in check.judgements:
        _add_case(suite, game, found)
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"


def _add_case(suite: ElementTree.Element, game: str, found: GoalJudgement) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=game, name=shown(found.goal.name or str(found.goal)))
    text = shown(describe_judgement(found))
    if found.verdict == "missed":
        ElementTree.SubElement(case, "failure", message=text)
    elif found.verdict == "open":
        ElementTree.SubElement(case, "skipped", message=text)
    ElementTree.SubElement(case, "system-out").text = text
