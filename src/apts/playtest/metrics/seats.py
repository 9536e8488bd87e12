"""Who wins: scores of the seats, balance, completion, draws and time-outs."""

from __future__ import annotations

from typing import Any

import numpy as np

from apts.playtest.evidence import Evidence, Numbers
from apts.playtest.metrics.places import place_shares
from apts.playtest.metrics.registry import Metric, mean_of, metric, share_of
from apts.playtest.statistics import bootstrap, wilson

RESAMPLES = 1000
_BOOTSTRAP = 20


@metric("seat-score", "mean score of seat 1, from 0 for the last place to 1 for the first; the other seats in details")
def seat_score(evidence: Evidence) -> Metric:
    """Mean of s_1; details have every seat with wins, draws and losses."""
    return Metric.of(mean_of(evidence, evidence.scores[:, 0], 0.0, 1.0), seats=seat_table(evidence))


@metric("advantage", "mean score of seat 1 less 1 / players")
def advantage(evidence: Evidence) -> Metric:
    """The first player's advantage; details also have it against the mean of all seats, which is 1/2 for any number."""
    fair = 1.0 / evidence.players
    found = mean_of(evidence, evidence.scores[:, 0] - fair, -fair, 1.0 - fair)
    return Metric.of(found, seats=seat_table(evidence), above_mean=float(evidence.scores[:, 0].mean() - 0.5))


@metric("balance", "1 less the largest difference between the mean scores of two seats")
def balance(evidence: Evidence) -> Metric:
    """Bootstrap over groups of matches; with few of them the interval is the whole range."""
    if evidence.players == 1:
        return Metric.missing("a game for one has no balance between seats")
    columns = [evidence.by_units(evidence.scores[:, seat]) for seat in range(evidence.players)]
    units = np.column_stack(columns)
    details = {"seats": [float(mean) for mean in evidence.scores.mean(axis=0)]}
    if len(units) < _BOOTSTRAP:
        return Metric(balance_of(units), 0.0, 1.0, len(units), details)
    found = bootstrap(units, balance_of, seed=evidence.manifest.seed, resamples=RESAMPLES, method="percentile")
    low, high = min(found.low, found.value), max(found.high, found.value)
    return Metric(found.value, low, high, found.n, details)


def balance_of(scores: Numbers) -> float:
    """Balance of a table of scores, a column a seat."""
    means = scores.mean(axis=0)
    return float(1.0 - (means.max() - means.min()))


@metric("completion", "share of matches with a winner")
def completion(evidence: Evidence) -> Metric:
    """Wins over all matches."""
    return Metric.of(share_of(evidence, (evidence.winners > 0).astype(np.float64)))


@metric("drawishness", "share of finished matches in which all utilities are 0; time-outs are not counted")
def drawishness(evidence: Evidence) -> Metric:
    """Draws over finished matches. Matches are taken one by one: a group may have one that is not finished."""
    finished = int(evidence.finished.sum())
    if not finished or evidence.players == 1:
        return Metric.missing("no match was finished" if not finished else "a game for one has no draws")
    drawn = (evidence.utilities == 0.0).all(axis=1) & evidence.finished
    return Metric.of(wilson(float(drawn.sum()), finished), draws=int(drawn.sum()))


@metric("timeouts", "share of matches stopped by the turn limit")
def timeouts(evidence: Evidence) -> Metric:
    """Stopped matches over all."""
    return Metric.of(share_of(evidence, (~evidence.finished).astype(np.float64)))


def seat_table(evidence: Evidence) -> list[dict[str, Any]]:
    """For each seat its mean score, its share of wins, draws and losses, and of each place, each with an interval."""
    rows = []
    for seat in range(evidence.players):
        utility = evidence.utilities[:, seat]
        score = mean_of(evidence, evidence.scores[:, seat], 0.0, 1.0)
        row: dict[str, Any] = {"seat": seat + 1, "score": score.value, "low": score.low, "high": score.high}
        won = evidence.winners == seat + 1
        drawn = (evidence.utilities == 0.0).all(axis=1) & evidence.finished
        for name, flags in (("wins", won), ("draws", drawn), ("losses", (utility < 0.0))):
            found = share_of(evidence, flags.astype(np.float64))
            row[name] = {"count": int(flags.sum()), "share": found.value, "low": found.low, "high": found.high}
        row["places"] = place_shares(evidence, seat)
        rows.append(row)
    return rows
