"""Tables that are played beside a play-test: styles against each other at equal strength, and strengths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from apts.agents.levels import level_names
from apts.agents.styles.style import PLAIN
from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.metrics.metric_registry import Declaration, Shown, Texts, metric
from apts.playtest.metrics.parts import AGAINST, SCORE, SHARE, Figures, Metric, Named, Parts, Scale
from apts.statistics import Estimate

if TYPE_CHECKING:
    from apts.playtest.experiments.meetings import Meeting, MeetingTable

NO_STYLES = "no styles have met; apts styles with the same archive lets them"
STYLES_UNFINISHED = "not every style met every other one; apts styles with --resume goes on"
NO_STRENGTHS = "no strengths have met; apts skill-table with the same archive lets them"


class StyleParts(Parts):
    """The share of each style in the mixture that nothing beats and, behind ``score``, what it scores against all others."""

    thing = "style"
    scored = True
    score_heading = "overall"

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        for row in metric.details.get("rows", []):
            yield str(row["style"]), Estimate(row["share"], row["share_low"], row["share_high"], row["n"])
            yield f"{row['style']}{SCORE}", Estimate(row["score"], row["low"], row["high"], row["n"])

    def each(self, part: str, inside: Figures, evidence: Evidence) -> Iterator[Named]:
        """The styles; plain search is none."""
        for label, found in inside.items():
            if label.endswith(SCORE) == (part == "score") and label.removesuffix(SCORE) != PLAIN:
                yield f"style {label}", found

    def scale(self, label: str, whole: Scale) -> Scale:
        return SHARE


class StrengthParts(Parts):
    """What each strength scores against each, asked for both ways: ``club against casual`` and ``casual against club``."""

    of_agents = True

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        for row in metric.details.get("rows", []):
            found = Estimate(row["score"], row["low"], row["high"], row["n"])
            yield f"{row['first']}{AGAINST}{row['second']}", found
            turned = Estimate(1.0 - found.value, 1.0 - found.high, 1.0 - found.low, found.n)
            yield f"{row['second']}{AGAINST}{row['first']}", turned

    def is_compared(self, label: str) -> bool:
        return False

    def labels(self, part: str, inside: Figures, metric: Metric, evidence: Evidence) -> list[str]:
        """A pair, with levels by their names alone too."""
        wanted = AGAINST.join(
            f"level:{side.strip().lower()}" if side.strip().lower() in level_names() else side.strip()
            for side in part.split(AGAINST)
        )
        return [wanted] if wanted in inside else []

    def scale(self, label: str, whole: Scale) -> Scale:
        return SHARE


@metric(
    Declaration(
        "styles",
        {
            ENGLISH: Texts(
                "Styles",
                "how many styles, counted as equal shares, make up the mixture that no style beats; 1 where one is best",
                every="every style",
                each={"score": "Score of each style", "share": "Share of each style in the mixture"},
            ),
            PORTUGUESE: Texts(
                "Estilos",
                "quantos estilos, contados em partes iguais, formam a mistura que nenhum vence; 1 se um é o melhor",
                every="cada estilo",
                each={"score": "Pontuação de cada estilo", "share": "Parte de cada estilo na mistura"},
            ),
        },
        details="what `apts styles` found, where the archive has it: every style, who beats whom",
        scale=Scale("styles", 1.0),
        better="higher",
        shown=frozenset({Shown.FIGURES}),
        order=362,
        measured_apart=True,
        parts=StyleParts(),
        tested=False,
    )
)
def styles(evidence: Evidence) -> Metric:
    """The effective number of styles of the mixture; n is the number of units of each meeting."""
    found = None if evidence.side is None else evidence.side.styles
    if found is None:
        return Metric.missing(NO_STYLES)
    if found.mixture is None:
        return Metric.missing(STYLES_UNFINISHED)
    rows = []
    for name, score in found.overall.items():
        share = found.shares[name]
        rows.append(
            {
                "style": name,
                "score": score.value,
                "low": score.low,
                "high": score.high,
                "n": score.n,
                "share": share.value,
                "share_low": share.low,
                "share_high": share.high,
                "beats": [other for other in found.names if other in found.beaten[name]],
            }
        )
    return Metric.of(
        found.mixture.number,
        rows=rows,
        meetings=meeting_rows(found.table),
        verdict=found.verdict,
        best=found.best,
        circle=list(found.circle),
        iterations=found.iterations,
        left_out=dict(found.left_out),
    )


@metric(
    Declaration(
        "skill-table",
        {
            ENGLISH: Texts("Strengths against each other", "how many strengths met; what each scored against each"),
            PORTUGUESE: Texts(
                "Forças entre si", "quantas forças se enfrentaram; o que cada uma pontuou contra cada outra"
            ),
        },
        details="what `apts skill-table` found, where the archive has it: every pair of strengths",
        scale=Scale("strengths", 0.0),
        shown=frozenset(),
        order=342,
        measured_apart=True,
        parts=StrengthParts(),
        tested=False,
    )
)
def skill_table(evidence: Evidence) -> Metric:
    """How many strengths met; the table is in the details."""
    found = None if evidence.side is None else evidence.side.skill_table
    if found is None:
        return Metric.missing(NO_STRENGTHS)
    units = min(len(known.values) for known in found.table.meetings)
    return Metric(float(len(found.table.names)), None, None, units, {"rows": meeting_rows(found.table)})


def meeting_rows(found: MeetingTable) -> list[dict[str, Any]]:
    """Every meeting, and whether its winner is sure."""
    surely = found.surely()
    return [{**known.as_data(), "sure": _is_sure(known, surely)} for known in found.meetings]


def _is_sure(known: Meeting, surely: dict[str, frozenset[str]]) -> bool:
    return known.second in surely[known.first] or known.first in surely[known.second]
