"""Points at the end of matches, what the game pays, and how far the winner is ahead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from apts.archive import MatchRecord
from apts.engine.play.outcome import SeatCalled
from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.chosen_matches import mean_in, share_in
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.metric_registry import Declaration, Shown, Texts, metric
from apts.playtest.metrics.parts import POINTS, SHARE, Metric, Named, Parts, row_estimate
from apts.statistics import Estimate

NO_POINTS = "no match ended with points"
NO_PAYOFFS = "no match ended with payoffs"
NO_MARGIN = "no match with points has a first place that points decide"

CLOSE = 0.1
"""A match is close whose winner has at most this share of its points more than the second."""


class PointParts(Parts):
    """``winner`` and ``spread``, and ``seat 2`` for each seat."""

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        for label in ("winner", "spread"):
            found = row_estimate(metric.details.get(label, {}), "value", "low", "high", metric.n)
            if found is not None:
                yield label, found
        for row in metric.details.get("seats", []):
            found = row_estimate(row, "value", "low", "high", metric.n)
            if found is not None:
                yield f"seat {row['seat']}", found

    def describe(self, label: str, seat_names: Sequence[str]) -> str:
        """With the name of the seat where it has one."""
        number = label.removeprefix("seat ")
        return str(SeatCalled(int(number), seat_names)) if number.isdigit() else label


@dataclass(frozen=True)
class Ended:
    """The matches that ended with points, or with payoffs: their rows, and a row a match with a column a seat."""

    rows: tuple[int, ...]
    table: Numbers


def ended_with(evidence: Evidence, word: str) -> Ended:
    """The finished matches whose outcome has ``points``, or ``payoffs``."""
    known: list[tuple[int, Sequence[float]]] = []
    for row, match in enumerate(evidence.matches):
        amounts = None if match.outcome is None or match.status != "finished" else getattr(match.outcome, word)
        if amounts is not None:
            known.append((row, amounts))
    table = np.array([amounts for _, amounts in known], dtype=np.float64).reshape(len(known), evidence.players)
    return Ended(tuple(row for row, _ in known), table)


@metric(
    Declaration(
        "final-points",
        {
            ENGLISH: Texts(
                "Points at the end",
                "mean points of a seat at the end of a match",
                asks="how many points there are at the end",
                more="the more points there are at the end",
                less="the fewer points there are at the end",
            ),
            PORTUGUESE: Texts(
                "Pontos no fim",
                "média de pontos de um lugar no fim da partida",
                asks="quantos pontos há no fim",
                more="mais pontos há no fim",
                less="menos pontos há no fim",
            ),
        },
        details="the `winner`'s points, the `spread` between the seat with most and the one with fewest, and each seat",
        scale=POINTS,
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES, Shown.EFFECTS, Shown.STRENGTHS}),
        order=111,
        parts=PointParts(),
        of_some_games=True,
    )
)
def points(evidence: Evidence) -> Metric:
    """Over finished matches with points: the mean of their seats, the winner's, the spread, and each seat by itself."""
    return _amounts(evidence, "points", NO_POINTS)


@metric(
    Declaration(
        "final-payoffs",
        {
            ENGLISH: Texts("Payoff", "mean of what a match pays a seat, where the game pays"),
            PORTUGUESE: Texts("Pagamento", "média do que uma partida paga a um lugar, nos jogos que pagam"),
        },
        details="the `winner`'s payoff, the `spread` over the seats, and each seat",
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES, Shown.EFFECTS, Shown.STRENGTHS}),
        order=112,
        parts=PointParts(),
        of_some_games=True,
    )
)
def payoffs(evidence: Evidence) -> Metric:
    """The same of payoffs."""
    return _amounts(evidence, "payoffs", NO_PAYOFFS)


def _amounts(evidence: Evidence, word: str, missing: str) -> Metric:
    ended = ended_with(evidence, word)
    if not ended.rows:
        return Metric.missing(missing)
    table = ended.table
    seats = [
        {"seat": seat + 1, **_row(mean_in(evidence, ended.rows, table[:, seat]))} for seat in range(evidence.players)
    ]
    inside: dict[str, Any] = {"seats": seats} if evidence.players > 1 else {}
    won = [(place, row) for place, row in enumerate(ended.rows) if evidence.firsts[row].any()]
    first = np.array([table[place][evidence.firsts[row]].mean() for place, row in won])
    if won:
        inside["winner"] = _row(mean_in(evidence, [row for _, row in won], first))
    if evidence.players > 1:
        inside["spread"] = _row(mean_in(evidence, ended.rows, np.ptp(table, axis=1), (0.0, np.inf)))
    return Metric.of(mean_in(evidence, ended.rows, table.mean(axis=1)), **inside)


