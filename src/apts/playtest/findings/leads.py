"""What becomes of a lead."""

from __future__ import annotations

from collections.abc import Iterator

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.chosen_matches import p_above, share_in
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.sentences import number, percent
from apts.playtest.findings.course import best
from apts.playtest.findings.finding_registry import FindingDeclaration, FindingQuestion, FindingTexts, finding
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.leads import lead_growth, leads, told_by_seat

RUNS_AWAY = 0.8
"""Where who leads after a third wins more often than this, the rest of the match decides little."""

GROWS, FADES = 1.2, 0.5
"""Leads grow by themselves where they become more than so many times as large in a third of the match, and melt away where
less than this is left of them. Where turns are alike and nothing helps or holds back a leader it is 1."""

RUNAWAY_LEADER = FindingDeclaration(
    "runaway-leader",
    {
        ENGLISH: FindingTexts(
            "Runaway leader",
            {
                "": "The leader runs away: who leads after a third of the turns wins {share} ({low} to {high}) of {n} "
                "matches that have a leader then.",
                "gap": "Leads grow by themselves: a lead in points after a third of the turns is {slope} times as large a "
                "third later ({low} to {high}, {n} matches).",
            },
        ),
        PORTUGUESE: FindingTexts(
            "Líder que dispara",
            {
                "": "O líder dispara: quem lidera após um terço dos turnos vence {share} ({low} a {high}) de {n} partidas "
                "que têm então um líder.",
                "gap": "As vantagens crescem sozinhas: uma vantagem em pontos após um terço dos turnos é {slope} vezes "
                "maior um terço depois ({low} a {high}, {n} partidas).",
            },
        ),
    },
    harm=(0.4, 0.65),
    judged_by="leader-wins",
)

LEADS_FADE = FindingDeclaration(
    "leads-fade",
    {
        ENGLISH: FindingTexts(
            "Leads melt away",
            {
                "": "Leads melt away: of a lead in points after a third of the turns {share} ({low} to {high}) is left a "
                "third later ({n} matches), so that the beginning counts for little."
            },
        ),
        PORTUGUESE: FindingTexts(
            "Vantagens que somem",
            {
                "": "As vantagens somem: de uma vantagem em pontos após um terço dos turnos restam {share} ({low} a {high}) "
                "um terço depois ({n} partidas), e o começo conta pouco."
            },
        ),
    },
    harm=(0.1, 0.2),
    judged_by="lead-growth",
)


@finding(RUNAWAY_LEADER)
def runaway_leader(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Does the leader after a third nearly always win? Do leads grow by themselves?"""
    if metrics["leader-wins"].value is not None:
        yield from _leader_wins(evidence)
    if metrics["lead-growth"].value is None:
        return
    grown = lead_growth(evidence)
    if grown is not None:
        found = grown.estimate()
        yield FindingQuestion(
            "runaway-leader",
            RUNAWAY_LEADER.message(
                "gap", slope=number(found.value, 2), low=number(found.low, 2), high=number(found.high, 2), n=found.n
            ),
            found.value,
            found.low,
            found.high,
            found.n,
            min(1.0, max(0.0, found.value - 1.0)),
            grown.p_above(GROWS),
            best([evidence.numbers[row] for row in grown.rows], -abs(grown.late).max(axis=1), [True] * len(grown.rows)),
            "gap",
            reference=GROWS,
        )


def _leader_wins(evidence: Evidence) -> Iterator[FindingQuestion]:
    found = leads(evidence)
    if found is None:
        return
    # Where one seat wins nearly always, its lead tells nothing that the seat does not.
    guessed = told_by_seat(evidence, found)
    limit = max(RUNS_AWAY, (1.0 + guessed) / 2.0)
    share = share_in(evidence, found.rows, found.won)
    numbers = [evidence.numbers[row] for row in found.rows]
    yield FindingQuestion(
        "runaway-leader",
        RUNAWAY_LEADER.message(share=percent(share.value), low=percent(share.low), high=percent(share.high), n=share.n),
        share.value,
        share.low,
        share.high,
        share.n,
        2.0 * (share.value - 0.5),
        p_above(evidence, found.rows, found.won, limit),
        best(numbers, [evidence.lengths[row] for row in found.rows], found.won > 0),
        "leader",
        reference=limit,
    )


@finding(LEADS_FADE)
def leads_fade(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Is less than half of an early lead left a third of the match later?"""
    grown = None if metrics["lead-growth"].value is None else lead_growth(evidence)
    if grown is None:
        return
    found = grown.estimate()
    left = [percent(max(0.0, one)) for one in (found.value, found.low, found.high)]
    yield FindingQuestion(
        "leads-fade",
        LEADS_FADE.message(share=left[0], low=left[1], high=left[2], n=found.n),
        found.value,
        found.low,
        found.high,
        found.n,
        min(1.0, max(0.0, 1.0 - found.value)),
        grown.p_below(FADES),
        best([evidence.numbers[row] for row in grown.rows], -abs(grown.early).max(axis=1), [True] * len(grown.rows)),
        reference=FADES,
    )
