"""Whether one style of play beats all others."""

from __future__ import annotations

from collections.abc import Iterator

from apts.agents.styles.style import PLAIN, style_of
from apts.locales import ENGLISH, LANGUAGES, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.sentences import Translated, percent
from apts.playtest.experiments.side_runs import LEAST
from apts.playtest.experiments.style_table import MARGIN
from apts.playtest.findings.finding_registry import FindingDeclaration, FindingQuestion, FindingTexts, finding
from apts.playtest.metrics import Metrics

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
    of_rules=True,
)


@finding(STYLE_DOMINATES)
def dominant_style(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Does a style beat every other one, and plain search, by the margin? Asked of the one that comes nearest to it."""
    del metrics
    found = None if evidence.side is None else evidence.side.styles
    if found is None or found.nearest is None:
        return
    name, least, p_value = found.nearest
    if name == PLAIN:
        p_value = 1.0
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
        p_value if score.value - 0.5 >= MARGIN - LEAST else 1.0,
        subject=f"style {name}",
        reference=0.0,
    )
