"""A game played at each of several levels: a run of its own for each, with one seed and one judge of positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from os import PathLike

from apts.agents.agent import Agent
from apts.archive import Archive, archive_given
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.executors import executor_of
from apts.games.library import GameSource, load
from apts.playtest.comparing.compare import StoppedComparison
from apts.playtest.evidence.evidence import Goals
from apts.playtest.matches.forecast import fitting_matches
from apts.playtest.matches.play_settings import USUAL, PlaySettings
from apts.playtest.matches.strength import budgets
from apts.playtest.run import played_run
from apts.playtest.strengths.chosen_levels import USUAL_LEVELS, level_label, level_specs
from apts.playtest.strengths.strengths import LevelRun, Strengths
from apts.playtest.strengths.trained_level import TRAINED, move_seconds, proven, trained_level

JUDGE = "level:club"
"""Gives values to the turns of all levels, so that these can be compared."""

Watch = Callable[[str, int, int], None]
"""Told what is played, how many matches of it there are, and how many are wanted."""


def played_strengths(
    game: GameSource,
    levels: str | Sequence[str],
    settings: PlaySettings = USUAL,
    archive: Archive | str | PathLike[str] | None = None,
    goals: Goals | None = None,
    watch: Watch | None = None,
    train: float | None = None,
    told: Callable[[str], None] | None = None,
) -> Strengths:
    """Play a game at each of the levels with the same seed and number of matches; what is there is not played again.

    With ``train`` a network is taught for so many minutes first, and is the top level; ``told`` hears of it.
    """
    loaded = load(game)
    specs = level_specs(levels, loaded)
    if len(specs) + (train is not None) < 2:
        named = level_label(specs[0]) if specs else ""
        raise AptsError(
            f"levels are held against each other, so at least 2 are needed, not {named or 'none'!r}; "
            "a game at one strength is played with --agents (agents=)"
        )
    play = _fitting(settings, loaded, specs)
    labels = {spec: level_label(spec) for spec in specs}
    if train is not None:
        labels[trained_level(loaded, train, play.seed, play.workers, told)] = TRAINED
    played: list[LevelRun] = []
    proof, spent = None, None
    with executor_of(play.workers, play.cluster), archive_given(archive) as own:
        for spec, label in labels.items():
            name = None if settings.name is None else f"{settings.name} {label}"
            hears = None if watch is None else partial(watch, f"{loaded.name} {label}")
            run = played_run(loaded, replace(play, agents=[spec], name=name), own, goals, hears)
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


def _fitting(settings: PlaySettings, game: Game, specs: Sequence[str]) -> PlaySettings:
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
    levels: str | Sequence[str] = USUAL_LEVELS,
    matches: int | None = USUAL.matches,
    seed: int = USUAL.seed,
    *,
    archive: Archive | str | PathLike[str] | None = None,
    limit: int = USUAL.limit,
    evaluator: str | Agent | None = USUAL.evaluator,
    luck: int = USUAL.luck,
    goals: Goals | None = None,
    workers: int | None = USUAL.workers,
    cluster: str | None = USUAL.cluster,
    watch: Watch | None = None,
    train: float | None = None,
) -> Strengths:
    """Play-test a game at several strengths, and find out what changes with strength.

    ``levels`` are names of levels or spellings of agents, each for all seats, as a list or as one text with commas;
    ``"all"`` stands for all levels. Every level is a run of its own with the same seed and ``matches``; what an
    ``archive`` has of them is not played again. ``evaluator`` names the agent that judges the positions of all
    levels, so that their values can be compared: ``level:club`` where nothing is said. ``train`` teaches a network
    for so many minutes first, which is then the top level (it needs the extra ``learn``). The rest is as in
    :func:`apts.playtest`.

    >>> from apts import playtest_levels
    >>> levels = playtest_levels("tic-tac-toe", "random,uct:iterations=200", matches=60, evaluator="uct:iterations=20")
    >>> levels.labels, len(levels.at("random").matches)
    (('random', 'uct:iterations=200'), 60)
    >>> [trend.name for trend in levels.figures if trend.is_sure and trend.name == "drawishness"]
    ['drawishness']
    """
    settings = PlaySettings(None, matches, seed, limit, None, evaluator, luck=luck, workers=workers, cluster=cluster)
    return played_strengths(game, levels, settings, archive, goals, watch, train)
