"""A play-test from beginning to end: matches are played into an archive, and a :class:`Run` tells what they show."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from apts.agents.agent import Agent
from apts.agents.registry import agent
from apts.archive import Archive, MatchRecord, MatchWriter, RunManifest, open_archive
from apts.engine.face import Game, State
from apts.engine.python_game import ClassGame
from apts.errors import AptsError
from apts.games.library import load
from apts.playtest.evidence import Evidence, Goals
from apts.playtest.findings import Finding, find
from apts.playtest.match import TURN_LIMIT, replay
from apts.playtest.metrics import Metrics
from apts.playtest.runner import Plan, played
from apts.playtest.schedule import seated
from apts.playtest.strength import halved

Watch = Callable[[int, int], None]
"""Told after every match how many there are and how many are wanted."""


class Run:
    """The matches of a run and what they show. Everything is computed from the matches, when it is asked for.

    ``name`` is what the archive calls it, ``interrupted`` tells that it was ended before all matches were played.
    ``weaker`` is the same run at half the strength, where that was asked for.
    """

    def __init__(
        self,
        manifest: RunManifest,
        matches: Sequence[MatchRecord],
        game: Game | None = None,
        *,
        name: str = "",
        goals: Goals | None = None,
        weaker: Run | None = None,
        interrupted: bool = False,
    ):
        self.manifest, self.name, self.game = manifest, name, game
        self.matches = tuple(matches)
        self.goals = goals or Goals()
        self.weaker, self.interrupted = weaker, interrupted

    @cached_property
    def evidence(self) -> Evidence:
        """The matches as metrics and findings read them."""
        return Evidence(self.manifest, self.matches, self.game, self.goals)

    @cached_property
    def metrics(self) -> Metrics:
        """All metrics by name, each computed when it is first asked for."""
        return Metrics(self.evidence)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What the matches show, the worst first."""
        return find(self.evidence, self.metrics, self.weaker.metrics if self.weaker is not None else None)

    def match(self, number: int) -> MatchRecord:
        """The match with a number."""
        for match in self.matches:
            if match.number == number:
                return match
        raise AptsError(f"the run has no match {number}; it has {len(self.matches)} of {self.manifest.matches}")

    def replay(self, number: int) -> tuple[State, ...]:
        """The positions of one match, from the start to the end."""
        if self.game is None:
            raise AptsError("the game of this run is not at hand, so its matches cannot be played again")
        return tuple(replay(self.game, self.match(number)))

    def report(self, path: str | PathLike[str], **settings: Any) -> Path:
        """Write the report as one HTML file; gives its path."""
        try:
            module = import_module("apts.report")
            write = module.write_report
        except (ImportError, AttributeError) as problem:
            raise AptsError(f"the report cannot be written: this installation has no reports ({problem})") from problem
        write(self, Path(path), **settings)
        return Path(path)

    def as_data(self) -> dict[str, Any]:
        """Metrics and findings as plain values."""
        return {
            "run": self.name,
            "game": self.manifest.game,
            "agents": list(self.manifest.agents),
            "seed": self.manifest.seed,
            "matches": len(self.matches),
            "wanted": self.manifest.matches,
            "interrupted": self.interrupted,
            "findings": [finding.as_data() for finding in self.findings],
            "metrics": {name: metric.as_data() for name, metric in self.metrics.items()},
        }

    def __repr__(self) -> str:
        return f"<run of {self.manifest.game}: {len(self.matches)} matches>"


def playtest(
    game: Game | str,
    agents: Sequence[str | Agent] = ("level:club",),
    matches: int = 100,
    seed: int = 1,
    *,
    archive: Archive | str | PathLike[str] | None = None,
    resume: bool = False,
    limit: int = TURN_LIMIT,
    evaluate: str | None = None,
    guard: bool = False,
    goals: Goals | None = None,
    workers: int | None = None,
    name: str | None = None,
    command: str = "",
    watch: Watch | None = None,
) -> Run:
    """Let agents play a game many times and find out what is wrong with it.

    ``agents`` is one agent for each seat, or one for all; where they differ, seats are swapped. Matches go into the
    ``archive`` (a path or an address; without one they are kept in memory only). ``resume`` goes on with a run that was
    interrupted. ``limit`` is the most turns of a match. ``evaluate`` names the agent that gives values to the turns of
    agents without any. ``guard`` plays everything again at half the strength, to see whether the answers hold. Ctrl-C
    ends the run early and keeps what was played.
    """
    loaded = load(game) if isinstance(game, str) else game
    if matches < 1:
        raise AptsError(f"a play-test needs at least 1 match, not {matches}")
    specs = seated([agent(spec).spec for spec in agents], loaded.players)
    if any(agent(spec).is_person for spec in specs):
        raise AptsError("a play-test is played by agents alone; a person cannot be asked")
    judge = agent(evaluate).spec if evaluate else None
    manifest = manifest_of(loaded, specs, matches, seed, limit, judge, command)
    plan = Plan(loaded, specs, seed, limit, judge)
    weaker = None
    own = open_archive(archive) if isinstance(archive, (str, PathLike)) else archive
    try:
        run_name, records, interrupted = _played(plan, manifest, own, resume, workers, name, watch)
        if guard and not interrupted:
            weaker = _guarding(plan, manifest, own, goals, workers, watch)
    finally:
        if own is not None and own is not archive:
            own.close()
    return Run(manifest, records, loaded, name=run_name, goals=goals, weaker=weaker, interrupted=interrupted)


