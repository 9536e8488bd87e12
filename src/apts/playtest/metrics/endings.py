"""How and when matches end: reasons, lengths, and what the length has to do with the result."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.metric_registry import Declaration, Shown, Texts, mean_of, metric, share_of
from apts.playtest.metrics.parts import (
    END_PARTS,
    LENGTH_PARTS,
    MINUTES,
    MINUTES_PARTS,
    QUANTILES,
    SHARE,
    TURN_LIMIT,
    TURNS,
    Metric,
)
from apts.playtest.metrics.seats import as_flags
from apts.playtest.metrics.value_streams import MatchValues
from apts.statistics import Estimate, quantile_interval, wilson


@metric(
    Declaration(
        "end-reasons",
        {
            ENGLISH: Texts(
                "Most common end",
                "share of matches that the most common end rule ended",
                part_more="the more matches end {part}",
                part_less="the fewer matches end {part}",
                every="every end",
                each="Share of matches with each kind of end",
            ),
            PORTUGUESE: Texts(
                "Fim mais comum",
                "parte das partidas encerradas pela regra de fim mais comum",
                part_more="mais partidas terminam {part}",
                part_less="menos partidas terminam {part}",
                every="cada tipo de fim",
                each="Parte das partidas com cada tipo de fim",
            ),
        },
        details="each end rule with its share and its line in the rules; where others play on after a win it is the rule by "
        "which the first place was won",
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.FIGURES}),
        order=130,
        parts=END_PARTS,
    )
)
def end_reasons(evidence: Evidence) -> Metric:
    """Counts by reason and line of the rules."""
    counts: Counter[tuple[str, int | None]] = Counter()
    for match in evidence.matches:
        ended = match.outcome if match.status == "finished" else None
        counts[(TURN_LIMIT, None) if ended is None else (ended.reason, ended.line)] += 1
    rows = []
    for (reason, line), count in counts.most_common():
        found = wilson(count, evidence.n)
        rows.append({"reason": reason, "line": line, "matches": count, **_interval(found)})
    first = wilson(counts.most_common(1)[0][1], evidence.n)
    return Metric.of(first, reasons=rows)


def _interval(found: Estimate) -> dict[str, float]:
    return {"share": found.value, "low": found.low, "high": found.high}


@metric(
    Declaration(
        "length",
        {
            ENGLISH: Texts(
                "Turns a match",
                "mean number of turns",
                asks="how long matches are",
                more="the longer matches are",
                less="the shorter matches are",
            ),
            PORTUGUESE: Texts(
                "Turnos por partida",
                "número médio de turnos",
                asks="quanto duram as partidas",
                more="mais longas são as partidas",
                less="mais curtas são as partidas",
            ),
        },
        details="minimum, maximum, median, deviation and deciles",
        scale=TURNS,
        shown=frozenset(Shown) - {Shown.REASON},
        order=60,
        parts=LENGTH_PARTS,
        of_match=MatchValues(lambda evidence: evidence.lengths, lambda evidence: (0.0, evidence.longest), far=True),
        typical="median",
    )
)
def length(evidence: Evidence) -> Metric:
    """Turns a match. The interval of the mean allows for long matches that were not seen, up to the longest possible."""
    lengths = evidence.lengths
    found = mean_of(evidence, lengths, 0.0, evidence.longest)
    return Metric.of(
        found,
        minimum=int(lengths.min()),
        maximum=int(lengths.max()),
        median=float(np.median(lengths)),
        deviation=float(lengths.std(ddof=1)) if len(lengths) > 1 else 0.0,
        deciles=[float(value) for value in np.quantile(lengths, np.arange(1, 10) / 10)],
        quantiles=quantile_rows(evidence, lengths, evidence.longest),
    )


@metric(
    Declaration(
        "minutes",
        {
            ENGLISH: Texts(
                "Minutes at the table",
                "mean minutes a match: turns times the seconds that a turn takes people (--pace)",
            ),
            PORTUGUESE: Texts(
                "Minutos à mesa",
                "média de minutos por partida: turnos vezes os segundos que um turno leva para pessoas (--pace)",
            ),
        },
        details="the pace, which is 20 seconds a turn (`--pace`, `Goals(pace=...)`); a pass that was the only legal move "
        "takes none",
        scale=MINUTES,
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES, Shown.SWEEP}),
        order=70,
        parts=MINUTES_PARTS,
        of_match=MatchValues(
            lambda evidence: evidence.lengths * evidence.goals.pace / 60.0,
            lambda evidence: (0.0, evidence.longest * evidence.goals.pace / 60.0),
            far=True,
        ),
        typical="median",
        restates="length",
    )
)
def minutes(evidence: Evidence) -> Metric:
    """What people would need, were every turn as quick as the pace says; nine of ten matches take at most ``most``."""
    pace = evidence.goals.pace
    times = evidence.lengths * pace / 60.0
    least, most = (float(time) for time in np.quantile(times, (0.1, 0.9)))
    longest = evidence.longest * pace / 60.0
    rows = quantile_rows(evidence, times, longest)
    return Metric.of(mean_of(evidence, times, 0.0, longest), pace=pace, least=least, most=most, quantiles=rows)


def quantile_rows(evidence: Evidence, values: Numbers, longest: float) -> list[dict[str, Any]]:
    """The median and the deciles with their intervals, which no match that was not seen can move far."""
    rows = []
    for name, share in QUANTILES.items():
        found = quantile_interval(values, share, bounds=(0.0, longest), units=evidence.units)
        rows.append({"name": name, "share": share, "value": found.value, "low": found.low, "high": found.high})
    return rows


def _fit(evidence: Evidence) -> Numbers | None:
    low, high = evidence.goals.min_turns, evidence.goals.max_turns
    return None if low is None and high is None else fits(evidence.lengths, low, high)


@metric(
    Declaration(
        "duration-fit",
        {
            ENGLISH: Texts("Duration fit", "1 for a match inside the wanted range of turns, less outside; mean"),
            PORTUGUESE: Texts(
                "Ajuste da duração", "1 para uma partida dentro da duração desejada, menos fora dela; média"
            ),
        },
        scale=SHARE,
        percent=True,
        better="higher",
        shown=frozenset({Shown.FIGURES}),
        order=80,
        of_match=MatchValues(_fit),
    )
)
def duration_fit(evidence: Evidence) -> Metric:
    """Needs the wanted range; without one there is nothing to fit."""
    fit = _fit(evidence)
    if fit is None:
        return Metric.missing("no wanted number of turns was given")
    low, high = evidence.goals.min_turns, evidence.goals.max_turns
    return Metric.of(mean_of(evidence, fit, 0.0, 1.0), min_turns=low, max_turns=high)


def fits(lengths: Numbers, low: int | None, high: int | None) -> Numbers:
    """The fit of each length: turns/min below the range, 1 - min(1, (turns - max)/max) above it."""
    fit = np.ones(len(lengths))
    if low is not None:
        fit = np.where(lengths < low, lengths / low, fit)
    if high is not None:
        fit = np.where(lengths > high, 1.0 - np.minimum(1.0, (lengths - high) / high), fit)
    return fit


@metric(
    Declaration(
        "outcome-by-length",
        {
            ENGLISH: Texts("Outcome by length", "largest share of wins of a seat in a band of lengths"),
            PORTUGUESE: Texts("Resultado por duração", "maior parte de vitórias de um lugar em uma faixa de duração"),
        },
        details="all bands",
        scale=SHARE,
        percent=True,
        shown=frozenset(),
        order=90,
        rivals=True,
        tested=False,
    )
)
def outcome_by_length(evidence: Evidence) -> Metric:
    """Results of the seats in length bands: those of the goals, or terciles."""
    lengths = evidence.lengths
    cuts = evidence.goals.bands or terciles(lengths)
    band = np.searchsorted(np.array(cuts), lengths, side="left")
    rows: list[dict[str, Any]] = []
    for index in range(len(cuts) + 1):
        winners = evidence.firsts[band == index]
        wins = [int(count) for count in winners.sum(axis=0)]
        shares = [_interval(wilson(won, len(winners))) for won in wins] if len(winners) else []
        above, up_to = (cuts[index - 1] if index else None), (cuts[index] if index < len(cuts) else None)
        rows.append({"above": above, "up_to": up_to, "matches": len(winners), "wins": wins, "shares": shares})
    best = max((row for row in rows if row["matches"]), key=lambda row: max(row["wins"]) / row["matches"])
    return Metric.of(wilson(max(best["wins"]), best["matches"]), bands=rows)


def terciles(lengths: Numbers) -> tuple[int, ...]:
    """The lengths that cut the matches into three parts."""
    return tuple(sorted({int(cut) for cut in np.quantile(lengths, (1 / 3, 2 / 3), method="lower")}))


def _short(evidence: Evidence) -> Numbers:
    return as_flags(evidence.lengths <= 2 * evidence.players)


@metric(
    Declaration(
        "short-matches",
        {
            ENGLISH: Texts(
                "Very short matches",
                "share of matches that end within two turns for each seat",
                more="the more matches end within two turns a seat",
                less="the fewer matches end within two turns a seat",
            ),
            PORTUGUESE: Texts(
                "Partidas muito curtas",
                "parte das partidas que terminam em até dois turnos por lugar",
                more="mais partidas terminam em até dois turnos por lugar",
                less="menos partidas terminam em até dois turnos por lugar",
            ),
        },
        scale=SHARE,
        percent=True,
        better="lower",
        shown=frozenset({Shown.FIGURES, Shown.STRENGTHS}),
        order=120,
        of_match=MatchValues(_short),
        nothing_at_zero=True,
    )
)
def short_matches(evidence: Evidence) -> Metric:
    """A match that is over before anybody had a third turn."""
    return Metric.of(share_of(evidence, _short(evidence)))
