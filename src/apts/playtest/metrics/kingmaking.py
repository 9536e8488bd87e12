"""Whether who cannot win decides who does; for three seats and more."""

from __future__ import annotations

import numpy as np

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.chosen_matches import share_in
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.evidence.kingmaking import KingTurns, king_turns
from apts.playtest.metrics.metric_registry import Declaration, Shown, Texts, metric
from apts.playtest.metrics.parts import SHARE, Metric


@metric(
    Declaration(
        "kingmaking",
        {
            ENGLISH: Texts(
                "Kingmaking",
                "share of matches with a turn at which a seat with a chance below 5 %, whose moves are alike for itself, "
                "moves the chance of another by 20 points or more",
                asks="how often who cannot win decides who does",
                more="the more often who cannot win decides who does",
                less="the less often who cannot win decides who does",
            ),
            PORTUGUESE: Texts(
                "Fazer reis",
                "parte das partidas com um turno em que um lugar com menos de 5 % de chance, cujos lances são iguais para "
                "si, muda a chance de outro em 20 pontos ou mais",
                asks="quantas vezes quem não pode vencer decide quem vence",
                more="mais vezes quem não pode vencer decide quem vence",
                less="menos vezes quem não pode vencer decide quem vence",
            ),
        },
        details="the first `turns` found, by match; of up to 60 matches the last turns of hopeless seats are looked at by a "
        "search of its own, so that it is rather too low",
        scale=SHARE,
        percent=True,
        better="lower",
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES, Shown.STRENGTHS}),
        order=255,
        rivals=True,
        judged=True,
        of_some_games=True,
    )
)
def kingmaking(evidence: Evidence) -> Metric:
    """Over the matches that were looked at."""
    found = king_turns(evidence)
    if isinstance(found, str):
        return Metric.missing(found)
    turns = [
        {"match": evidence.numbers[one.row], "turn": one.turn + 1, "seat": one.seat, "other": one.other,
         "difference": one.difference}
        for one in found.turns[:10]
    ]  # fmt: skip
    return Metric.of(share_in(evidence, found.rows, king_flags(found)), turns=turns)


def king_flags(found: KingTurns) -> Numbers:
    """1 for each match that was looked at and has such a turn, else 0."""
    with_king = {one.row for one in found.turns}
    return np.array([float(row in with_king) for row in found.rows])
