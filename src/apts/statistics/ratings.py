"""Ratings on the Elo scale from results between many agents."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import scipy

from apts.statistics.estimate import Estimate, Numbers, StatisticsError, normal_quantile

ELO = 400.0 / math.log(10.0)
"""Points of Elo for a factor of e in the odds."""


def score_of_elo(difference: float) -> float:
    """The expected score of an agent that is so many points of Elo above its opponent."""
    return 1.0 / (1.0 + math.pow(10.0, -difference / 400.0))


def elo_of_score(score: float) -> float:
    """The difference in Elo at which a score is expected; without limit at 0 and 1."""
    if not 0.0 <= score <= 1.0:
        raise StatisticsError(f"A score lies between 0 and 1; read {score}.")
    if score in (0.0, 1.0):
        return math.inf if score == 1.0 else -math.inf
    return 400.0 * math.log10(score / (1.0 - score))


@dataclass(frozen=True, slots=True)
class PairResult:
    """What one agent scored against another in the matches of one unit (two for a seat-swapped pair)."""

    agent: str
    opponent: str
    score: float
    matches: int = 1


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo, 0 being the mean of all agents, with what is needed for intervals."""

    names: tuple[str, ...]
    values: Numbers
    covariance: Numbers
    units: tuple[int, ...]
    confidence: float

    def rating(self, name: str) -> Estimate:
        """The rating of an agent against the mean of all; its n is the number of units it took part in."""
        place = self._place(name)
        return self._estimate(self.values[place], self.covariance[place, place], self.units[place])

    def difference(self, name: str, other: str) -> Estimate:
        """By how much an agent is rated above another; narrower or wider than the two intervals suggest."""
        a, b = self._place(name), self._place(other)
        variance = self.covariance[a, a] + self.covariance[b, b] - 2.0 * self.covariance[a, b]
        return self._estimate(self.values[a] - self.values[b], variance, min(self.units[a], self.units[b]))

    def _estimate(self, value: float, variance: float, n: int) -> Estimate:
        half = normal_quantile(self.confidence) * math.sqrt(max(0.0, float(variance)))
        return Estimate(float(value), float(value) - half, float(value) + half, n, self.confidence)

    def _place(self, name: str) -> int:
        if name not in self.names:
            raise StatisticsError(f"There is no rating for {name!r}; rated are {', '.join(self.names)}.")
        return self.names.index(name)


def bradley_terry(results: Sequence[PairResult], confidence: float = 0.95, prior: float = 1.0) -> Ratings:
    """The ratings under which the results are most likely, by the model of Bradley and Terry; a draw is half a win.

    R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs: the method of paired comparisons",
    Biometrika 39 (1952). ``prior`` is a number of drawn matches against an imaginary average agent that everyone is
    given, so that an agent which won everything has a finite rating. The intervals allow for draws and for pairs whose
    two matches depend on each other: they come from the spread of the units' results about the model (H. White,
    "Maximum likelihood estimation of misspecified models", Econometrica 50, 1982), or from the model where an agent won
    or lost nearly everything and so shows no spread.

    Not valid where strength is not one number (a beats b beats c beats a: compare the pairs themselves), for fewer than
    about 20 units an agent, nor beyond 600 points or so, where the prior holds ratings together. Agents in groups that
    never met cannot be compared, which is an error.
    """
    names = tuple(dict.fromkeys(name for result in results for name in (result.agent, result.opponent)))
    if len(names) < 2:
        raise StatisticsError("Ratings need results between at least two agents.")
    place = {name: index for index, name in enumerate(names)}
    a = np.array([place[result.agent] for result in results])
    b = np.array([place[result.opponent] for result in results])
    scores = np.array([result.score for result in results], dtype=np.float64)
    matches = np.array([result.matches for result in results], dtype=np.float64)
    if (a == b).any() or (scores < 0).any() or (scores > matches).any():
        raise StatisticsError("A result is between two different agents, and its score lies between 0 and its matches.")
    _check_connected(names, a, b)
    strength = _most_likely(len(names), a, b, scores, matches, prior)
    covariance = _covariance(strength, a, b, scores, matches, prior)
    centring = np.eye(len(names)) - 1.0 / len(names)
    units = np.bincount(a, minlength=len(names)) + np.bincount(b, minlength=len(names))
    return Ratings(
        names,
        ELO * (strength - strength.mean()),
        ELO**2 * (centring @ covariance @ centring),
        tuple(int(count) for count in units),
        confidence,
    )


