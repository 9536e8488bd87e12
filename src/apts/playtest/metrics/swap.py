"""What a swap rule would make of the seats: the second player may take over what the first one began."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.choices import calibration, typed_rules
from apts.playtest.evidence.chosen_matches import mean_in
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.metric_registry import Declaration, Shown, Texts, metric
from apts.playtest.metrics.openings import chance_opens, opening_list
from apts.playtest.metrics.parts import SHARE, Metric, OnePart
from apts.statistics import Estimate

TWO_ALONE = "a swap rule is for two players against each other"
HAS_SWAP = "the game has a swap rule"
CHANCE_OPENS = "chance decides which first moves there are"
NO_OFFER = (
    "fewer than two first moves begin five matches in each half of the run, or fewer than 20 matches begin with them"
)

IN_HALF, FEWEST = 5, 20
"""A first move is offered that begins so many matches of the half that it is chosen by; so many matches must show it."""


@dataclass(frozen=True, eq=False)
class SwapValue:
    """The matches that begin with the first move that is offered: their rows, and the score of who may swap.

    ``offered`` names the first moves, one or two, as each half of the matches chooses for the other half.
    ``openings`` has for each first move of enough matches its rows and the opener's scores in them.
    """

    rows: tuple[int, ...]
    scores: Numbers
    offered: tuple[str, ...]
    openings: Mapping[str, tuple[tuple[int, ...], Numbers]]
    opener: tuple[tuple[int, ...], Numbers]


@lru_cache(maxsize=4)
def swap_value(evidence: Evidence) -> SwapValue | str:
    """What first move to offer, and what it is worth to who may swap; or why that is not known.

    A first move that looks even in the matches that it is chosen by looks more even than it is. So each half of
    the matches chooses by what its own searches saw after the first move, held against results, or else by its results;
    the results of the other half tell what comes of it. Who may swap takes the side that all matches with the first move
    show to be the better one: even seats look a little uneven so, and never evener than they are.
    """
    reason = _unfit(evidence)
    if reason:
        return reason
    by_number = {number: row for row, number in enumerate(evidence.numbers)}
    named = {one.shown: tuple(by_number[number] for number in one.numbers) for one in opening_list(evidence)}
    results = {row: _opener_score(evidence, row) for rows in named.values() for row in rows}
    looks = {row: _look(evidence, row, result) for row, result in results.items()}
    halves = evidence.group_numbers % 2
    rows: list[int] = []
    scores: list[float] = []
    offered = []
    for half in (0, 1):
        name = _offer({name: [looks[row] for row in inside if halves[row] != half] for name, inside in named.items()})
        if name is None:
            return NO_OFFER
        own = [row for row in named[name] if halves[row] == half]
        better = np.mean([results[row] for row in named[name]]) >= 0.5
        rows += own
        scores += [results[row] if better else 1.0 - results[row] for row in own]
        offered.append(name)
    if len(rows) < FEWEST:
        return NO_OFFER
    openings = {
        name: (inside, np.array([results[row] for row in inside]))
        for name, inside in named.items()
        if len(inside) >= 2 * IN_HALF
    }
    everything = tuple(sorted(results))
    opener = (everything, np.array([results[row] for row in everything]))
    return SwapValue(tuple(rows), np.array(scores), tuple(dict.fromkeys(offered)), openings, opener)


def _unfit(evidence: Evidence) -> str:
    if evidence.players != 2 or len(evidence.sides) != 2 or evidence.cooperative:
        return TWO_ALONE
    rules = typed_rules(evidence)
    in_text = rules is not None and any(clause.name == "swap" for clause in rules.clauses())
    if in_text or any("swap" in match.facts.get("kinds", ())[:2] for match in evidence.whole):
        return HAS_SWAP
    return CHANCE_OPENS if evidence.game is not None and chance_opens(evidence.game) else ""


def _opener_score(evidence: Evidence, row: int) -> float:
    return float(evidence.scores[row, evidence.whole[row].turns[0].mover - 1])


def _look(evidence: Evidence, row: int, result: float) -> float:
    """The opener's expected score after the first move, where a search saw it and it means something; else the result."""
    maps, match = calibration(evidence), evidence.matches[row]
    if maps is None or len(match.turns) < 2 or match.turns[1].values is None or not len(evidence.values[row]):
        return result
    value = match.turns[1].values[match.turns[0].mover - 1]
    return float(maps.scores(row, np.array([[value]]), [1], len(match.turns))[0, 0])


def _offer(looks: Mapping[str, Sequence[float]]) -> str | None:
    """The most even first move, of at least two that begin enough matches."""
    means = {name: float(np.mean(own)) for name, own in looks.items() if len(own) >= IN_HALF}
    return min(means, key=lambda name: (abs(means[name] - 0.5), name)) if len(means) > 1 else None


@metric(
    Declaration(
        "swap-value",
        {
            ENGLISH: Texts(
                "Evenness with a swap rule",
                "1 less the distance of the seats if the second player could take over the most even first move",
                asks="how even a swap rule would make the seats",
                more="the more even a swap rule would make the seats",
                less="the less even a swap rule would make the seats",
            ),
            PORTUGUESE: Texts(
                "Equilíbrio com regra de troca",
                "1 menos a distância entre os lugares se o segundo jogador pudesse assumir o primeiro lance mais "
                "equilibrado",
                asks="quão iguais uma regra de troca tornaria os lugares",
                more="mais iguais uma regra de troca tornaria os lugares",
                less="menos iguais uma regra de troca tornaria os lugares",
            ),
        },
        details="`second`: the score of who may swap; the first moves to be `offered`; `openings`: each first move, what "
        "its opener scores and what it is worth to who may swap",
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.FIGURES, Shown.STRENGTHS}),
        order=276,
        of_some_games=True,
        parts=OnePart("second"),
    )
)
def swap_value_metric(evidence: Evidence) -> Metric:
    """Over the matches that begin with the first move to offer; who may swap is taken to know which side is better."""
    found = swap_value(evidence)
    if isinstance(found, str):
        return Metric.missing(found)
    second = mean_in(evidence, found.rows, found.scores, (0.0, 1.0))
    openings = [
        {"name": name, **_row(mean_in(evidence, rows, scores, (0.0, 1.0)))}
        for name, (rows, scores) in found.openings.items()
    ]
    return Metric.of(
        _evenness(second),
        second={"value": second.value, "low": second.low, "high": second.high},
        offered=list(found.offered),
        openings=sorted(openings, key=lambda row: (-row["evenness"], row["name"])),
    )


def _row(score: Estimate) -> dict[str, Any]:
    better = max(score.value, 1.0 - score.value)
    even = _evenness(score).value
    return {
        "matches": score.n,
        "score": score.value,
        "low": score.low,
        "high": score.high,
        "second": better,
        "evenness": even,
    }


def _evenness(score: Estimate) -> Estimate:
    """1 - abs(2 s - 1), with the interval of all that the score may be."""
    low, high = (1.0 - abs(2.0 * end - 1.0) for end in (score.low, score.high))
    most = 1.0 if score.low <= 0.5 <= score.high else max(low, high)
    return Estimate(1.0 - abs(2.0 * score.value - 1.0), min(low, high), most, score.n, score.confidence)
