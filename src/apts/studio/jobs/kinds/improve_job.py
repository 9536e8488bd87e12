"""A search for better rules: the smallest edits that bring a game inside its goals."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import Any

from apts.locales import LANGUAGES
from apts.report import write_improvement
from apts.studio.jobs.job_context import JobContext, read_search
from apts.studio.jobs.job_kinds import JobKind
from apts.studio.jobs.search_summary import front_so_far, search_data, step_data
from apts.studio.store.jobs import Job, describe_job
from apts.studio.words import StudioTexts
from apts.variants.authored_text import text_origin
from apts.variants.search.improve import improve_by_request
from apts.variants.search.search_state import SearchStep
from apts.variants.variant import Variant, as_variant

REPORT = "report.{language}.html"
"""The page of a search in the folder of its job, in each language."""


def perform(context: JobContext) -> dict[str, Any]:
    """Search until the budget is spent; performed again, it plays no match twice and has the time that is left."""
    telling = SearchProgress(context)
    request = replace(read_search(context.job.request), command=describe_job(context.job.id))
    found = improve_by_request(
        searched_game(context), request, context.archive, telling.step, telling.match, spent=telling.spent
    )
    data = search_data(found)
    context.jobs.found(context.job.id, data)
    for language in LANGUAGES:
        write_improvement(found, context.own_folder() / REPORT.format(language=language), language)
    telling.report(at_once=True)
    return data


def searched_game(context: JobContext) -> Variant:
    """The game that the search begins with."""
    found, settings = context.stored_game, context.job.asked_game.settings
    if found.made_of != "text":
        return as_variant(found.id, settings)
    return Variant(text_origin(found.rules, found.file, settings))


class SearchProgress:
    """Tells the studio how far a search is: its trace, the front so far, the round that is being played."""

    def __init__(self, context: JobContext) -> None:
        self._context, self._began = context, monotonic()
        self.spent = float(context.job.progress.get("minutes", 0.0))
        self._trace: list[dict[str, Any]] = []
        self._round = (0, 0)

    def step(self, step: SearchStep) -> None:
        """Take note of a step of the search."""
        self._trace.append(step_data(step))
        self._round = (0, 0)
        self.report(at_once=True)

    def match(self, done: int, wanted: int) -> None:
        """Take note of a match."""
        self._round = (done, wanted)
        self.report()

    def report(self, *, at_once: bool = False) -> None:
        """Say how far it is."""
        minutes = self.spent + (monotonic() - self._began) / 60.0
        progress = {
            "minutes": round(minutes, 4),
            "matches": self._trace[-1]["matches"] if self._trace else 0,
            "round": list(self._round),
            "trace": self._trace,
            "front": front_so_far(self._trace),
        }
        self._context.report(progress, at_once=at_once)


def about(job: Job, message: StudioTexts) -> str:
    """What came of it."""
    return message(f"improve.verdict.{job.result['verdict']}.short") if job.result else ""


KIND = JobKind("improve", 2, perform, one="/improve/{id}", others="/games/{game}/improve", about=about)
