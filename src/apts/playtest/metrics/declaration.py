"""What a metric says of itself: the one place from which all that shows, compares or judges it takes its facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from apts.locales import ENGLISH
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.metrics.measured_metric import Metric
from apts.playtest.metrics.parts import NO_PARTS, Parts
from apts.playtest.metrics.scales import UNKNOWN, Scale
from apts.playtest.metrics.value_streams import MatchValues
from apts.statistics import Estimate


class Shown(StrEnum):
    """A table in which a metric may be shown; JSON and notebooks have all of them."""

    TERMINAL = "terminal"
    """The short table of ``apts playtest``."""
    REASON = "reason"
    """The same table where the metric was not measured, with the reason."""
    SUMMARY = "summary"
    """The few figures at the top of a report; of a rule that is turned it is told that it does not move them."""
    FIGURES = "figures"
    """The table of all figures of a report."""
    SWEEP = "sweep"
    """Runs with several values of a rule side by side."""
    EFFECTS = "effects"
    """What turned rules move, and the figures of variants that a search proposes."""
    STRENGTHS = "strengths"
    """What changes with the strength of the players."""


EVERYWHERE = frozenset(Shown) - {Shown.SUMMARY}
"""Where a metric is shown that does not say where."""

LAST = 1000.0
"""The place of a metric that does not say where it stands."""


@dataclass(frozen=True)
class Texts:
    """What a metric is called and how it is told in one language; what is empty is told with the title.

    ``asks`` is what it answers, as in "the length of the line decides *how long matches are*"; ``alone`` the same in games
    for one. ``more`` and ``less`` follow "the better the players, *the longer matches are*".

    The others are for metrics with parts: ``part_more`` and ``part_less`` for one of them, with ``{part}``; ``every`` for
    all of them inside a sentence ("every seat"), ``each`` the same as a heading, by what is asked of each of them.
    """

    title: str = ""
    meaning: str = ""
    asks: str = ""
    alone: str = ""
    more: str = ""
    less: str = ""
    part_more: str = ""
    part_less: str = ""
    every: str = ""
    each: str | Mapping[str, str] = field(default="", hash=False)


Measure = Callable[[Evidence], Metric]
AsEstimate = Callable[[Metric], Estimate | None]


@dataclass(frozen=True)
class Declaration:
    """A metric: what it is called and means, what it is counted in, and what may be done with it.

    Only a name and a meaning in English are needed; a metric that says no more is shown like all others.
    """

    name: str
    texts: Mapping[str, Texts] = field(hash=False)
    """By language, English first: its meaning there is the one definition of the metric."""
    scale: Scale = UNKNOWN
    percent: bool = False
    """Whether people read it in per cent."""
    better: Literal["higher", "lower"] | None = None
    """What nearly everybody wants of it."""
    shown: frozenset[Shown] = EVERYWHERE
    order: float = LAST
    """Its place among the others wherever several are shown, the smallest first."""
    details: str = ""
    """What else is in its details, for the documentation."""

    alone: str = ""
    """Why a game for one seat has no such figure; empty where it has."""
    rivals: bool = False
    """Whether it is about seats against each other, so that there is none where all win or lose together."""
    judged: bool = False
    """Whether it is made of values of positions: runs can be compared only where one agent judged all their matches."""
    measured_apart: bool = False
    """Whether a play-test alone does not measure it, but a question of its own (``apts skill``, ``apts stress``)."""
    again: bool = False
    """Whether it needs matches that are played again with the same chance."""

    parts: Parts = NO_PARTS
    of_match: MatchValues | None = None
    """The metric as the mean of one value a match; None where it is none."""
    anytime: Callable[[Evidence, float], Estimate | None] | None = None
    """An interval of a confidence that holds at all looks together, where ``of_match`` does not give one."""
    as_estimate: AsEstimate = Metric.with_infinite_ends
    """Value and interval for goals; None where nothing is known."""

    tested: bool = True
    """Whether a change of it from one run to another can be tested; not that of the best of several figures."""
    nothing_at_zero: bool = False
    """Whether a table may leave it out where it is 0 everywhere."""
    typical: str = ""
    """The part that stands for the metric in comparisons: the median of lengths, which a few long matches do not move."""
    restates: str = ""
    """Another metric that says the same in other numbers; the two are not compared twice."""
    excludes: str = ""
    """Another metric that counts none of the matches that this one counts."""
    ranked_by: str = ""
    """The detail by which searches rank variants, where it is not the value."""

    default_goal: bool = False
    """Whether comparisons look at it where no goal is given; ``better`` says which way."""
    aggregate: bool = False
    """Whether a search can make it rise by itself (``apts improve --method climb``)."""

    def text(self, language: str) -> Texts:
        """What is said of it in a language; of one that it has no words for nothing."""
        return self.texts.get(language, Texts())

    def title(self, language: str) -> str:
        """What it is called in a language, or in English, or else by its name."""
        return self.text(language).title or self.text(ENGLISH).title or self.name

    def meaning(self, language: str = ENGLISH) -> str:
        """What it is in a language, or in English."""
        return self.text(language).meaning or self.text(ENGLISH).meaning

    def sentences(self, word: str) -> dict[str, str]:
        """One of its texts in all languages that have it; none without an English one."""
        found = {language: getattr(texts, word) for language, texts in self.texts.items() if getattr(texts, word)}
        return found if ENGLISH in found else {}

    def unfit(self, evidence: Evidence) -> str:
        """Why a game has no such figure, by its number of seats and how it is won; empty where it has."""
        if self.alone and evidence.players == 1:
            return self.alone
        return TOGETHER if self.rivals and evidence.cooperative else ""


TOGETHER = "all seats win or lose together, so that none is ahead of another"
