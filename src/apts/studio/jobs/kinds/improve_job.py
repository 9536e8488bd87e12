"""A search for better rules: the smallest edits that bring a game inside its goals."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic
from typing import Any

from apts.locales import LANGUAGES
from apts.playtest.evidence.evidence import Goals
from apts.playtest.goals import read_goal
from apts.playtest.matches.play_settings import USUAL, PlaySettings
from apts.report import write_improvement
from apts.studio.jobs.desk import JobDesk
from apts.studio.jobs.search_told import front_so_far, told_search, told_step
from apts.studio.store.run_notes import job_told
from apts.variants.origins import text_origin
from apts.variants.search.edit_kinds import read_kinds
from apts.variants.search.improve_settings import ImproveSettings
from apts.variants.search.improving import improved
from apts.variants.search.usual_search import FRESH, MOST
from apts.variants.search.workbench import Step
from apts.variants.tunables import read_limits
from apts.variants.variant import Variant, as_variant

REPORT = "report.{language}.html"
"""The page of a search in the folder of its job, in each language."""


def perform(desk: JobDesk) -> dict[str, Any]:
    """Search until the budget is spent; performed again, it plays no match twice and has the time that is left."""
    orders, telling = desk.job.orders, Telling(desk)
    play = PlaySettings(
        orders.get("agents") or None,
        seed=orders.get("seed", USUAL.seed),
        limit=orders.get("limit", USUAL.limit),
        command=job_told(desk.job.id),
    )
    found = improved(
        searched_game(desk),
        goals_of(orders),
        play,
        settings_of(orders, telling.spent),
        desk.archive,
        telling.step,
        telling.match,
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


def goals_of(orders: Mapping[str, Any]) -> Goals:
    """The goals that were asked for, each a text and the weight of a wish."""
    return Goals(wanted=tuple(read_goal(one["goal"], weight=one.get("weight")) for one in orders["goals"]))


def settings_of(orders: Mapping[str, Any], spent: float = 0.0) -> ImproveSettings:
    """How to search, as it was asked for."""
    return ImproveSettings(
        minutes=orders.get("minutes"),
        matches=orders.get("matches"),
        method=orders.get("method", "race"),
        kinds=read_kinds(",".join(orders.get("edits") or ["all"])),
        most=orders.get("most", MOST),
        fresh=orders.get("fresh", FRESH),
        limits=read_limits(orders.get("pins", ()), orders.get("bounds", ())),
        spent=spent,
    )


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
