"""A goal: a figure of a run, and where it is wanted."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apts.errors import AptsError
from apts.playtest.goals.figures import thing_of
from apts.playtest.goals.subjects import subject_figures
from apts.playtest.metrics import scale_of
from apts.playtest.metrics.scales import Scale
from apts.statistics import Estimate

if TYPE_CHECKING:
    from apts.playtest.run import Run

TRENDS = ("higher", "lower")

SEEN = 0.01
"""What is used in less than this share of matches counts as never used, once that is certain."""


@dataclass(frozen=True)
class Goal:
    """What is wanted of a figure: to lie between two values (both included), or to be ``higher`` or ``lower``.

    The figure is a metric, a ``part`` of it (``seat-score[2]``), or ``each`` part of it (every piece): then all of them
    are to lie there, and ``part`` says which figure of each (``score`` of openings). ``used`` asks for things that
    happen at all. ``weight`` is None for a limit that must hold, a number for a wish that counts so much. ``level`` is
    the agent that the goal is about; None for any. ``name`` and ``why`` are for people.
    """

    metric: str
    part: str = ""
    low: float = -math.inf
    high: float = math.inf
    trend: str | None = None
    each: bool = False
    used: bool = False
    weight: float | None = None
    level: str | None = None
    name: str = ""
    why: str = ""

    def __post_init__(self) -> None:
        if self.trend is not None and self.trend not in TRENDS:
            raise AptsError(f"a goal is to be higher or lower, not {self.trend!r}")
        if not self.low <= self.high:
            raise AptsError(f"the range of {self.subject} ends before it begins: {self.low:g} to {self.high:g}")
        if self.weight is not None and not 0.0 < self.weight < math.inf:
            raise AptsError(f"the weight of a wish is a number above 0, not {self.weight:g}")

    @property
    def is_range(self) -> bool:
        """Whether figures inside a range are all as good."""
        return self.trend is None

    @property
    def scale(self) -> Scale:
        """What the figure is counted in."""
        return scale_of(self.metric, self.part)

    @property
    def subject(self) -> str:
        """What the goal is about: ``length``, ``seat-score[2]``, ``every piece``."""
        if self.each:
            return f"every {thing_of(self.metric)}"
        return f"{self.metric}[{self.part}]" if self.part else self.metric

    def distance(self, value: float) -> float:
        """How far a value lies outside the range, in its own unit."""
        return max(self.low - value, 0.0, value - self.high)

    def outside(self, value: float) -> float:
        """How far a value is from what is wanted, from 0 to 1, alike for all goals."""
        if self.trend is not None:
            return self.scale.towards(value, self.trend)
        if self.used:
            return 0.0 if value > 0.0 else 1.0
        return self.scale.outside(value, self.low, self.high)

    def figures(self, run: Run) -> tuple[tuple[str, Estimate], ...]:
        """The figures of a run that the goal is about, each with what it is called; none where it was not measured."""
        return subject_figures(self, run)

    def fits(self, run: Run) -> bool:
        """Whether a run was played by the agents that the goal is about."""
        return self.level is None or set(run.manifest.agents) == {self.level}

    def __str__(self) -> str:
        wanted = self._wanted_of_each() if self.each else f"{self.subject} {self._wanted()}"
        return f"{wanted} at {self.level}" if self.level else wanted

    def _wanted(self) -> str:
        if self.trend is not None:
            return self.trend
        if self.used:
            return "used"
        if math.isinf(self.low):
            return f"at most {self.high:g}"
        return f"at least {self.low:g}" if math.isinf(self.high) else f"between {self.low:g} and {self.high:g}"

    def _wanted_of_each(self) -> str:
        of_matches = " of matches" if self.part == "share" else ""
        if self.used or math.isfinite(self.low):
            return f"{self.subject} {self._wanted()}{of_matches}"
        return f"no {thing_of(self.metric)} above {self.high:g}{of_matches}"
