"""What is asked beside a play-test: how deep the game is, and what a seat loses or gains that is bound."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.metrics.declaration import Declaration, Shown, Texts
from apts.playtest.metrics.measured_metric import Metric
from apts.playtest.metrics.metric_registry import metric
from apts.playtest.metrics.parts import Named, Parts
from apts.playtest.metrics.scales import DIFFERENCE, SHARE, Scale
from apts.statistics import Estimate

if TYPE_CHECKING:
    from apts.playtest.experiments.trial import Trial

NO_LADDER = "no ladder was climbed; apts skill with the same archive does"
TOO_FEW = "too few matches: not even the first step of the ladder is clear"
NO_STRESS = "nothing was tried; apts stress with the same archive does"


class StepParts(Parts):
    """The score of each strength against the one below it."""

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        for row in metric.details.get("rows", []):
            label = f"{row['stronger']} against {row['weaker']}"
            yield label, Estimate(row["score"], row["low"], row["high"], row["n"])

    def scale(self, label: str, whole: Scale) -> Scale:
        return SHARE


class BoundParts(Parts):
    """What each bound does to the score of a seat."""

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        agent = metric.details.get("agent", "")
        for row in metric.details.get("rows", []):
            name = f"{row['mode']} {row['sort']} {row['name']} ({agent})"
            yield name, Estimate(row["difference"], row["low"], row["high"], row["n"])


def _at_least(metric: Metric) -> Estimate | None:
    """The length of a ladder whose end was not seen is at least that of the steps that were played."""
    if metric.value is None:
        return None
    most = metric.value if metric.details.get("ended") else math.inf
    return Estimate(metric.value, metric.value, most, metric.n)


@metric(
    Declaration(
        "skill-depth",
        {
            ENGLISH: Texts(
                "Skill depth", "doublings of the search that still gain; n is the number of steps that were played"
            ),
            PORTUGUESE: Texts(
                "Profundidade da habilidade",
                "duplicações da busca que ainda trazem ganho; n é o número de degraus jogados",
            ),
        },
        details="what `apts skill` found, where the archive has it: every step of the ladder",
        scale=Scale("doublings", 0.0),
        better="higher",
        shown=frozenset({Shown.FIGURES}),
        order=340,
        measured_apart=True,
        parts=StepParts(),
        as_estimate=_at_least,
    )
)
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


@metric(
    Declaration(
        "restricted-play",
        {
            ENGLISH: Texts("Restricted play", "most that a seat loses which may not use something"),
            PORTUGUESE: Texts("Jogo restrito", "o máximo que perde um lugar que não pode usar algo"),
        },
        details="what `apts stress` found, where the archive has it: every bound",
        scale=DIFFERENCE,
        percent=True,
        shown=frozenset({Shown.FIGURES}),
        order=350,
        measured_apart=True,
        parts=BoundParts(),
        tested=False,
    )
)
def restricted_play(evidence: Evidence) -> Metric:
    """The largest loss; it is the worst of several, so its interval is that of a figure that was chosen."""
    return _bounds(evidence, "without", -1.0)


@metric(
    Declaration(
        "stress",
        {
            ENGLISH: Texts("Stress", "most that a seat gains by always using something"),
            PORTUGUESE: Texts("Uso forçado", "o máximo que ganha um lugar que sempre usa algo"),
        },
        details="the same for what is always used",
        scale=DIFFERENCE,
        percent=True,
        shown=frozenset({Shown.FIGURES}),
        order=360,
        measured_apart=True,
        parts=BoundParts(),
        tested=False,
    )
)
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
