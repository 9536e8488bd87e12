"""How far apart points are at the end."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.chosen_matches import mean_in, p_above, share_in
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.sentences import percent
from apts.playtest.findings.course import FEWEST, best
from apts.playtest.findings.finding_registry import FindingDeclaration, FindingQuestion, FindingTexts, finding
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.points import is_close, margins
from apts.playtest.metrics.sources import END, point_sources

MOSTLY = 0.5
"""Matches are called close, or one-sided, where more than half of them are."""

ONE_SIDED = 0.5
"""A match is one-sided whose second has less than half of the winner's points."""

CLOSE_FINISHES = FindingDeclaration(
    "close-finishes",
    {
        ENGLISH: FindingTexts(
            "Close finishes",
            {
                "": "Matches are close: in {share} ({low} to {high}) of {n} the winner is at most 10 % ahead of the second "
                "in points."
            },
        ),
        PORTUGUESE: FindingTexts(
            "Finais apertados",
            {
                "": "As partidas são apertadas: em {share} ({low} a {high}) de {n} o vencedor fica no máximo 10 % à frente "
                "do segundo em pontos."
            },
        ),
    },
    harm=(0.05, 0.1),
    judged_by="close-matches",
)

ONE_SIDED_FINISHES = FindingDeclaration(
    "one-sided",
    {
        ENGLISH: FindingTexts(
            "One-sided matches",
            {
                "": "Matches are one-sided: in {share} ({low} to {high}) of {n} the second has less than half of the "
                "winner's points; the winner is ahead by {margin} of its points on average."
            },
        ),
        PORTUGUESE: FindingTexts(
            "Partidas desequilibradas",
            {
                "": "As partidas são desequilibradas: em {share} ({low} a {high}) de {n} o segundo tem menos da metade dos "
                "pontos do vencedor; em média o vencedor fica à frente por {margin} dos seus pontos."
            },
        ),
    },
    harm=(0.3, 0.5),
    judged_by="winning-margin",
)


@finding(CLOSE_FINISHES)
def close_finishes(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Is the winner hardly ahead in more than half of the matches?"""
    if metrics["close-matches"].value is None:
        return
    rows, found = margins(evidence)
    if len(rows) < FEWEST:
        return
    share, numbers = share_in(evidence, rows, is_close(found)), [evidence.numbers[row] for row in rows]
    yield FindingQuestion(
        "close-finishes",
        CLOSE_FINISHES.message(
            share=percent(share.value), low=percent(share.low), high=percent(share.high), n=len(rows)
        ),
        share.value,
        share.low,
        share.high,
        len(rows),
        share.value,
        p_above(evidence, rows, is_close(found), MOSTLY),
        best(numbers, found, is_close(found) > 0),
        reference=MOSTLY,
    )


@finding(ONE_SIDED_FINISHES)
def one_sided(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Has the second less than half of the winner's points in more than half of the matches?"""
    if metrics["winning-margin"].value is None:
        return
    rows, found = margins(evidence)
    if len(rows) < FEWEST:
        return
    flags = np.asarray(found > ONE_SIDED, dtype=np.float64)
    share, numbers = share_in(evidence, rows, flags), [evidence.numbers[row] for row in rows]
    yield FindingQuestion(
        "one-sided",
        ONE_SIDED_FINISHES.message(
            share=percent(share.value),
            low=percent(share.low),
            high=percent(share.high),
            n=len(rows),
            margin=percent(float(found.mean())),
        ),
        share.value,
        share.low,
        share.high,
        len(rows),
        share.value,
        p_above(evidence, rows, flags, MOSTLY),
        best(numbers, -found, flags > 0),
        reference=MOSTLY,
    )


ALL_BUT = 0.8
"""One source gives nearly all points that gives more than this, where there are others."""

POINT_SOURCE = FindingDeclaration(
    "one-source",
    {
        ENGLISH: FindingTexts(
            "One source of points",
            {
                "move": "Nearly all points come one way: moves of the kind {name} give {share} of them ({low} to {high}, "
                "{n} matches).",
                "piece": "Nearly all points come one way: the piece {name} gives {share} of them ({low} to {high}, "
                "{n} matches).",
                "line": "Nearly all points come one way: moves by the rule on line {name} give {share} of them "
                "({low} to {high}, {n} matches).",
                "end": "Nearly all points are counted at the end alone: {share} of them ({low} to {high}, {n} matches).",
            },
        ),
        PORTUGUESE: FindingTexts(
            "Uma só fonte de pontos",
            {
                "move": "Quase todos os pontos vêm de um só modo: lances do tipo {name} dão {share} deles ({low} a "
                "{high}, {n} partidas).",
                "piece": "Quase todos os pontos vêm de um só modo: a peça {name} dá {share} deles ({low} a {high}, {n} "
                "partidas).",
                "line": "Quase todos os pontos vêm de um só modo: lances pela regra da linha {name} dão {share} deles "
                "({low} a {high}, {n} partidas).",
                "end": "Quase todos os pontos só são contados no fim: {share} deles ({low} a {high}, {n} partidas).",
            },
        ),
    },
    harm=(0.15, 0.3),
    judged_by="point-sources",
)


@finding(POINT_SOURCE)
def one_source(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Does one of several sources give more than four fifths of the points?"""
    known = None if metrics["point-sources"].value is None else point_sources(evidence)
    if known is None or len(known.rows) < FEWEST:
        return
    first = known.telling[0]
    found = mean_in(evidence, known.rows, first.shares, (0.0, 1.0))
    yield FindingQuestion(
        "one-source",
        POINT_SOURCE.message(
            END if first.name == END else first.by,
            name=first.name,
            share=percent(found.value),
            low=percent(found.low),
            high=percent(found.high),
            n=len(known.rows),
        ),
        found.value,
        found.low,
        found.high,
        len(known.rows),
        found.value,
        p_above(evidence, known.rows, first.shares, ALL_BUT),
        best([evidence.numbers[row] for row in known.rows], -first.shares, first.shares > 0.0),
        f"{first.by} {first.name}",
        reference=ALL_BUT,
    )
