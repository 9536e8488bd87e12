"""Who is out before the end, and how long those who are in wait for their turn; for three seats and more."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import numpy as np

from apts.archive import MatchRecord
from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.chosen_matches import mean_in, share_in
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.metric_registry import Declaration, Shown, Texts, metric
from apts.playtest.metrics.parts import SHARE, TURNS, Metric, OnePart, Parts, Scale

FEW_SEATS = "two seats take turns: nobody is out or waits longer than the other takes"
NO_WAITS = "no seat moves twice in any match"

EARLY = 1 / 3
"""A seat is out early that waits for at least this share of the match."""

ROUNDS = 2
"""A seat is out that moves no more while the others take more than so many rounds."""


@dataclass(frozen=True, eq=False)
class Waits:
    """For each match the largest share that a seat waits after it is out, 0 for none, and its waits between turns.

    ``rows`` are the matches in which some seat moves twice; ``means`` and ``largest`` are of these.
    """

    after_out: Numbers
    rows: tuple[int, ...]
    means: Numbers
    largest: Numbers


@lru_cache(maxsize=4)
def waits(evidence: Evidence) -> Waits | None:
    """The waits of all matches; None for one and two seats."""
    if evidence.players < 3:
        return None
    out = [out_for(whole, match) for whole, match in zip(evidence.whole, evidence.matches, strict=True)]
    between = [waits_between(match) for match in evidence.matches]
    rows = tuple(row for row, found in enumerate(between) if found)
    return Waits(
        np.array(out),
        rows,
        np.array([np.mean(between[row]) for row in rows]),
        np.array([max(between[row]) for row in rows], dtype=np.float64),
    )


def out_for(whole: MatchRecord, match: MatchRecord) -> float:
    """The largest share of the turns after the last one of a seat that is out and has not the first place.

    ``whole`` has the passes that nobody chose, too: by them others are seen to have been asked.
    """
    outcome, players = match.outcome, len(match.seats)
    firsts = () if outcome is None else outcome.firsts
    longest = 0.0
    for seat in range(1, players + 1):
        if seat in firsts:
            continue
        own = [place for place, turn in enumerate(whole.turns) if turn.mover == seat and not turn.forced_pass]
        later = [turn.mover for turn in whole.turns[own[-1] + 1 if own else 0 :] if turn.mover != seat]
        if len(list(groupby(later))) > ROUNDS * (players - 1):
            last = max((place for place, turn in enumerate(match.turns, 1) if turn.mover == seat), default=0)
            longest = max(longest, 1.0 - last / len(match.turns))
    return longest


def waits_between(match: MatchRecord) -> list[int]:
    """The numbers of turns that others take between two turns of a seat, for all seats; moving again is no wait."""
    last: dict[int, int] = {}
    found = []
    for place, turn in enumerate(match.turns):
        if turn.mover in last and place - last[turn.mover] > 1:
            found.append(place - last[turn.mover] - 1)
        last[turn.mover] = place
    return found


@metric(
    Declaration(
        "elimination",
        {
            ENGLISH: Texts(
                "Seats that are out",
                "share of matches in which a seat moves no more while others take more than two rounds, and has not won",
                asks="how often a seat is out before the end",
                more="the more often a seat is out before the end",
                less="the less often a seat is out before the end",
            ),
            PORTUGUESE: Texts(
                "Lugares eliminados",
                "parte das partidas em que um lugar não joga mais enquanto os outros jogam mais de duas rodadas, e não "
                "venceu",
                asks="quantas vezes um lugar sai antes do fim",
                more="mais vezes um lugar sai antes do fim",
                less="menos vezes um lugar sai antes do fim",
            ),
        },
        details="`wait`: the share of the match that the first of them waits, in the matches that have one",
        scale=SHARE,
        percent=True,
        better="lower",
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES, Shown.STRENGTHS}),
        order=253,
        of_some_games=True,
        parts=OnePart("wait"),
        nothing_at_zero=True,
    )
)
def elimination(evidence: Evidence) -> Metric:
    """Over all matches of games for three and more."""
    known = waits(evidence)
    if known is None:
        return Metric.missing(FEW_SEATS)
    rows = tuple(range(evidence.n))
    share = share_in(evidence, rows, np.asarray(known.after_out > 0.0, dtype=np.float64))
    left = [row for row in rows if known.after_out[row] > 0.0]
    if not left:
        return Metric.of(share)
    wait = mean_in(evidence, left, known.after_out[left], (0.0, 1.0))
    return Metric.of(share, wait={"value": wait.value, "low": wait.low, "high": wait.high})


class WaitParts(OnePart):
    """The largest wait, in turns as the mean is."""

    def scale(self, label: str, whole: Scale) -> Scale:
        return whole


WAIT_PARTS: Parts = WaitParts("largest")


@metric(
    Declaration(
        "waiting",
        {
            ENGLISH: Texts(
                "Waiting",
                "mean number of turns that others take between two turns of a seat",
                asks="how long seats wait for their turn",
                more="the longer seats wait for their turn",
                less="the less long seats wait for their turn",
            ),
            PORTUGUESE: Texts(
                "Espera",
                "número médio de turnos dos outros entre dois turnos de um lugar",
                asks="quanto os lugares esperam pela vez",
                more="mais tempo os lugares esperam pela vez",
                less="menos tempo os lugares esperam pela vez",
            ),
        },
        details="`largest`: the mean of the longest wait of each match",
        scale=TURNS,
        better="lower",
        shown=frozenset({Shown.FIGURES, Shown.STRENGTHS}),
        order=254,
        of_some_games=True,
        parts=WAIT_PARTS,
    )
)
def waiting(evidence: Evidence) -> Metric:
    """Over the matches of games for three and more in which a seat moves twice; passes that nobody chose are no turns."""
    known = waits(evidence)
    if known is None:
        return Metric.missing(FEW_SEATS)
    if not known.rows:
        return Metric.missing(NO_WAITS)
    largest = mean_in(evidence, known.rows, known.largest, (0.0, np.inf))
    inside = {"value": largest.value, "low": largest.low, "high": Metric.of(largest).high}
    return Metric.of(mean_in(evidence, known.rows, known.means, (0.0, np.inf)), largest=inside)
