"""A search for better rules: the smallest edits that bring a game inside its goals."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import Any

from apts.locales import LANGUAGES
from apts.report import write_improvement
from apts.studio.jobs.desk import JobDesk
from apts.studio.jobs.search_orders import read_search
from apts.studio.jobs.search_told import front_so_far, told_search, told_step
from apts.studio.store.run_notes import job_told
from apts.variants.origins import text_origin
from apts.variants.search.improve import improved_as_asked
from apts.variants.search.workbench import Step
from apts.variants.variant import Variant, as_variant

REPORT = "report.{language}.html"
"""The page of a search in the folder of its job, in each language."""


def perform(desk: JobDesk) -> dict[str, Any]:
    """Search until the budget is spent; performed again, it plays no match twice and has the time that is left."""
    telling = Telling(desk)
    request = replace(read_search(desk.job.orders), command=job_told(desk.job.id))
    found = improved_as_asked(
        searched_game(desk), request, desk.archive, telling.step, telling.match, spent=telling.spent
    )
    told = told_search(found)
    desk.jobs.found(desk.job.id, told)
    for language in LANGUAGES:
        write_improvement(found, desk.own_folder() / REPORT.format(language=language), language)
    telling.tell(at_once=True)
    return told


def searched_game(desk: JobDesk) -> Variant:
    """The game that the search begins with."""
    found, settings = desk.shelf_game, dict(desk.job.orders.get("settings") or {})
    if found.made_of != "text":
        return as_variant(found.id, settings)
    return Variant(text_origin(found.rules, found.file, settings))


class Telling:
    """Tells the studio how far a search is: its trace, the front so far, the round that is being played."""

    def __init__(self, desk: JobDesk) -> None:
        self._desk, self._began = desk, monotonic()
        self.spent = float(desk.job.progress.get("minutes", 0.0))
        self._trace: list[dict[str, Any]] = []
        self._round = (0, 0)

    def step(self, step: Step) -> None:
        """Take note of a step of the search."""
        self._trace.append(told_step(step))
        self._round = (0, 0)
        self.tell(at_once=True)

    def match(self, done: int, wanted: int) -> None:
        """Take note of a match."""
        self._round = (done, wanted)
        self.tell()

    def tell(self, *, at_once: bool = False) -> None:
        """Say how far it is."""
        minutes = self.spent + (monotonic() - self._began) / 60.0
        progress = {
            "minutes": round(minutes, 4),
            "matches": self._trace[-1]["matches"] if self._trace else 0,
            "round": list(self._round),
            "trace": self._trace,
            "front": front_so_far(self._trace),
        }
        self._desk.tell(progress, at_once=at_once)
