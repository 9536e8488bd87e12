"""Where points come from: the kind of move, the piece and the rule by which they are made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from apts.archive import MatchRecord
from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.choices import second_look
from apts.playtest.evidence.chosen_matches import mean_in
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.evidence.score_courses import ScoreCourse
from apts.playtest.metrics.metric_registry import Declaration, Shown, Texts, metric
from apts.playtest.metrics.parts import SHARE, Metric, Named, Parts, row_estimate

NO_GAINS = "no match with points can be played again, or nobody makes any in them"
ONE_SOURCE = "all points come by one kind of move, one piece and one rule"

MOVE, PIECE, LINE = "move", "piece", "line"
END = "end"
"""Points that are only counted when the match is over."""


@dataclass(frozen=True, eq=False)
class PointSource:
    """A source of points: by kind of move, piece or line of the rules; its share of the points made, match by match."""

    by: str
    name: str
    shares: Numbers


@dataclass(frozen=True, eq=False)
class PointSources:
    """The matches in which points were made, and all sources, the largest first in each of the three divisions."""

    rows: tuple[int, ...]
    sources: tuple[PointSource, ...]

    @property
    def telling(self) -> Sequence[PointSource]:
        """The sources in the first division that has several; none where there is one source whatever one asks."""
        for by in (MOVE, PIECE, LINE):
            found = [one for one in self.sources if one.by == by]
            if len(found) > 1:
                return found
        return ()


@lru_cache(maxsize=4)
def point_sources(evidence: Evidence) -> PointSources | None:
    """The sources of the points that seats gain from turn to turn; None where nobody gains any.

    What a seat loses again is no source; what others gain by a move belongs to that move.
    """
    look = second_look(evidence)
    rows: list[int] = []
    found: dict[tuple[str, str], dict[int, float]] = defaultdict(dict)
    for row, course in ({} if look is None else look.scores).items():
        gains = _gains(evidence.whole[row], course)
        total = sum(amount for (by, _), amount in gains.items() if by == MOVE)
        if total <= 0.0:
            continue
        for source, amount in gains.items():
            found[source][len(rows)] = amount / total
        rows.append(row)
    if not rows:
        return None
    sources = []
    for (by, name), shares in found.items():
        column = np.zeros(len(rows))
        column[list(shares)] = list(shares.values())
        sources.append(PointSource(by, name, column))
    ordered = sorted(sources, key=lambda one: (one.by, -float(one.shares.mean()), one.name))
    return PointSources(tuple(rows), tuple(ordered))


def _gains(match: MatchRecord, course: ScoreCourse) -> dict[tuple[str, str], float]:
    """What all seats gained in a match, by division and source; each division has all of it."""
    gained = np.clip(np.diff(course.scores, axis=0), 0.0, None).sum(axis=1)
    kinds, pieces = match.facts.get("kinds", ()), match.facts.get("pieces", ())
    found: dict[tuple[str, str], float] = defaultdict(float)
    for place, amount in enumerate(gained):
        if amount > 0.0:
            found[MOVE, _at(kinds, place)] += float(amount)
            found[PIECE, _at(pieces, place)] += float(amount)
            found[LINE, _at(course.lines, place)] += float(amount)
    bonus = float(np.clip(course.bonus, 0.0, None).sum())
    if bonus > 0.0:
        for by in (MOVE, PIECE, LINE):
            found[by, END] += bonus
    return dict(found)


def _at(column: Sequence[object], place: int) -> str:
    named = column[place] if place < len(column) else None
    return "-" if named is None else str(named)


class SourceParts(Parts):
    """The share of each source, by what it is and its name: ``move add``, ``piece Coin``, ``line 12``."""

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        for row in metric.details.get("sources", []):
            found = row_estimate(row, "share", "low", "high", metric.n)
            if found is not None:
                yield f"{row['by']} {row['name']}", found


@metric(
    Declaration(
        "point-sources",
        {
            ENGLISH: Texts(
                "Largest source of points",
                "share of the points made in a match that come from the source that gives most: a kind of move, or else a "
                "piece, or else a rule",
                asks="how many points come from one source",
                more="the more points come from one source",
                less="the fewer points come from one source",
            ),
            PORTUGUESE: Texts(
                "Maior fonte de pontos",
                "parte dos pontos feitos em uma partida que vem da fonte que mais dá: um tipo de lance, ou uma peça, ou uma "
                "regra",
                asks="quantos pontos vêm de uma só fonte",
                more="mais pontos vêm de uma só fonte",
                less="menos pontos vêm de uma só fonte",
            ),
        },
        details="`sources`: the share of each kind of move, piece and line of the rules; what is counted at the end "
        "alone is `end`",
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.FIGURES, Shown.STRENGTHS}),
        order=116,
        of_some_games=True,
        parts=SourceParts(),
    )
)
def point_sources_metric(evidence: Evidence) -> Metric:
    """Mean over the matches that were played again and in which points were made."""
    found = point_sources(evidence)
    if found is None:
        return Metric.missing(NO_GAINS)
    if not found.telling:
        return Metric.missing(ONE_SOURCE)
    rows = []
    for one in found.sources:
        share = mean_in(evidence, found.rows, one.shares, (0.0, 1.0))
        rows.append({"by": one.by, "name": one.name, "share": share.value, "low": share.low, "high": share.high})
    return Metric.of(mean_in(evidence, found.rows, found.telling[0].shares, (0.0, 1.0)), sources=rows)
