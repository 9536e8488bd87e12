"""Whether seats are out early, and whether those who are in wait too long."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.chosen_matches import p_above, share_in
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.sentences import number, percent
from apts.playtest.findings.course import FEWEST, best
from apts.playtest.findings.finding_registry import FindingDeclaration, FindingQuestion, FindingTexts, finding
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.waiting import EARLY, waits

OFTEN = 0.25
"""What happens in more than a quarter of the matches is worth a sentence."""

LONG = 3
"""A wait is long that lasts more than so many rounds of the others."""

EARLY_ELIMINATION = FindingDeclaration(
    "early-elimination",
    {
        ENGLISH: FindingTexts(
            "Out early",
            {
                "": "Seats are out early: in {share} ({low} to {high}) of {n} matches somebody is out and waits for a third "
                "of the match or more; on average it is {wait} of it."
            },
        ),
        PORTUGUESE: FindingTexts(
            "Eliminação cedo",
            {
                "": "Lugares saem cedo: em {share} ({low} a {high}) de {n} partidas alguém sai e espera um terço da partida "
                "ou mais; em média é {wait} dela."
            },
        ),
    },
    harm=(0.35, 0.6),
    judged_by="elimination",
)

LONG_WAITS = FindingDeclaration(
    "long-waits",
    {
        ENGLISH: FindingTexts(
            "Long waits",
            {
                "": "Seats wait long: in {share} ({low} to {high}) of {n} matches somebody waits for more than {turns} "
                "turns of the others for a turn; the longest wait of a match is {largest} turns on average."
            },
        ),
        PORTUGUESE: FindingTexts(
            "Esperas longas",
            {
                "": "Lugares esperam muito: em {share} ({low} a {high}) de {n} partidas alguém espera mais de {turns} "
                "turnos dos outros pela sua vez; a maior espera de uma partida é de {largest} turnos em média."
            },
        ),
    },
    harm=(0.2, 0.4),
    judged_by="waiting",
)


@finding(EARLY_ELIMINATION)
def early_elimination(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Is somebody out for a third of the match in more than a quarter of the matches?"""
    known = None if metrics["elimination"].value is None else waits(evidence)
    if known is None or evidence.n < FEWEST:
        return
    rows, early = tuple(range(evidence.n)), known.after_out >= EARLY
    found = share_in(evidence, rows, early.astype(np.float64))
    wait = float(known.after_out[early].mean()) if early.any() else 0.0
    yield FindingQuestion(
        "early-elimination",
        EARLY_ELIMINATION.message(
            share=percent(found.value),
            low=percent(found.low),
            high=percent(found.high),
            n=evidence.n,
            wait=percent(wait),
        ),
        found.value,
        found.low,
        found.high,
        evidence.n,
        found.value * wait,
        p_above(evidence, rows, early.astype(np.float64), OFTEN),
        best(evidence.numbers, -known.after_out, early),
        reference=OFTEN,
    )


@finding(LONG_WAITS)
def long_waits(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Does somebody wait for more than three rounds in more than a quarter of the matches?"""
    known = None if metrics["waiting"].value is None else waits(evidence)
    if known is None or len(known.rows) < FEWEST:
        return
    turns = LONG * (evidence.players - 1)
    long = known.largest > turns
    found = share_in(evidence, known.rows, long.astype(np.float64))
    yield FindingQuestion(
        "long-waits",
        LONG_WAITS.message(
            share=percent(found.value),
            low=percent(found.low),
            high=percent(found.high),
            n=len(known.rows),
            turns=turns,
            largest=number(float(known.largest.mean()), 1),
        ),
        found.value,
        found.low,
        found.high,
        len(known.rows),
        found.value,
        p_above(evidence, known.rows, long.astype(np.float64), OFTEN),
        best([evidence.numbers[row] for row in known.rows], -known.largest, long),
        reference=OFTEN,
    )
