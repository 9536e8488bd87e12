"""When matches are decided, and what becomes of a lead."""

from __future__ import annotations

from collections.abc import Iterator

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.chosen_matches import p_above, share_in
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.sentences import percent
from apts.playtest.findings.course import FEWEST, best
from apts.playtest.findings.finding_registry import FindingDeclaration, FindingQuestion, FindingTexts, finding
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.tension import decisive_turns, is_early, won_rows

MOSTLY = 0.5
"""What happens in more than half of the matches is what mostly happens."""

DECISIVE_EARLY = FindingDeclaration(
    "decisive-early",
    {
        ENGLISH: FindingTexts(
            "Decisive turn early",
            {
                "": "The decisive turn comes early: in {share} ({low} to {high}) of {n} won matches the winner's expected "
                "score rises most in the first third."
            },
        ),
        PORTUGUESE: FindingTexts(
            "Turno decisivo cedo",
            {
                "": "O turno decisivo vem cedo: em {share} ({low} a {high}) de {n} partidas vencidas a pontuação esperada "
                "do vencedor mais sobe no primeiro terço."
            },
        ),
    },
    harm=(0.3, 0.5),
    judged_by="decisive-turn",
)


@finding(DECISIVE_EARLY)
def decisive_early(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Does the decisive turn lie in the first third of more than half of the matches?"""
    rows, turns = won_rows(evidence), decisive_turns(evidence)
    if metrics["decisive-turn"].value is None or turns is None or len(rows) < FEWEST:
        return
    early = is_early(turns)
    found = share_in(evidence, rows, early)
    yield FindingQuestion(
        "decisive-early",
        DECISIVE_EARLY.message(
            share=percent(found.value), low=percent(found.low), high=percent(found.high), n=len(rows)
        ),
        found.value,
        found.low,
        found.high,
        len(rows),
        found.value,
        p_above(evidence, rows, early, MOSTLY),
        best([evidence.numbers[row] for row in rows], turns, early > 0),
        reference=MOSTLY,
    )
