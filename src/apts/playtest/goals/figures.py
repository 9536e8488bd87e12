"""The figures inside a metric: every seat, end rule, opening, piece or bound with its own interval, by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from apts.engine.play.outcome import SeatCalled
from apts.playtest.metrics import Metric
from apts.statistics import Estimate, wilson

Row = Mapping[str, Any]
Figures = dict[str, Estimate]

DRAWS = "draws"
"""The share of drawn matches is one figure: a draw is one of all seats, and a game for one has none."""

SEAT_PART = re.compile(r"(?:seat )?(\d+)(?: (score|wins|draws|losses))?")
"""What goals call a figure of one seat: its number, and what is counted; its score where nothing is said."""

_SEAT = re.compile(r"seat (\d+)")


def figures(name: str, metric: Metric, matches: int) -> Figures:
    """All figures with an interval that a metric has in its details; ``matches`` is the number of matches."""
    read = _READERS.get(name)
    return {} if read is None or metric.value is None else dict(read(metric, matches))


def compared_figures(name: str, metric: Metric, matches: int) -> Figures:
    """The figures inside a metric by which runs are held against each other: of many deciles the outer two.

    Minutes are turns at another pace, and not compared a second time.
    """
    if name == "minutes":
        return {}
    return {label: found for label, found in figures(name, metric, matches).items() if label not in _INNER_DECILES}


_INNER_DECILES = frozenset(f"decile {tenth}" for tenth in (2, 3, 4, 6, 7, 8))


def told_figure(name: str, figure: str, seat_names: Sequence[str]) -> str:
    """A figure inside a metric as people are told of it: ``seat 2 wins`` is ``Raiders (seat 2) wins``."""
    found = _SEAT.match(figure) if name == "seat-score" else None
    return figure if found is None else f"{SeatCalled(int(found[1]), seat_names)}{figure[found.end() :]}"


def absent(name: str, figure: str, matches: int) -> Estimate | None:
    """What a figure is in a run whose table does not have it: shares of things that never happened are 0."""
    is_share = name in _SHARES and not figure.endswith((" score", " effect"))
    return wilson(0, matches) if is_share and matches else None


def _estimate(row: Row, value: str, low: str, high: str, n: int) -> Estimate | None:
    if row.get(value) is None or row.get(low) is None or row.get(high) is None:
        return None
    return Estimate(row[value], row[low], row[high], n)


def _seats(metric: Metric, matches: int) -> Iterator[tuple[str, Estimate]]:
    for row in metric.details.get("seats", []):
        if row["seat"] > 1:  # the score of seat 1 is the metric itself
            yield f"seat {row['seat']} score", Estimate(row["score"], row["low"], row["high"], metric.n)
        for word in ("wins", DRAWS, "losses"):
            if word == DRAWS and (row["seat"] > 1 or len(row["places"]) == 1):
                continue
            found = _estimate(row[word], "share", "low", "high", metric.n)
            if found is not None:
                yield word if word == DRAWS else f"seat {row['seat']} {word}", found


def _ends(metric: Metric, matches: int) -> Iterator[tuple[str, Estimate]]:
    for row in metric.details.get("reasons", []):
        # Lines move when the rules are edited; the text of a reason says which rule it was.
        reason = str(row["reason"]).removesuffix(f" (line {row['line']})")
        yield reason, Estimate(row["share"], row["low"], row["high"], matches)


def _uses(metric: Metric, matches: int) -> Iterator[tuple[str, Estimate]]:
    for row in metric.details.get("rows", []):
        share = _estimate(row, "share", "share_low", "share_high", matches)
        effect = _estimate(row, "effect", "effect_low", "effect_high", matches)
        if share is not None:
            yield f"{row['name']}", share
        if effect is not None:
            yield f"{row['name']} effect", effect


def _openings(metric: Metric, matches: int) -> Iterator[tuple[str, Estimate]]:
    for row in metric.details.get("rows", []):
        yield f"{row['name']}", Estimate(row["share"], row["share_low"], row["share_high"], matches)
        score = _estimate(row, "score", "score_low", "score_high", row["matches"])
        if score is not None:
            yield f"{row['name']} score", score


def _rules(metric: Metric, matches: int) -> Iterator[tuple[str, Estimate]]:
    replayed = int(metric.details.get("replayed", 0))
    for row in metric.details.get("rows", []):
        yield f"{row['name']} {row['line']}:{row['column']}", wilson(row["matches"], max(1, replayed))


def _comeback(metric: Metric, matches: int) -> Iterator[tuple[str, Estimate]]:
    found = _estimate(metric.details.get("comeback", {}), "value", "low", "high", metric.n)
    if found is not None:
        yield "comeback", found


def _second(metric: Metric, matches: int) -> Iterator[tuple[str, Estimate]]:
    found = _estimate(metric.details.get("second", {}), "value", "low", "high", metric.n)
    if found is not None:
        yield "second", found


def _quantiles(metric: Metric, matches: int) -> Iterator[tuple[str, Estimate]]:
    for row in metric.details.get("quantiles", []):
        yield str(row["name"]), Estimate(row["value"], row["low"], row["high"], metric.n)


def _rungs(metric: Metric, matches: int) -> Iterator[tuple[str, Estimate]]:
    for row in metric.details.get("rows", []):
        yield f"{row['stronger']} against {row['weaker']}", Estimate(row["score"], row["low"], row["high"], row["n"])


def _bounds(metric: Metric, matches: int) -> Iterator[tuple[str, Estimate]]:
    agent = metric.details.get("agent", "")
    for row in metric.details.get("rows", []):
        name = f"{row['mode']} {row['sort']} {row['name']} ({agent})"
        yield name, Estimate(row["difference"], row["low"], row["high"], row["n"])


_READERS: dict[str, Callable[[Metric, int], Iterator[tuple[str, Estimate]]]] = {
    "length": _quantiles,
    "minutes": _quantiles,
    "seat-score": _seats,
    "end-reasons": _ends,
    "move-use": _uses,
    "piece-use": _uses,
    "board-use": _uses,
    "openings": _openings,
    "rule-coverage": _rules,
    "drama": _comeback,
    "stakes": _second,
    "skill-depth": _rungs,
    "restricted-play": _bounds,
    "stress": _bounds,
}

_SHARES = frozenset({"end-reasons", "move-use", "piece-use", "board-use", "openings"})
