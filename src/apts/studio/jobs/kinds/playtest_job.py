"""A play-test: matches are played into the archive, findings are shown while it runs, reports are written at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from apts.archive import RunManifest
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.locales import LANGUAGES
from apts.playtest.evidence.evidence import Goals
from apts.playtest.goal_check import check_parts
from apts.playtest.goals.goal_files import requested_goals
from apts.playtest.matches.forecast import settled
from apts.playtest.matches.manifests import manifest_of
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.panel.panel_plan import PanelPlan, panel_plan
from apts.playtest.run import Run, plan_of, played_run, with_first_limit
from apts.report.pages.run_page import report_html
from apts.studio.jobs.job_context import JobContext, played_levels, read_job_request
from apts.studio.jobs.job_kinds import JobKind
from apts.studio.store.database import Database
from apts.studio.store.jobs import Job, RunArtifacts, RunNote, RunNotes
from apts.studio.words import StudioTexts, describe_players
from apts.studio.workers.run_questions import charts_data, run_data

LOOK_SHARE = 0.1
"""First findings are looked for as long as that takes no more than this share of the time."""

FIRST_LOOK = 8
"""Matches before the first look."""


def perform(context: JobContext) -> dict[str, Any]:
    """Play what is missing of the run, and tell what it shows; Ctrl-C keeps what was played."""
    context.report({"stage": "compiling"}, at_once=True)
    game = context.game()
    request = read_job_request(context.job.request)
    goals = requested_goals(request.goals) or Goals()
    if request.at_levels:
        return played_levels(context, game, request)
    panel = panel_plan(request, game)
    fitted = fitting_request(request if panel is None else panel.settings(request), game)
    settings = with_first_limit(game, fitted)
    check_parts(game, goals, settings.limit)
    manifest, name = _begun(context, game, settings, panel)
    watching = Watching(context, game, goals, manifest, name)
    further = request.agents is None
    run = played_run(game, settings, context.archive, goals, watching, panel=panel, further=further)
    played = sum(len(one.matches) for one in (run, *run.beside))
    watching.report(stage="telling", played=played, at_once=True)
    data = run_data(run)
    artifacts = RunArtifacts(context.folder, run.manifest, len(run.matches), context.job.asked_goals)
    artifacts.store("summary", data)
    result = {"run": name, "interrupted": run.interrupted, **data}
    if not run.interrupted:
        context.jobs.found(context.job.id, result)
        watching.report(stage="writing", played=played, at_once=True)
        RunArtifacts(context.folder, run.manifest, len(run.matches)).store("charts", charts_data(run))
        for language in LANGUAGES:
            artifacts.write(f"report.{language}.html", report_html(run, language))
    watching.report(stage="over", played=played, at_once=True)
    return result


def fitting_request(request: PlaytestRequest, game: Game) -> PlaytestRequest:
    """What was asked for, and where nothing was what fits the game."""
    goals = requested_goals(request.goals) or Goals()
    return settled(request, [game], {goal.metric for goal in goals.wanted})


def _begun(
    context: JobContext, game: Game, settings: PlaytestRequest, panel: PanelPlan | None
) -> tuple[RunManifest, str]:
    """The run in the archive, begun or found again, with a note of whose it is."""
    assert settings.matches is not None
    manifest = manifest_of(plan_of(game, settings), settings.matches, until=settings.stop)
    manifest = manifest if panel is None else panel.noted(manifest)
    name = context.archive.start(manifest)
    database = Database(context.folder / "studio.db")
    RunNotes(database).write(manifest, RunNote.of(context.job))
    database.close()
    return manifest, name


@dataclass
class Watching:
    """Tells how far a play-test is, and now and then what its matches show so far."""

    context: JobContext
    game: Game
    goals: Goals
    manifest: RunManifest
    name: str
    _began: float = field(default_factory=monotonic)
    _before: int | None = None
    _next_look: float = float("-inf")
    _first: Mapping[str, Any] = field(default_factory=dict)
    _wanted: int = 0
    _rate: float | None = None

    def __call__(self, played: int, wanted: int) -> None:
        """Called after every match."""
        self._wanted = wanted
        if self._before is None:
            self._before, self._began = played, monotonic()
        if played >= FIRST_LOOK and monotonic() >= self._next_look:
            self._look()
        self.report("playing", played)

    def report(self, stage: str, played: int, *, at_once: bool = False) -> None:
        """Write down how far it is."""
        seconds = monotonic() - self._began
        fresh = played - (self._before or 0)
        if stage == "playing":
            self._rate = fresh / seconds if fresh > 0 and seconds > 0.0 else None
        rate = self._rate
        progress = {
            "stage": stage,
            "run": self.name,
            "played": played,
            "wanted": self._wanted,
            "a_minute": None if rate is None else 60.0 * rate,
            "seconds_left": None if rate is None else (self._wanted - played) / rate,
            "settling": self.manifest.settings.get("until") is not None,
            "agents": list(self.manifest.agents),
            "first": self._first,
        }
        self.context.report(progress, at_once=at_once)

    def _look(self) -> None:
        """What the matches that are stored show; the next look comes after ten times as long as this one took."""
        began = monotonic()
        known = list(self.context.archive.matches(self.name))
        if len(known) >= FIRST_LOOK:
            try:
                data = run_data(Run(self.manifest, known, self.game, name=self.name, goals=self.goals))
            except AptsError:
                data = {"languages": {}}
            self._first = {
                "matches": len(known),
                "languages": {
                    language: {key: found[key] for key in ("verdict", "notes", "findings", "figures", "goals")}
                    for language, found in data["languages"].items()
                },
            }
        ended = monotonic()
        self._next_look = ended + max(1.0, (ended - began) / LOOK_SHARE)


def about(job: Job, message: StudioTexts) -> str:
    """Who played how many matches."""
    levels = [f"level:{name}" for name in job.request.get("levels") or ()]
    played = job.result.get("matches") or job.progress.get("played")
    parts = (
        describe_players(levels or job.progress.get("agents") or (), message),
        message.counted("runs.played", int(played)) if played else "",
    )
    return " · ".join(part for part in parts if part)


KIND = JobKind("playtest", 1, perform, one="/jobs/{id}", others="/jobs", about=about)
