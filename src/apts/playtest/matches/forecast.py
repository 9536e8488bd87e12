"""How much a play-test is worth asking for: strength and number of matches that fit a game's length.

What is chosen follows from random matches of the game, never from a clock, so that the same words typed on another
machine give the same matches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from statistics import fmean

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent_without_files
from apts.agents.calibrating.thin_searches import thin_searches
from apts.agents.kinds.alphabeta_agent import AlphaBetaAgent
from apts.agents.kinds.uct_agent import UctAgent
from apts.archive import Archive, ArchiveError, MatchRecord, MatchWriter, RunManifest
from apts.archive.records import LockedArchive, LostConnection, manifest_digest
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.executors import Executor, Threads
from apts.hidden_passwords import without_passwords
from apts.playtest.matches.manifests import SeatWatch, StoppingState, Until, changed_players
from apts.playtest.matches.match import Plan, replay
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.search.least_iterations import TRIES_A_MOVE, most_moves

SAMPLE = 32
"""Random matches of a game from rules text that tell how long it is; of a class, which is slower, an eighth."""

LONGEST = 1000
"""Turns after which a random match is not followed further."""

BEYOND = 4.0
"""Positions that a search visits on its way down, besides those of its random matches."""

CLASS_COST = 40.0
"""How many positions of rules text are visited in the time of one of a class."""

DEFAULT_WORK = 3e8
"""Positions that a usual play-test may visit: a few minutes on two cores, less for short games."""

QUICK_WORK = 3e7
"""The same for a first look."""

QUICK_SECONDS = 30.0
"""A first look ends after this time with the matches that there are; which these are does not depend on the clock."""

SETTLED_MOST = 2000
"""The most matches of a play-test that ends as soon as enough is known, where no number is asked for."""

LUCK = "luck"
QUICK_LUCK = 20
"""Matches of a first look that are played again with the same chance, where a goal asks how much of a result is luck."""

CLUB = 400
CLUB_BREADTH = 10
"""Iterations of the usual player of a play-test, and for each legal move where that is more."""

CLUB_PLAYER = f"uct:iterations={CLUB},loss=0.02,breadth={CLUB_BREADTH}"
"""The usual player of a play-test: the same plain tree search for all rules, so that what an edit changes is theirs alone,
and nothing has to be fitted or measured before the first match.
"""


@dataclass(frozen=True)
class Strength:
    """An agent for all seats with the iterations that it spends on a turn, and a number of matches."""

    agents: str
    iterations: int
    matches: int


DEFAULT_COUNTS = ((CLUB, 400), (CLUB, 200), (CLUB, 100), (200, 100), (100, 100), (50, 100), (50, 60), (25, 40))
QUICK_COUNTS = ((CLUB, 100), (CLUB, 60), (200, 60), (100, 60), (50, 60), (50, 40), (25, 30), (10, 20))
"""Iterations and matches that are asked for, the best first; the last ones are taken where nothing else fits."""


def strengths(counts: Sequence[tuple[int, int]], moves: int) -> tuple[Strength, ...]:
    """Iterations and matches as they are asked for in a game with so many legal moves, every one of which is tried."""
    found = []
    for iterations, matches in counts:
        spent = max(iterations, CLUB_BREADTH * moves if iterations == CLUB else TRIES_A_MOVE * moves)
        agents = CLUB_PLAYER if iterations == CLUB else f"uct:iterations={spent}"
        found.append(Strength(agents, spent, matches))
    return tuple(found)


def positions_a_match(game: Game, iterations: int) -> float:
    """About how many positions a match of searching agents visits, in positions of rules text."""
    turns = random_length(game)
    return iterations * turns * (turns / 2 + BEYOND) * (1.0 if game.is_compiled else CLASS_COST)


def random_length(game: Game) -> float:
    """How many turns random matches have on average, those without an end being cut.

    Matches that an error breaks off are left out; where it breaks off all that are tried, it is raised.
    """
    sample = SAMPLE if game.is_compiled else SAMPLE // 8
    try:
        return game.playouts(sample, seed=0, limit=LONGEST).mean_length
    except AptsError as failure:
        lengths = [length for seed in range(sample) for length in _whole(game, seed)]
        if not lengths:
            raise failure from None
        return fmean(lengths)


def _whole(game: Game, seed: int) -> list[float]:
    """The length of one random match, if no error breaks it off."""
    try:
        return [game.playouts(1, seed=seed, limit=LONGEST).mean_length]
    except AptsError:
        return []


def fitting(games: Sequence[Game], *, quick: bool = False, runs: int = 1) -> Strength:
    """The best strength that fits all of the games, each played in so many runs."""
    work = (QUICK_WORK if quick else DEFAULT_WORK) / runs
    an_iteration = max(positions_a_match(game, 1) for game in games)
    known = strengths(QUICK_COUNTS if quick else DEFAULT_COUNTS, max(map(most_moves, games)))
    return next((one for one in known if one.matches * one.iterations * an_iteration <= work), known[-1])


def fitting_matches(game: Game, iterations: int) -> int:
    """How many matches of so strong agents fit: 40 to 200, in tens."""
    return 10 * round(min(200.0, max(40.0, DEFAULT_WORK / positions_a_match(game, iterations))) / 10)


def settled(settings: PlaytestRequest, games: Sequence[Game], asked: Collection[str] = ()) -> PlaytestRequest:
    """The settings with agents and matches that fit the games, where none were asked for.

    ``asked`` are the metrics that goals speak of.
    """
    if settings.quick:  # nothing is played twice for a first look, unless a goal cannot be judged without
        settings = replace(settings, luck=min(settings.luck, QUICK_LUCK) if LUCK in asked else 0)
    if not games or (settings.agents is not None and settings.matches is not None):
        return settings
    chosen = fitting(games, quick=settings.quick)
    agents = chosen.agents if settings.agents is None else settings.agents
    most = chosen.matches if settings.until is None else SETTLED_MOST
    return replace(settings, agents=agents, matches=most if settings.matches is None else settings.matches)


# ----------------------------------------------------------------------------------------------------------------
# The turn limit of a first look: small where matches go round in circles, the usual one where they end or are
# long.

FIRST_LIMITS = (100, 300)
"""Limits that are tried one after the other, before the usual one is taken."""

ENDLESS = 0.95
"""Random matches that take so large a share of the most turns that they are followed for do not end."""

TRIED = 4
"""Matches that are played to see whether a limit is too small."""

CIRCLING = 0.25
"""A match in which so large a share of positions had been there before goes round in circles."""


def first_limit(plan: Plan, executor: Executor) -> int:
    """The limit for a first look at a game; it follows from the first matches, not from the clock.

    A match that is stopped and went round in circles would not end later either. One that is stopped and did not may be
    long: then more turns are tried, and in the end those of the plan, unless no match ends and random ones do not either.
    """
    records: list[MatchRecord] = []
    for limit in FIRST_LIMITS:
        if limit >= plan.limit:
            break
        tried = executor.play(replace(plan, limit=limit), list(range(1, TRIED + 1)))
        try:
            records = list(tried)
        finally:
            tried.close()
        stopped = [record for record in records if record.status == "stopped"]
        if not stopped:
            break
        if 2 * len(stopped) > len(records) and all(repetition(plan.game, record) >= CIRCLING for record in stopped):
            return limit
    else:
        never = all(record.status == "stopped" for record in records) and random_length(plan.game) >= ENDLESS * LONGEST
        return FIRST_LIMITS[-1] if records and never else plan.limit
    return plan.limit


def repetition(game: Game, match: MatchRecord) -> float:
    """The share of positions of a match that had been there before.

    What a forced pass leaves is left out: who waits for a throw goes round in no circle.
    """
    seen: set[int] = set()
    repeats = total = 0
    waited = [False, *(turn.forced_pass for turn in match.turns)]
    for state, waiting in zip(replay(game, match), waited, strict=True):
        if waiting:
            continue
        key = state.position_hash
        repeats += key in seen
        seen.add(key)
        total += 1
    return repeats / total


# ----------------------------------------------------------------------------------------------------------------
# How strong agents are meant to be: budgets, and the same agents with half of theirs.


def budget(spec: str, game: Game | None) -> int | None:
    """Iterations or nodes a move; 0 for random play, None for agents that are measured in neither."""
    made = agent_without_files(spec)
    if made is not None and game is not None:
        made = made.playing(game)
    if made is not None and made.spec == "random":
        return 0
    return None if made is None else counted(made)


def counted(made: Agent) -> int | None:
    """The iterations or nodes a move of an agent; None where it has another budget."""
    if type(made) is UctAgent:
        return None if made.seconds is not None else made.iterations
    if type(made) is AlphaBetaAgent:
        return None if made.seconds is not None or made.depth is not None else made.nodes
    return None


def with_budget(made: Agent, count: int) -> Agent:
    """The same search with so many iterations or nodes."""
    assert isinstance(made, UctAgent | AlphaBetaAgent)
    return made.with_iterations(count) if isinstance(made, UctAgent) else made.with_nodes(count)


def budgets(specs: Sequence[str], game: Game | None) -> list[int | None]:
    """The budget of every agent; none of agents some of which count iterations and some nodes, which cannot be compared."""
    made = [agent_without_files(spec) for spec in specs]
    playing = [one if one is None or game is None else one.playing(game) for one in made]
    mixed = len({type(one) for one in playing if isinstance(one, UctAgent | AlphaBetaAgent)}) > 1
    return [None if mixed else budget(spec, game) for spec in specs]


def worth_in_iterations(spec: str, game: Game) -> int | None:
    """The budget of an agent in iterations that take about as long; None for agents that are measured otherwise."""
    made = agent_without_files(spec)
    known = budget(spec, game)
    if made is None or known is None or not isinstance(made.playing(game), AlphaBetaAgent):
        return known
    return max(1, round(known / (random_length(game) / 2 + BEYOND)))


def halved(spec: str, game: Game) -> str | None:
    """The agent with half the budget, or None where there is nothing to halve: half of it would be too little."""
    made = _counting(spec, game)
    if made is None:
        return None
    half = with_budget(made, max(1, (counted(made) or 1) // 2))
    return None if thin_searches(game, [half]) else half.spec


def _counting(spec: str, game: Game) -> Agent | None:
    """The search behind a spelling, where its budget is counted."""
    made = agent_without_files(spec)
    if made is not None:
        made = made.playing(game)
    return None if made is None or counted(made) is None else made


# ----------------------------------------------------------------------------------------------------------------
# Play the matches of a run that its archive does not have yet, to the last one or until enough is known.

FEWEST = 4
"""Matches that are played in any case, however short the time."""

Watch = Callable[[int, int], None]
"""Told after every match how many there are and how many are wanted."""


@dataclass(frozen=True)
class PlayedMatches:
    """What came of playing: the name of the run, its matches, whether it was interrupted, how the seats stand."""

    name: str
    records: list[MatchRecord]
    interrupted: bool
    standing: StoppingState | None = None


def play_missing(
    plan: Plan,
    manifest: RunManifest,
    archive: Archive | None,
    resume: bool,
    executor: Executor,
    name: str | None,
    watch: Watch | None,
    seconds: float | None = None,
) -> PlayedMatches:
    """Play what is missing; with ``seconds`` no match is waited for beyond that time, but at least some are played."""
    wanted = manifest.matches
    seats = watch_of(manifest)
    course = MissingMatches(plan, wanted, executor, watch or (lambda done, wanted: None), seats, seconds)
    if archive is None:
        return course.played(name or manifest.game, [], lambda record: None)
    if resume or name is not None:
        _refuse_unknown_inputs(archive, manifest, name)
    run = archive.start(replace(manifest, matches=0), name)  # more are wanted only when nothing is refused any more
    there = [record for record in archive.matches(run) if record.number <= wanted]
    if course.is_partial(there) and not resume:
        raise AptsError(
            f"the archive has {len(there)} of {wanted} matches of this run ({run}) already; "
            "continue with --resume (resume=True), or give another seed or name"
        )
    archive.start(manifest, run)
    with explain_resume(manifest.command), MatchWriter(archive, run) as writer:
        return course.played(run, there, writer.add)


@contextmanager
def explain_resume(command: str) -> Iterator[None]:
    """Where the archive fails in the middle of a run, say how it can be gone on with."""
    try:
        yield
    except ArchiveError as problem:
        command = without_passwords(command)
        again = command if "--resume" in command.split() else f"{command} --resume"
        way = f"go on with: {again}" if command else "go on with resume=True"
        kind = type(problem) if isinstance(problem, LockedArchive | LostConnection) else ArchiveError
        raise kind(f"{problem} What was stored is kept; when the archive can be used again, {way}") from problem


def _refuse_unknown_inputs(archive: Archive, manifest: RunManifest, name: str | None) -> None:
    """Refuse to go on with a run of which nobody knows whether the files that its class reads were the same."""
    source = manifest.settings.get("source") or {}
    if "inputs" not in source:
        return
    bare = {key: value for key, value in source.items() if key != "inputs"}
    digest = manifest_digest(replace(manifest, settings={**manifest.settings, "source": bare}))
    for known in archive.runs():
        if known.game != manifest.game or (name is not None and known.name != name):
            continue
        older = archive.readable_manifest(known.name)
        if older is not None and manifest_digest(older) == digest:
            raise AptsError(
                f"the run {known.name} was played by an older APTS, which did not note which files its class reads: "
                f"whether {', '.join(source['inputs'])} were the same is not known. Its report can still be written; to "
                "play matches, " + ("give another --name" if name is not None else "leave --resume out")
            )


def refuse_other_players(plan: Plan, manifest: RunManifest, archive: Archive | None, name: str | None) -> None:
    """Refuse to go on with a run whose agents played otherwise then: the one of that name, else one that was broken off."""
    for summary in () if archive is None else archive.runs():
        if summary.game != manifest.game or (name is not None and summary.name != name):
            continue
        assert archive is not None
        known = archive.readable_manifest(summary.name)
        described = changed_players(known, manifest) if known is not None else None
        if described is None:
            continue
        there = list(archive.matches(summary.name, damaged=[]))
        course = MissingMatches(plan, manifest.matches, Threads(1), lambda done, wanted: None, watch_of(manifest))
        if name is not None or course.is_partial([record for record in there if record.number <= manifest.matches]):
            other = "give another --name (name=)" if name is not None else "leave out --resume (resume=True)"
            raise AptsError(
                f"the run {summary.name} was played by {described}; matches of two versions are never mixed. For a new run "
                f"{other} or another --archive (archive=); apts report {summary.name} still tells of the old one"
            )


def watch_of(manifest: RunManifest) -> SeatWatch | None:
    """The watch of a run that is to stop early."""
    until = manifest.settings.get("until")
    if until is None:
        return None
    group = manifest.players if len(set(manifest.agents)) > 1 else 1
    return SeatWatch(Until.read(until), manifest.players, group)


def up_to_the_stop(records: Iterable[MatchRecord], watch: SeatWatch) -> list[MatchRecord]:
    """Records in the order of their numbers, until something stops the run; those that are damaged or gone are left out."""
    kept: list[MatchRecord] = []
    number = 0
    for record in records:
        watch.leave_out(record.number - number - 1)
        number = record.number
        kept.append(record)
        if watch.add(record):
            break
    watch.finish()
    return kept


@dataclass
class MissingMatches:
    """Plays the matches of a run that are not there yet."""

    plan: Plan
    wanted: int
    executor: Executor
    watch: Watch
    seats: SeatWatch | None
    seconds: float | None = None

    def is_partial(self, there: Sequence[MatchRecord]) -> bool:
        """Whether a part of the matches is there and others are still to be played."""
        if not there or self.seats is None:
            return 0 < len(there) < self.wanted
        trial = SeatWatch(self.seats.until, self.seats.players, self.seats.group)
        known = up_to_the_stop(there, trial)
        return known[-1].number > len(known) or (not trial.standing.stopped and len(known) < self.wanted)

    def played(self, name: str, there: list[MatchRecord], keep: Callable[[MatchRecord], None]) -> PlayedMatches:
        """Play what is missing and keep each match as it ends; Ctrl-C ends it early."""
        known = {record.number: record for record in there}
        heard = _Heard(self.seats, known) if self.seats is not None else None
        over = heard is not None and heard.stops()
        missing = [] if over else [number for number in range(1, self.wanted + 1) if number not in known]
        fresh: list[MatchRecord] = []
        self.watch(len(there), self.wanted)
        records = self.executor.play(self.plan, missing)
        interrupted = False
        began = time.monotonic()
        try:
            for record in records:
                fresh.append(record)
                keep(record)
                self.watch(len(there) + len(fresh), self.wanted)
                if heard is not None and heard.stops(record):
                    break
                if self.seconds is not None and len(fresh) >= FEWEST and time.monotonic() - began > self.seconds:
                    break
        except KeyboardInterrupt:
            interrupted = True
        finally:
            records.close()
        if self.seats is not None:
            self.seats.finish()
        ended = heard.records if heard is not None else sorted([*there, *fresh], key=lambda match: match.number)
        return PlayedMatches(name, ended, interrupted, self.seats.standing if self.seats else None)


class _Heard:
    """What a watch was told: matches in the order of their numbers, those that are there already among the fresh ones."""

    def __init__(self, watch: SeatWatch, known: Mapping[int, MatchRecord]):
        self.records: list[MatchRecord] = []
        self._watch, self._known = watch, known

    def stops(self, fresh: MatchRecord | None = None) -> bool:
        """Tell of a fresh match and of those that follow it; returns whether the run stops there."""
        following = fresh or self._known.get(1)
        while following is not None:
            self.records.append(following)
            if self._watch.add(following):
                return True
            following = self._known.get(following.number + 1)
        return False
