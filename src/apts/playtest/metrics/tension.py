"""How the value of the position goes over a match: lead changes, drama, decisiveness, stability, snowball.

V is the expected utility of each seat before a turn as the searching agent saw it. Matches without values, or with those of
some seats alone, count nowhere here; agents without values get them from an evaluation (``--evaluator``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.choices import TOO_FEW, calibration
from apts.playtest.evidence.chosen_matches import share_in
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.metric_registry import Declaration, Shown, Texts, metric
from apts.playtest.metrics.parts import DIFFERENCE, SHARE, Metric, OnePart
from apts.statistics import (
    Estimate,
    StatisticsError,
    completeness,
    grouped_rank_correlation,
    rank_correlation,
    student,
    unit_values,
)

SAME = 1e-9
"""Values that differ by less are equal; they were stored with six decimals."""

BAND = 0.4
"""A lead of less (in utility, whose range is 2) is none: searches of a hundred iterations are as noisy."""

DECIDED = 0.9
NO_VALUES = "no turn has values; let agents that search play, or evaluate the matches"
SOME_VALUES = (
    "some seats have no values, and what only others see misleads; "
    "give all turns the values of one judge with --evaluator"
)
NO_WINNERS = "no match with values has a winner"


@metric(
    Declaration(
        "lead-change",
        {
            ENGLISH: Texts(
                "Lead change",
                "share of turns at which another set of seats leads clearly than before: by 0.4 in the mean value of two "
                "rounds",
                asks="how often the lead changes",
                more="the more often the lead changes",
                less="the less often the lead changes",
            ),
            PORTUGUESE: Texts(
                "Troca de liderança",
                "parte dos turnos em que outro conjunto de lugares passa a liderar com clareza: por 0,4 no valor médio de "
                "duas rodadas",
                asks="quantas vezes a liderança muda",
                more="mais vezes a liderança muda",
                less="menos vezes a liderança muda",
            ),
        },
        details="a first leader is no change (see below)",
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES, Shown.SWEEP, Shown.EFFECTS, Shown.STRENGTHS}),
        order=190,
        rivals=True,
        judged=True,
    )
)
def lead_change(evidence: Evidence) -> Metric:
    """Over the matches with at least two turns that have values."""
    rows = [row for row, values in enumerate(evidence.values) if len(values) > 1]
    if not rows:
        return _missing(evidence, NO_VALUES)
    shares = np.array([lead_changes(side_values(evidence, row)) for row in rows])
    return Metric.of(_mean(evidence, shares, rows, 0.0))


def _missing(evidence: Evidence, reason: str) -> Metric:
    """Why there is no figure: values of some seats alone are another reason than none at all."""
    some = any(turn.values is not None for match in evidence.matches for turn in match.turns)
    return Metric.missing(SOME_VALUES if some and not any(map(len, evidence.values)) else reason)


def lead_changes(values: Numbers) -> float:
    """Changes of the lead over turns less one. Before anybody leads nothing can change: a first leader is no change.

    Searches are noisy, and each is a little too hopeful for the seat to move. So values are taken as their mean over
    the last two rounds (at most a quarter of the match), and the leaders are those within ``BAND`` of the best; who is
    not among them comes in at half of it, so that nobody goes to and fro at its edge. Where all are leaders nobody leads
    clearly, and the last clear leaders stay: the lead changes when there are others.
    """
    window = min(2 * values.shape[1], max(1, len(values) // 4))
    sums = np.cumsum(np.vstack([np.zeros(values.shape[1]), values]), axis=0)
    means = (sums[window:] - sums[:-window]) / window
    behind = means.max(axis=1, keepdims=True) - means
    leading = np.zeros(values.shape[1], dtype=np.bool_)
    last: tuple[bool, ...] | None = None
    changes = 0
    for gaps in behind:
        leading = gaps <= np.where(leading, BAND, BAND / 2.0) + SAME
        if not leading.all():
            changes += last is not None and tuple(leading) != last
            last = tuple(leading)
    return changes / (len(values) - 1)


@metric(
    Declaration(
        "drama",
        {
            ENGLISH: Texts(
                "Drama",
                "how far the eventual winner is behind in the turns in which it trails",
                asks="how far winners are behind on their way",
                more="the further winners are behind on their way",
                less="the less far winners are behind on their way",
            ),
            PORTUGUESE: Texts(
                "Drama",
                "quão atrás fica o futuro vencedor nos turnos em que está atrás",
                asks="quão atrás ficam os vencedores no caminho",
                more="mais atrás ficam os vencedores no caminho",
                less="menos atrás ficam os vencedores no caminho",
            ),
        },
        details="its maximum, the comeback",
        scale=SHARE,
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES, Shown.EFFECTS, Shown.STRENGTHS}),
        order=200,
        rivals=True,
        judged=True,
        parts=OnePart("comeback"),
    )
)
def drama(evidence: Evidence) -> Metric:
    """Mean over matches with a winner; 0 for a winner that never trails."""
    rows = won_rows(evidence)
    if not rows:
        return _missing(evidence, NO_WINNERS)
    both = [drama_of(side_values(evidence, row), winning_side(evidence, row)) for row in rows]
    means, most = np.array(both).T
    comeback = _mean(evidence, most, rows, 0.0)
    return Metric.of(
        _mean(evidence, means, rows, 0.0),
        comeback={"value": comeback.value, "low": comeback.low, "high": comeback.high},
        largest=float(most.max()),
    )


def drama_of(values: Numbers, winner: int) -> tuple[float, float]:
    """Mean and maximum over trailing turns of (max V - V of the winner) / 2."""
    behind = (values.max(axis=1) - values[:, winner - 1]) / 2.0
    trailing = behind[behind > SAME]
    return (float(trailing.mean()), float(trailing.max())) if len(trailing) else (0.0, 0.0)


@metric(
    Declaration(
        "decisiveness",
        {
            ENGLISH: Texts(
                "Decisiveness",
                "share of the match played after the winner was above all that a loser ever reached",
            ),
            PORTUGUESE: Texts(
                "Decisão",
                "parte da partida jogada depois que o vencedor passou de tudo o que um perdedor alcançou",
            ),
        },
        details="small: a match ends quickly once it is decided",
        scale=SHARE,
        shown=frozenset({Shown.FIGURES}),
        order=210,
        rivals=True,
        judged=True,
    )
)
def decisiveness(evidence: Evidence) -> Metric:
    """Small: a match ends quickly once it is decided."""
    return _mean_over_won(evidence, lambda values, winner: decisiveness_of(values, winner)[0], 0.0)


@metric(
    Declaration(
        "decisiveness-threshold",
        {
            ENGLISH: Texts("Threshold of decisiveness", "the highest value that a seat reached that did not win"),
            PORTUGUESE: Texts("Limiar da decisão", "o maior valor alcançado por um lugar que não venceu"),
        },
        scale=DIFFERENCE,
        shown=frozenset(),
        order=220,
        rivals=True,
        judged=True,
    )
)
def decisiveness_threshold(evidence: Evidence) -> Metric:
    """The threshold behind decisiveness."""
    return _mean_over_won(evidence, lambda values, winner: decisiveness_of(values, winner)[1], -1.0)


def decisiveness_of(values: Numbers, winner: int) -> tuple[float, float]:
    """The share of turns after the last one at which the winner was not above the threshold, and the threshold."""
    threshold = float(np.delete(values, winner - 1, axis=1).max()) if values.shape[1] > 1 else -1.0
    return 1.0 - _last(values[:, winner - 1] <= threshold) / len(values), threshold


def _last(flags: NDArray[np.bool_]) -> int:
    """The number of the last turn at which a flag is set, from 1; 0 for none."""
    places = np.flatnonzero(flags)
    return int(places[-1]) + 1 if len(places) else 0


@metric(
    Declaration(
        "stability",
        {
            ENGLISH: Texts("Stability", "mean over seats of the variance of the value along the match"),
            PORTUGUESE: Texts("Estabilidade", "média entre os lugares da variância do valor ao longo da partida"),
        },
        details="0 when nothing ever changes",
        scale=SHARE,
        shown=frozenset(),
        order=230,
        judged=True,
    )
)
def stability(evidence: Evidence) -> Metric:
    """The variance of all turns of a match that have values."""
    rows = [row for row, values in enumerate(evidence.values) if len(values)]
    if not rows:
        return _missing(evidence, NO_VALUES)
    found = np.array([float(evidence.values[row].var(axis=0).mean()) for row in rows])
    return Metric.of(_mean(evidence, found, rows, 0.0))


@metric(
    Declaration(
        "decided-at",
        {
            ENGLISH: Texts(
                "Decided at",
                "share of the match after which the winner's expected score stays above 0.9",
                more="the later matches are decided",
                less="the earlier matches are decided",
            ),
            PORTUGUESE: Texts(
                "Decidida em",
                "parte da partida após a qual a pontuação esperada do vencedor fica acima de 0,9, pelos resultados das "
                "outras partidas",
                more="mais tarde as partidas se decidem",
                less="mais cedo as partidas se decidem",
            ),
        },
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.FIGURES, Shown.STRENGTHS}),
        order=240,
        rivals=True,
        judged=True,
    )
)
def decided_at(evidence: Evidence) -> Metric:
    """Small: the winner is known early. The largest single gain of the winner, and when it comes, is in the details."""
    rows = won_rows(evidence)
    if not rows:
        return _missing(evidence, NO_WINNERS)
    shares = decided_shares(evidence)
    if shares is None:
        return Metric.missing(TOO_FEW)
    turns = decisive_turns(evidence)
    return Metric.of(_mean(evidence, shares, rows, 0.0), decisive_turn=None if turns is None else float(turns.mean()))


def decided_shares(evidence: Evidence) -> Numbers | None:
    """For each match with values and a winner the share of it after which the winner's expected score stays above 0.9.

    Expected scores are values held against results (:func:`~apts.playtest.evidence.choices.calibration`); None where
    there are too few matches for that.
    """
    scores = _winners_scores(evidence)
    return None if scores is None else np.array([decided_at_of(series) for series in scores])


def decided_at_of(scores: Numbers) -> float:
    """The last turn at which the winner's expected score was at most 0.9, as a share of all turns."""
    return _last(scores <= DECIDED) / len(scores)


