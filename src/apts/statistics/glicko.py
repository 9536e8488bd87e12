"""Ratings of people who come and go, play whom they like and become better: Glicko-2."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from apts.statistics.checking import StatisticsError, normal_quantile
from apts.statistics.estimate import Estimate
from apts.statistics.ratings import PairResult

SCALE = 173.7178
"""Points of rating for one unit of the scale that the method calculates on."""

CONVERGED = 1e-6


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """A rating, its standard deviation, and how erratic the results are; somebody new has the usual values."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06
    n: int = field(default=0, compare=False)

    def estimate(self, confidence: float = 0.95) -> Estimate:
        """The rating with its interval; its n is the number of results behind it."""
        half = normal_quantile(confidence) * self.deviation
        return Estimate(self.rating, self.rating - half, self.rating + half, self.n, confidence)


def glicko(player: GlickoRating, results: Sequence[tuple[GlickoRating, float]], restraint: float = 0.5) -> GlickoRating:
    """The rating of a player after a rating period: opponents as they were before it, and scores from 0 to 1.

    M. E. Glickman, "Example of the Glicko-2 system" (2022), steps 2 to 8. ``restraint`` is the system constant, from 0.3
    to 1.2: the smaller it is, the less single surprises change the volatility. A period without results widens the
    deviation. Valid for results between two players that depend on strength alone; matches of three and more seats give
    results for each pair, which depend on each other, so that deviations become too small there.
    """
    if any(not 0.0 <= score <= 1.0 for _, score in results):
        raise StatisticsError("A score lies between 0 and 1.")
    deviation = player.deviation / SCALE
    if not results:
        wider = math.hypot(deviation, player.volatility)
        return GlickoRating(player.rating, min(350.0, SCALE * wider), player.volatility, player.n)
    mean = (player.rating - 1500.0) / SCALE
    precision, surprise = 0.0, 0.0
    for opponent, score in results:
        weight = _weight(opponent.deviation / SCALE)
        expected = 1.0 / (1.0 + math.exp(-weight * (mean - (opponent.rating - 1500.0) / SCALE)))
        precision += weight**2 * expected * (1.0 - expected)
        surprise += weight * (score - expected)
    variance = 1.0 / precision
    volatility = _volatility(deviation, player.volatility, variance, variance * surprise, restraint)
    before = deviation**2 + volatility**2
    after = 1.0 / math.sqrt(1.0 / before + precision)
    rating = 1500.0 + SCALE * (mean + after**2 * surprise)
    return GlickoRating(rating, SCALE * after, volatility, player.n + len(results))


def _weight(deviation: float) -> float:
    """How much a result against somebody says whose rating is uncertain."""
    return 1.0 / math.sqrt(1.0 + 3.0 * deviation**2 / math.pi**2)


def _volatility(deviation: float, before: float, variance: float, change: float, restraint: float) -> float:
    """Step 5: the new volatility, by the Illinois form of the false position method."""
    start = math.log(before**2)

    def slope(x: float) -> float:
        spread = math.exp(x)
        total = deviation**2 + variance + spread
        return spread * (change**2 - total) / (2.0 * total**2) - (x - start) / restraint**2

    low = start
    if change**2 > deviation**2 + variance:
        high = math.log(change**2 - deviation**2 - variance)
    else:
        steps = 1
        while slope(start - steps * restraint) < 0.0:
            steps += 1
        high = start - steps * restraint
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CONVERGED:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0.0:
            low, at_low = high, at_high
        else:
            at_low /= 2.0
        high, at_high = middle, at_middle
    return math.exp(low / 2.0)


def glicko_ratings(periods: Iterable[Sequence[PairResult]]) -> dict[str, GlickoRating]:
    """The ratings of all who took part, period after period; within a period all are rated by what they had before.

    Those who did not play in a period keep their deviation, so that few matches over a long time need no more periods.
    """
    known: dict[str, GlickoRating] = {}
    for period in periods:
        results: dict[str, list[tuple[GlickoRating, float]]] = {}
        for one in period:
            own, other = known.get(one.agent, GlickoRating()), known.get(one.opponent, GlickoRating())
            results.setdefault(one.agent, []).append((other, one.score / one.matches))
            results.setdefault(one.opponent, []).append((own, 1.0 - one.score / one.matches))
        known |= {name: glicko(known.get(name, GlickoRating()), played) for name, played in results.items()}
    return known


def pair_results(names: Sequence[str], ranks: Sequence[float]) -> list[PairResult]:
    """What a match says of each pair of its players: who came before whom; one who sits at several seats is no pair."""
    found = []
    for (one, own), (other, theirs) in combinations(zip(names, ranks, strict=True), 2):
        if one != other:
            found.append(PairResult(one, other, 0.5 if own == theirs else float(own < theirs)))
    return found
