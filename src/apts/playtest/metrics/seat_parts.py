"""What goals and comparisons call the figures of a seat: its score, its wins, draws and losses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from apts.engine.play.outcome import SeatCalled
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.measured_metric import Metric
from apts.playtest.metrics.parts import SCORE, Figures, Named, Parts, row_estimate
from apts.playtest.metrics.value_streams import Stream
from apts.statistics import Estimate

DRAWS = "draws"
"""The share of drawn matches is one figure: a draw is one of all seats, and a game for one has none."""

SEAT_PART = re.compile(r"(?:seat )?(\d+)(?: (score|wins|draws|losses))?")
"""What goals call a figure of one seat: its number, and what is counted; its score where nothing is said."""

_SEAT = re.compile(r"seat (\d+)")


class SeatParts(Parts):
    """``seat 2 score``, ``seat 1 wins`` and the like, and ``draws``; the score of seat 1 is the metric itself."""

    thing = "seat"
    of_seats = True
    with_strength = True

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        for row in metric.details.get("seats", []):
            if row["seat"] > 1:
                yield f"seat {row['seat']} score", Estimate(row["score"], row["low"], row["high"], metric.n)
            for word in ("wins", DRAWS, "losses"):
                if word == DRAWS and (row["seat"] > 1 or len(row["places"]) == 1):
                    continue
                found = row_estimate(row[word], "share", "low", "high", metric.n)
                if found is not None:
                    yield word if word == DRAWS else f"seat {row['seat']} {word}", found

    def all_figures(self, metric: Metric, evidence: Evidence) -> Figures:
        inside = super().all_figures(metric, evidence)
        return inside if metric.estimate is None else {"seat 1 score": metric.estimate, **inside}

    def each(self, part: str, inside: Figures, evidence: Evidence) -> Iterator[Named]:
        return ((label, found) for label, found in inside.items() if label.endswith(SCORE))

    def labels(self, part: str, inside: Figures, metric: Metric, evidence: Evidence) -> list[str]:
        names = () if evidence.game is None else evidence.game.seat_names
        for number, called in enumerate(names, 1):
            if called and part.lower().startswith(called.lower()):
                part = f"{number}{part[len(called) :]}"
        if part.lower() == DRAWS:
            return [DRAWS] if DRAWS in inside else []
        found = SEAT_PART.fullmatch(part.lower())
        if found is None:
            return []
        word = found[2] or "score"
        label = DRAWS if word == DRAWS else f"seat {found[1]} {word}"
        return [label] if label in inside and f"seat {found[1]} wins" in inside else []

    def stream(self, label: str, evidence: Evidence) -> Stream:
        _, number, word = ("seat", "1", DRAWS) if label == DRAWS else label.split()
        seat = int(number) - 1
        columns: dict[str, Callable[[], Numbers]] = {
            "score": lambda: evidence.scores[:, seat],
            "wins": lambda: evidence.firsts[:, seat].astype(np.float64),
            "losses": lambda: (evidence.utilities[:, seat] < 0.0).astype(np.float64),
            DRAWS: lambda: ((evidence.utilities == 0.0).all(axis=1) & evidence.finished).astype(np.float64),
        }
        return Stream.of(evidence, np.asarray(columns[word]()))

    def describe(self, label: str, seat_names: Sequence[str]) -> str:
        """With the name of the seat: ``seat 2 wins`` is ``Raiders (seat 2) wins``."""
        found = _SEAT.match(label)
        return label if found is None else f"{SeatCalled(int(found[1]), seat_names)}{label[found.end() :]}"


SEAT_PARTS = SeatParts()
