"""The list of all metrics by name, and their figures of a run."""

from __future__ import annotations

import math
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Literal

from apts.errors import AptsError
from apts.games.python_file import imported_file
from apts.locales import ENGLISH
from apts.notebook import figure, sentence, sentences, table
from apts.playtest.evidence.evidence import Evidence, Numbers, WrongAnswer, check_number, check_plain, fault
from apts.playtest.metrics.parts import EFFECT, NO_PARTS, UNKNOWN, Metric, Parts, Scale
from apts.playtest.metrics.value_streams import MatchValues
from apts.similar_names import did_you_mean
from apts.statistics import Estimate, bounded_mean, student, wilson

# ----------------------------------------------------------------------------------------------------------------
# What a metric says of itself: the one place from which all that shows, compares or judges it takes its facts.


class Shown(StrEnum):
    """A table in which a metric may be shown; JSON and notebooks have all of them."""

    TERMINAL = "terminal"
    """The short table of ``apts playtest``."""
    REASON = "reason"
    """The same table where the metric was not measured, with the reason."""
    SUMMARY = "summary"
    """The few figures at the top of a report; sentences about a changed rule say which of them stay."""
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
    """What a metric is called in one language, and its words in sentences; the title stands for what is empty.

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
    of_some_games: bool = False
    """Whether it is about something that most games do not have: tables leave it out where it was not measured."""
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
        """Its texts in a language; empty ones where it has none."""
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


GROUP = "apts.metrics"


@dataclass(frozen=True)
class RegisteredMetric:
    """A metric in the list: its declaration, and the function that computes it."""

    declaration: Declaration
    measure: Measure

    @property
    def name(self) -> str:
        """What it is called in goals, in JSON and in Python."""
        return self.declaration.name

    @property
    def meaning(self) -> str:
        """One sentence about it."""
        return self.declaration.meaning()

    @property
    def is_own(self) -> bool:
        """Whether a plug-in brought it."""
        return not self.measure.__module__.startswith("apts.playtest.")


_ENTRIES: dict[str, RegisteredMetric] = {}


def metric(what: str | Declaration, meaning: str = "") -> Callable[[Measure], Measure]:
    """Make a function known as a metric; it takes :class:`Evidence` and gives a :class:`Metric`.

    ``what`` is all that the metric says of itself, or its name alone, with its ``meaning`` as a sentence.
    """
    declaration = Declaration(what, {ENGLISH: Texts(meaning=meaning)}) if isinstance(what, str) else what

    def remember(measure: Measure) -> Measure:
        known = _ENTRIES.get(declaration.name)
        if known is not None and known.measure.__module__ != measure.__module__:
            raise AptsError(f"there is a metric {declaration.name!r} already: {known.meaning}")
        _ENTRIES[declaration.name] = RegisteredMetric(declaration, measure)
        return measure

    return remember


@cache
def _read_all() -> None:
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        import_module(f"apts.playtest.metrics.{module.name}")
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        point.load()


def metric_names() -> tuple[str, ...]:
    """The names of all metrics, in the order in which they are shown; those of plug-ins come last."""
    _read_all()
    return tuple(sorted(_ENTRIES, key=_place))


def _place(name: str) -> tuple[bool, float, str]:
    """Where a metric stands among the others, whichever was imported first and whatever file it is in."""
    entry = _ENTRIES[name]
    return entry.is_own, entry.declaration.order, entry.measure.__module__ if entry.is_own else name


def metric_entries() -> dict[str, RegisteredMetric]:
    """All metrics by name."""
    return {name: _ENTRIES[name] for name in metric_names()}


def declared(name: str) -> Declaration:
    """The declaration of a metric; an empty one for any other name."""
    _read_all()
    return _ENTRIES[name].declaration if name in _ENTRIES else Declaration(name, {})


def declarations() -> tuple[Declaration, ...]:
    """What all metrics say of themselves, in the order in which they are shown."""
    return tuple(sorted(map(declared, metric_names()), key=lambda one: one.order))


def shown_in(place: Shown) -> tuple[str, ...]:
    """The metrics that a table shows, in their order."""
    return tuple(one.name for one in declarations() if place in one.shown)


def scale_of(name: str, part: str = "") -> Scale:
    """The scale of a metric, or of a figure inside it."""
    found = declared(name)
    return found.parts.scale(part, found.scale) if part else found.scale


def reads_in_percent(name: str, part: str = "") -> bool:
    """Whether a figure is a share that people read in per cent; a score is one, an effect on a score is not."""
    return declared(name).percent and not part.endswith(EFFECT)


def things() -> dict[str, str]:
    """The words of goals such as ``every piece``, each with the metric that tells of these things."""
    return {one.parts.thing: one.name for one in declarations() if one.parts.thing}


def read_metrics_file(path: str | Path) -> tuple[str, ...]:
    """Import a Python file that registers metrics or findings; returns the names of the metrics that it added."""
    before = set(metric_names())
    file = Path(path)
    imported_file(file, f"apts_metrics_{file.stem}")
    return tuple(name for name in _ENTRIES if name not in before)


class Metrics(Mapping[str, Metric]):
    """All metrics of a run by name, each computed when it is first asked for."""

    def __init__(self, evidence: Evidence):
        self.evidence = evidence
        self._known: dict[str, Metric] = {}

    def __getitem__(self, name: str) -> Metric:
        if name not in self._known:
            if name not in metric_names():
                hint = did_you_mean(str(name), metric_names(), 3, 0.4)
                raise KeyError(f"there is no metric {name!r}{hint} (there are: {', '.join(metric_names())})")
            entry = _ENTRIES[name]
            found = _measured(entry, self.evidence) if self.evidence.n else Metric.missing("there are no matches")
            self._known[name] = replace(found, name=name, meaning=entry.meaning)
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(metric_names())

    def __len__(self) -> int:
        return len(metric_names())

    def __repr__(self) -> str:
        return f"<metrics of {self.evidence.n} matches: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: every metric with its interval, then those that were not measured and why."""
        measured = [
            (name, figure(found.value, found.low, found.high), f"{found.n:,}", found.meaning)
            for name, found in self.items()
            if found.value is not None
        ]
        missing = [
            f"{name}: {found.details.get('missing', 'no matches')}"
            for name, found in self.items()
            if found.value is None and not declared(name).of_some_games
        ]
        shown = table(("metric", "value (95 % interval)", "n", "meaning"), measured) if measured else ""
        return shown + (sentence("Not measured") + sentences(missing) if missing else "")


