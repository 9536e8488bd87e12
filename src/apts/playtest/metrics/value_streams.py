"""The values behind a figure, one a unit, which come match by match, and an interval of their mean that holds whenever one
looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.statistics import Estimate, SequentialMean, anytime_bounded_mean, unit_means

Bounds = tuple[float, float]


@dataclass(frozen=True)
class Stream:
    """Values of independent units in their order, with the bounds that they cannot leave.

    ``far`` says that a bound may be many times what values come to.
    """

    values: Numbers
    bounds: Bounds = (0.0, 1.0)
    mean: float | None = None
    """The mean of the matches, where it is not that of the units: matches of some may have failed."""
    far: bool = False

    @classmethod
    def of(cls, evidence: Evidence, values: Numbers, bounds: Bounds = (0.0, 1.0), *, far: bool = False) -> Stream:
        """One value a match, by groups where matches come in groups; what a group is must not depend on later ones."""
        return cls(unit_means(values, evidence.units), bounds, float(values.mean()) if len(values) else None, far)

    def estimate(self, confidence: float) -> Estimate:
        """The mean with an interval that holds at all looks together."""
        found = self._of_units(confidence)
        return found if self.mean is None else replace(found, value=min(max(self.mean, found.low), found.high))

    def _of_units(self, confidence: float) -> Estimate:
        if self.far:
            return anytime_bounded_mean(self.values, self.bounds, confidence)
        mean = SequentialMean(self.bounds, confidence)
        mean.extend(self.values)
        return mean.estimate


def shares(evidence: Evidence) -> Bounds:
    """The bounds of a share or a score."""
    del evidence
    return 0.0, 1.0


@dataclass(frozen=True)
class MatchValues:
    """A metric as the mean of one value a match.

    ``values`` gives None where nothing was asked for. ``bounds`` is what one match of a run could come to; ``far`` says
    that values keep far below them. ``offset`` is added to the mean. ``counted`` tells which matches count, where some
    are left out for what happened in them; such a metric is not compared match by match with another run, because pairs
    would be left out for it too, which spoils the comparison. ``over_turns`` says that a value is a mean over the turns
    of its match: such values lie near each other, and what holds for any value within the bounds says too little.
    """

    values: Callable[[Evidence], Numbers | None]
    bounds: Callable[[Evidence], Bounds] = shares
    far: bool = False
    offset: float = 0.0
    counted: Callable[[Evidence], NDArray[np.bool_]] | None = None
    over_turns: bool = False