def _winners_scores(evidence: Evidence) -> list[Numbers] | None:
    """The expected scores of the winner along each match with values and a winner."""
    maps = calibration(evidence)
    if maps is None:
        return None
    return [
        maps.of_match(evidence, row)[:, list(evidence.sides[winning_side(evidence, row) - 1])].mean(axis=1)
        for row in won_rows(evidence)
    ]


@metric(
    Declaration(
        "decisive-turn",
        {
            ENGLISH: Texts(
                "Decisive turn",
                "share of the match at which the winner's expected score rises most",
                more="the later the decisive turn comes",
                less="the earlier the decisive turn comes",
            ),
            PORTUGUESE: Texts(
                "Turno decisivo",
                "parte da partida em que a pontuação esperada do vencedor mais sobe",
                more="mais tarde vem o turno decisivo",
                less="mais cedo vem o turno decisivo",
            ),
        },
        details="the share of matches in whose first third it lies (`early`)",
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.FIGURES, Shown.STRENGTHS}),
        order=245,
        alone="a game for one has nobody to decide it against",
        rivals=True,
        judged=True,
        parts=OnePart("early"),
    )
)
def decisive_turn(evidence: Evidence) -> Metric:
    """Mean over the matches with values and a winner; winning itself is a rise, at the end."""
    rows = won_rows(evidence)
    if not rows:
        return _missing(evidence, NO_WINNERS)
    turns = decisive_turns(evidence)
    if turns is None:
        return Metric.missing(TOO_FEW)
    early = share_in(evidence, rows, is_early(turns))
    return Metric.of(
        _mean(evidence, turns, rows, 0.0), early={"value": early.value, "low": early.low, "high": early.high}
    )


