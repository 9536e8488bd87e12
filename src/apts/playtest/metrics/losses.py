"""How close the losses were, where all win or lose together and where one plays alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.chosen_matches import mean_in, share_in
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.metric_registry import Declaration, Shown, Texts, metric
from apts.playtest.metrics.parts import SHARE, Metric, OnePart
from apts.playtest.metrics.points import NO_POINTS, ended_with

NOT_TOGETHER = "seats play against each other: some win what others lose"
NEVER_WON = "no match with points was won, so that nobody knows how many points it takes"
NEVER_LOST = "no match with points was lost"
NOT_BY_POINTS = "matches were lost with as many points as others were won with: something else than points decides"

NARROW = 0.1
"""A loss is narrow that lacks at most this share of the points that it takes to win."""


@dataclass(frozen=True, eq=False)
class Losses:
    """The lost matches with points: their rows, and the share of the points needed that each lacks."""

    rows: tuple[int, ...]
    missing: Numbers
    needed: float


def losses(evidence: Evidence) -> Losses | str:
    """The losses of a cooperative game or a game for one, or why nothing is known of them.

    Points are those of all seats together. What it takes to win is the fewest with which a match of the run was won.
    """
    if evidence.players > 1 and not evidence.cooperative:
        return NOT_TOGETHER
    ended = ended_with(evidence, "points")
    if not ended.rows:
        return NO_POINTS
    won, totals = won_by_all(evidence)[list(ended.rows)], ended.table.sum(axis=1)
    if not won.any():
        return NEVER_WON
    if won.all():
        return NEVER_LOST
    needed = float(totals[won].min())
    short = needed - totals[~won]
    if needed <= 0.0 or np.median(short) <= 0.0:
        return NOT_BY_POINTS
    rows = tuple(row for row, one in zip(ended.rows, won, strict=True) if not one)
    return Losses(rows, np.clip(short / needed, 0.0, 1.0), needed)


def won_by_all(evidence: Evidence) -> NDArray[np.bool_]:
    """Which matches all seats won, or the only one."""
    return np.asarray(evidence.firsts.all(axis=1) & evidence.finished)


@metric(
    Declaration(
        "missing-points",
        {
            ENGLISH: Texts(
                "Points missing in losses",
                "share of the points that it takes to win that is missing in matches that all lose together, or the only "
                "seat loses",
                asks="how close losses are",
                more="the further losses are from a win",
                less="the closer losses are to a win",
            ),
            PORTUGUESE: Texts(
                "Pontos que faltam nas derrotas",
                "parte dos pontos necessários para vencer que falta nas partidas que todos perdem juntos, ou que o único "
                "lugar perde",
                asks="quão perto ficam as derrotas",
                more="mais longe da vitória ficam as derrotas",
                less="mais perto da vitória ficam as derrotas",
            ),
        },
        details="`needed`, the fewest points of all seats together with which a match of the run was won; `narrow`: the "
        "share of losses that lack at most a tenth of them",
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES, Shown.STRENGTHS}),
        parts=OnePart("narrow"),
        order=115,
        of_some_games=True,
    )
)
def missing_points(evidence: Evidence) -> Metric:
    """Mean over the lost matches with points."""
    found = losses(evidence)
    if isinstance(found, str):
        return Metric.missing(found)
    narrow = share_in(evidence, found.rows, is_narrow(found))
    return Metric.of(
        mean_in(evidence, found.rows, found.missing, (0.0, 1.0)),
        needed=found.needed,
        narrow={"value": narrow.value, "low": narrow.low, "high": narrow.high},
    )


def is_narrow(found: Losses) -> Numbers:
    """1 for losses that lack at most a tenth of the points, else 0."""
    return np.asarray(found.missing <= NARROW + 1e-9, dtype=np.float64)