def _played(
    plan: Plan,
    manifest: RunManifest,
    archive: Archive | None,
    resume: bool,
    workers: int | None,
    name: str | None,
    watch: Watch | None,
) -> tuple[str, list[MatchRecord], bool]:
    """Play what is missing; gives the name of the run, all its matches, and whether it was interrupted."""
    wanted = manifest.matches
    if archive is None:
        found: list[MatchRecord] = []
        interrupted = _play(plan, range(1, wanted + 1), workers, found.append, watch, 0, wanted)
        return name or manifest.game, sorted(found, key=lambda match: match.number), interrupted
    run = archive.start(manifest, name)
    missing = archive.missing(run, wanted)
    there = wanted - len(missing)
    if there and missing and not resume:
        raise AptsError(
            f"the archive has {there} of {wanted} matches of this run ({run}) already; "
            "go on with --resume (resume=True), or give another seed or name"
        )
    with MatchWriter(archive, run) as writer:
        interrupted = _play(plan, missing, workers, writer.add, watch, there, wanted)
    records = [match for match in archive.matches(run) if match.number <= wanted]
    return run, records, interrupted


def _play(
    plan: Plan,
    numbers: Sequence[int],
    workers: int | None,
    keep: Callable[[MatchRecord], None],
    watch: Watch | None,
    there: int,
    wanted: int,
) -> bool:
    """Play matches and keep each as it ends; tells whether Ctrl-C ended it."""
    if watch is not None:
        watch(there, wanted)
    records = played(plan, numbers, workers)
    try:
        for done, record in enumerate(records, there + 1):
            keep(record)
            if watch is not None:
                watch(done, wanted)
    except KeyboardInterrupt:
        return True
    finally:
        close = getattr(records, "close", None)
        if close is not None:
            close()
    return False


def _guarding(
    plan: Plan,
    manifest: RunManifest,
    archive: Archive | None,
    goals: Goals | None,
    workers: int | None,
    watch: Watch | None,
) -> Run | None:
    """The same run at half the strength; None where no agent has a budget to halve."""
    specs = tuple(halved(spec, plan.game) or spec for spec in plan.specs)
    if specs == plan.specs:
        return None
    weak_plan = Plan(plan.game, specs, plan.seed, plan.limit, plan.evaluation)
    weak = manifest_of(plan.game, specs, manifest.matches, plan.seed, plan.limit, plan.evaluation, manifest.command)
    name, records, interrupted = _played(weak_plan, weak, archive, True, workers, None, watch)
    return Run(weak, records, plan.game, name=name, goals=goals, interrupted=interrupted)


def open_run(archive: Archive, name: str, game: Game | None = None, goals: Goals | None = None) -> Run:
    """A run from an archive; the game is loaded from the rules in the manifest where none is given."""
    manifest = archive.manifest(name)
    if game is None and "(game" in manifest.rules:
        game = load(manifest.rules, **dict(manifest.options), **dict(manifest.settings.get("parameters_set", {})))
    return Run(manifest, list(archive.matches(name)), game, name=name, goals=goals)


def manifest_of(
    game: Game, specs: tuple[str, ...], matches: int, seed: int, limit: int, evaluation: str | None, command: str
) -> RunManifest:
    """All that is needed to play the run again."""
    return RunManifest(
        game=game.name,
        players=game.players,
        rules=_rules(game),
        agents=specs,
        seed=seed,
        matches=matches,
        options=dict(game.chosen),
        parameters={parameter.path: parameter.value for parameter in game.parameters},
        settings={"turn_limit": limit, "evaluation": evaluation},
        versions={"apts": _version(), "numpy": np.__version__},
        command=command,
    )


def _rules(game: Game) -> str:
    if isinstance(game, ClassGame):
        try:
            return inspect.getsource(type(game.definition))
        except (OSError, TypeError):
            return game.rules
    return game.rules


def _version() -> str:
    try:
        return version("apts")
    except PackageNotFoundError:
        return "unknown"
