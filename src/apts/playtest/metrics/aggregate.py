"""The weighted sum of the Ludi line of work, with the weights that were published for it."""

from __future__ import annotations

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.metrics.declaration import Declaration, Texts
from apts.playtest.metrics.measured_metric import Metric
from apts.playtest.metrics.metric_registry import Metrics, declared, metric

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