Places = np.ndarray[tuple[int], np.dtype[np.int64]]


def _most_likely(count: int, a: Places, b: Places, scores: Numbers, matches: Numbers, prior: float) -> Numbers:
    """Newton's method on the log-likelihood, which is concave."""
    strength = np.zeros(count)
    for _ in range(100):
        expected = scipy.special.expit(strength[a] - strength[b])
        gradient = _by_agent(count, a, b, scores - matches * expected) + prior * (0.5 - scipy.special.expit(strength))
        step = np.linalg.solve(_information(strength, a, b, matches, prior), gradient)
        # A long step can overshoot where results are one-sided.
        strength = strength + step * min(1.0, 2.0 / max(1e-300, float(np.abs(step).max())))
        if float(np.abs(step).max()) < 1e-10:
            break
    return strength


def _by_agent(count: int, a: Places, b: Places, values: Numbers) -> Numbers:
    for_a, for_b = np.bincount(a, values, count), np.bincount(b, values, count)
    return np.asarray(for_a - for_b, dtype=np.float64)


def _spread(count: int, a: Places, b: Places, weights: Numbers) -> Numbers:
    """The sum over units of weight times the outer product of (1 at a, -1 at b) with itself."""
    matrix = np.zeros((count, count))
    np.add.at(matrix, (a, a), weights)
    np.add.at(matrix, (b, b), weights)
    np.add.at(matrix, (a, b), -weights)
    np.add.at(matrix, (b, a), -weights)
    return matrix


def _information(strength: Numbers, a: Places, b: Places, matches: Numbers, prior: float) -> Numbers:
    expected = scipy.special.expit(strength[a] - strength[b])
    average = scipy.special.expit(strength)
    matrix = _spread(len(strength), a, b, matches * expected * (1.0 - expected))
    return np.asarray(matrix + np.diag(prior * average * (1.0 - average)), dtype=np.float64)


def _covariance(strength: Numbers, a: Places, b: Places, scores: Numbers, matches: Numbers, prior: float) -> Numbers:
    count = len(strength)
    information = _information(strength, a, b, matches, prior)
    inverse = np.linalg.inv(information)
    expected = scipy.special.expit(strength[a] - strength[b])
    average = scipy.special.expit(strength)
    seen = (scores - matches * expected) ** 2
    model = matches * expected * (1.0 - expected)
    # Where results are one-sided the few surprises decide the spread; without any it would seem to be nothing.
    one_sided = np.minimum(expected, 1.0 - expected) < 0.1
    weights = np.where(one_sided, np.maximum(seen, model), seen)
    freedom = len(scores) / max(1.0, len(scores) - (count - 1.0))
    prior_part = np.diag(prior * average * (1.0 - average))
    return np.asarray(inverse @ (freedom * _spread(count, a, b, weights) + prior_part) @ inverse, dtype=np.float64)


def _check_connected(names: tuple[str, ...], a: Places, b: Places) -> None:
    group = np.arange(len(names))
    for _ in range(len(names)):
        joined = np.minimum(group[a], group[b])
        np.minimum.at(group, a, joined)
        np.minimum.at(group, b, joined)
    if group.any():
        apart = ", ".join(name for name, member in zip(names, group, strict=True) if member != 0)
        raise StatisticsError(f"These agents never met the others, not even through a third one: {apart}.")


# ----------------------------------------------------------------------------------------------------------------
# Ratings of people who come and go, play whom they like and become better: Glicko-2.

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