def decisive_turns(evidence: Evidence) -> Numbers | None:
    """For each match with values and a winner the share of it after which the winner's expected score rises most.

    None where there are too few matches to tell what a value means.
    """
    scores = _winners_scores(evidence)
    if scores is None:
        return None
    rises = [np.diff(np.append(series, 1.0)) for series in scores]
    return np.array([(int(series.argmax()) + 1) / len(series) for series in rises])


def is_early(turns: Numbers) -> Numbers:
    """1 for decisive turns inside the first third of a match; its end, where the maps of values change, is outside."""
    return np.asarray(turns < 1 / 3 - SAME, dtype=np.float64)


@metric(
    Declaration(
        "snowball",
        {
            ENGLISH: Texts(
                "Snowball",
                "rank correlation between the lead at half-time and the result",
                more="the more a lead at half-time decides",
                less="the less a lead at half-time decides",
            ),
            PORTUGUESE: Texts(
                "Bola de neve",
                "correlação de postos entre a liderança na metade da partida e o resultado",
                more="mais decide a liderança na metade da partida",
                less="menos decide a liderança na metade da partida",
            ),
        },
        scale=DIFFERENCE,
        shown=frozenset({Shown.FIGURES, Shown.STRENGTHS}),
        order=250,
        rivals=True,
        judged=True,
    )
)
def snowball(evidence: Evidence) -> Metric:
    """For two seats over matches, seat 1 against seat 2; for more, each seat against the best of the others."""
    played = [row for row, values in enumerate(evidence.values) if len(values)]
    if len(played) < 4:
        return _missing(evidence, NO_VALUES)
    rows = half_time(evidence)
    numbers = evidence.group_numbers[played]
    try:
        if evidence.players <= 2 and len(set(numbers)) == len(numbers):
            return Metric.of(rank_correlation(rows[:, 0, 0], rows[:, 0, 1]))
        seats = 1 if evidence.players <= 2 else evidence.players
        groups = [rows[numbers == group, :seats].reshape(-1, 2) for group in dict.fromkeys(numbers)]
        return Metric.of(grouped_rank_correlation(groups))
    except StatisticsError:
        return Metric.missing("all matches have the same result or the same lead")


