"""What becomes of a lead: whether who leads after a third of a match wins, and whether leads grow or melt away.

Leads are counted in points where the game counts some and its matches can be played again, else in expected score, by values
held against results (:func:`~apts.playtest.evidence.choices.calibration`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.choices import calibration, second_look
from apts.playtest.evidence.chosen_matches import share_in
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.evidence.score_courses import ScoreCourse, fewest_win
from apts.playtest.metrics.metric_registry import Declaration, Shown, Texts, metric
from apts.playtest.metrics.parts import SHARE, Metric, Scale
from apts.statistics import Estimate
from apts.statistics.estimate import normal_p_value, student_quantile

NO_LEADERS = "fewer than 20 matches have a leader after a third, in points or by values of a search"
NO_LEADS = "fewer than 20 matches with points can be played again, or nobody is ever ahead in them"

FEWEST = 20
"""With fewer matches nothing is said of leads."""

AHEAD = 0.05
"""A lead in expected score of less than this is none."""

TIMES = Scale("times")


@dataclass(frozen=True, eq=False)
class Leads:
    """The finished matches that have a leader after a third: their rows, the side of the leader, and whether it won."""

    rows: tuple[int, ...]
    leaders: NDArray[np.int64]
    won: Numbers
    in_points: bool


@lru_cache(maxsize=4)
def leads(evidence: Evidence) -> Leads | None:
    """The leaders after a third; None where too few matches have one, and for two seats without points."""
    if len(evidence.sides) < 2:
        return None
    courses = _courses(evidence)
    by_points = {row: _sides(evidence, _signed(evidence, one.after_share(1 / 3, evidence.players)))
                 for row, one in courses.items()}  # fmt: skip
    found = _leads(evidence, by_points, 0.0, in_points=True)
    if found is None and len(evidence.sides) > 2:
        found = _leads(evidence, _by_values(evidence), AHEAD, in_points=False)
    return found


def _courses(evidence: Evidence) -> dict[int, ScoreCourse]:
    look = second_look(evidence)
    return {} if look is None else {row: one for row, one in look.scores.items() if evidence.finished[row]}


def _signed(evidence: Evidence, scores: Numbers) -> Numbers:
    return -scores if fewest_win(evidence) else scores


def _sides(evidence: Evidence, scores: Numbers) -> Numbers:
    return np.array([scores[list(seats)].sum() for seats in evidence.sides])


def _by_values(evidence: Evidence) -> dict[int, Numbers]:
    """The expected score of each side after a third of the turns that have values."""
    maps = calibration(evidence)
    if maps is None:
        return {}
    found = {}
    for row, values in enumerate(evidence.values):
        if len(values) and evidence.finished[row]:
            scores = maps.of_match(evidence, row)[len(values) // 3]
            found[row] = np.array([scores[list(seats)].mean() for seats in evidence.sides])
    return found


def _leads(evidence: Evidence, standing: dict[int, Numbers], ahead: float, *, in_points: bool) -> Leads | None:
    rows, leaders = [], []
    for row, scores in standing.items():
        order = np.argsort(scores)
        if scores[order[-1]] > scores[order[-2]] + ahead + 1e-9:
            rows.append(row)
            leaders.append(int(order[-1]))
    if len(rows) < FEWEST:
        return None
    won = np.array([evidence.side_firsts[row, side] for row, side in zip(rows, leaders, strict=True)], dtype=float)
    return Leads(tuple(rows), np.array(leaders), won, in_points)


def told_by_seat(evidence: Evidence, found: Leads) -> float:
    """How often the best of all guesses by seat, or by agent, names the winner: what a leader must tell more than."""
    rows = list(found.rows)
    seats = evidence.side_firsts[rows].mean(axis=0)
    agents = [
        [evidence.manifest.agents[evidence.matches[row].seats[side[0]]] for side in evidence.sides] for row in rows
    ]
    names = sorted({name for row in agents for name in row})
    chosen = [
        np.mean([any(evidence.side_firsts[row, place] and sat[place] == name for place in range(len(sat)))
                 for row, sat in zip(rows, agents, strict=True)])
        for name in names
    ] if len(names) > 1 else [0.0]  # fmt: skip
    return max(float(seats.max()), float(max(chosen)))


@metric(
    Declaration(
        "leader-wins",
        {
            ENGLISH: Texts(
                "Leader after a third wins",
                "share of matches that whoever leads after a third of the turns wins, of those that have a leader then",
                asks="how often an early leader wins",
                more="the more often an early leader wins",
                less="the less often an early leader wins",
            ),
            PORTUGUESE: Texts(
                "Líder após um terço vence",
                "parte das partidas vencidas por quem lidera após um terço dos turnos, entre as que têm então um líder",
                asks="quantas vezes um líder cedo vence",
                more="mais vezes um líder cedo vence",
                less="menos vezes um líder cedo vence",
            ),
        },
        details="`in_points` says whether leads are in points; without points, for three seats and more, they are in "
        "expected score",
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES, Shown.STRENGTHS}),
        order=251,
        alone="a game for one has nobody who leads",
        rivals=True,
        of_some_games=True,
    )
)
def leader_wins(evidence: Evidence) -> Metric:
    """Over the finished matches that have a leader."""
    found = leads(evidence)
    if found is None:
        return Metric.missing(NO_LEADERS)
    return Metric.of(share_in(evidence, found.rows, found.won), in_points=found.in_points)


@dataclass(frozen=True, eq=False)
class LeadGrowth:
    """The leads of the sides after a third and after two thirds, a row a match, less the means of who sits there."""

    rows: tuple[int, ...]
    early: Numbers
    late: Numbers
    groups: NDArray[np.int64]

    @property
    def slope(self) -> float:
        """What a lead of 1 has become a third later."""
        return float((self.early * self.late).sum() / (self.early**2).sum())

    def _together(self, slope: float) -> Numbers:
        """For each group of matches what is left over of the later leads, times the early ones."""
        rest = (self.early * (self.late - slope * self.early)).sum(axis=1)
        return np.asarray(np.bincount(self.groups, rest), dtype=np.float64)

    def estimate(self) -> Estimate:
        """The slope with its interval: errors by group of matches (Liang and Zeger, Biometrika 73, 1986)."""
        groups = len(set(self.groups.tolist()))
        rest = self._together(self.slope)
        error = float(np.sqrt((rest**2).sum() * groups / max(groups - 1, 1)) / (self.early**2).sum())
        half = student_quantile(0.95, groups - 1) * error
        return Estimate(self.slope, self.slope - half, self.slope + half, len(self.rows))

    def p_above(self, slope: float) -> float:
        """The p-value of "leads grow at most so": the score test, which needs no slope from the data."""
        rest = self._together(slope)
        size = float(np.sqrt((rest**2).sum()))
        z = float(rest.sum()) / size if size > 0.0 else 0.0
        return normal_p_value(z) / 2.0 if z > 0.0 else 1.0 - normal_p_value(z) / 2.0

    def p_below(self, slope: float) -> float:
        """The p-value of "leads grow at least so"."""
        return 1.0 - self.p_above(slope)


@lru_cache(maxsize=4)
def lead_growth(evidence: Evidence) -> LeadGrowth | None:
    """The leads of the sides over the mean of the others at both times; None where too few matches tell.

    A seat that always has more, or an agent that always gets more, is no lead that grows: from each lead that is taken
    which this agent has in this seat on average.
    """
    courses, players = _courses(evidence), evidence.players
    rows = [row for row, one in courses.items() if len(one.counted) - 1 >= 3 * players]
    if len(rows) < FEWEST or len(evidence.sides) < 2:
        return None
    both = []
    for share in (1 / 3, 2 / 3):
        scores = np.array(
            [_sides(evidence, _signed(evidence, courses[row].after_share(share, players))) for row in rows]
        )
        others = (scores.sum(axis=1, keepdims=True) - scores) / (scores.shape[1] - 1)
        both.append(scores - others)
    early, late = both
    seated = [
        [evidence.manifest.agents[evidence.matches[row].seats[side[0]]] for side in evidence.sides] for row in rows
    ]
    for side in range(len(evidence.sides)):
        who = [row[side] for row in seated]
        for name in set(who):
            own = np.array([one == name for one in who])
            early[own, side] -= early[own, side].mean()
            late[own, side] -= late[own, side].mean()
    if (early**2).sum() <= 1e-9:
        return None
    return LeadGrowth(tuple(rows), early, late, evidence.group_numbers[rows])


@metric(
    Declaration(
        "lead-growth",
        {
            ENGLISH: Texts(
                "Growth of leads",
                "what a lead in points after a third of the turns has become a third later: above 1 leads grow, below 1 "
                "others catch up",
                asks="how fast leads grow",
                more="the faster leads grow",
                less="the slower leads grow",
            ),
            PORTUGUESE: Texts(
                "Crescimento da vantagem",
                "o que uma vantagem em pontos após um terço dos turnos se tornou um terço depois: acima de 1 as vantagens "
                "crescem, abaixo de 1 os outros alcançam",
                asks="quão depressa as vantagens crescem",
                more="mais depressa crescem as vantagens",
                less="mais devagar crescem as vantagens",
            ),
        },
        details="leads are over the mean of the others, less what the seat and the agent have on average",
        scale=TIMES,
        shown=frozenset({Shown.FIGURES, Shown.STRENGTHS}),
        order=252,
        alone="a game for one has nobody who leads",
        rivals=True,
        of_some_games=True,
    )
)
def lead_growth_metric(evidence: Evidence) -> Metric:
    """The slope of later leads on early ones, over all sides of the matches that were played again."""
    found = lead_growth(evidence)
    return Metric.missing(NO_LEADS) if found is None else Metric.of(found.estimate())
