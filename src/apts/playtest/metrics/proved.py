"""What is proved beside a run: the value of the start, results that players threw away, how exact their values are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import fmean

import numpy as np

from apts.agents.searching.proving import why_unprovable
from apts.errors import AptsError
from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.evidence.proved_turns import ProvedTurn, proved_turns
from apts.playtest.metrics.metric_registry import Declaration, Shown, Texts, metric
from apts.playtest.metrics.parts import SHARE, Metric
from apts.statistics import bounded_mean

NOT_ASKED = "nothing was proved beside this run; a play-test whose players are not named looks for proofs"
NO_START = "the start position was not proved with the work that was given"
NOTHING_TO_LOSE = "no turn with a choice has a proved win or draw that could be lost"
NO_VALUES = "no proved turn has a value that an agent gave"


@dataclass(frozen=True)
class ProvedRun:
    """What is proved of a run.

    ``start`` is the value of the start for the seat that begins, ``mover``; None where it is not proved. ``turns`` has for
    a match, by its number, the last turns whose values are proved before and after them; ``openings`` the values of first
    moves for who makes them, those that are alike by symmetry once.
    """

    start: int | None
    mover: int
    turns: dict[int, tuple[ProvedTurn, ...]]
    openings: Mapping[str, int] = field(default_factory=dict)

    @property
    def keeping(self) -> list[str]:
        """The first moves that keep what the start is worth; empty where not all are proved."""
        return [name for name, value in self.openings.items() if value == self.start]

    @property
    def winner(self) -> int | None:
        """The seat that wins with best play; 0 for a draw, or for a puzzle that cannot be solved; None if not proved."""
        if self.start is None:
            return None
        return 0 if self.start == 0 else self.mover if self.start > 0 else 3 - self.mover

    @property
    def losable(self) -> list[ProvedTurn]:
        """The turns at which a proved result could be thrown away."""
        return [turn for turns in self.turns.values() for turn in turns if turn.has_something_to_lose]


@lru_cache(maxsize=4)
def proved_run(evidence: Evidence) -> ProvedRun | str:
    """What is proved of a run, or why nothing is; proofs that contradict the matches count as none."""
    proofs = None if evidence.side is None else evidence.side.proofs
    if evidence.players > 2:
        return "the solver is for one or two players"
    if proofs is None or not evidence.n:
        return (None if evidence.game is None else why_unprovable(evidence.game)) or NOT_ASKED
    try:
        turns = proved_turns(proofs, evidence.whole)
    except AptsError as problem:
        return str(problem)
    mover = next((match.turns[0].mover for match in evidence.whole if match.turns), 1)
    return ProvedRun(proofs.start, mover, turns, proofs.openings)


@metric(
    Declaration(
        "best-play",
        {
            ENGLISH: Texts(
                "Best play", "score of the first seat when everybody plays best, as the solver has proved it"
            ),
            PORTUGUESE: Texts(
                "Melhor jogo", "pontuação do primeiro lugar quando todos jogam do melhor modo, como o solver provou"
            ),
        },
        details="the seat that begins, and what the start and the first moves are worth to it: 1 a win, 0 a draw, -1 a loss",
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES}),
        order=341,
        measured_apart=True,
        tested=False,
    )
)
def best_play(evidence: Evidence) -> Metric:
    """It is exact, so that its interval has no width."""
    found = proved_run(evidence)
    if isinstance(found, str):
        return Metric.missing(found)
    if found.start is None:
        return Metric.missing(NO_START)
    value = found.start if found.mover == 1 else -found.start
    score = (value + 1.0) / 2.0
    return Metric(
        score, score, score, 1, {"begins": found.mover, "value": found.start, "openings": dict(found.openings)}
    )


@metric(
    Declaration(
        "thrown-away",
        {
            ENGLISH: Texts(
                "Thrown away",
                "share of the turns with a choice and with a proved win or draw after which the mover's proved result is "
                "worse; the mean over matches",
            ),
            PORTUGUESE: Texts(
                "Jogado fora",
                "parte dos turnos com escolha e com vitória ou empate provado depois dos quais o resultado provado de quem "
                "jogou é pior; a média das partidas",
            ),
        },
        details="how many such turns there are, and the turns at which a result was thrown away, by match",
        scale=SHARE,
        percent=True,
        better="lower",
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES}),
        order=342,
        measured_apart=True,
    )
)
def thrown_away(evidence: Evidence) -> Metric:
    """Over the turns at the end of matches that are proved, and over whole matches where the solver reaches so far."""
    found = proved_run(evidence)
    if isinstance(found, str):
        return Metric.missing(found)
    values = shares_thrown_away(found)
    if not len(values):
        return Metric.missing(NOTHING_TO_LOSE)
    rows = [{"match": turn.match, "turn": turn.turn, "seat": turn.mover} for turn in found.losable if turn.thrown_away]
    return Metric.of(bounded_mean(values), turns=len(found.losable), rows=rows)


def shares_thrown_away(found: ProvedRun) -> Numbers:
    """For every match with turns at which a result could be thrown away, the share at which it was."""
    return _means(
        [float(turn.thrown_away) for turn in turns if turn.has_something_to_lose] for turns in found.turns.values()
    )


def _means(values: Iterable[list[float]]) -> Numbers:
    return np.array([fmean(each) for each in values if each], dtype=np.float64)


@metric(
    Declaration(
        "value-error",
        {
            ENGLISH: Texts(
                "Error of values",
                "how far the expected score that players saw lies from the proved one; the mean over turns, then matches",
            ),
            PORTUGUESE: Texts(
                "Erro dos valores",
                "quanto a pontuação esperada que os jogadores viram dista da provada; a média dos turnos, depois das "
                "partidas",
            ),
        },
        details="how many turns have both",
        scale=SHARE,
        better="lower",
        shown=frozenset({Shown.TERMINAL, Shown.FIGURES}),
        order=343,
        judged=True,
        measured_apart=True,
    )
)
def value_error(evidence: Evidence) -> Metric:
    """The mean absolute error on the scale of scores, on which a win is 1, a draw a half and a loss 0."""
    found = proved_run(evidence)
    if isinstance(found, str):
        return Metric.missing(found)
    errors: list[list[float]] = []
    for match in evidence.whole:
        errors.append([])
        for proved in found.turns.get(match.number, ()):
            seen = match.turns[proved.turn - 1].values
            if seen is not None:
                errors[-1].append(min(1.0, abs(seen[proved.mover - 1] - proved.before) / 2.0))
    values = _means(errors)
    if not len(values):
        return Metric.missing(NO_VALUES)
    return Metric.of(bounded_mean(values), turns=sum(map(len, errors)))
