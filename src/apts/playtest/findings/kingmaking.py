"""Whether who cannot win decides who does."""

from __future__ import annotations

from collections.abc import Iterator

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.chosen_matches import p_above, share_in
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.kingmaking import king_turns
from apts.playtest.evidence.sentences import percent
from apts.playtest.findings.course import FEWEST, SHOWN
from apts.playtest.findings.finding_registry import FindingDeclaration, FindingQuestion, FindingTexts, finding
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.kingmaking import king_flags

OFTEN = 0.1
"""Kings that are made in more than a tenth of the matches are worth a sentence."""

KINGMAKING = FindingDeclaration(
    "kingmaking",
    {
        ENGLISH: FindingTexts(
            "Kingmaking",
            {
                "": "Kings are made: in {share} ({low} to {high}) of {n} matches a seat that is out of the running decides "
                "who wins."
            },
        ),
        PORTUGUESE: FindingTexts(
            "Fazer reis",
            {
                "": "Há quem faça reis: em {share} ({low} a {high}) de {n} partidas um lugar sem chances decide quem vence."
            },
        ),
    },
    harm=(0.35, 0.55),
    judged_by="kingmaking",
)


@finding(KINGMAKING)
def kingmaking(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Does somebody out of the running decide who wins in more than a tenth of the matches?"""
    known = "" if metrics["kingmaking"].value is None else king_turns(evidence)
    if isinstance(known, str) or len(known.rows) < FEWEST:
        return
    flags = king_flags(known)
    found = share_in(evidence, known.rows, flags)
    shown = sorted(known.turns, key=lambda one: (-one.difference, one.row))[:SHOWN]
    yield FindingQuestion(
        "kingmaking",
        KINGMAKING.message(
            share=percent(found.value), low=percent(found.low), high=percent(found.high), n=len(known.rows)
        ),
        found.value,
        found.low,
        found.high,
        len(known.rows),
        found.value,
        p_above(evidence, known.rows, flags, OFTEN),
        tuple(evidence.numbers[one.row] for one in shown),
        reference=OFTEN,
    )
