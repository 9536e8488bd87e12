"""Pieces that leave the board: what seats capture, and what is left at the end."""

from __future__ import annotations

from typing import Any

import numpy as np

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.declaration import Declaration, Shown, Texts
from apts.playtest.metrics.measured_metric import Metric
from apts.playtest.metrics.metric_registry import mean_of, metric
from apts.playtest.metrics.scales import PIECES

UNKNOWN = "the game does not say what stands where"
NOTHING_LEAVES = "no piece left the board in any match"
NOTHING_TAKEN = "no piece was captured in any match"


@metric(
    Declaration(
        "captures",
        {
            ENGLISH: Texts(
                "Captures",
                "pieces captured a match, by all seats together",
                asks="how many pieces are captured",
                more="the more pieces are captured",
                less="the fewer pieces are captured",
            ),
            PORTUGUESE: Texts(
                "Capturas",
                "peças capturadas por partida, por todos os lugares juntos",
                asks="quantas peças são capturadas",
                more="mais peças são capturadas",
                less="menos peças são capturadas",
            ),
        },
        details="each seat; what is swept off together with the mover's own pieces, as at the end of a round, is not "
        "captured; a game written as a class that says what stands where has the pieces of all seats together",
        scale=PIECES,
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES, Shown.EFFECTS, Shown.STRENGTHS}),
        order=260,
        nothing_at_zero=True,
    )
)
def captures(evidence: Evidence) -> Metric:
    """Enemy pieces that captures took off the board."""
    taken = _noted(evidence, "captured")
    if taken is None:
        return Metric.missing(UNKNOWN)
    if not taken.any():
        return Metric.missing(NOTHING_TAKEN)
    return Metric.of(mean_of(evidence, taken.sum(axis=1), 0.0), seats=_by_seat(evidence, taken))


@metric(
    Declaration(
        "pieces-left",
        {
            ENGLISH: Texts("Pieces left", "pieces on the board at the end of a match"),
            PORTUGUESE: Texts("Peças restantes", "peças no tabuleiro ao fim de uma partida"),
        },
        details="each seat, and the start; for games in which pieces leave the board",
        scale=PIECES,
        shown=frozenset({Shown.FIGURES}),
        order=270,
    )
)
def pieces_left(evidence: Evidence) -> Metric:
    """Only for games in which pieces leave the board: elsewhere it says no more than the length."""
    left, placed = _noted(evidence, "left"), _noted(evidence, "set_out")
    if left is None or placed is None:
        return Metric.missing(UNKNOWN)
    if not any(match.facts.get("gone") for match in evidence.matches):
        return Metric.missing(NOTHING_LEAVES)
    rows = _by_seat(evidence, left[:, :-1]) if left[:, :-1].any() or placed[:, :-1].any() else []
    at_start = [float(count) for count in placed.mean(axis=0)]
    return Metric.of(
        mean_of(evidence, left.sum(axis=1), 0.0),
        seats=[{**row, "set_out": at_start[row["seat"] - 1]} for row in rows],
        set_out=sum(at_start),
    )


def _noted(evidence: Evidence, name: str) -> Numbers | None:
    """A note of all matches, a row each; None where some were stored without it."""
    notes = [match.facts.get(name) for match in evidence.matches]
    return None if any(note is None for note in notes) else np.array(notes, dtype=np.float64)


def _by_seat(evidence: Evidence, columns: Numbers) -> list[dict[str, Any]]:
    found = [mean_of(evidence, columns[:, seat], 0.0) for seat in range(evidence.players)]
    return [
        {"seat": seat, "value": one.value, "low": _finite(one.low), "high": _finite(one.high)}
        for seat, one in enumerate(found, 1)
    ]


def _finite(end: float) -> float | None:
    return end if np.isfinite(end) else None
