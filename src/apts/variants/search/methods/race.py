"""A race: all candidates play the same numbers of matches, and those that surely are not the best drop out.

O. Maron and A. W. Moore, "Hoeffding races", NIPS 1993, with the intervals of the figures instead of Hoeffding's, and
rounds that double. A candidate drops out when the difference between its shortfall and that of the leader is above 0,
by square and add of both intervals. The level is shared out over all rounds and candidates (alpha spending by
Bonferroni), so that the one that is truly best is lost with a probability of at most ``LEVEL``, as far as the intervals
are right; common seeds, if anything, make it less.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from apts.playtest.comparing.changes import difference_of
from apts.statistics import Estimate
from apts.variants.search.improve_request import FIRST
from apts.variants.search.match_runner import Budget, OutOfTime

Candidate = TypeVar("Candidate")
Racer = TypeVar("Racer", contravariant=True)

LEVEL = 0.1
"""How often the candidate that is truly best may be lost."""

STATED = 0.95
"""The confidence of the intervals by which candidates are ordered and told, whatever the race needs to send one away."""

ROUND_SHARE = 0.5
"""The part of the budget that a round before the last may spend: the earlier ones, with few matches of many, send as few
away as can be helped."""

TASTE = 4
"""Matches of the very first round: where time is short, the order that they give is better than none."""

SHARE = 1 / 3
"""The part of what all in full would take that a race may spend. Who is sure to be worse drops out for nothing; where nobody
is, the best by what is known go on, so that near equals do not take all the matches."""


class Scorer(Protocol[Racer]):
    """Where candidates race."""

    def play(self, candidates: Sequence[Racer], matches: int, budget: Budget) -> None:
        """Let each have so many matches in all."""

    def standing(self, candidate: Racer, confidence: float) -> Estimate:
        """How far a candidate is from the goals, 0 being the best, with an interval of that confidence."""

    def preference(self, candidate: Racer) -> tuple[float, ...]:
        """What decides between candidates that are equally far: the smaller is preferred."""

    @property
    def each(self) -> int:
        """Matches that are played where a candidate has one more."""


@dataclass(frozen=True)
class Ranked(Generic[Candidate]):
    """A candidate with the matches that it had, how far it was then, and whether it was surely not the best."""

    candidate: Candidate
    matches: int
    standing: Estimate
    dropped: bool = False


@dataclass
class RaceResult(Generic[Candidate]):
    """Candidates from the best to the worst: those that were left at the end, then those that dropped out, latest first."""

    ranking: list[Ranked[Candidate]] = field(default_factory=list)
    matches: int = 0
    finished: bool = False

    @property
    def best(self) -> Ranked[Candidate] | None:
        """The winner; None where nothing was played."""
        return self.ranking[0] if self.ranking else None


Watch = Callable[[int, int, Ranked[Candidate]], None]
"""Told after every round its matches, how many candidates are left, and the leader."""


def rounds_to(most: int, first: int = FIRST) -> tuple[int, ...]:
    """The matches of a candidate after each round."""
    found = []
    matches = first
    while matches < most:
        found.append(matches)
        matches *= 2
    return (*found, most)


def race(
    track: Scorer[Candidate],
    candidates: Sequence[Candidate],
    most: int,
    budget: Budget,
    watch: Watch[Candidate] | None = None,
) -> RaceResult[Candidate]:
    """Let candidates race until each that is left has ``most`` matches, one alone is left, or the budget is spent.

    A race spends a third of what all in full would take, or as much as two in full. Where that, or the budget, does not
    hold all rounds of all, each round may spend half of what is left, and is played by as many of the best as that holds.
    (Rounds that spend the same, as in Z. Karnin, T. Koren and O. Somekh, "Almost optimal exploration in multi-armed
    bandits", ICML 2013, send more away early: in 400 made-up races with the draws of Connect Four's variants they found the
    best in .93, these in .95.)
    """
    budget = budget.holding(int(max(2.0, SHARE * len(candidates)) * most * track.each))
    rounds = (*(TASTE,) * (most > TASTE), *rounds_to(most))
    confidence = 1.0 - LEVEL / (len(rounds) * max(1, len(candidates)))
    left, out = list(candidates), list[Ranked[Candidate]]()
    result = RaceResult[Candidate]()
    before = 0
    for matches in rounds:
        cost = (matches - before) * track.each
        entered = _fitting(left, cost, budget, result.ranking, 1.0 if matches == most else ROUND_SHARE)
        if not entered or (before and len(entered) < 2 <= len(left)):
            break
        try:
            track.play(entered, matches, budget)
        except OutOfTime:
            break
        result.matches += len(entered) * cost
        waiting = [one for one in result.ranking if one.candidate not in entered and not one.dropped]
        ranked = ranked_by(track, [Ranked(one, matches, track.standing(one, STATED)) for one in entered])
        sure = [track.standing(one.candidate, confidence) for one in ranked]
        left, lost = _judged(track, ranked, sure)
        out = [*lost, *out]
        result.ranking = [*[one for one in ranked if one.candidate in left], *waiting, *out]
        before = matches
        if watch is not None:
            watch(matches, len(left), ranked[0])
        inside = all(known.high <= 0.0 for known, one in zip(sure, ranked, strict=True) if one.candidate in left)
        if matches == most or len(left) == 1 or inside:
            result.finished = not waiting
            break
    return result


def ranked_by(track: Scorer[Candidate], ranked: Sequence[Ranked[Candidate]]) -> list[Ranked[Candidate]]:
    """From the best to the worst."""
    return sorted(ranked, key=lambda one: order_of(one.standing, track.preference(one.candidate)))


def order_of(standing: Estimate, preference: tuple[float, ...]) -> tuple[float, ...]:
    """What candidates are sorted by: their shortfall, what is preferred most, about how sure it is, other preferences."""
    return (round(standing.value, 9), preference[0], round(standing.high, 2), *preference[1:])


def _fitting(
    left: Sequence[Candidate], each: int, budget: Budget, ranking: Sequence[Ranked[Candidate]], share: float
) -> list[Candidate]:
    """Those that a round holds which may spend this share, the best first once anything is known of them."""
    if budget.is_over:
        return []
    known = [one.candidate for one in ranking if one.candidate in left]
    if not known:  # nothing is known yet: all that there is room for
        return list(left[: int(min(len(left), budget.capacity // each))])
    capacity = budget.capacity
    held = max(share * capacity, min(capacity, 2 * each)) // each
    return known[: int(min(len(known), held))]


def _judged(
    track: Scorer[Candidate], ranked: Sequence[Ranked[Candidate]], sure: Sequence[Estimate]
) -> tuple[list[Candidate], list[Ranked[Candidate]]]:
    """Who is left after a round, in order, and who drops out, by how far each surely is."""
    best, leader = min(zip(sure, ranked, strict=True), key=lambda one: one[0].high)
    left, lost = [], []
    for known, one in zip(sure, ranked, strict=True):
        worse = difference_of(best, known).low > 0.0
        # Nothing is better than surely inside all goals, and of two such the preferred one is the better.
        beaten = best.high <= 0.0 and track.preference(leader.candidate) < track.preference(one.candidate)
        if one is not leader and (worse or beaten):
            lost.append(Ranked(one.candidate, one.matches, one.standing, dropped=True))
        else:
            left.append(one.candidate)
    return left, lost
