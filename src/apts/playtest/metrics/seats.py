"""Who wins: scores of the seats, balance, completion, draws and time-outs."""

from __future__ import annotations

from typing import Any

import numpy as np

from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.metric_registry import Metric, mean_of, metric, share_of
from apts.playtest.metrics.places import place_shares
from apts.statistics import largest_difference, wilson

FAIR = 0.5
"""The mean score of a seat in a fair game, for any number of seats: places are worth 0 to 1 in equal steps."""


TOGETHER = "all seats win or lose together, so that none is ahead of another"


@metric("seat-score", "mean score of seat 1, from 0 for the last place to 1 for the first")
def seat_score(evidence: Evidence) -> Metric:
    """Mean of s_1; details have every seat with wins, draws and losses."""
    if evidence.cooperative:
        return Metric.missing(TOGETHER)
    return Metric.of(mean_of(evidence, evidence.scores[:, 0], 0.0, 1.0), seats=seat_table(evidence))


@metric(
    "advantage", "mean score of seat 1 less the mean of all seats, which is 1/2 unless all may win or lose together"
)
def advantage(evidence: Evidence) -> Metric:
    """The first player's advantage; a game for one has nobody to be ahead of."""
    if evidence.players == 1:
        return Metric.missing("a game for one has no advantage of a seat")
    if evidence.cooperative:
        return Metric.missing(TOGETHER)
    found = mean_of(evidence, first_side_lead(evidence), -FAIR, 1.0 - FAIR)
    return Metric.of(found, seats=seat_table(evidence))


def first_side_lead(evidence: Evidence) -> Numbers:
    """For each match the score of seat 1, or of its team, less the mean of all."""
    return np.asarray(evidence.side_scores[:, 0] - evidence.side_scores.mean(axis=1))


@metric("balance", "1 less the largest difference between the mean scores of two seats; as often too high as too low")
def balance(evidence: Evidence) -> Metric:
    """Over groups of matches where they come in groups; details have the scores, and the balance as it was seen.

    The value is median-unbiased: the one that would show a difference as large as was seen in half of all runs. Searches
    rank variants by what was seen, which has no such 1 for all that are nearly fair.
    """
    if evidence.players == 1:
        return Metric.missing("a game for one has no balance between seats")
    if evidence.cooperative:
        return Metric.missing(TOGETHER)
    columns = [evidence.by_units(column) for column in evidence.side_scores.T]
    found = largest_difference(np.column_stack(columns), completeness=evidence.completeness)
    means = [float(mean) for mean in evidence.scores.mean(axis=0)]
    return Metric(
        1.0 - found.value,
        1.0 - found.high,
        1.0 - found.low,
        found.n,
        {"seats": means, "seen": 1.0 - (max(means) - min(means))},
    )


@metric("completion", "share of matches with a winner: a seat, a team, or all together")
def completion(evidence: Evidence) -> Metric:
    """Wins over all matches."""
    won: Numbers = np.asarray(evidence.firsts.any(axis=1), dtype=np.float64)
    return Metric.of(share_of(evidence, won))


@metric("together", "share of matches that all players win together, or that the team of seat 1 wins")
def together(evidence: Evidence) -> Metric:
    """For games in which all win or lose together, sometimes or always, and for games of teams."""
    if evidence.teams:
        rows = []
        for number, seats in enumerate(evidence.sides):
            found = share_of(evidence, np.asarray(evidence.firsts[:, seats[0]], dtype=np.float64))
            rows.append({"team": evidence.teams[seats[0]], "seats": [seat + 1 for seat in seats],
                         "score": float(evidence.side_scores[:, number].mean()),
                         "wins": int(evidence.firsts[:, seats[0]].sum()),
                         "share": found.value, "low": found.low, "high": found.high})  # fmt: skip
        return Metric.of(share_of(evidence, evidence.firsts.astype(np.float64)[:, 0]), teams=rows)
    if not evidence.cooperative and not evidence.together.any():
        return Metric.missing("no match was won or lost by all together, and there are no teams")
    won, lost = evidence.together > 0, evidence.together < 0
    return Metric.of(share_of(evidence, won.astype(np.float64)), won=int(won.sum()), lost=int(lost.sum()))


@metric("drawishness", "share of finished matches that are drawn, every utility being 0; time-outs are not counted")
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


def told_results(players: int) -> tuple[str, ...]:
    """What is told of a seat beside its score; a game for one has no draws, and three or more have places instead."""
    return ("wins", "losses") if players == 1 else ("wins", "draws", "losses") if players == 2 else ()


def seat_table(evidence: Evidence) -> list[dict[str, Any]]:
    """For each seat its mean score, its share of wins, draws and losses, and of each place, each with an interval."""
    rows = []
    for seat in range(evidence.players):
        utility = evidence.utilities[:, seat]
        score = mean_of(evidence, evidence.scores[:, seat], 0.0, 1.0)
        row: dict[str, Any] = {"seat": seat + 1, "score": score.value, "low": score.low, "high": score.high}
        won = evidence.firsts[:, seat]
        drawn = (evidence.utilities == 0.0).all(axis=1) & evidence.finished
        for name, flags in (("wins", won), ("draws", drawn), ("losses", (utility < 0.0))):
            found = share_of(evidence, flags.astype(np.float64))
            row[name] = {"count": int(flags.sum()), "share": found.value, "low": found.low, "high": found.high}
        row["places"] = place_shares(evidence, seat)
        rows.append(row)
    return rows
