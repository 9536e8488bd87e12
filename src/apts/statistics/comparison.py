"""Two groups of units held against each other: what changed, how sure we are, and what it means."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from apts.statistics.bounded import bounded_p_above, bounded_p_below
from apts.statistics.estimate import (
    Estimate,
    Numbers,
    StatisticsError,
    Values,
    checked_confidence,
    cliffs_delta,
    cohens_h,
    newcombe,
    normal_p_value,
    numbers,
    student,
    student_p_value,
    welch,
    welch_error,
)

Verdict = Literal["better", "worse", "equivalent", "undecided"]
"""What a difference amounts to; "equivalent" means that it is no larger than what matters."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A difference b - a with its interval, the p-value of there being none, and its size as an effect.

    ``effect`` is Cohen's h for shares, Cliff's delta for independent values, and for paired ones the mean difference in
    standard deviations of the differences.
    """

    difference: Estimate
    p_value: float
    effect: float


def compare_paired(values_a: Values, values_b: Values, confidence: float = 0.95) -> Comparison:
    """Two runs whose units correspond one to one (equal numbers and seeds): Student's test of the differences.

    As ``student``, on the differences. What both runs share by luck falls out, so this is never much worse than
    ``compare_independent`` and better the more the runs go alike. Not valid if units were left out for what happened in
    them; leave out both or none. With fewer than about 10 units that differ at all, p-values are rough.
    """
    a, b = numbers(values_a, 2, "A paired comparison"), numbers(values_b, 2, "A paired comparison")
    if len(a) != len(b):
        raise StatisticsError(f"A paired comparison needs as many units on both sides; read {len(a)} and {len(b)}.")
    changes = b - a
    difference = student(changes, confidence)
    deviation = float(changes.std(ddof=1))
    if deviation <= 1e-12 * max(1.0, float(np.abs(changes).max())):
        same = abs(difference.value) <= 1e-12
        return Comparison(difference, 1.0 if same else 0.0, 0.0 if same else math.copysign(math.inf, difference.value))
    p_value = student_p_value(difference.value / deviation * math.sqrt(len(a)), len(a) - 1)
    return Comparison(difference, p_value, difference.value / deviation)


def compare_independent(values_a: Values, values_b: Values, confidence: float = 0.95) -> Comparison:
    """Two runs whose units have nothing to do with each other: Welch's test. Valid as ``welch`` is."""
    a, b = numbers(values_a, 2, "A comparison"), numbers(values_b, 2, "A comparison")
    difference = welch(a, b, confidence)
    error, freedom = welch_error(a.var(ddof=1), len(a), b.var(ddof=1), len(b))
    effect = cliffs_delta(a, b, confidence).value
    if error == 0.0:
        return Comparison(difference, 1.0 if difference.value == 0.0 else 0.0, effect)
    return Comparison(difference, student_p_value(difference.value / error, freedom), effect)


def compare_proportions(
    successes_a: float, n_a: int, successes_b: float, n_b: int, confidence: float = 0.95
) -> Comparison:
    """Two independent shares: Newcombe's interval, and the "N - 1" chi-squared test for the p-value.

    I. Campbell, "Chi-squared and Fisher-Irwin tests of two-by-two tables with small sample recommendations", Statistics
    in Medicine 26 (2007): valid when all expected counts are at least 1; below that the p-value is too small.
    """
    difference = newcombe(successes_a, n_a, successes_b, n_b, confidence)
    effect = cohens_h(successes_a, n_a, successes_b, n_b, confidence).value
    total = n_a + n_b
    pooled = (successes_a + successes_b) / total
    variance = pooled * (1.0 - pooled) * (1.0 / n_a + 1.0 / n_b) * total / (total - 1.0)
    if variance <= 0.0:
        return Comparison(difference, 1.0, effect)
    return Comparison(difference, normal_p_value(difference.value / math.sqrt(variance)), effect)


def verdict(difference: Estimate, margin: float, *, higher_is_better: bool = True) -> Verdict:
    """What a difference b - a means for somebody to whom differences up to ``margin`` do not matter.

    "equivalent" when the whole interval lies within the margin (two one-sided tests: D. J. Schuirmann, Journal of
    Pharmacokinetics and Biopharmaceutics 15, 1987; with a 95 % interval at a level of 2.5 %), "better" or "worse" when
    it lies on one side of zero, "undecided" otherwise. A verdict is wrong at most as often as the interval is. The
    margin must be chosen before the result is seen.
    """
    if margin < 0.0:
        raise StatisticsError(f"The margin is the largest difference that does not matter, at least 0; read {margin}.")
    if -margin < difference.low and difference.high < margin:
        return "equivalent"
    if difference.low > 0.0:
        return "better" if higher_is_better else "worse"
    if difference.high < 0.0:
        return "worse" if higher_is_better else "better"
    return "undecided"


