"""Whether one style of play beats all others."""

from __future__ import annotations

from collections.abc import Iterator

from apts.agents.styles.style import PLAIN, STYLES, style_of
from apts.locales import ENGLISH, LANGUAGES, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.sentences import Translated, percent
from apts.playtest.experiments.meetings import Meeting
from apts.playtest.experiments.style_table import MARGIN, StyleTable
from apts.playtest.findings.finding_registry import FindingDeclaration, FindingQuestion, FindingTexts, finding
from apts.playtest.metrics import Metrics
from apts.statistics import holm

STYLE_DOMINATES = FindingDeclaration(
    "dominant-style",
    {
        ENGLISH: FindingTexts(
            "One style beats all others",
            {
                "": "One style beats all others: who {does} scores {score} ({low} to {high}) at least against every other "
                "style and against plain search, all at {iterations} iterations."
            },
        ),
        PORTUGUESE: FindingTexts(
            "Um estilo vence todos os outros",
            {
                "": "Um estilo vence todos os outros: quem {does} pontua ao menos {score} ({low} a {high}) contra cada "
                "outro estilo e contra a busca simples, todos com {iterations} iterações."
            },
        ),
    },
    harm=(0.35, 0.6),
)


@finding(STYLE_DOMINATES)
def dominant_style(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Does a style beat every other one, and plain search, by the margin? Asked of the one that comes nearest to it."""
    del metrics
    found = None if evidence.side is None else evidence.side.styles
    if found is None or not found.is_whole:
        return
    raised = holm([known.p_value for known in found.table.meetings])
    p_values = {(a.first, a.second): float(p) for a, p in zip(found.table.meetings, raised, strict=True)}
    name, least = max(
        (
            (style.name, _least(found, style.name))
            for style in STYLES
            if style.name in found.names and style.name != PLAIN
        ),
        key=lambda entry: entry[1].score.value,
    )
    met = [pair for pair in p_values if name in pair]
    score = least.score
    yield FindingQuestion(
        "dominant-style",
        STYLE_DOMINATES.message(
            does=Translated({language: style_of(name).text(language).does for language in LANGUAGES}),
            score=percent(score.value),
            low=percent(score.low),
            high=percent(score.high),
            iterations=found.iterations,
        ),
        score.value - 0.5,
        score.low - 0.5,
        score.high - 0.5,
        score.n,
        2.0 * (score.value - 0.5),
        max(p_values[pair] for pair in met) if score.value - 0.5 >= MARGIN - 1e-9 else 1.0,
        subject=f"style {name}",
        reference=0.0,
    )


def _least(found: StyleTable, name: str) -> Meeting:
    """The meeting in which a style does worst."""
    met = [found.table.meeting(name, other) for other in found.names if other != name]
    return min((known for known in met if known is not None), key=lambda known: known.score.value)
