"""How much there is to choose."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.declaration import Declaration, Shown, Texts
from apts.playtest.metrics.measured_metric import Metric
from apts.playtest.metrics.metric_registry import mean_of, metric
from apts.playtest.metrics.scales import MOVES, MOVES_WITH_ONE, SHARE
from apts.playtest.metrics.value_streams import MatchValues
from apts.statistics import student

CURVE = 20
"""Points of a curve over the match."""


def _turns(evidence: Evidence, value: Callable[[int], float]) -> Numbers:
    """The mean over the turns of each match of something about the number of legal moves."""
    return np.array(
        [
            np.mean([value(turn.legal_moves) for turn in match.turns]) if match.turns else math.nan
            for match in evidence.matches
        ]
    )


@metric(
    Declaration(
        "branching",
        {
            ENGLISH: Texts(
                "Legal moves a turn",
                "mean number of legal moves a turn",
                asks="how many moves there are to choose from",
                more="the more moves there are to choose from",
                less="the fewer moves there are to choose from",
            ),
            PORTUGUESE: Texts(
                "Lances possíveis por turno",
                "número médio de lances legais por turno",
                asks="quantos lances há para escolher",
                more="mais lances há para escolher",
                less="menos lances há para escolher",
            ),
        },
        details="its curve over the match",
        scale=MOVES,
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES, Shown.SWEEP, Shown.EFFECTS, Shown.STRENGTHS}),
        order=140,
        # No bound is known; the most that any turn had is taken for one, which a mean over turns hardly comes near.
        of_match=MatchValues(
            lambda evidence: _turns(evidence, float),
            lambda evidence: (0.0, most_moves(evidence)),
            far=True,
            over_turns=True,
        ),
    )
)
def branching(evidence: Evidence) -> Metric:
    """The mean over matches of the mean over turns."""
    return over_turns(evidence, [[float(turn.legal_moves) for turn in match.turns] for match in evidence.matches])


@metric(
    Declaration(
        "decision-share",
        {
            ENGLISH: Texts(
                "Turns with a choice",
                "share of turns with more than one legal move",
                more="the more turns have a choice",
                less="the fewer turns have a choice",
            ),
            PORTUGUESE: Texts(
                "Turnos com escolha",
                "parte dos turnos com mais de um lance legal",
                more="mais turnos têm uma escolha",
                less="menos turnos têm uma escolha",
            ),
        },
        scale=SHARE,
        percent=True,
        better="higher",
        shown=frozenset({Shown.FIGURES, Shown.STRENGTHS}),
        order=150,
        of_match=MatchValues(lambda evidence: _turns(evidence, lambda moves: float(moves > 1)), over_turns=True),
    )
)
def decision_share(evidence: Evidence) -> Metric:
    """Turns at which there is something to decide."""
    rows = [[float(turn.legal_moves > 1) for turn in match.turns] for match in evidence.matches]
    return over_turns(evidence, rows, 1.0)


@metric(
    Declaration(
        "search-spread",
        {
            ENGLISH: Texts(
                "Search spread",
                "how many moves the search looked into: exp(entropy) of its visits; more time spreads it less",
            ),
            PORTUGUESE: Texts(
                "Dispersão da busca",
                "em quantos lances a busca entrou: exp(entropia) das visitas; com mais tempo, em menos",
            ),
        },
        details="what the search explored, which says little about the game",
        scale=MOVES_WITH_ONE,
        shown=frozenset({Shown.FIGURES}),
        order=180,
        judged=True,
    )
)
def search_spread(evidence: Evidence) -> Metric:
    """Over the turns that were searched."""
    rows = [
        [float(np.exp(turn.entropy)) for turn in match.turns if turn.entropy is not None] for match in evidence.matches
    ]
    return over_turns(evidence, rows)


def most_moves(evidence: Evidence) -> float:
    """The most legal moves that any turn of a run had, and at least one."""
    counts = (max((turn.legal_moves for turn in match.turns), default=1) for match in evidence.matches)
    return float(max(1, max(counts, default=1)))


def over_turns(evidence: Evidence, rows: list[list[float]], high: float = float("inf")) -> Metric:
    """The mean over matches of the mean over turns of what each of them has in its row; a row may be empty."""
    present = [index for index, row in enumerate(rows) if row]
    if not present:
        return Metric.missing("no turn says so; agents that search do")
    means = np.array([np.mean(rows[index]) for index in present])
    curve = _curve([rows[index] for index in present])
    whole = len(present) == len(rows)
    values, completeness = (evidence.by_units(means), evidence.completeness) if whole else (means, 1.0)
    if is_even(values):
        # Matches whose shares lie near each other say more than the bounds do, and where all are alike the bounds add
        # what no match had.
        return Metric.of(student(values, completeness=completeness).clipped(0.0, high), curve=curve)
    found = mean_of(evidence, means, 0.0, high) if whole else student(means, bounds=(0.0, high))
    return Metric.of(found, curve=curve)


def is_even(values: Numbers) -> bool:
    """Whether Student's interval holds for a mean of bounded values: all alike, or with little skewness for their number.

    The rule is W. G. Cochran's ("Sampling Techniques", 1977): n is to be more than 25 times the skewness squared. One
    match of forty that differs from all others does not pass it.
    """
    if len(values) < 2:
        return False
    spread = values - values.mean()
    deviation = float(np.sqrt((spread**2).mean()))
    if deviation <= 1e-12:
        return True
    return len(values) > 25.0 * float((spread**3).mean() / deviation**3) ** 2


def _curve(rows: list[list[float]]) -> list[float | None]:
    """The mean in each of twenty parts of the match."""
    sums, counts = np.zeros(CURVE), np.zeros(CURVE)
    for row in rows:
        places = np.minimum(CURVE - 1, np.arange(len(row)) * CURVE // len(row))
        np.add.at(sums, places, row)
        np.add.at(counts, places, 1.0)
    return [float(total / count) if count else None for total, count in zip(sums, counts, strict=True)]
