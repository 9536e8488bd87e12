"""Does it matter where one sits?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from apts.playtest.evidence import Evidence
from apts.playtest.findings.registry import Question, finding
from apts.playtest.findings.sentences import percent, said
from apts.playtest.findings.testing import FEWEST, best, score_above, score_below
from apts.playtest.metrics import Metrics
from apts.playtest.statistics import bounded_mean, matches_for_mean
from apts.playtest.strength import budgets

WIDEST = 0.1
"""An interval of a score that reaches further than this to each side leaves open whether a game is fair."""


@finding("seat-advantage")
def seat_advantage(evidence: Evidence, metrics: Metrics) -> Iterator[Question]:
    """For each seat: is its mean score more than the margin above a half?"""
    del metrics
    if evidence.players == 1 or evidence.n < FEWEST:
        return
    for seat in range(evidence.players):
        values = evidence.by_units(evidence.scores[:, seat])
        found = bounded_mean(values)
        gain = found.value - 0.5
        wins = evidence.winners == seat + 1
        sentence = said(
            "seat-advantage",
            seat=seat + 1,
            score=percent(found.value),
            low=percent(found.low),
            high=percent(found.high),
            wins=percent(float(wins.mean())),
            n=evidence.n,
        )
        yield Question(
            "seat-advantage",
            sentence,
            gain,
            found.low - 0.5,
            found.high - 0.5,
            evidence.n,
            min(1.0, max(0.0, 2.0 * gain)),
            # All seats are asked about, and corrected for: for two seats that is a test to both sides.
            score_above(values, 0.5 + evidence.goals.margin),
            best(evidence.numbers, evidence.lengths, wins),
            f"seat {seat + 1}",
        )


@finding("not-enough-evidence")
def not_enough_evidence(evidence: Evidence, metrics: Metrics) -> Iterator[Question]:
    """Is it still open whether the seats are equal?"""
    del metrics
    if evidence.players == 1 or evidence.n == 0:
        return
    values = evidence.by_units(evidence.scores[:, 0])
    found = bounded_mean(values)
    if found.half_width <= WIDEST and evidence.n >= FEWEST:
        return
    if evidence.n >= FEWEST and found.excludes(0.5):
        return
    deviation = float(values.std(ddof=1)) if len(values) > 2 else 0.5
    wanted = matches_for_mean(max(deviation, 0.05), WIDEST / 2) * (evidence.n // max(1, len(values)) or 1)
    sentence = said(
        "not-enough-evidence",
        n=evidence.n,
        low=percent(found.low),
        high=percent(found.high),
        wanted=max(FEWEST, wanted),
    )
    yield Question(
        "not-enough-evidence", sentence, found.value, found.low, found.high, evidence.n, 0.9, subject="seats"
    )


@finding("luck-over-skill")
def luck_over_skill(evidence: Evidence, metrics: Metrics) -> Iterator[Question]:
    """Does a much stronger agent score hardly more than a weak one? Asked where the agents of a run differ in budget."""
    del metrics
    known = budgets(evidence.manifest.agents, evidence.game)
    if evidence.n < FEWEST or len(set(known)) < 2 or None in known:
        return
    numbers = [budget for budget in known if budget is not None]
    strong, weak = int(np.argmax(numbers)), int(np.argmin(numbers))
    if numbers[strong] < 4 * max(1, numbers[weak]):
        return
    scores = np.array(
        [row[list(match.seats).index(strong)] for row, match in zip(evidence.scores, evidence.matches, strict=True)]
    )
    values = evidence.by_units(scores)
    found = bounded_mean(values)
    names = evidence.manifest.agents
    figures = {"score": percent(found.value), "low": percent(found.low), "high": percent(found.high)}
    sentence = said("luck-over-skill", strong=names[strong], weak=names[weak], **figures)
    lost = scores < 0.5
    yield Question(
        "luck-over-skill",
        sentence,
        found.value,
        found.low,
        found.high,
        evidence.n,
        0.8,
        score_below(values, evidence.goals.least_skill),
        best(evidence.numbers, evidence.lengths, lost),
        names[strong],
    )


@finding("agents-too-weak")
def random_agents(evidence: Evidence, metrics: Metrics) -> Iterator[Question]:
    """Random play says how the rules work, not how the game plays."""
    del metrics
    if evidence.n and set(evidence.manifest.agents) == {"random"}:
        sentence = said("agents-too-weak/random")
        yield Question("agents-too-weak", sentence, 0.0, None, None, evidence.n, 0.05, subject="random")