def half_time(evidence: Evidence) -> Numbers:
    """For each match with values and for each seat its lead at half-time and its utility at the end."""
    rows = []
    for values, utilities in zip(evidence.values, evidence.utilities, strict=True):
        if len(values):
            middle = values[len(values) // 2]
            others = [np.delete(middle, seat).max() if len(middle) > 1 else 0.0 for seat in range(len(middle))]
            rows.append(np.column_stack([middle - np.array(others), utilities]))
    return np.array(rows).reshape(len(rows), evidence.players, 2)


def won_rows(evidence: Evidence) -> list[int]:
    """The places of the matches that have values and a winner."""
    return [row for row, values in enumerate(evidence.values) if winning_side(evidence, row) and len(values)]


def side_values(evidence: Evidence, row: int) -> Numbers:
    """The values of a match, a column a side: those of the members of a team are one."""
    values = evidence.values[row]
    return (
        values
        if not evidence.teams
        else np.column_stack([values[:, list(seats)].mean(axis=1) for seats in evidence.sides])
    )


def winning_side(evidence: Evidence, row: int) -> int:
    """The number of the side that won a match, from 1; 0 where none or several did."""
    won = [number for number, first in enumerate(evidence.side_firsts[row], 1) if first]
    return won[0] if len(won) == 1 else 0


def _mean_over_won(evidence: Evidence, measure: Callable[[Numbers, int], float], low: float) -> Metric:
    rows = won_rows(evidence)
    if not rows:
        return _missing(evidence, NO_WINNERS)
    found = np.array([measure(side_values(evidence, row), winning_side(evidence, row)) for row in rows])
    return Metric.of(_mean(evidence, found, rows, low))


def _mean(evidence: Evidence, found: Numbers, rows: Sequence[int], low: float) -> Estimate:
    """The mean of one value a match, with the groups of matches as what is independent of each other."""
    units = [evidence.units[row] for row in rows]
    return student(unit_values(found, units), bounds=(low, 1.0), completeness=completeness(units))
