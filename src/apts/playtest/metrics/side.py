"""What is asked beside a play-test: how deep the game is, and what a seat loses or gains that is bound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apts.playtest.evidence.evidence import Evidence
from apts.playtest.metrics.metric_registry import Metric, metric

if TYPE_CHECKING:
    from apts.playtest.experiments.trial import Trial

NO_LADDER = "no ladder was climbed; apts skill with the same archive does"
TOO_FEW = "too few matches: not even the first step of the ladder is clear"
NO_STRESS = "nothing was tried; apts stress with the same archive does"


@metric("skill-depth", "doublings of the search that still gain; n is the number of steps that were played")
def skill_depth(evidence: Evidence) -> Metric:
    """Length of the ladder; n is the number of steps that were played. An end that was not seen is told in details."""
    ladder = None if evidence.side is None else evidence.side.ladder
    if ladder is None or not ladder.steps:
        return Metric.missing(NO_LADDER)
    rows = [
        {
            "weaker": step.weaker,
            "stronger": step.stronger,
            "score": step.score.value,
            "low": step.score.low,
            "high": step.score.high,
            "n": step.matches,
        }
        for step in ladder.steps
    ]
    if ladder.depth is None:
        return Metric.missing(TOO_FEW, rows=rows, ended=False, matches_wanted=ladder.matches_wanted)
    return Metric(float(ladder.depth), None, None, len(ladder.steps), {"rows": rows, "ended": ladder.ended})


@metric("restricted-play", "most that a seat loses which may not use something")
def restricted_play(evidence: Evidence) -> Metric:
    """The largest loss; it is the worst of several, so its interval is that of a figure that was chosen."""
    return _bounds(evidence, "without", -1.0)


@metric("stress", "most that a seat gains by always using something")
def always_used(evidence: Evidence) -> Metric:
    """The largest gain over a free seat; chosen from several too."""
    return _bounds(evidence, "always", 1.0)


def _bounds(evidence: Evidence, mode: str, sign: float) -> Metric:
    found = None if evidence.side is None else evidence.side.stress
    trials = [] if found is None else [trial for trial in found.trials if trial.bound.mode == mode]
    if found is None or not trials:
        return Metric.missing(NO_STRESS)
    most = max(trials, key=lambda trial: sign * trial.difference.value).difference
    ends = sorted((sign * most.low, sign * most.high))
    rows = [_row(trial) for trial in trials]
    openings = [rank.as_data() for rank in found.openings] if mode == "always" else []
    return Metric(
        sign * most.value, ends[0], ends[1], most.n, {"rows": rows, "agent": found.agent, "openings": openings}
    )


def _row(trial: Trial) -> dict[str, Any]:
    return {
        "sort": str(trial.bound.thing.sort),
        "name": trial.bound.thing.name,
        "mode": trial.bound.mode,
        "score": trial.score.value,
        "difference": trial.difference.value,
        "low": trial.difference.low,
        "high": trial.difference.high,
        "p_value": trial.p_value,
        "matters": trial.matters,
        "weak": trial.weak,
        "n": trial.matches,
    }