def _row(found: Estimate) -> dict[str, float | None]:
    finite = Metric.of(found)
    return {"value": finite.value, "low": finite.low, "high": finite.high}


@metric(
    Declaration(
        "winning-margin",
        {
            ENGLISH: Texts(
                "Margin of the winner",
                "how far the winner is ahead of the second, as a share of the winner's points",
                asks="how far the winner is ahead in points",
                more="the further winners are ahead",
                less="the less far winners are ahead",
            ),
            PORTUGUESE: Texts(
                "Margem do vencedor",
                "quanto o vencedor fica à frente do segundo, como parte dos pontos do vencedor",
                asks="quanto o vencedor fica à frente em pontos",
                more="mais à frente ficam os vencedores",
                less="menos à frente ficam os vencedores",
            ),
        },
        details="where the fewest points win it is a share of the second's",
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES, Shown.EFFECTS, Shown.STRENGTHS}),
        order=113,
        alone="a game for one has no second place",
        rivals=True,
        of_some_games=True,
    )
)
def margin(evidence: Evidence) -> Metric:
    """Mean over finished matches with points; 0 where the first place is shared."""
    rows, found = margins(evidence)
    return Metric.of(mean_in(evidence, rows, found, (0.0, 1.0))) if rows else Metric.missing(NO_MARGIN)


@metric(
    Declaration(
        "close-matches",
        {
            ENGLISH: Texts(
                "Close matches",
                "share of matches that the winner wins by at most 10 % of its points",
                asks="how often matches are close",
                more="the more matches are close",
                less="the fewer matches are close",
            ),
            PORTUGUESE: Texts(
                "Partidas apertadas",
                "parte das partidas que o vencedor ganha por no máximo 10 % dos seus pontos",
                asks="quantas partidas são apertadas",
                more="mais partidas são apertadas",
                less="menos partidas são apertadas",
            ),
        },
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.FIGURES, Shown.EFFECTS, Shown.STRENGTHS}),
        order=114,
        alone="a game for one has no second place",
        rivals=True,
        of_some_games=True,
    )
)
def closeness(evidence: Evidence) -> Metric:
    """Over the matches that have a margin."""
    rows, found = margins(evidence)
    return Metric.of(share_in(evidence, rows, is_close(found))) if rows else Metric.missing(NO_MARGIN)


def is_close(found: Numbers) -> Numbers:
    """1 for margins of at most 10 %, else 0."""
    return np.asarray(found <= CLOSE + 1e-9, dtype=np.float64)


def margins(evidence: Evidence) -> tuple[tuple[int, ...], Numbers]:
    """The rows of the matches that have a margin, and their margins."""
    ended = ended_with(evidence, "points")
    found = [
        (row, margin_of(evidence.matches[row], table, evidence.sides))
        for row, table in zip(ended.rows, ended.table, strict=True)
    ]
    known = [(row, one) for row, one in found if one is not None]
    return tuple(row for row, _ in known), np.array([one for _, one in known])


def margin_of(match: MatchRecord, amounts: Numbers, sides: Sequence[Sequence[int]]) -> float | None:
    """How far the first side is ahead of the next one, as a share of the larger of both; that of a team is its sum.

    The next one is the nearest in points. None where the winner has more points than one of the others and fewer than
    another, so that something else than points decided, and where nobody is first.
    """
    if match.outcome is None or match.outcome.all_lost or match.outcome.all_won or len(sides) < 2:
        return None
    own = [float(amounts[list(seats)].sum()) for seats in sides]
    ranks = [match.outcome.ranks[seats[0]] for seats in sides]
    first = [place for place, rank in enumerate(ranks) if rank == min(ranks)]
    if len(first) > 1:
        return 0.0
    winner, others = own[first[0]], [value for place, value in enumerate(own) if place != first[0]]
    second = max(others) if winner >= max(others) else min(others)
    if min(others) < winner < max(others):
        return None
    larger = max(abs(winner), abs(second))
    return min(1.0, abs(winner - second) / larger) if larger > 0.0 else 0.0
