"""Who wins: scores of the seats, balance, completion, draws and time-outs."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.metric_registry import Declaration, Shown, Texts, mean_of, metric, share_of
from apts.playtest.metrics.parts import SEAT_PARTS, SHARE, Metric, Scale
from apts.playtest.metrics.value_streams import MatchValues, Stream
from apts.statistics import Estimate, largest_difference, wilson

# ----------------------------------------------------------------------------------------------------------------
# The places that seats take: first, second, and so on, alone or together with others.


def places_of(ranks: tuple[float, ...]) -> tuple[int, ...]:
    """The place of each seat: one more than the seats before it, so that two who share the first place are both first."""
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


def place_table(evidence: Evidence) -> NDArray[np.int64]:
    """A row a match, a column a seat: its place, or that of its team among the teams; 0 in matches that were stopped."""
    nothing = (0,) * evidence.players
    side_of = {seat: number for number, seats in enumerate(evidence.sides) for seat in seats}
    rows = []
    for match in evidence.matches:
        if match.status != "finished" or match.outcome is None:
            rows.append(nothing)
            continue
        if match.outcome.all_lost:
            rows.append((len(evidence.sides),) * evidence.players)
            continue
        ranks = match.outcome.ranks
        # A team stands where its members do in the mean, which is also what its score is made of.
        of_sides = places_of(tuple(sum(ranks[seat] for seat in seats) / len(seats) for seats in evidence.sides))
        rows.append(tuple(of_sides[side_of[seat]] for seat in range(evidence.players)))
    return np.array(rows, dtype=np.int64).reshape(len(rows), evidence.players)


def place_shares(evidence: Evidence, seat: int) -> list[dict[str, Any]]:
    """How often a seat (from 0) takes each place, with interval; ``shared`` counts the times that it had company there."""
    table = place_table(evidence)
    own = table[:, seat]
    firsts = [seats[0] for seats in evidence.sides]
    company = (table[:, firsts] == own[:, None]).sum(axis=1) > 1
    found = []
    for place in range(1, len(evidence.sides) + 1):
        here = own == place
        share = share_of(evidence, here.astype(np.float64))
        count, shared = int(here.sum()), int((here & company).sum())
        found.append(
            {
                "place": place,
                "count": count,
                "shared": shared,
                "share": share.value,
                "low": share.low,
                "high": share.high,
            }
        )
    return found


FAIR = 0.5
"""The mean score of a seat in a fair game, for any number of seats: places are worth 0 to 1 in equal steps."""


def as_flags(flags: object) -> Numbers:
    """Truth values, one a match, as numbers."""
    return np.asarray(flags, dtype=np.float64)


@metric(
    Declaration(
        "seat-score",
        {
            ENGLISH: Texts(
                "Score of seat 1",
                "mean score of seat 1, from 0 for the last place to 1 for the first",
                asks="who wins",
                alone="how often it is won",
                part_more="the higher the score of {seat:seat}",
                part_less="the lower the score of {seat:seat}",
                every="every seat",
                each="Score of each seat",
            ),
            PORTUGUESE: Texts(
                "Pontuação do lugar 1",
                "pontuação média do lugar 1, de 0 para a última colocação a 1 para a primeira",
                asks="quem vence",
                alone="quantas vezes se vence",
                part_more="mais alta a pontuação de um lugar, {seat:o lugar}",
                part_less="mais baixa a pontuação de um lugar, {seat:o lugar}",
                every="cada lugar",
                each="Pontuação de cada lugar",
            ),
        },
        details="every seat with wins, draws and losses, and with its share of each place",
        scale=SHARE,
        percent=True,
        shown=frozenset(Shown) - {Shown.REASON},
        order=20,
        rivals=True,
        parts=SEAT_PARTS,
        of_match=MatchValues(lambda evidence: np.asarray(evidence.scores[:, 0])),
    )
)
def seat_score(evidence: Evidence) -> Metric:
    """Mean of s_1; details have every seat with wins, draws and losses."""
    return Metric.of(mean_of(evidence, evidence.scores[:, 0], 0.0, 1.0), seats=seat_table(evidence))


@metric(
    Declaration(
        "advantage",
        {
            ENGLISH: Texts(
                "Advantage of seat 1",
                "mean score of seat 1 less the mean of all seats, which is 1/2 unless all may win or lose together",
            ),
            PORTUGUESE: Texts(
                "Vantagem do lugar 1",
                "pontuação média do lugar 1 menos a média de todos os lugares, que é 1/2 a não ser que todos possam "
                "vencer ou perder juntos",
            ),
        },
        scale=Scale("share", -FAIR, 1.0 - FAIR),
        percent=True,
        shown=frozenset({Shown.FIGURES}),
        order=30,
        alone="a game for one has no advantage of a seat",
        rivals=True,
        of_match=MatchValues(lambda evidence: first_side_lead(evidence) + FAIR, offset=-FAIR),
        restates="seat-score",
    )
)
def advantage(evidence: Evidence) -> Metric:
    """The first player's advantage; a game for one has nobody to be ahead of."""
    found = mean_of(evidence, first_side_lead(evidence), -FAIR, 1.0 - FAIR)
    return Metric.of(found, seats=seat_table(evidence))


