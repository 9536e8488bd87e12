"""Two groups of units held against each other: what changed, how sure we are, and what it means."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from apts.statistics.checking import StatisticsError, Values, normal_p_value, numbers, student_p_value
from apts.statistics.effects import cliffs_delta, cohens_h
from apts.statistics.estimate import Estimate
from apts.statistics.means import student, welch, welch_error
from apts.statistics.proportions import newcombe

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
