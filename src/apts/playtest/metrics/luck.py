"""How much of a result is luck: matches held against the same matches played again with the same chance."""

from __future__ import annotations

import numpy as np

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.declaration import Declaration, Shown, Texts
from apts.playtest.metrics.measured_metric import Metric
from apts.playtest.metrics.metric_registry import metric
from apts.playtest.metrics.scales import SHARE
from apts.statistics import Estimate, StatisticsError, shared_variance, wilson

NO_CHANCE = "chance has no say in this game"
NOT_ASKED = "no match was played again with the same chance; --luck 50 does that for 50 of them"
ALL_ALIKE = "all matches that were played again ended alike, so that nothing tells luck from play"
FEWEST = 10


def _as_estimate(metric: Metric) -> Estimate | None:
    """Where chance has no say, luck is no share of anything that happens."""
    if metric.details.get("missing") == NO_CHANCE:
        return Estimate(0.0, 0.0, 0.0, metric.n)
    return metric.with_infinite_ends()


@metric(
    Declaration(
        "luck",
        {
            ENGLISH: Texts(
                "Luck",
                "share of what decides between these players that is chance: matches played again with the same dice",
                asks="how much luck decides",
                more="the more luck decides",
                less="the less luck decides",
            ),
            PORTUGUESE: Texts(
                "Sorte",
                "parte do que decide entre estes jogadores que é acaso: partidas jogadas de novo com os mesmos dados",
                asks="quanto a sorte decide",
                more="mais a sorte decide",
                less="menos a sorte decide",
            ),
        },
        details="see below",
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES, Shown.SWEEP, Shown.EFFECTS, Shown.STRENGTHS}),
        order=330,
        again=True,
        as_estimate=_as_estimate,
    )
)
def luck(evidence: Evidence) -> Metric:
    """The share of the variance of results that two matches with the same chance have in common.

    Who sits where is taken out: matches are held against others with the same agents in the same seats.
    """
    again = {
        match.number: match for match in (evidence.side.again if evidence.side else ()) if match.status != "failed"
    }
    rows = [row for row, match in enumerate(evidence.matches) if match.number in again]
    if not again and not any(match.facts.get("chance") for match in evidence.matches):
        return Metric.missing(NO_CHANCE)
    if len(rows) < FEWEST:
        return Metric.missing(NOT_ASKED)
    second = Evidence(evidence.manifest, [again[evidence.matches[row].number] for row in rows])
    seats = [evidence.matches[row].seats for row in rows]
    first, other = _apart_from_seats(evidence.scores[rows], second.scores, seats)
    try:
        found = shared_variance(first, other, float(evidence.players))
    except StatisticsError:
        return Metric.missing(ALL_ALIKE)
    same = wilson(int((evidence.winners[rows] == second.winners).sum()), len(rows))
    return Metric.of(found, same={"value": same.value, "low": same.low, "high": same.high})


def _apart_from_seats(first: Numbers, second: Numbers, seats: list[tuple[int, ...]]) -> tuple[Numbers, Numbers]:
    """Scores less the mean of all matches in which the same agents had the same seats."""
    means = np.zeros_like(first)
    for seating in set(seats):
        rows = np.array([own == seating for own in seats])
        means[rows] = (first[rows] + second[rows]).mean(axis=0) / 2.0
    return first - means, second - means
