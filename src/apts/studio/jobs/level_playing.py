"""A play-test at several strengths: a run for each level, what changes with strength, and one report of all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from apts.engine.play.game import Game
from apts.locales import LANGUAGES
from apts.playtest.comparing.compare import StoppedComparison
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.strengths.level_runs import played_strengths
from apts.playtest.strengths.strengths import Strengths
from apts.report.comparisons.strengths_page import figures_table, findings_table, strengths_html, unjudged_told
from apts.report.goals_told import decider_told
from apts.report.table_rows import Table
from apts.report.texts import Words, words
from apts.studio.goals_in_words import told_goal
from apts.studio.jobs.desk import JobDesk
from apts.studio.store.database import Database
from apts.studio.store.run_notes import RunNote, RunNotes
from apts.studio.store.run_papers import RunPapers
from apts.studio.workshop.run_words import told_run
from apts.whole_files import PRIVATE, write_whole

REPORT = "report.{language}.html"
"""The report of all levels in the folder of the job, in each language."""


def played_levels(desk: JobDesk, game: Game, request: PlaytestRequest) -> dict[str, Any]:
    """Play every level that was asked for, and tell what changes with strength; Ctrl-C keeps what was played."""
    watching = LevelWatching(desk)
    try:
        found = played_strengths(game, request, desk.archive, watch=watching)
    except StoppedComparison:
        raise KeyboardInterrupt from None
    watching.tell("telling", at_once=True)
    _note_runs(desk, found)
    told = told_strengths(found)
    if not found.interrupted:
        desk.jobs.found(desk.job.id, told)
        watching.tell("writing", at_once=True)
        for language in LANGUAGES:
            place = desk.own_folder() / REPORT.format(language=language)
            write_whole(place, strengths_html(found, language).encode(), PRIVATE)
    watching.tell("over", at_once=True)
    return told


def told_strengths(found: Strengths) -> dict[str, Any]:
    """What a play-test at several strengths shows, as plain values in all languages."""
    return {
        "interrupted": found.interrupted,
        "matches": sum(len(run.matches) for run in found.runs),
        "wanted": sum(run.manifest.matches for run in found.runs),
        "levels": [
            {"label": level.label, "run": level.run.name, "matches": len(level.run.matches)} for level in found.levels
        ],
        "strengths": {language: _told(found, language) for language in LANGUAGES},
    }


def _told(found: Strengths, language: str) -> dict[str, Any]:
    chosen = replace(words(language), seat_names=found.seat_names)
    goals = _goals(found, chosen)
    return {
        "sentences": [chosen.told(message) for message in found.messages()],
        "figures": _table(figures_table(found, found.figures, chosen)),
        "findings": _table(findings_table(found, chosen)),
        "goals": goals,
        "unjudged": unjudged_told(found, chosen),
    }


def _goals(found: Strengths, chosen: Words) -> list[dict[str, Any]]:
    """Every goal with its verdict at each level that it is about."""
    told: dict[str, dict[str, Any]] = {}
    for level, judged in found.judgements:
        name = judged.goal.name or str(judged.goal)
        goal = told.setdefault(
            name, {"name": name, "wanted": told_goal(judged.goal, chosen), "typed": str(judged.goal), "levels": []}
        )
        verdict = {"verdict": judged.verdict, "said": chosen(f"goal.{judged.verdict}")}
        goal["levels"].append({"level": level, **verdict, "measured": decider_told(judged, chosen)})
    return list(told.values())


def _table(table: Table) -> dict[str, Any]:
    return {
        "headings": list(table.headings),
        "rows": [list(row) for row in table.rows],
        "marked": sorted(table.marked),
    }


def _note_runs(desk: JobDesk, found: Strengths) -> None:
    """Say of every run whose it is, and what it shows, so that its page need not wait."""
    orders = desk.job.orders
    goals = tuple(orders.get("goals") or ())
    note = RunNote(desk.job.game, orders.get("version"), orders.get("settings") or {}, goals, desk.job.id)
    database = Database(desk.folder / "studio.db")
    for run in found.runs:
        RunNotes(database).write(run.manifest, note)
        RunPapers(desk.folder, run.manifest, len(run.matches), goals).tell("summary", told_run(run))
    database.close()


class LevelWatching:
    """Tells which level is being played, and how far it is."""

    def __init__(self, desk: JobDesk) -> None:
        self._desk = desk
        self._now: Mapping[str, Any] = {}

    def __call__(self, what: str, played: int, wanted: int) -> None:
        """Called after every match with the name of the game and the level."""
        self._now = {"level": what.rpartition(" ")[2], "played": played, "wanted": wanted}
        self.tell("playing")

    def tell(self, stage: str, *, at_once: bool = False) -> None:
        """Write down how far it is."""
        levels = list(self._desk.job.orders["levels"])
        self._desk.tell({"stage": stage, **self._now, "levels": levels}, at_once=at_once)