def first_side_lead(evidence: Evidence) -> Numbers:
    """For each match the score of seat 1, or of its team, less the mean of all."""
    return np.asarray(evidence.side_scores[:, 0] - evidence.side_scores.mean(axis=1))


def _anytime_balance(evidence: Evidence, confidence: float) -> Estimate | None:
    """1 less the largest difference between the means of two seats, from intervals that hold for all pairs together."""
    if len(evidence.sides) < 2:
        return None
    columns = list(evidence.side_scores.T)
    pairs = list(combinations(range(len(columns)), 2))
    each = 1.0 - (1.0 - confidence) / len(pairs)
    found = [Stream.of(evidence, columns[a] - columns[b], (-1.0, 1.0)).estimate(each) for a, b in pairs]
    largest = max(abs(one.value) for one in found)
    least = max(max(one.low, -one.high, 0.0) for one in found)
    most = max(max(abs(one.low), abs(one.high)) for one in found)
    return Estimate(1.0 - largest, 1.0 - min(1.0, most), 1.0 - least, found[0].n, confidence)


@metric(
    Declaration(
        "balance",
        {
            ENGLISH: Texts(
                "Balance",
                "1 less the largest difference between the mean scores of two seats; as often too high as too low",
                asks="how even the seats are",
                more="the more even the seats are",
                less="the less even the seats are",
            ),
            PORTUGUESE: Texts(
                "Equilíbrio",
                "1 menos a maior diferença entre as pontuações médias de dois lugares; alta demais tantas vezes quanto "
                "baixa demais",
                asks="quão iguais são os lugares",
                more="mais iguais são os lugares",
                less="menos iguais são os lugares",
            ),
        },
        details="the scores, and the balance as it was seen",
        scale=SHARE,
        percent=True,
        better="higher",
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES, Shown.SWEEP, Shown.EFFECTS, Shown.STRENGTHS}),
        order=40,
        alone="a game for one has no balance between seats",
        rivals=True,
        anytime=_anytime_balance,
        ranked_by="seen",
        default_goal=True,
    )
)
def balance(evidence: Evidence) -> Metric:
    """Over groups of matches where they come in groups; details have the scores, and the balance as it was seen.

    The value is median-unbiased: the one that would show a difference as large as was seen in half of all runs. Searches
    rank variants by what was seen, which has no such 1 for all that are nearly fair.
    """
    columns = [evidence.by_units(column) for column in evidence.side_scores.T]
    found = largest_difference(np.column_stack(columns), completeness=evidence.completeness)
    means = [float(mean) for mean in evidence.scores.mean(axis=0)]
    return Metric(
        1.0 - found.value,
        1.0 - found.high,
        1.0 - found.low,
        found.n,
        {"seats": means, "seen": 1.0 - (max(means) - min(means))},
    )


@metric(
    Declaration(
        "completion",
        {
            ENGLISH: Texts("Matches with a winner", "share of matches with a winner: a seat, a team, or all together"),
            PORTUGUESE: Texts(
                "Partidas com vencedor", "parte das partidas com vencedor: um lugar, um time, ou todos juntos"
            ),
        },
        scale=SHARE,
        percent=True,
        better="higher",
        shown=frozenset({Shown.FIGURES}),
        order=50,
        of_match=MatchValues(lambda evidence: as_flags(evidence.firsts.any(axis=1))),
    )
)
def completion(evidence: Evidence) -> Metric:
    """Wins over all matches."""
    return Metric.of(share_of(evidence, as_flags(evidence.firsts.any(axis=1))))


