"""How much there is to choose."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from apts.archive import MatchRecord
from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.choices import TOO_FEW, Calibration, calibration
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.metric_registry import Declaration, Shown, Texts, mean_of, metric
from apts.playtest.metrics.parts import MOVES, MOVES_WITH_ONE, SHARE, Metric, OnePart
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


# ----------------------------------------------------------------------------------------------------------------
# What decisions decide: how much worse moves are than the best one, in expected score.
#
# Values of moves are those that the searching agent saw, the luck of few playouts taken out
# (:mod:`apts.search.results`), turned into expected scores by the results of the other matches
# (:mod:`apts.playtest.evidence.choices`).

NEAR = 0.05
"""A move is worth considering when its expected score is at most this much below that of the best one."""

NO_MOVE_VALUES = "no turn says what its moves are worth; agents that search say it, an --evaluator does for others"


@dataclass(frozen=True)
class Decisions:
    """The decisions of a match: their turns from 0; how far the best move is ahead; how many are near it.

    ``uncertainty`` is how much further it may be ahead, where a search is too small to tell the moves apart.
    """

    turns: tuple[int, ...]
    over_mean: Numbers
    over_second: Numbers
    near: Numbers
    uncertainty: Numbers


@metric(
    Declaration(
        "stakes",
        {
            ENGLISH: Texts(
                "Stakes",
                "what a decision is worth: expected score of the best move less the mean of all legal moves",
            ),
            PORTUGUESE: Texts(
                "O que está em jogo",
                "quanto vale uma decisão: pontuação esperada do melhor lance menos a média de todos os lances possíveis",
            ),
        },
        details="in `stakes[second]` the best less the second best (see below)",
        scale=SHARE,
        percent=True,
        better="higher",
        shown=frozenset({Shown.FIGURES}),
        order=170,
        judged=True,
        parts=OnePart("second"),
    )
)
def stakes(evidence: Evidence) -> Metric:
    """Over the turns with a choice; how far the best move is above the second is in the details."""
    found = decisions(evidence)
    if isinstance(found, str):
        return Metric.missing(found)
    whole = _with_search_error(evidence, found, [match.over_mean for match in found])
    second = _with_search_error(evidence, found, [match.over_second for match in found])
    data = {"value": second.value, "low": second.low, "high": second.high}
    return replace(whole, details={**whole.details, "second": data})


def _with_search_error(evidence: Evidence, found: Sequence[Decisions], ahead: Sequence[Numbers]) -> Metric:
    """The mean over decisions; the interval reaches up to what small searches may have missed."""
    known = over_turns(evidence, [list(series) for series in ahead], 1.0)
    most = [np.minimum(1.0, series + match.uncertainty) for series, match in zip(ahead, found, strict=True)]
    return replace(known, high=over_turns(evidence, [list(series) for series in most], 1.0).high)


@metric(
    Declaration(
        "real-choice",
        {
            ENGLISH: Texts(
                "Real choice",
                "how many moves are worth considering: those at most 0.05 of expected score below the best",
            ),
            PORTUGUESE: Texts(
                "Escolha real",
                "quantos lances merecem consideração: os que ficam no máximo 0,05 de pontuação esperada abaixo do melhor",
            ),
        },
        details="where the first move that a search looks at wins at once, the share of moves is that of the other turns of "
        "the match",
        scale=MOVES_WITH_ONE,
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES}),
        order=160,
        judged=True,
    )
)
def real_choice(evidence: Evidence) -> Metric:
    """Over the turns that were searched; a forced move is one."""
    found = decisions(evidence)
    if isinstance(found, str):
        return Metric.missing(found)
    return over_turns(
        evidence, [near_moves(match, known) for match, known in zip(evidence.matches, found, strict=True)]
    )


def near_moves(match: MatchRecord, known: Decisions) -> list[float]:
    """The number of moves worth considering at the turns of a match where it is known.

    A search that ends with the first move that it looks at, as that wins at once, says nothing of the others. Such turns
    have the share of moves that the other turns of the match have: without them the last turns, which have the fewest
    moves, would be missing, and more moves could be worth considering than there are.
    """
    if not known.turns:
        return []
    near = dict(zip(known.turns, known.near, strict=True))
    share = float(known.near.sum()) / sum(match.turns[place].legal_moves for place in known.turns)
    counted = []
    for place, turn in enumerate(match.turns):
        if turn.legal_moves == 1:
            counted.append(1.0)
        elif place in near:
            counted.append(float(near[place]))
        elif turn.entropy is not None:
            counted.append(max(1.0, share * turn.legal_moves))
    return counted


@lru_cache(maxsize=4)
def decisions(evidence: Evidence) -> tuple[Decisions, ...] | str:
    """The decisions of each match, or why they are not known."""
    if not any(turn.move_values is not None for match in evidence.matches for turn in match.turns):
        return NO_MOVE_VALUES
    maps = calibration(evidence)
    if maps is None:
        return TOO_FEW
    return tuple(_of_match(match, row, maps) for row, match in enumerate(evidence.matches))


def _of_match(match: MatchRecord, row: int, maps: Calibration) -> Decisions:
    turns, sizes, values, counts, others, doubts = [], [], [], [], [], []
    for place, turn in enumerate(match.turns):
        if turn.legal_moves > 1 and turn.move_values is not None:
            turns.append(place)
            doubts.append(turn.move_values.uncertainty)
            pairs = (*turn.move_values.known, turn.move_values.others)
            sizes.append(len(pairs))
            values += [value for value, _ in pairs]
            counts += [count for _, count in pairs]
            others += [False] * (len(pairs) - 1) + [True]
    if not turns:
        return Decisions((), *[np.zeros(0)] * 4)
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    scores = maps.scores(row, np.array(values), np.repeat(turns, sizes), len(match.turns))
    weights = np.array(counts, dtype=np.float64)
    best = scores[first]
    means = np.add.reduceat(scores * weights, first) / np.add.reduceat(weights, first)
    better = maps.scores(row, np.minimum(1.0, np.array(values)[first] + doubts), np.array(turns), len(match.turns))
    near = (scores >= np.repeat(best, sizes) - NEAR - 1e-9) & ~np.array(others)
    # The second best is the next in the list where one move alone is best; moves looked at little stand at the end.
    last = first + np.array(sizes) - 1
    following = np.where((first + 1 < last) | (weights[last] > 0), first + 1, first)
    second = np.where(weights[first] > 1, best, scores[following])
    return Decisions(
        tuple(turns),
        np.maximum(0.0, best - means),
        np.maximum(0.0, best - second),
        np.add.reduceat(weights * near, first),
        better - best,
    )
