"""What a job works with: what was asked for, the archive, and a way to say how far it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import Any

from apts.archive import Archive
from apts.atomic_files import PRIVATE, atomic_write
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.library import load, rules_game
from apts.learning.training.training_settings import MeasureSettings, TrainRequest
from apts.locales import LANGUAGES
from apts.playtest.comparing.compare import StoppedComparison
from apts.playtest.matches.forecast import SETTLED_MOST
from apts.playtest.matches.playtest_request import PlaytestRequest, Until
from apts.playtest.strengths.strengths import Strengths, played_strengths
from apts.report.pages.comparison_page import describe_unjudged, figures_table, findings_table, strengths_html
from apts.report.pages.first_page import thin_notes_of_run
from apts.report.subject import describe_decider
from apts.report.table_rows import Table
from apts.report.texts import ReportTexts, words
from apts.request_fields import offered
from apts.studio.settings import private_folder
from apts.studio.store.database import Database
from apts.studio.store.game_store import GameStore, StoredGame
from apts.studio.store.jobs import Job, Jobs, RunArtifacts, RunNote, RunNotes
from apts.studio.words import describe_goal
from apts.studio.workers.run_questions import run_data
from apts.variants.search.improve_request import ImproveRequest

PROGRESS_SECONDS = 0.7
"""How often progress is written down at most."""


@dataclass
class JobContext:
    """What one job works with. The kind's function takes it, works, and returns its result as JSON values.

    Ctrl-C (``KeyboardInterrupt``) is how a job is told to stop; what it has until then is kept.
    """

    job: Job
    jobs: Jobs
    game_store: GameStore
    archive: Archive
    folder: Path
    _reported: float = field(default=float("-inf"), repr=False)

    def report(self, progress: Mapping[str, Any], *, at_once: bool = False) -> None:
        """Say how far the job is; what comes too quickly after the last is left out unless it must be told."""
        moment = monotonic()
        if at_once or moment - self._reported >= PROGRESS_SECONDS:
            self._reported = moment
            self.jobs.report(self.job.id, progress)

    @property
    def stored_game(self) -> StoredGame:
        """The game of the job, in the version that was asked for."""
        return self.game_store.game(self.job.game, self.job.asked_game.version)

    def game(self) -> Game:
        """The game of the job, compiled, with the settings that were asked for."""
        found, settings = self.stored_game, self.job.asked_game.settings
        if found.made_of != "text":
            return load(found.id, **settings)
        return rules_game(found.rules, found.file, dict(settings))

    def own_folder(self) -> Path:
        """A folder for the files of this job alone."""
        place = self.folder / "jobs" / self.job.id
        return private_folder(place)


# ----------------------------------------------------------------------------------------------------------------
# What jobs keep of the requests for play-tests and searches, and play-tests at several strengths.

# ----------------------------------------------------------------------------------------------------------------
# What a job of the studio keeps of the request for a play-test, as JSON values, and how it is read again.

QUICK, FITTING, SETTLED, NUMBER = AMOUNTS = ("quick", "usual", "settled", "number")
"""A first look, as many matches as fit the game, until enough is known, or so many: one word of forms and programs for
the fields ``quick``, ``until`` and ``matches``."""


def request_with(fields: Mapping[str, Any], amount: str | None) -> PlaytestRequest:
    """A request of a page or a program, which may say by one word how much is played."""
    until, matches = fields.get("until"), fields.get("matches")
    if amount is None:
        return PlaytestRequest(**fields)
    if amount not in AMOUNTS:
        raise AptsError(f"there is no amount {amount!r} (there are: {', '.join(AMOUNTS)})")
    if amount == NUMBER and matches is None:
        raise AptsError('the amount "number" needs a number: give matches, such as 200')
    if amount != SETTLED and until is not None:
        raise AptsError(f'until goes with the amount "settled", not with {amount!r}; leave one of them out')
    if amount == SETTLED and until is None:
        until = Until(settled=True)
    return PlaytestRequest(**{**fields, "until": until, "quick": amount == QUICK or fields.get("quick", False)})


def amount_of(request: PlaytestRequest) -> str:
    """How much a request asks for, in one word."""
    if request.quick:
        return QUICK
    return SETTLED if request.until is not None else FITTING if request.matches is None else NUMBER


def write_job_request(request: PlaytestRequest) -> dict[str, Any]:
    """What a job keeps; the word for the amount is for programs, and for an older studio that reads it."""
    data = request.as_data()
    return {**{name: data[name] for name in offered(PlaytestRequest, "api")}, "amount": amount_of(request)}


def read_job_request(job_request: Mapping[str, Any]) -> PlaytestRequest:
    """The request of a job, of an older studio too; what no page can ask for is not read. A job goes on with its run."""
    given = {
        name: job_request[name]
        for name in offered(PlaytestRequest, "api")
        if job_request.get(name) not in (None, [], "")
    }
    if "quick" not in job_request:
        if "until" not in job_request:
            given |= _older(job_request)
        given["quick"] = job_request.get("amount") == QUICK
    return PlaytestRequest(**given, resume=True)


def _older(job_request: Mapping[str, Any]) -> dict[str, Any]:
    """What older requests say in other words: a precision, a number that counts for some amounts only, one judge."""
    amount, precision = job_request.get("amount", FITTING), job_request.get("precision")
    matches = job_request.get("matches")
    found = {
        "until": Until(settled=not precision, precision=precision or None) if amount == SETTLED else None,
        "matches": matches if amount == NUMBER else (matches or SETTLED_MOST) if amount == SETTLED else None,
    }
    if job_request.get("levels") and job_request.get("evaluate"):
        found |= {"evaluate": None, "evaluator": job_request["evaluate"]}
    return found


# ----------------------------------------------------------------------------------------------------------------
# What a job of the studio keeps of the request for a search, as JSON values, and how it is read again.


def written_search(request: ImproveRequest) -> dict[str, Any]:
    """What a job keeps."""
    data = request.as_data()
    return {name: data[name] for name in offered(ImproveRequest, "api")}


def read_search(job_request: Mapping[str, Any]) -> ImproveRequest:
    """The request of a job, of an older studio too; what no page can ask for is not read."""
    given = {
        name: job_request[name]
        for name in offered(ImproveRequest, "api")
        if job_request.get(name) not in (None, "", [])
    }
    return ImproveRequest(**given)


# ----------------------------------------------------------------------------------------------------------------
# What a job of the studio keeps of the request for a training, as JSON values, and how it is read again.

ENDLESS = 100_000
"""Cycles of a training that ends by the clock."""


def written_training(request: TrainRequest) -> dict[str, Any]:
    """What a job keeps of a request, its settings one by one as older studios read them."""
    data = request.as_data()
    kept = {name: data[name] for name in offered(TrainRequest, "api")}
    named = request.named(shaped=request.start is not None)
    settings = {name: value for name, value in named.items() if name not in kept}
    return {**kept, "wishes": settings, "measure": asdict(request.measured)}


def read_training(orders: Mapping[str, Any]) -> TrainRequest:
    """The request of a job, of an older studio too. It ends by the clock; what no page can ask for is not read."""
    measure = MeasureSettings(**orders.get("measure", {}))
    settings = {"cycles": ENDLESS, "minutes": orders.get("minutes", 0.0), **orders.get("wishes", {})}
    return TrainRequest(
        **settings,
        start=orders.get("start") or None,
        measure=measure.every,
        matches=measure.matches,
        iterations=measure.iterations,
    )


# ----------------------------------------------------------------------------------------------------------------
# A play-test at several strengths: a run for each level, what changes with strength, and one report of all.

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
        "notes": list(dict.fromkeys(note for run in found.runs for note in thin_notes_of_run(run, chosen))),
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
    note = RunNote.of(context.job)
    database = Database(context.folder / "studio.db")
    for run in found.runs:
        RunNotes(database).write(run.manifest, note)
        RunArtifacts(context.folder, run.manifest, len(run.matches), note.goals).store("summary", run_data(run))
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
