"""Choices that were forced and forbidden beside a run: what is lost by who may not make them."""

from __future__ import annotations

from collections.abc import Iterator

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.metrics.metric_registry import Declaration, Shown, Texts, metric
from apts.playtest.metrics.parts import DIFFERENCE, Metric, Named, Parts
from apts.statistics import Estimate

NOTHING_TRIED = "no choice was forced or forbidden beside this run; a play-test whose players are not named tries one"


class TriedParts(Parts):
    """What is lost without each choice that was tried."""

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        for row in metric.details.get("rows", []):
            yield f"{row['sort']} {row['name']}", Estimate(row["loss"], row["low"], row["high"], row["n"])


@metric(
    Declaration(
        "choice-loss",
        {
            ENGLISH: Texts(
                "Loss without a choice", "most that a seat loses which may not make one of the choices that stand out"
            ),
            PORTUGUESE: Texts(
                "Perda sem uma escolha",
                "o máximo que perde um lugar que não pode fazer uma das escolhas que se destacam",
            ),
        },
        details="every choice that was forced and forbidden: the scores without it and forced to it, and the loss",
        scale=DIFFERENCE,
        percent=True,
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES}),
        order=345,
        measured_apart=True,
        parts=TriedParts(),
        tested=False,
    )
)
def choice_loss(evidence: Evidence) -> Metric:
    """The largest loss; of several trials it is the worst, so its interval is that of a figure that was chosen."""
    trials = () if evidence.side is None else evidence.side.choices
    if not trials:
        return Metric.missing(NOTHING_TRIED)
    most = max(trials, key=lambda trial: trial.loss.value).loss
    return Metric(most.value, most.low, most.high, most.n, {"rows": [trial.as_data() for trial in trials]})
