"""What a metric is, and the list of all metrics by name."""

from __future__ import annotations

import math
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from apts.errors import AptsError
from apts.games.python_file import imported_file
from apts.near_names import did_you_mean
from apts.notebook import figure, sentence, sentences, table
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.evidence.faults import WrongAnswer, check_number, check_plain, fault
from apts.statistics import Estimate, bounded_mean, student, wilson

GROUP = "apts.metrics"
_NOT_METRICS = {"metric_registry"}


@dataclass(frozen=True)
class Metric:
    """A figure of a run: value, 95 % interval, and the number of units (matches or groups of matches) behind it.

    ``value`` is None when the matches do not hold what the metric needs; ``details["missing"]`` then says what.
    ``details`` takes tables and curves as plain values that can be written as JSON.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    details: Mapping[str, Any] = field(default_factory=dict, hash=False)
    name: str = ""
    meaning: str = ""

    @classmethod
    def of(cls, estimate: Estimate, **details: Any) -> Metric:
        """A metric with the value and the interval of an estimate; an end without limit is left out."""
        low, high = (end if math.isfinite(end) else None for end in (estimate.low, estimate.high))
        return cls(estimate.value, low, high, estimate.n, details)

    @classmethod
    def missing(cls, why: str, **details: Any) -> Metric:
        """A metric that the matches say nothing about."""
        return cls(None, details={"missing": why, **details})

    @property
    def estimate(self) -> Estimate | None:
        """Value and interval as statistics take them; None where either is missing."""
        if self.value is None or self.low is None or self.high is None:
            return None
        return Estimate(self.value, self.low, self.high, self.n)

    def __str__(self) -> str:
        if self.value is None:
            return f"not measured: {self.details.get('missing', 'no matches')}"
        interval = "" if self.low is None or self.high is None else f"{self.low:.3g} to {self.high:.3g}, "
        if self.n > 1 and self.low == self.high:
            interval = "always, "
        return f"{self.value:.3g} ({interval}n = {self.n})"

    def as_data(self) -> dict[str, Any]:
        """The metric as plain values that JSON can hold; an interval without an end has None there."""
        low, high = (None if end is None or math.isinf(end) else end for end in (self.low, self.high))
        return {
            "value": self.value,
            "low": low,
            "high": high,
            "n": self.n,
            "meaning": self.meaning,
            "details": dict(self.details),
        }


Measure = Callable[[Evidence], Metric]


@dataclass(frozen=True)
class Entry:
    """A metric in the list: its name, one sentence about it, and the function that computes it."""

    name: str
    meaning: str
    measure: Measure

    @property
    def is_own(self) -> bool:
        """Whether a plug-in brought it."""
        return not self.measure.__module__.startswith("apts.playtest.")


_ENTRIES: dict[str, Entry] = {}


def metric(name: str, meaning: str) -> Callable[[Measure], Measure]:
    """Make a function known as a metric; it takes :class:`Evidence` and gives a :class:`Metric`."""

    def remember(measure: Measure) -> Measure:
        known = _ENTRIES.get(name)
        if known is not None and known.measure.__module__ != measure.__module__:
            raise AptsError(f"there is a metric {name!r} already: {known.meaning}")
        _ENTRIES[name] = Entry(name, meaning, measure)
        return measure

    return remember


@cache
def _read_all() -> None:
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if module.name not in _NOT_METRICS:
            import_module(f"apts.playtest.metrics.{module.name}")
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        point.load()


def metric_names() -> tuple[str, ...]:
    """The names of all metrics: those of APTS file by file, whichever was imported first, then the others."""
    _read_all()
    return tuple(sorted(_ENTRIES, key=lambda name: "~" if _ENTRIES[name].is_own else _ENTRIES[name].measure.__module__))


def metric_entries() -> dict[str, Entry]:
    """All metrics by name."""
    return {name: _ENTRIES[name] for name in metric_names()}


def own_metric_names() -> tuple[str, ...]:
    """The names of the metrics that do not come with APTS."""
    return tuple(name for name in metric_names() if _ENTRIES[name].is_own)


def read_metrics_file(path: str | Path) -> tuple[str, ...]:
    """Import a Python file that registers metrics or findings; gives the names of the metrics that it added."""
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
            if found.value is None
        ]
        shown = table(("metric", "value (95 % interval)", "n", "meaning"), measured) if measured else ""
        return shown + (sentence("Not measured") + sentences(missing) if missing else "")


def _measured(entry: Entry, evidence: Evidence) -> Metric:
    """What a metric gives; one that fails is missing, and says why, so that the others can still be read."""
    try:
        found = entry.measure(evidence)
        _check(found)
    except Exception as error:
        told = fault("the metric", entry.name, error, evidence, entry.measure)
        message = {"key": told.key, "values": dict(told.values)}
        return Metric.missing(str(told), failed=True, message=message)
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
