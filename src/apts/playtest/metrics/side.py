"""What is asked beside a play-test: how deep the game is, and what a seat loses or gains that is bound."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.metric_registry import Declaration, Metrics, Shown, Texts, declared, metric
from apts.playtest.metrics.parts import AGAINST, DIFFERENCE, SHARE, Metric, Named, Parts, Scale
from apts.statistics import Estimate, StatisticsError, shared_variance, wilson

if TYPE_CHECKING:
    from apts.playtest.experiments.trial import Trial

NO_LADDER = "no ladder was climbed; apts skill with the same archive does"
TOO_FEW = "too few matches: not even the first step of the ladder is clear"
NO_STRESS = "nothing was tried; apts stress with the same archive does"


class StepParts(Parts):
    """The score of each strength against the one below it."""

    of_agents = True

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        for row in metric.details.get("rows", []):
            label = f"{row['stronger']}{AGAINST}{row['weaker']}"
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
    """Length of the ladder; n is the number of steps that were played. An end that was not seen is noted in the details."""
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


# ----------------------------------------------------------------------------------------------------------------
# How much of a result is luck: matches held against the same matches played again with the same chance.

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


# ----------------------------------------------------------------------------------------------------------------
# The weighted sum of the Ludi line of work, with the weights that were published for it.

WEIGHTS = {
    "duration-fit": -0.0907,
    "lead-change": -0.2769,
    "completion": 0.5941,
    "drama": 0.2167,
    "decisiveness-threshold": 0.1311,
    "advantage": 0.0394,
    "balance": 0.1880,
    "drawishness": 0.4634,
    "timeouts": 0.4962,
    "decisiveness": -0.1288,
}
"""What is called decisiveness there is our threshold on a scale from 0 to 1; its decisiveness moves are our decisiveness."""


@metric(
    Declaration(
        "ludi",
        {
            ENGLISH: Texts("Ludi sum", "weighted sum of ten metrics; draws and time-outs count against a game"),
            PORTUGUESE: Texts(
                "Soma Ludi", "soma ponderada de dez medidas; empates e estouros do limite contam contra o jogo"
            ),
        },
        details="the weighted sum of the Ludi line of work; its parts",
        better="higher",
        shown=frozenset(),
        order=370,
        aggregate=True,
    )
)
def ludi(evidence: Evidence) -> Metric:
    """What nearly everybody wants to be low (drawishness and time-outs) enters as 1 - x."""
    return _weighted(evidence, tuple(name for name in WEIGHTS if declared(name).better == "lower"))


@metric(
    Declaration(
        "ludi-as-printed",
        {
            ENGLISH: Texts(
                "Ludi sum as printed", "the same sum as printed, in which draws and time-outs count for a game"
            ),
            PORTUGUESE: Texts(
                "Soma Ludi como impressa",
                "a mesma soma como impressa, em que empates e estouros do limite contam a favor do jogo",
            ),
        },
        details="for comparison with published tables only",
        shown=frozenset(),
        order=380,
        aggregate=True,
    )
)
def ludi_as_printed(evidence: Evidence) -> Metric:
    """For comparison with published tables only."""
    return _weighted(evidence, ())


def _weighted(evidence: Evidence, turned: tuple[str, ...]) -> Metric:
    metrics = Metrics(evidence)
    terms: dict[str, float] = {}
    absent = []
    for name, weight in WEIGHTS.items():
        value = metrics[name].value
        if value is None:
            absent.append(name)
            continue
        if name == "decisiveness-threshold":
            value = (value + 1.0) / 2.0
        terms[name] = weight * (1.0 - value if name in turned else value)
    if len(absent) == len(WEIGHTS):
        return Metric.missing("none of its parts was measured")
    return Metric(sum(terms.values()), None, None, evidence.n, {"terms": terms, "left_out": absent})