def _measured(entry: RegisteredMetric, evidence: Evidence) -> Metric:
    """What a metric gives; one that fails is missing, and says why, so that the others can still be read."""
    unfit = entry.declaration.unfit(evidence)
    if unfit:
        return Metric.missing(unfit)
    try:
        found = entry.measure(evidence)
        _check(found)
    except Exception as error:
        described = fault("the metric", entry.name, error, evidence, entry.measure)
        message = {"key": described.key, "values": dict(described.values)}
        return Metric.missing(str(described), failed=True, message=message)
    return found


def _check(found: object) -> None:
    if not isinstance(found, Metric):
        raise WrongAnswer("fault/metric", given=f"{type(found).__name__} {found!r}")
    for word, value in (("value", found.value), ("low", found.low), ("high", found.high), ("n", found.n)):
        check_number(word, value)
    check_plain(found.details)


def share_of(evidence: Evidence, flags: Numbers) -> Estimate:
    """The share of matches for which a flag is 1: Wilson's interval, or that of a bounded mean over groups."""
    if all(unit is None for unit in evidence.units):
        return wilson(float(flags.sum()), len(flags))
    return bounded_mean(evidence.by_units(flags), completeness=evidence.completeness)


def mean_of(evidence: Evidence, values: Numbers, low: float = -math.inf, high: float = math.inf) -> Estimate:
    """The mean of one value a match, by groups where matches come in groups; values with two bounds, or with fewer."""
    if math.isfinite(high - low):
        return bounded_mean(evidence.by_units(values), bounds=(low, high), completeness=evidence.completeness)
    return student(evidence.by_units(values), bounds=(low, high), completeness=evidence.completeness)
