"""Looking again and again at a mean whose values have no useful bounds."""

from __future__ import annotations

import math

from apts.statistics.checking import StatisticsError, Values, checked_confidence, numbers
from apts.statistics.estimate import Estimate

FEWEST = 20
"""With fewer values the standard deviation says nothing about the tails, and the interval is without limits."""

CAUTION = 3.0
"""How much further the interval reaches where values have a long tail, for each unit of skewness over the root of n."""


def anytime_mean(values: Values, confidence: float = 0.95, tuned_for: int = 200) -> Estimate:
    """The mean of all values so far with an interval that one may look at after every unit, for lengths and the like.

    I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas, "Time-uniform central limit theory and asymptotic
    confidence sequences", Annals of Statistics 52 (2024): the normal mixture with the estimated deviation. It is
    narrowest near ``tuned_for`` units, about 1.5 times as wide as Student's there; the choice must not depend on the
    values. Towards the side of a long tail, whose large values are mostly still to come, it is stretched by 1 + 3 g /
    sqrt(n), g being the skewness of the values so far (the order of the correction is that of N. J. Johnson, "Modified
    t tests and confidence intervals for asymmetrical populations", JASA 73, 1978; its size was found by simulation).

    No method can promise this for every distribution: a value of a million that comes once in a million is not seen.
    Counted over all looks from the twentieth to the thousandth unit, the interval was ever wrong in at most 5 % of runs
    for normal, uniform, exponential, geometric and lognormal values (deviation of the logarithm up to 1), Pareto values
    with exponent 4, and shares of 0.02 and 0.98. Not valid for heavier tails, where it is wrong more often. For shares
    and scores use ``SequentialMean``, whose promise is exact. Values come in the order of their numbers, one a unit, as
    there. Values that are all equal say nothing about others, and the interval is without limits.
    """
    if tuned_for < 1:
        raise StatisticsError(f"The interval is tuned for at least one unit; read {tuned_for}.")
    array = numbers(values, 1, "A mean")
    n, mean = len(array), float(array.mean())
    alpha = 1.0 - checked_confidence(confidence)
    deviation = float(array.std())
    if n < FEWEST or deviation <= 1e-12 * max(1.0, abs(mean)):
        return Estimate(mean, -math.inf, math.inf, n, confidence)
    mixing = (-2.0 * math.log(alpha) + math.log(1.0 - 2.0 * math.log(alpha))) / tuned_for
    grown = n * mixing + 1.0
    reach = math.sqrt(2.0 * grown / (n * n * mixing) * math.log(math.sqrt(grown) / alpha))
    half = reach * deviation * math.sqrt(n / (n - 1.0))
    skewness = float((((array - mean) / deviation) ** 3).mean())
    below, above = (1.0 + CAUTION * max(0.0, side) / math.sqrt(n) for side in (-skewness, skewness))
    return Estimate(mean, mean - half * below, mean + half * above, n, confidence)