# ----------------------------------------------------------------------------------------------------------------
# Many questions at once: p-values raised so that false alarms stay as rare as promised.


def holm(p_values: Values) -> Numbers:
    """Adjusted p-values, in the order given: rejecting those up to alpha raises *any* false alarm at most alpha often.

    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
    Valid however the questions depend on each other. For hundreds of questions it finds little.
    """
    array, order = _sorted_values(p_values)
    count = len(array)
    raised = array[order] * np.arange(count, 0, -1)
    return _back(np.maximum.accumulate(raised), order)


def benjamini_hochberg(p_values: Values) -> Numbers:
    """Adjusted p-values, in the order given: of those up to q, on average at most the share q are false alarms.

    Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", JRSS B 57 (1995). Valid for independent
    questions and for positively dependent ones (Benjamini and Yekutieli 2001). Shares that add up to one, such as those
    of openings, push each other down; the promise is then not proved, though hardly ever broken by much.
    """
    array, order = _sorted_values(p_values)
    count = len(array)
    raised = array[order] * (count / np.arange(1, count + 1))
    return _back(np.minimum.accumulate(raised[::-1])[::-1], order)


def _sorted_values(p_values: Values) -> tuple[Numbers, np.ndarray[tuple[int], np.dtype[np.intp]]]:
    array = numbers(p_values, 0, "A correction")
    if ((array < 0.0) | (array > 1.0)).any():
        raise StatisticsError("A p-value lies between 0 and 1.")
    return array, np.argsort(array, kind="stable")


def _back(adjusted: Numbers, order: np.ndarray[tuple[int], np.dtype[np.intp]]) -> Numbers:
    result = np.empty(len(adjusted))
    result[order] = np.minimum(adjusted, 1.0)
    return result


# ----------------------------------------------------------------------------------------------------------------
# How much two results share that were made under the same conditions.

_HALVINGS = 12


def shared_variance(first: Numbers, second: Numbers, reach: float, confidence: float = 0.95) -> Estimate:
    """The share of the variance of results that lies in what both results of a pair have in common.

    ``first`` and ``second`` have a row a pair and a column a figure of the result; all figures count together. ``reach``
    is the largest squared distance that two results can have. The value is the intraclass correlation of a one-way
    analysis of variance with random effects (R. A. Fisher, "Statistical Methods for Research Workers", 1925, chapter 7;
    S. R. Searle, G. Casella and C. E. McCulloch, "Variance Components", 1992), not below 0.

    With the share r, half of the squared distance of a pair has the mean (1 - r) times the variance. The interval has
    all r for which the difference of the two may have the mean 0 by the test for bounded values (``bounded_mean``), so
    that pairs that are all alike give an interval too. Simulated for results of two and three seats and shares from 0 to 1,
    it held the true share in 94.7 to 100 % of 300 runs of 50 pairs, and in 90 to 100 % of 60 runs of 30 and of 100 pairs.
    Results that never differ have no variance to share, and are refused.
    """
    tail = (1.0 - checked_confidence(confidence)) / 2.0
    pairs = len(first)
    if pairs < 2 or first.shape != second.shape:
        raise StatisticsError("at least 2 pairs of results with the same figures are needed")
    within = ((first - second) ** 2).sum(axis=1) / 2.0
    middle = (first + second) / 2.0
    centre = middle.mean(axis=0)
    between = 2.0 * float(((middle - centre) ** 2).sum()) / (pairs - 1)
    variance = (between + float(within.mean())) / 2.0
    if variance <= 1e-12:
        raise StatisticsError("all results are the same, so that they have no variance to share")
    value = 1.0 - float(within.mean()) / variance
    spread = (((first - centre) ** 2).sum(axis=1) + ((second - centre) ** 2).sum(axis=1)) / 2.0
    spread *= variance / float(spread.mean())

    def p_value(share: float, test: Callable[..., float]) -> float:
        bounds = (-(1.0 - share) * max(reach, float(spread.max())), reach / 2.0)
        return test(within - (1.0 - share) * spread, 0.0, bounds)

    low = _end(-1.0, value, lambda share: p_value(share, bounded_p_below) < tail)
    high = _end(1.0, value, lambda share: p_value(share, bounded_p_above) < tail)
    return Estimate(max(0.0, value), min(value, low), max(value, high), pairs, confidence).clipped(0.0, 1.0)


def _end(outside: float, inside: float, refused: Callable[[float], bool]) -> float:
    """The last share on the way from the value outwards that is not refused."""
    if not refused(outside):
        return outside
    for _ in range(_HALVINGS):
        middle = (outside + inside) / 2.0
        if refused(middle):
            outside = middle
        else:
            inside = middle
    return outside