@metric(
    Declaration(
        "together",
        {
            ENGLISH: Texts(
                "Won together", "share of matches that all players win together, or that the team of seat 1 wins"
            ),
            PORTUGUESE: Texts(
                "Vitórias em conjunto", "parte das partidas que todos vencem juntos, ou que o time do lugar 1 vence"
            ),
        },
        details="every team; for games in which all players win or lose together, always or sometimes, and games of teams",
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES}),
        order=10,
        of_match=MatchValues(
            lambda evidence: as_flags(evidence.side_firsts[:, 0] if evidence.teams else evidence.together > 0)
        ),
    )
)
def together(evidence: Evidence) -> Metric:
    """For games in which all win or lose together, sometimes or always, and for games of teams."""
    if evidence.teams:
        rows = []
        for number, seats in enumerate(evidence.sides):
            found = share_of(evidence, as_flags(evidence.side_firsts[:, number]))
            rows.append({"team": evidence.teams[seats[0]], "seats": [seat + 1 for seat in seats],
                         "score": float(evidence.side_scores[:, number].mean()),
                         "wins": int(evidence.side_firsts[:, number].sum()),
                         "share": found.value, "low": found.low, "high": found.high})  # fmt: skip
        return Metric.of(share_of(evidence, as_flags(evidence.side_firsts[:, 0])), teams=rows)
    if not evidence.cooperative and not evidence.together.any():
        return Metric.missing("no match was won or lost by all together, and there are no teams")
    won, lost = evidence.together > 0, evidence.together < 0
    return Metric.of(share_of(evidence, won.astype(np.float64)), won=int(won.sum()), lost=int(lost.sum()))


def _drawn(evidence: Evidence) -> Numbers:
    return as_flags((evidence.utilities == 0.0).all(axis=1))


@metric(
    Declaration(
        "drawishness",
        {
            ENGLISH: Texts(
                "Draws",
                "share of finished matches that are drawn, every utility being 0; time-outs are not counted",
                asks="how many matches are drawn",
                more="the more matches are drawn",
                less="the fewer matches are drawn",
            ),
            PORTUGUESE: Texts(
                "Empates",
                "parte das partidas terminadas que empatam, com utilidade 0 para todos; estouros do limite não contam",
                asks="quantas partidas empatam",
                more="mais partidas empatam",
                less="menos partidas empatam",
            ),
        },
        scale=SHARE,
        percent=True,
        better="lower",
        shown=frozenset(Shown) - {Shown.REASON},
        order=100,
        alone="a game for one has no draws",
        of_match=MatchValues(_drawn, counted=lambda evidence: evidence.finished),
        excludes="completion",
        default_goal=True,
    )
)
def drawishness(evidence: Evidence) -> Metric:
    """Draws over finished matches. Matches are taken one by one: a group may have one that is not finished."""
    finished = int(evidence.finished.sum())
    if not finished:
        return Metric.missing("no match was finished")
    drawn = (evidence.utilities == 0.0).all(axis=1) & evidence.finished
    return Metric.of(wilson(float(drawn.sum()), finished), draws=int(drawn.sum()))


@metric(
    Declaration(
        "timeouts",
        {
            ENGLISH: Texts(
                "Time-outs",
                "share of matches stopped by the turn limit",
                asks="how many matches the turn limit stops",
                more="the more matches the turn limit stops",
                less="the fewer matches the turn limit stops",
            ),
            PORTUGUESE: Texts(
                "Estouros do limite",
                "parte das partidas interrompidas pelo limite de turnos",
                asks="quantas partidas o limite de turnos interrompe",
                more="mais partidas o limite de turnos interrompe",
                less="menos partidas o limite de turnos interrompe",
            ),
        },
        scale=SHARE,
        percent=True,
        better="lower",
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES, Shown.SWEEP, Shown.EFFECTS, Shown.STRENGTHS}),
        order=110,
        of_match=MatchValues(lambda evidence: as_flags(~evidence.finished)),
        nothing_at_zero=True,
        excludes="completion",
        default_goal=True,
    )
)
def timeouts(evidence: Evidence) -> Metric:
    """Stopped matches over all."""
    return Metric.of(share_of(evidence, as_flags(~evidence.finished)))


def result_names(players: int) -> tuple[str, ...]:
    """What is shown of a seat beside its score; a game for one has no draws, and three or more have places instead."""
    return ("wins", "losses") if players == 1 else ("wins", "draws", "losses") if players == 2 else ()


def seat_table(evidence: Evidence) -> list[dict[str, Any]]:
    """For each seat its mean score, its share of wins, draws and losses, and of each place, each with an interval."""
    rows = []
    for seat in range(evidence.players):
        utility = evidence.utilities[:, seat]
        score = mean_of(evidence, evidence.scores[:, seat], 0.0, 1.0)
        row: dict[str, Any] = {"seat": seat + 1, "score": score.value, "low": score.low, "high": score.high}
        won = evidence.firsts[:, seat]
        drawn = (evidence.utilities == 0.0).all(axis=1) & evidence.finished
        for name, flags in (("wins", won), ("draws", drawn), ("losses", (utility < 0.0))):
            found = share_of(evidence, flags.astype(np.float64))
            row[name] = {"count": int(flags.sum()), "share": found.value, "low": found.low, "high": found.high}
        row["places"] = place_shares(evidence, seat)
        rows.append(row)
    return rows
