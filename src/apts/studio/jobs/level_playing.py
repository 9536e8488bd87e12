"""A play-test at several strengths: a run for each level, what changes with strength, and one report of all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from apts.atomic_files import PRIVATE, atomic_write
from apts.engine.play.game import Game
from apts.locales import LANGUAGES
from apts.playtest.comparing.compare import StoppedComparison
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.strengths.level_runs import played_strengths
from apts.playtest.strengths.strengths import Strengths
from apts.report.comparisons.strengths_page import describe_unjudged, figures_table, findings_table, strengths_html
from apts.report.goal_descriptions import describe_decider
from apts.report.table_rows import Table
from apts.report.texts import ReportTexts, words
from apts.studio.goals_in_words import describe_goal
from apts.studio.jobs.job_context import JobContext
from apts.studio.store.database import Database
from apts.studio.store.run_artifacts import RunArtifacts
from apts.studio.store.run_notes import RunNote, RunNotes
from apts.studio.workers.run_summary import run_data

REPORT = "report.{language}.html"
"""The report of all levels in the folder of the job, in each language."""


def played_levels(context: JobContext, game: Game, request: PlaytestRequest) -> dict[str, Any]:
    """Play every level that was asked for, and tell what changes with strength; Ctrl-C keeps what was played."""
    watching = LevelWatching(context)
    try:
        found = played_strengths(game, request, context.archive, watch=watching)
    except StoppedComparison:
        raise KeyboardInterrupt from None
    watching.report("telling", at_once=True)
    _note_runs(context, found)
    data = strengths_data(found)
    if not found.interrupted:
        context.jobs.found(context.job.id, data)
        watching.report("writing", at_once=True)
        for language in LANGUAGES:
            place = context.own_folder() / REPORT.format(language=language)
            atomic_write(place, strengths_html(found, language).encode(), PRIVATE)
    watching.report("over", at_once=True)
    return data


def strengths_data(found: Strengths) -> dict[str, Any]:
    """What a play-test at several strengths shows, as plain values in all languages."""
    return {
        "interrupted": found.interrupted,
        "matches": sum(len(run.matches) for run in found.runs),
        "wanted": sum(run.manifest.matches for run in found.runs),
        "levels": [
            {"label": level.label, "run": level.run.name, "matches": len(level.run.matches)} for level in found.levels
        ],
        "strengths": {language: _strengths_in_language(found, language) for language in LANGUAGES},
    }


def _strengths_in_language(found: Strengths, language: str) -> dict[str, Any]:
    chosen = replace(words(language), seat_names=found.seat_names)
    goals = _goals(found, chosen)
    return {
        "sentences": [chosen.render(message) for message in found.messages()],
        "figures": _table(figures_table(found, found.figures, chosen)),
        "findings": _table(findings_table(found, chosen)),
        "goals": goals,
        "unjudged": describe_unjudged(found, chosen),
    }


def _goals(found: Strengths, chosen: ReportTexts) -> list[dict[str, Any]]:
    """Every goal with its verdict at each level that it is about."""
    data: dict[str, dict[str, Any]] = {}
    for level, judged in found.judgements:
        name = judged.goal.name or str(judged.goal)
        goal = data.setdefault(
            name, {"name": name, "wanted": describe_goal(judged.goal, chosen), "typed": str(judged.goal), "levels": []}
        )
        verdict = {"verdict": judged.verdict, "said": chosen(f"goal.{judged.verdict}")}
        goal["levels"].append({"level": level, **verdict, "measured": describe_decider(judged, chosen)})
    return list(data.values())


def _table(table: Table) -> dict[str, Any]:
    return {
        "headings": list(table.headings),
        "rows": [list(row) for row in table.rows],
        "marked": sorted(table.marked),
    }


def _note_runs(context: JobContext, found: Strengths) -> None:
    """Say of every run whose it is, and what it shows, so that its page need not wait."""
    job_request = context.job.request
    goals = tuple(job_request.get("goals") or ())
    note = RunNote(
        context.job.game, job_request.get("version"), job_request.get("settings") or {}, goals, context.job.id
    )
    database = Database(context.folder / "studio.db")
    for run in found.runs:
        RunNotes(database).write(run.manifest, note)
        RunArtifacts(context.folder, run.manifest, len(run.matches), goals).store("summary", run_data(run))
    database.close()


class LevelWatching:
    """Tells which level is being played, and how far it is."""

    def __init__(self, context: JobContext) -> None:
        self._context = context
        self._now: Mapping[str, Any] = {}

    def __call__(self, what: str, played: int, wanted: int) -> None:
        """Called after every match with the name of the game and the level."""
        self._now = {"level": what.rpartition(" ")[2], "played": played, "wanted": wanted}
        self.report("playing")

    def report(self, stage: str, *, at_once: bool = False) -> None:
        """Write down how far it is."""
        levels = list(self._context.job.request["levels"])
        self._context.report({"stage": stage, **self._now, "levels": levels}, at_once=at_once)
