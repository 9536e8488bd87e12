"""Games that all win or lose together, and games for one: whether they are always won, and how close losses are."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.chosen_matches import p_above, share_in
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.evidence.sentences import percent
from apts.playtest.findings.course import FEWEST, best
from apts.playtest.findings.finding_registry import FindingDeclaration, FindingQuestion, FindingTexts, finding
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.losses import Losses, is_narrow, losses, won_by_all

NEARLY_ALWAYS = 0.9
"""What all win more often than this asks nothing of them."""

MOSTLY, FAR = 0.5, 0.5
"""Losses are narrow, or far, where more than half of them are; far is what lacks half of the points or more."""

ALWAYS_WON = FindingDeclaration(
    "always-won",
    {
        ENGLISH: FindingTexts(
            "Always won",
            {
                "": "The game is won too easily: {share} ({low} to {high}) of {n} matches are won together.",
                "alone": "The puzzle is solved too easily: {share} ({low} to {high}) of {n} matches are won.",
            },
        ),
        PORTUGUESE: FindingTexts(
            "Sempre vencido",
            {
                "": "O jogo se vence fácil demais: {share} ({low} a {high}) de {n} partidas são vencidas em conjunto.",
                "alone": "O quebra-cabeça se resolve fácil demais: {share} ({low} a {high}) de {n} partidas são vencidas.",
            },
        ),
    },
    harm=(0.3, 0.4),
    judged_by="completion",
)

LOSSES = FindingDeclaration(
    "losses",
    {
        ENGLISH: FindingTexts(
            "How close losses are",
            {
                "far": "Losses are far from a win: {share} ({low} to {high}) of {n} lost matches lack half of the points "
                "that it takes, or more.",
                "narrow": "Losses are narrow: {share} ({low} to {high}) of {n} lost matches lack at most a tenth of the "
                "points that it takes.",
            },
        ),
        PORTUGUESE: FindingTexts(
            "Quão perto ficam as derrotas",
            {
                "far": "As derrotas ficam longe da vitória: a {share} ({low} a {high}) de {n} partidas perdidas falta "
                "metade dos pontos necessários ou mais.",
                "narrow": "As derrotas são por pouco: a {share} ({low} a {high}) de {n} partidas perdidas falta no "
                "máximo um décimo dos pontos necessários.",
            },
        ),
    },
    harm_of_sort={"far": (0.25, 0.4), "narrow": (0.05, 0.1)},
    harm=(0.05, 0.4),
    judged_by="missing-points",
)


@finding(ALWAYS_WON)
def always_won(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Are more than nine in ten matches won by all, where all win or lose together or one plays alone?"""
    alone = evidence.players == 1
    if metrics["completion"].value is None or evidence.n < FEWEST or not (alone or evidence.cooperative):
        return
    rows, won = tuple(range(evidence.n)), won_by_all(evidence).astype(np.float64)
    found = share_in(evidence, rows, won)
    yield FindingQuestion(
        "always-won",
        ALWAYS_WON.message(
            "alone" if alone else "",
            share=percent(found.value),
            low=percent(found.low),
            high=percent(found.high),
            n=evidence.n,
        ),
        found.value,
        found.low,
        found.high,
        evidence.n,
        found.value,
        p_above(evidence, rows, won, NEARLY_ALWAYS),
        best(evidence.numbers, evidence.lengths, won > 0),
        reference=NEARLY_ALWAYS,
    )


@finding(LOSSES)
def close_losses(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Do most losses lack half of the points, or hardly any?"""
    known = "" if metrics["missing-points"].value is None else losses(evidence)
    if isinstance(known, str) or len(known.rows) < FEWEST:
        return
    yield _losses(evidence, known, "far", np.asarray(known.missing >= FAR - 1e-9, dtype=np.float64))
    yield _losses(evidence, known, "narrow", is_narrow(known))


def _losses(evidence: Evidence, known: Losses, sort: str, flags: Numbers) -> FindingQuestion:
    found = share_in(evidence, known.rows, flags)
    keys = known.missing if sort == "narrow" else -known.missing
    return FindingQuestion(
        "losses",
        LOSSES.message(
            sort, share=percent(found.value), low=percent(found.low), high=percent(found.high), n=len(known.rows)
        ),
        found.value,
        found.low,
        found.high,
        len(known.rows),
        found.value,
        p_above(evidence, known.rows, flags, MOSTLY),
        best([evidence.numbers[row] for row in known.rows], keys, flags > 0),
        sort,
        reference=MOSTLY,
    )
