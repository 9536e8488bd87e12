"""Which of two agents, or rule sets, is better: playing just as long as the answer takes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import scipy

from apts.statistics.checking import Numbers, StatisticsError
from apts.statistics.units import PAIR_SCORES

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
