"""A play-test from beginning to end: matches are played into an archive, or read from one, and become a :class:`Run`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from os import PathLike
from pathlib import Path

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent, resolve_agents
from apts.archive import Archive, ArchiveError, DamagedMatch, MatchRecord, RunManifest, open_archive, opened_archive
from apts.archive.archive import named_run
from apts.engine.class_contract import check_briefly
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.executors import Executor, executor_of
from apts.games.library import GameSource, UnknownGame, load
from apts.input_checks import MOST_MATCHES
from apts.playtest.evidence.evidence import Goals
from apts.playtest.experiments.side_runs import QUESTION, Keeping, second_matches
from apts.playtest.experiments.stress import side_results
from apts.playtest.goals.goal_files import GoalsGiven, requested_goals
from apts.playtest.goals.reading import check_seats
from apts.playtest.matches.forecast import (
    QUICK_SECONDS,
    PlayedMatches,
    Watch,
    first_limit,
    halved,
    play_missing,
    refuse_other_players,
    settled,
    up_to_the_stop,
    watch_of,
)
from apts.playtest.matches.game_source import FoundGame, game_of
from apts.playtest.matches.manifests import manifest_of
from apts.playtest.matches.match import Plan, seated
from apts.playtest.matches.playtest_request import DEFAULTS, PlaytestRequest, Until, split_goals
from apts.playtest.panel.panel_plan import PanelPlan, beside_of, kept_beside, panel_plan, side_manifest_of
from apts.playtest.playtest_run import Run
from apts.request_fields import one_request

__all__ = ["MOST_MATCHES", "Run", "Watch", "open_run", "playtest", "run_or_game"]


def playtest(
    game: GameSource,
    agents: str | Agent | Sequence[str | Agent] | None = DEFAULTS.agents,
    matches: int | None = DEFAULTS.matches,
    seed: int = DEFAULTS.seed,
    *,
    archive: Archive | str | PathLike[str] | None = None,
    resume: bool = DEFAULTS.resume,
    limit: int = DEFAULTS.limit,
    evaluate: str | Agent | None = DEFAULTS.evaluate,
    evaluator: str | Agent | None = DEFAULTS.evaluator,
    one_strength: bool = DEFAULTS.one_strength,
    guard: bool = DEFAULTS.guard,
    luck: int = DEFAULTS.luck,
    goals: GoalsGiven | Iterable[GoalsGiven] | None = (),
    workers: int | None = DEFAULTS.workers,
    cluster: str | None = DEFAULTS.cluster,
    name: str | None = DEFAULTS.name,
    command: str = DEFAULTS.command,
    watch: Watch | None = None,
    until: Until | str | None = DEFAULTS.until,
    quick: bool = DEFAULTS.quick,
    request: PlaytestRequest | None = None,
) -> Run:
    """Let agents play a game many times and find out what is wrong with it.

    ``game`` is anything that :func:`apts.load` takes, a loaded game or a subclass of :class:`apts.PythonGame` included.
    ``agents`` is one agent for each seat, or one for all, as spellings or as objects; where they differ, seats are
    swapped. Agents and a number of matches that are left out follow from how long the game is, for a few minutes of
    play. ``quick`` asks for a first look: it ends after half a minute, and goes on when it is asked for again. Matches
    go into the ``archive`` (a path or an address; without one they are kept in memory only). ``resume`` goes on with a
    run that was interrupted. ``limit`` is the most turns of a match. ``evaluate`` names the agent that gives values to
    the turns of agents without any, ``evaluator`` one that gives them to all turns, those of searching agents too:
    values of one judge can be compared between agents of any strength. Where no agents are named, weaker and stronger
    players have matches of their own beside these (``panel`` of the run), and findings say for whom they hold; with
    ``one_strength`` they have none. ``guard`` plays everything of named agents again at half the strength. In games with
    chance ``luck`` matches are played again with the same chance, to see how much of a result is luck. ``goals`` are those
    that :func:`apts.read_goals` takes, such as ``["length between 20 and 40"]``; they are judged when the matches are
    there. Ctrl-C ends the run early and keeps what was played.

    ``workers`` matches are played at once, by default one for each processor. ``cluster`` plays them on a Ray cluster:
    ``"local"`` begins one on this machine, anything else is the address of one that runs. The matches stay the same.

    ``until`` ends it as soon as enough is known of the seats, ``matches`` being the most, 2,000 where none are named:
    ``"settled"`` when a seat is known to score more or less than a half, ``"precision=0.03"`` when all scores are known
    so well, both with a comma between them whichever is first. What is said about the seats is true whenever it ends.

    ``request`` is all of this as one value (:class:`apts.PlaytestRequest`), which can be kept as JSON; nothing else but the
    archive and the watch stands beside it.

    >>> from apts import playtest
    >>> run = playtest("tic-tac-toe", "uct:iterations=50", matches=200)
    >>> [found.kind for found in run.findings if found.subject == "seat 1"], run.metrics["length"].n
    (['seat-advantage'], 200)
    """
    wanted = PlaytestRequest(
        agents=agents,
        matches=matches,
        seed=seed,
        limit=limit,
        until=until,
        quick=quick,
        evaluate=evaluate,
        evaluator=evaluator,
        one_strength=one_strength,
        guard=guard,
        luck=luck,
        goals=goals,
        resume=resume,
        name=name,
        workers=workers,
        cluster=cluster,
        command=command,
    )
    return run_request(game, one_request(request, wanted), archive, watch)


def run_request(
    game: GameSource,
    request: PlaytestRequest,
    archive: Archive | str | PathLike[str] | None = None,
    watch: Watch | None = None,
) -> Run:
    """The run that a request asks for; goals that cannot be judged in the game are refused before a match is played."""
    if request.at_levels:
        raise AptsError("a request with levels, or with a network to train, is for apts.playtest_levels")
    wanted = requested_goals(request.goals)
    loaded = load(game)
    if wanted is not None:
        check_seats(loaded, wanted.wanted)
    return played_run(loaded, request, archive, wanted, watch, alone=True, strict=request.resume)


def played_run(
    game: GameSource,
    settings: PlaytestRequest,
    archive: Archive | str | PathLike[str] | None = None,
    goals: Goals | None = None,
    watch: Watch | None = None,
    *,
    alone: bool = False,
    strict: bool = False,
    panel: PanelPlan | None = None,
    further: bool | None = None,
) -> Run:
    """A play-test with these settings; of a game ``alone`` several strengths play it where nobody is named, and a first look
    begins with a small turn limit. ``panel`` are these strengths, where they are known already.

    With ``further`` what can be is proved of it, and choices that stand out are tried; as a rule that is so for a game alone
    whose players were not named.

    Where somebody asked to go on with a run (``strict``), one that agents of another version have begun is refused;
    otherwise a new run is begun beside it.
    """
    if watch is not None and not callable(watch):
        raise AptsError(
            f"watch must be a function that is called with how many matches there are and are wanted, not {watch!r}"
        )
    loaded = load(game)
    check_briefly(loaded)
    goals = requested_goals(settings.goals) if goals is None else goals
    further = alone and settings.agents is None if further is None else further
    panel = panel_plan(settings, loaded) if alone and panel is None else panel
    settings = settings if panel is None else panel.settings(settings)
    settings = settled(settings, [loaded], () if goals is None else {goal.metric for goal in goals.wanted})
    assert settings.matches is not None
    plan = plan_of(loaded, settings)
    until = settings.stop
    manifest = manifest_of(plan, settings.matches, settings.command, until)
    manifest = manifest if panel is None else panel.noted(manifest)
    resume, seconds = settings.resume or settings.quick, QUICK_SECONDS if settings.quick else None
    weaker = None
    with executor_of(settings.workers, settings.cluster) as executor, opened_archive(archive) as own:
        if alone and _has_first_limit(settings):
            began = time.monotonic()
            plan = replace(plan, limit=first_limit(plan, executor))
            seconds = max(0.0, QUICK_SECONDS - (time.monotonic() - began))
            manifest = manifest_of(plan, settings.matches, settings.command, until)
        if strict or settings.name is not None:
            refuse_other_players(plan, manifest, own, settings.name)
        total = manifest.matches + sum(one.matches(manifest.matches) for one in beside_of(manifest) or ())
        watching = None if watch is None else _counted(watch, 0, total)
        ended = play_missing(plan, manifest, own, resume, executor, settings.name, watching, seconds)
        beside = [] if ended.interrupted else _beside(plan, manifest, own, goals, executor, watch)
        if settings.guard and panel is None and not ended.interrupted:
            weaker = _guarding(plan, manifest.command, len(ended.records), own, goals, executor, watch)
        again, stopped = _played_again(plan, ended, settings, manifest.command, own, executor)
        run = Run(
            manifest,
            ended.records,
            loaded,
            name=ended.name,
            goals=goals,
            weaker=weaker,
            interrupted=ended.interrupted or stopped or any(one.interrupted for one in beside),
            standing=ended.standing,
            side=replace(side_results(own, manifest, loaded), again=again),
            beside=beside,
        )
        if further and not run.interrupted:
            run.look_further(plan, Keeping(executor, own, True, manifest.command))
    return run


def _beside(
    plan: Plan,
    manifest: RunManifest,
    archive: Archive | None,
    goals: Goals | None,
    executor: Executor,
    watch: Watch | None,
) -> list[Run]:
    """The runs of the other strengths of a panel, up to one that is interrupted."""
    runs: list[Run] = []
    wanted = [side_manifest_of(manifest, one) for one in beside_of(manifest) or ()]
    total = manifest.matches + sum(one.matches for one in wanted)
    there = manifest.matches
    for own in wanted:
        watching = None if watch is None else _counted(watch, there, total)
        ended = play_missing(replace(plan, specs=own.agents), own, archive, True, executor, None, watching)
        interrupted = ended.interrupted
        runs.append(Run(own, ended.records, plan.game, name=ended.name, goals=goals, interrupted=interrupted))
        if interrupted:
            break
        there += own.matches
    return runs


def _counted(watch: Watch, before: int, total: int) -> Watch:
    """A watch that is told of the matches of all strengths together."""
    return lambda done, wanted: watch(before + done, max(total, before + wanted))


def with_first_limit(game: Game, settings: PlaytestRequest) -> PlaytestRequest:
    """A quick look with the turn limit that its first matches suggest, for whoever must know the run before it is played.

    Other requests stay as they are.
    """
    if not _has_first_limit(settings):
        return settings
    with executor_of(settings.workers, settings.cluster) as executor:
        return replace(settings, limit=first_limit(plan_of(game, settings), executor))


def _has_first_limit(settings: PlaytestRequest) -> bool:
    return settings.quick and settings.limit == DEFAULTS.limit


def plan_of(game: Game, settings: PlaytestRequest) -> Plan:
    """What decides the matches; settings that make no sense are refused."""
    assert settings.agents is not None
    given = resolve_agents(settings.agents)
    wanted = settings.judge
    judging = agent(wanted) if wanted else None
    everybody = given if judging is None else [*given, judging]
    if any(one.is_person for one in everybody):
        raise AptsError("a play-test is played by agents only; a person cannot take part")
    specs = seated([one.spec for one in given], game.players)
    judge = judging.spec if judging is not None else None
    objects = {one.spec: one for one in everybody}
    return Plan(game, specs, settings.seed, settings.limit, judge, bool(settings.evaluator), objects)


def _guarding(
    plan: Plan,
    command: str,
    matches: int,
    archive: Archive | None,
    goals: Goals | None,
    executor: Executor,
    watch: Watch | None,
) -> Run | None:
    """The same run at half the strength; None where no agent has a budget to halve."""
    specs = tuple(halved(spec, plan.game) or spec for spec in plan.specs)
    if specs == plan.specs:
        return None
    weak_plan = replace(plan, specs=specs)
    weak = manifest_of(weak_plan, matches, command)
    ended = play_missing(weak_plan, weak, archive, True, executor, None, watch)
    return Run(weak, ended.records, plan.game, name=ended.name, goals=goals, interrupted=ended.interrupted)


def _played_again(
    plan: Plan,
    ended: PlayedMatches,
    settings: PlaytestRequest,
    command: str,
    archive: Archive | None,
    executor: Executor,
) -> tuple[tuple[MatchRecord, ...], bool]:
    """The first matches played again with the same chance, where there is any; whether that was interrupted."""
    count = min(settings.luck, len(ended.records))
    if ended.interrupted or not count or not plan.game.has_chance:
        return (), False
    try:
        return second_matches(plan, count, Keeping(executor, archive, True, command)), False
    except KeyboardInterrupt:
        return (), True


def open_run(
    archive: Archive | str | PathLike[str],
    name: str | None = None,
    game: GameSource | None = None,
    goals: GoalsGiven | Iterable[GoalsGiven] | None = None,
) -> Run:
    """A run from an archive or its address; without a game the one of the manifest is loaded, as it was played.

    A run is data, and names no code to run: a Python class is loaded only where this user has played with that very file
    before, or where ``game`` names it. Else, or where its files have changed, the run is opened without its game
    (``without_game`` says why): all that its records say is there, and no match can be played again.

    A run is called by its name, by how that begins, or ``last``; without a name the archive must have one play-test only.
    A run that was to stop early has the matches up to where it stopped. Matches that are damaged are left out, and told by
    ``damaged`` of the run.

    >>> from tempfile import mkdtemp
    >>> from apts import open_run, playtest
    >>> place = f"{mkdtemp()}/runs.db"
    >>> played = playtest("tic-tac-toe", "random", matches=20, archive=place)
    >>> open_run(place).metrics["length"] == played.metrics["length"]
    True
    """
    wanted = requested_goals(split_goals(goals))
    if not isinstance(archive, Archive):
        opened = open_archive(archive, create=False)
        try:
            return open_run(opened, name, game, wanted)
        finally:
            opened.close()
    return stored_run(archive, _only_run(archive) if name is None else named_run(archive, name), game, wanted)


def stored_run(
    archive: Archive,
    name: str,
    game: GameSource | None = None,
    goals: Goals | None = None,
    *,
    own_list: bool = True,
) -> Run:
    """The run of an archive with this very name; without ``own_list`` no Python is loaded for it but that of APTS."""
    manifest = archive.manifest(name)
    found = _named_game(manifest, game) if game is not None else game_of(manifest, own_list=own_list)
    damaged: list[DamagedMatch] = []
    records = list(archive.matches(name, damaged))
    sentences = [str(problem) for problem in damaged]
    watch = watch_of(manifest)
    if watch is not None:
        records = up_to_the_stop(records, watch)
    standing = watch.standing if watch else None
    side = side_results(archive, manifest, found.game)
    kept = kept_beside(archive, manifest)
    return Run(
        manifest,
        records,
        found.game,
        name=name,
        goals=goals,
        standing=standing,
        side=side,
        damaged=sentences,
        without_game=found.missing,
        beside=[Run(known, played, found.game, name=own, goals=goals) for own, known, played in kept],
    )


def _named_game(manifest: RunManifest, game: GameSource) -> FoundGame:
    """The game that a caller names for a run; a Python file that the run was not played with is refused."""
    is_file = isinstance(game, str | PathLike) and Path(game).suffix == ".py"
    return game_of(manifest, Path(str(game))) if is_file and "source" in manifest.settings else FoundGame(load(game))


def _only_run(archive: Archive) -> str:
    """The name of the one play-test that an archive has; runs that answer a question beside one do not count."""
    names = [known.name for known in archive.runs() if QUESTION not in archive.manifest(known.name).settings]
    if not names:
        raise AptsError("the archive has no run of a play-test to open")
    if len(names) > 1:
        raise AptsError(f"the archive has {len(names)} runs; name one of them: {', '.join(names)}")
    return names[0]


def _stored_run(archive: Archive | None, name: str) -> Run | None:
    """The run that an archive has under a name; None where there is none."""
    if archive is None or all(known.name != name for known in archive.runs()):
        return None
    return open_run(archive, name)


def run_or_game(name: str, archive: Archive | None, loaded: Callable[[], Game]) -> Run | Game:
    """The run of that name or else the game that is ``loaded``; what is no game is ``last``, or how a run's name begins.

    Without an archive that of the usual place is looked into.
    """
    found = _stored_run(archive, name)
    if found is not None:
        return found
    try:
        return loaded()
    except UnknownGame as unknown:
        with ExitStack() as stack:
            try:
                own = stack.enter_context(open_archive(create=False)) if archive is None else archive
                whole = named_run(own, name)
            except ArchiveError as problem:
                raise AptsError(f"{unknown}, and no such run: {problem}") from problem
            return open_run(own, whole)
