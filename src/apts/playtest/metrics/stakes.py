"""What decisions decide: how much worse moves are than the best one, in expected score.

Values of moves are those that the searching agent saw, the luck of few playouts taken out (:mod:`apts.search.move_values`),
turned into expected scores by the results of the other matches (:mod:`apts.playtest.evidence.calibration`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from apts.archive import MatchRecord
from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.calibration import TOO_FEW, Calibration, calibration
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.choice import over_turns
from apts.playtest.metrics.declaration import Declaration, Shown, Texts
from apts.playtest.metrics.measured_metric import Metric
from apts.playtest.metrics.metric_registry import metric
from apts.playtest.metrics.parts import OnePart
from apts.playtest.metrics.scales import MOVES_WITH_ONE, SHARE

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
