"""How many matches, or how many more, a question takes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import scipy

from apts.statistics.estimate import (
    PAIR_SCORES,
    Estimate,
    Numbers,
    StatisticsError,
    Values,
    normal_quantile,
    student_quantile,
    wilson,
)

LEVEL = 0.05
FEWEST = 20
"""With fewer units nothing is called settled."""


def matches_for_proportion(share: float, half_width: float, confidence: float = 0.95) -> int:
    """The fewest units for which the Wilson interval of a share is at most so wide to each side.

    Solved from Wilson's formula. A share that is not known yet is 0.5, the worst case.
    """
    _positive(half_width)
    if not 0.0 <= share <= 1.0:
        raise StatisticsError(f"A share lies between 0 and 1; read {share}.")
    return _smallest(lambda n: wilson(share * n, n, confidence).half_width <= half_width)


def matches_for_mean(deviation: float, half_width: float, confidence: float = 0.95) -> int:
    """The fewest units for which Student's interval of a mean is at most so wide to each side.

    ``deviation`` is the standard deviation of a unit. If it was estimated from a pilot of few units, the number is as
    uncertain as its square.
    """
    _positive(half_width)
    return _smallest(lambda n: n > 1 and student_quantile(confidence, n - 1) * deviation / math.sqrt(n) <= half_width)


def planning_deviation(values: Values) -> float:
    """The standard deviation of a score to plan with, from values of 0 to 1: never smaller than few of them can show.

    Few values are often all alike, which says little about those to come. Two of 0 and two of 1 are put beside them, as
    A. Agresti and B. A. Coull do for shares ("Approximate is better than exact", The American Statistician 52, 1998);
    where the values alone spread more, that is taken.
    """
    seen = np.asarray(values, dtype=np.float64)
    alone = float(seen.std(ddof=1)) if len(seen) > 1 else 0.0
    return max(alone, float(np.concatenate([seen, [0.0, 0.0, 1.0, 1.0]]).std()))


def matches_to_detect(
    difference: float, deviation: float, *, power: float = 0.8, confidence: float = 0.95, groups: int = 1
) -> int:
    """How many units (a group) it takes to see a difference of this size with this probability.

    J. Cohen, "Statistical power analysis for the behavioral sciences" (1988), with the normal distribution. ``groups``
    is 1 for a mean against a fixed value or for paired differences, whose deviation is then asked for, and 2 for two
    independent groups with the same deviation. Too small by one or two units below about 20.
    """
    if difference == 0.0:
        raise StatisticsError("No number of matches shows a difference of 0.")
    reach = normal_quantile(confidence) + _power_quantile(power)
    return max(2, math.ceil(groups * (reach * deviation / difference) ** 2 - 1e-9))


def matches_inside(
    value: float, low: float, high: float, deviation: float, *, power: float = 0.8, confidence: float = 0.95
) -> int | None:
    """How many units it takes until the interval of a mean lies between two limits with this probability.

    A test of equivalence by its interval (D. J. Schuirmann, "A comparison of the two one-sided tests procedure and the
    power approach", Journal of Pharmacokinetics and Biopharmaceutics 15, 1987), planned with the normal distribution.
    ``value`` is where the mean is thought to lie, ``deviation`` that of a unit; one of the limits may be infinite. None
    where the mean lies on a limit or outside: no number of units shows it to be inside. Too small below about 20 units.
    """
    margins = [margin for margin in (value - low, high - value) if math.isfinite(margin)]
    if not margins or min(margins) <= 0.0:
        return None if margins else 1
    # Where both limits are near, either may be what is missed.
    both = len(margins) == 2 and max(margins) < 2.0 * min(margins)
    reach = normal_quantile(confidence) + _power_quantile(1.0 - (1.0 - power) / 2.0 if both else power)
    return max(2, math.ceil((reach * deviation / min(margins)) ** 2 - 1e-9))


@dataclass(frozen=True)
class PlannedLook:
    """A number of units after which one looks, and the part of the error that this look may make."""

    units: int
    share: float


def planned_looks(most: int, least: int = FEWEST) -> tuple[PlannedLook, ...]:
    """Looks after an eighth, a quarter and a half of the units, and after all; none before the least number.

    The error is spent as the units double: half of it at the last look, a quarter at the one before, so that the last is
    hardly wider than a single one would be (alpha spending by Bonferroni; K. K. G. Lan and D. L. DeMets, "Discrete
    sequential boundaries for clinical trials", Biometrika 70, 1983). The shares sum up to 1.
    """
    numbers = sorted({max(1, math.ceil(most / part)) for part in (8, 4, 2)} | {most})
    kept = [units for units in numbers if units >= least or units == most]
    shares = [0.5 ** min(len(kept) - place, len(kept) - 1) for place in range(len(kept))]
    return tuple(PlannedLook(units, share) for units, share in zip(kept, shares, strict=True))


def more_matches(estimate: Estimate, half_width: float) -> int:
    """How many more units make an interval at most so wide, taking widths to shrink with the root of n.

    Valid for intervals of means and shares that are not near the end of their range; not for those of
    ``SequentialMean``, which shrink more slowly at first.
    """
    _positive(half_width)
    return max(0, math.ceil(estimate.n * (estimate.half_width / half_width) ** 2 - 1e-9) - estimate.n)


def more_matches_to_settle(difference: Estimate, margin: float = 0.0, power: float = 0.8) -> int | None:
    """How many more units would settle ``verdict`` with this probability, if the difference is what it seems to be.

    The nearer of two ends is taken: seeing that there is a difference, or that it stays within the margin. None when
    neither is in sight, because the difference seems to be exactly 0 or exactly the margin. What it seems to be is
    itself uncertain: near the beginning this is an order of magnitude, not a promise.
    """
    size = abs(difference.value)
    goal = max(size, margin - size)
    if goal <= 0.0 or difference.half_width == 0.0:
        return None if goal <= 0.0 else 0
    quantile = normal_quantile(difference.confidence)
    error = difference.half_width / quantile
    needed = difference.n * (error * (quantile + _power_quantile(power)) / goal) ** 2
    return max(0, math.ceil(needed - 1e-9) - difference.n) if needed < 1e12 else None


def settling(units: int, p_value: float, raised: float, power: float = 0.8) -> int:
    """How many units in all would make a one-sided p-value stand after the same correction, with this probability.

    ``raised`` is the p-value as it was corrected for many questions. The effect is taken to be what it seems to be; the
    number is rounded up to two figures, since it is no better known, and is at least ``FEWEST``.
    """
    factor = max(1.0, raised / max(p_value, 1e-300))
    wanted = -float(scipy.special.ndtri(min(0.5, LEVEL / factor))) + _power_quantile(power)
    now = max(0.1, -float(scipy.special.ndtri(min(0.5, max(p_value, 1e-300)))))
    return rounded_up(max(float(FEWEST), units + 1.0, units * (wanted / now) ** 2))


def rounded_up(count: float) -> int:
    """A number of matches with two figures, never smaller."""
    step = int(10 ** max(0, math.floor(math.log10(max(1.0, count))) - 1))
    return math.ceil(count / step - 1e-9) * step


def _power_quantile(power: float) -> float:
    if not 0.5 <= power < 1.0:
        raise StatisticsError(f"The power is at least 0.5 and below 1; read {power}.")
    return normal_quantile(2.0 * power - 1.0) if power > 0.5 else 0.0


def _positive(half_width: float) -> None:
    if not half_width > 0.0:
        raise StatisticsError(f"The half-width of an interval must be above 0; read {half_width}.")


def _smallest(enough: Callable[[int], bool]) -> int:
    """The smallest number from which on it is enough."""
    high = 1
    while not enough(high):
        high *= 2
        if high > 10**12:
            raise StatisticsError("No number of matches below a million million is enough.")
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


# ----------------------------------------------------------------------------------------------------------------
# Which of two agents, or rule sets, is better: playing just as long as the answer takes.

UNSEEN = 1e-3
"""What an outcome that was never seen counts as, so that it is not taken to be impossible."""


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Where a sequential test stands: the log-likelihood ratio between its two limits, and the answer if there is one.

    ``answer`` is "second" when the second hypothesis (the higher score) is accepted, "first" when the first one is, and
    None while more has to be played.
    """

    ratio: float
    low: float
    high: float
    n: int

    @property
    def answer(self) -> Literal["first", "second"] | None:
        """Which hypothesis is accepted."""
        if self.ratio >= self.high:
            return "second"
        return "first" if self.ratio <= self.low else None


def sequential_test(
    counts: Sequence[float],
    first: float,
    second: float,
    *,
    scores: Sequence[float] = PAIR_SCORES,
    wrong_second: float = 0.05,
    wrong_first: float = 0.05,
) -> SequentialTest:
    """A generalised sequential probability ratio test of the mean score being ``first`` or ``second`` (the larger).

    ``counts`` says how many units had each of the ``scores``: of seat-swapped pairs how many were worth 0, 1/4, 1/2,
    3/4 and 1 (``pair_counts``). ``wrong_second`` is the accepted probability of answering "second" when the score is at
    most ``first``, ``wrong_first`` that of answering "first" when it is at least ``second``.

    A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16 (1945), for the limits;
    M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution" (the note
    behind fishtest, where changes of a chess engine are tested), for the ratio: under each hypothesis the distribution
    is taken to be the most likely one with that mean.

    Ask only after whole units, in the order of their numbers. The error rates hold for many units (tens to hundreds);
    with fewer than about 20, and for scores near 0 or 1, they are rough. Overshooting the limits makes the true rates a
    little smaller than those stated. A score between the two hypotheses may take long and either answer is then right.
    """
    if not min(scores) < first < second < max(scores):
        raise StatisticsError(
            f"The hypotheses must lie inside the range of scores, the smaller first; read {first} and {second}."
        )
    if len(counts) != len(scores):
        raise StatisticsError(f"There are {len(scores)} possible scores, and {len(counts)} counts were read.")
    low, high = math.log(wrong_first / (1.0 - wrong_second)), math.log((1.0 - wrong_first) / wrong_second)
    n = round(sum(counts))
    if n == 0:
        return SequentialTest(0.0, low, high, 0)
    seen = np.maximum(np.asarray(counts, dtype=np.float64), UNSEEN)
    values = np.asarray(scores, dtype=np.float64)
    share = seen / seen.sum()
    ratio = float((seen * np.log(_most_likely(share, values, second) / _most_likely(share, values, first))).sum())
    return SequentialTest(ratio, low, high, n)


def _most_likely(share: Numbers, scores: Numbers, mean: float) -> Numbers:
    """The distribution with this mean under which the observed shares are most likely (empirical likelihood).

    It is share / (1 + x (score - mean)) with the x that gives it that mean (Van den Bergh, proposition 1.1).
    """
    distance = scores - mean
    least, most = -1.0 / float(distance.max()), -1.0 / float(distance.min())
    margin = 1e-9 * (most - least)

    def excess(x: float) -> float:
        return float((share * distance / (1.0 + x * distance)).sum())

    x = float(scipy.optimize.brentq(excess, least + margin, most - margin, xtol=1e-13))
    return np.asarray(share / (1.0 + x * distance), dtype=np.float64)
