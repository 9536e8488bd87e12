"""What the charts show, as plain rows. Nothing here draws."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from apts.playtest.evidence.evidence import Evidence
from apts.playtest.metrics.choice import decisions, near_moves
from apts.playtest.panel.panel import FigureAcross, Panel
from apts.report.subject import ReportedRun, detail
from apts.statistics import Estimate, student
from apts.statistics.across_strengths import BEYOND

Row = dict[str, Any]

STOPPED, DRAWN = -1, 0
ALL_WON, ALL_LOST = -2, -3
"""Results that are no seat."""

MOST_BARS = 24
MOST_MOVES = 12
PARTS = 20
FEWEST = 3
"""A point of a curve needs so many matches."""


def results(evidence: Evidence) -> list[int]:
    """For each match the seat that won, or the first one of the team that did; else how it ended without a winner."""
    alike = {1: ALL_WON, -1: ALL_LOST}
    first = np.where(evidence.firsts.any(axis=1), evidence.firsts.argmax(axis=1) + 1, DRAWN)
    rows = zip(first, evidence.together, evidence.finished, strict=True)
    return [alike.get(int(both), int(seat)) if finished else STOPPED for seat, both, finished in rows]


def seat_results(run: ReportedRun) -> list[Row]:
    """Rows with the ends of the stacked bars of a seat: wins, all else, losses; for three or more the places.

    The last row of the places is the share of matches that were stopped before there were any.
    """
    rows: list[Row] = []
    for seat in detail(run, "seat-score", "seats"):
        won, lost = seat["wins"]["share"], seat["losses"]["share"]
        start = 0.0
        results: list[tuple[str | int, float]]
        results = [("win", won), ("other", max(0.0, 1.0 - won - lost)), ("loss", lost)]
        if len(seat["places"]) > 2:
            results = [(place["place"], place["share"]) for place in seat["places"]]
            results.append(("other", max(0.0, 1.0 - sum(share for _, share in results))))
        for order, (result, share) in enumerate(results):
            rows.append({"seat": seat["seat"], "result": result, "order": order, "start": start, "end": start + share})
            start += share
    return rows


def strength_rows(figure: FigureAcross, panel: Panel) -> list[Row]:
    """A figure at each strength as it was seen, then the line through all matches, to two steps beyond the strongest.

    ``place`` is in steps of fourfold search, ``budget`` the iterations a move there, ``of_line`` whether it is of the line.
    """
    seen = zip(panel.places, panel.budgets, figure.at, strict=True)
    rows = [_strength_row(place, budget, one, False) for place, budget, one in seen if one is not None]
    if figure.line is None:
        return rows
    end = panel.places[-1] + BEYOND
    places, budgets = (*panel.places, end), (*panel.budgets, round(panel.budgets[-1] * 4.0**BEYOND))
    line = zip(places, budgets, (*figure.line.at, figure.line.beyond), strict=True)
    return [*rows, *(_strength_row(place, budget, one, True) for place, budget, one in line)]


def _strength_row(place: float, budget: int, found: Estimate, of_line: bool) -> Row:
    ends = {"value": found.value, "low": found.low, "high": found.high}
    return {"place": place, "budget": budget, **ends, "of_line": of_line}


def length_histogram(evidence: Evidence, most_bars: int = MOST_BARS) -> list[Row]:
    """Matches by number of turns and result; bars are whole numbers of turns wide and cover ``first`` to ``last``."""
    if not evidence.n:
        return []
    lengths = [int(length) for length in evidence.lengths]
    least, most = min(lengths), max(lengths)
    width = max(1, math.ceil((most - least + 1) / most_bars))
    counts = Counter(
        ((length - least) // width, result) for length, result in zip(lengths, results(evidence), strict=True)
    )
    return [
        {"first": least + bar * width, "last": least + (bar + 1) * width - 1, "result": result, "matches": count}
        for (bar, result), count in sorted(counts.items())
    ]


def outcome_bands(run: ReportedRun) -> list[Row]:
    """For each band of lengths and seat the share of wins with its interval; empty bands are left out."""
    rows: list[Row] = []
    for band in detail(run, "outcome-by-length", "bands"):
        for seat, share in enumerate(band["shares"], 1):
            rows.append(
                {
                    "above": band["above"],
                    "up_to": band["up_to"],
                    "matches": band["matches"],
                    "seat": seat,
                    "wins": band["wins"][seat - 1],
                    **share,
                }
            )
    return rows


def move_frequencies(evidence: Evidence, most: int = MOST_MOVES) -> list[Row]:
    """How often a match each seat plays each of the most common moves, as means with intervals over matches."""
    total: Counter[str] = Counter(turn.move for match in evidence.matches for turn in match.turns)
    chosen = {move for move, _ in sorted(total.items(), key=lambda entry: (-entry[1], entry[0]))[:most]}
    counts = {(move, seat): np.zeros(evidence.n) for move in chosen for seat in range(1, evidence.players + 1)}
    for row, match in enumerate(evidence.matches):
        for turn in match.turns:
            if (turn.move, turn.mover) in counts:
                counts[turn.move, turn.mover][row] += 1
    rows = []
    for (move, seat), column in sorted(counts.items(), key=lambda entry: (natural(entry[0][0]), entry[0][1])):
        found = student(evidence.by_units(column), bounds=(0.0, math.inf), completeness=evidence.completeness)
        rows.append(
            {
                "move": move,
                "seat": seat,
                "count": int(column.sum()),
                "mean": found.value,
                "low": found.low,
                "high": found.high,
            }
        )
    return rows


def natural(text: str) -> tuple[tuple[bool, int, str], ...]:
    """A key that sorts a2 before a10."""
    parts: list[str] = []
    for sign in text:
        if parts and parts[-1].isdigit() == sign.isdigit():
            parts[-1] += sign
        else:
            parts.append(sign)
    return tuple((part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts)


def value_curves(evidence: Evidence, parts: int | None = None) -> list[Row]:
    """The value of the eventual winner over the course of a match, by the seat that won: means with intervals."""
    rows: list[Row] = []
    for seat in range(1, evidence.players + 1):
        won = [
            [float(value) for value in values[:, seat - 1]]
            for values, winner in zip(evidence.values, evidence.winners, strict=True)
            if winner == seat and len(values)
        ]
        rows += [{"seat": seat, **point} for point in course(won, parts, (-1.0, 1.0))]
    return rows


def course(matches: Sequence[Sequence[float]], parts: int | None, bounds: tuple[float, float]) -> list[Row]:
    """A mean over the course of matches with its interval, from one series of numbers a match.

    ``part`` is the middle of a slice of the match, from 0 for its beginning to 1 for its end. A match counts once in a
    slice, with the mean of its turns there. There are not more slices than turns in half of the matches, which would
    show where turns fall and not how matches go. Points with few matches behind them are left out.
    """
    if not matches:
        return []
    count = parts or max(1, min(PARTS, int(np.median([len(series) for series in matches]))))
    slices: list[list[float]] = [[] for _ in range(count)]
    for series in matches:
        values = np.array(series)
        places = np.minimum(count - 1, np.arange(len(values)) * count // len(values))
        for place in np.unique(places):
            slices[int(place)].append(float(values[places == place].mean()))
    points = []
    for place, column in enumerate(slices):
        if len(column) >= FEWEST:
            found = student(np.array(column), bounds=bounds)
            middle = (place + 0.5) / count
            points.append(
                {"part": middle, "value": found.value, "low": found.low, "high": found.high, "n": len(column)}
            )
    return points


def opening_results(run: ReportedRun, most: int = MOST_MOVES) -> list[Row]:
    """The most common openings: share of matches and score of the opener, each with its interval."""
    return [{**row, "name": row["shown"]} for row in detail(run, "openings", "rows")[:most]]


def choice_curves(evidence: Evidence, parts: int | None = None) -> list[Row]:
    """Legal moves and moves worth considering over the course of a match: means with intervals."""
    legal = [[float(turn.legal_moves) for turn in match.turns] for match in evidence.matches if match.turns]
    known = decisions(evidence)
    near = [] if isinstance(known, str) else map(near_moves, evidence.matches, known)
    worth = [series for series in near if series]
    rows = [{"metric": "branching", **point} for point in course(legal, parts, (0.0, math.inf))]
    return rows + [{"metric": "real-choice", **point} for point in course(worth, parts, (1.0, math.inf))]


def skill_rungs(run: ReportedRun) -> list[Row]:
    """The ladder of strengths: the score of each rung against the one below it; empty where none was played."""
    # Steps that leave the depth open are shown all the same.
    found = run.metrics["skill-depth"].details if "skill-depth" in run.metrics else {}
    return [dict(rung) for rung in found.get("rows", [])]
