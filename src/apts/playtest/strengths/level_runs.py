"""A game played at each of several levels: a run of its own for each, with one seed and one judge of positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from os import PathLike

from apts.agents.agent import Agent
from apts.archive import Archive, opened_archive
from apts.engine.play.game import Game
from apts.executors import executor_of
from apts.games.library import GameSource, load
from apts.playtest.comparing.compare import StoppedComparison
from apts.playtest.evidence.evidence import Goals
from apts.playtest.goals.goal_files import GoalsGiven, requested_goals
from apts.playtest.matches.forecast import fitting_matches
from apts.playtest.matches.playtest_request import DEFAULTS, PlaytestRequest, check_several, split_levels
from apts.playtest.matches.strength import budgets
from apts.playtest.run import played_run
from apts.playtest.strengths.chosen_levels import DEFAULT_LEVELS, level_label, level_specs
from apts.playtest.strengths.strengths import LevelRun, Strengths
from apts.playtest.strengths.trained_level import TRAINED, move_seconds, proven, trained_level
from apts.request_fields import one_request

JUDGE = "level:club"
"""Gives values to the turns of all levels, so that these can be compared."""

Watch = Callable[[str, int, int], None]
"""Told what is played, how many matches of it there are, and how many are wanted."""


def played_strengths(
    game: GameSource,
    settings: PlaytestRequest,
    archive: Archive | str | PathLike[str] | None = None,
    goals: Goals | None = None,
    watch: Watch | None = None,
    told: Callable[[str], None] | None = None,
) -> Strengths:
    """Play a game at each of the levels with the same seed and number of matches; what is there is not played again.

    Where the request says ``train`` a network is taught for so many minutes first, and is the top level; ``told`` hears
    of it.
    """
    loaded, train = load(game), settings.train
    goals = requested_goals(settings.goals) if goals is None else goals
    specs = level_specs(DEFAULT_LEVELS if settings.levels is None else settings.levels, loaded)
    if train is None:
        check_several([level_label(spec) for spec in specs])
    play = _fitting(settings, loaded, specs)
    labels = {spec: level_label(spec) for spec in specs}
    if train is not None:
        labels[trained_level(loaded, train, play.seed, play.workers, told)] = TRAINED
    played: list[LevelRun] = []
    proof, spent = None, None
    with executor_of(play.workers, play.cluster), opened_archive(archive) as own:
        for spec, label in labels.items():
            name = None if settings.name is None else f"{settings.name} {label}"
            hears = None if watch is None else partial(watch, f"{loaded.name} {label}")
            run = played_run(
                loaded, replace(play, agents=[spec], levels=None, train=None, name=name), own, goals, hears
            )
            if run.evidence.n:
                played.append(LevelRun(label, run))
            if run.interrupted:
                break
            if label == TRAINED and specs:
                proof = proven(loaded, spec, specs[-1], play, own)
                spent = move_seconds(loaded, spec, specs[-1], play.seed)
    if len(played) < 2:
        raise StoppedComparison(
            "stopped before two levels were played; what was played is kept, and the same command plays on"
        )
    return Strengths(played, proof, spent)


def _fitting(settings: PlaytestRequest, game: Game, specs: Sequence[str]) -> PlaytestRequest:
    """The settings with a judge for all levels, and matches that fit the strongest, where none were asked for."""
    judge = settings.evaluator
    if judge is None and settings.evaluate is None:
        judge = JUDGE
    matches = settings.matches
    if matches is None:
        known = [budget for budget in budgets([*specs, JUDGE], game) if budget is not None]
        matches = fitting_matches(game, max(known))
    return replace(settings, matches=matches, evaluator=judge, resume=True)


def playtest_levels(
    game: GameSource,
    levels: str | Sequence[str] = DEFAULT_LEVELS,
    matches: int | None = DEFAULTS.matches,
    seed: int = DEFAULTS.seed,
    *,
    archive: Archive | str | PathLike[str] | None = None,
    limit: int = DEFAULTS.limit,
    evaluator: str | Agent | None = DEFAULTS.evaluator,
    luck: int = DEFAULTS.luck,
    goals: GoalsGiven | Iterable[GoalsGiven] | None = DEFAULTS.goals,
    workers: int | None = DEFAULTS.workers,
    cluster: str | None = DEFAULTS.cluster,
    watch: Watch | None = None,
    train: float | None = None,
    request: PlaytestRequest | None = None,
) -> Strengths:
    """Play-test a game at several strengths, and find out what changes with strength.

    ``levels`` are names of levels or spellings of agents, each for all seats, as a list or as one text with commas;
    ``"all"`` stands for all levels. Every level is a run of its own with the same seed and ``matches``; what an
    ``archive`` has of them is not played again. ``evaluator`` names the agent that judges the positions of all
    levels, so that their values can be compared: ``level:club`` where nothing is said. ``train`` teaches a network
    for so many minutes first, which is then the top level (it needs the extra ``learn``). ``request`` says all of it as one
    value, instead of the keywords but the archive and the watch. The rest is as in :func:`apts.playtest`.

    >>> from apts import playtest_levels
    >>> levels = playtest_levels("tic-tac-toe", "random,uct:iterations=200", matches=60, evaluator="uct:iterations=20")
    >>> levels.labels, len(levels.at("random").matches)
    (('random', 'uct:iterations=200'), 60)
    >>> [trend.name for trend in levels.figures if trend.is_sure and trend.name == "drawishness"]
    ['drawishness']
    """
    wanted = PlaytestRequest(
        matches=matches,
        seed=seed,
        limit=limit,
        levels=split_levels(levels),
        train=train,
        evaluator=evaluator,
        luck=luck,
        goals=goals,
        workers=workers,
        cluster=cluster,
    )
    if request is not None and wanted == PlaytestRequest(levels=split_levels(DEFAULT_LEVELS)):
        wanted = DEFAULTS
    return played_strengths(game, one_request(request, wanted), archive, watch=watch)
