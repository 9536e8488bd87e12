"""First moves: how often each is played and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.engine.face import Game, Move
from apts.engine.game import RulesGame, RulesState
from apts.playtest.evidence import Evidence, Numbers
from apts.playtest.metrics.registry import Metric, metric
from apts.playtest.metrics.usage import centred, first_move
from apts.playtest.statistics import Comparison, Estimate, compare_independent, holm, student, wilson
from apts.playtest.statistics.checking import normal_p_value

LEAST = 10
"""Openings are compared where at least so many matches begin with them, and with others."""


@dataclass(frozen=True)
class Opening:
    """First moves that are the same up to symmetry: how often they are played and the opener's score after them."""

    name: str
    moves: tuple[str, ...]
    count: int
    share: Estimate
    score: Estimate | None
    others: Comparison | None
    numbers: tuple[int, ...]


def opening_list(evidence: Evidence) -> list[Opening]:
    """All openings that were played, the most common first."""
    first = [first_move(match) for match in evidence.matches]
    classes = symmetry_classes(evidence.game)
    names = np.array([classes.get(move, move) if move else "" for move in first])
    opener = np.array([match.turns[0].mover - 1 if match.turns else 0 for match in evidence.matches])
    rows = np.arange(evidence.n)
    scores, gains = evidence.scores[rows, opener], centred(evidence, evidence.scores)[rows, opener]
    found = []
    for name in sorted(set(names) - {""}):
        inside = np.asarray(names == name)
        moves = tuple(sorted({move for move, same in zip(first, inside, strict=True) if same and move}))
        numbers = tuple(number for number, same in zip(evidence.numbers, inside, strict=True) if same)
        count = int(inside.sum())
        score = student(scores[inside], bounds=(0.0, 1.0)) if count else None
        found.append(
            Opening(str(name), moves, count, wilson(count, evidence.n), score, _against(gains, inside), numbers)
        )
    return sorted(found, key=lambda opening: (-opening.count, opening.name))


def _against(scores: Numbers, inside: NDArray[np.bool_]) -> Comparison | None:
    """The opening against all others; scores are less the mean of the agent, whose strength is not to count.

    The p-value is that of drawing the opening's matches by lot from all (the variance is that of all matches together):
    of ten matches that are all won, their own variance says nothing.
    """
    count, others = int(inside.sum()), int((~inside).sum())
    if min(count, others) < LEAST:
        return None
    found = compare_independent(scores[~inside], scores[inside])
    error = float(scores.std(ddof=1)) * (1.0 / count + 1.0 / others) ** 0.5
    p_value = normal_p_value(found.difference.value / error) if error > 1e-12 else 1.0
    return replace(found, difference=found.difference.clipped(-1.0, 1.0), p_value=p_value)


@metric("openings", "share of matches that begin with the most common first move; all of them in details")
def openings(evidence: Evidence) -> Metric:
    """First moves up to symmetry; ``dominant`` after Holm's correction over all openings that can be compared."""
    found = opening_list(evidence)
    if not found:
        return Metric.missing("no match has a move")
    compared = [opening for opening in found if opening.others is not None]
    adjusted = holm([opening.others.p_value for opening in compared if opening.others is not None])
    p_values = {opening.name: float(value) for opening, value in zip(compared, adjusted, strict=True)}
    rows = [_row(opening, p_values.get(opening.name)) for opening in found]
    return Metric.of(found[0].share, rows=rows)


def _row(opening: Opening, p_value: float | None) -> dict[str, Any]:
    difference = None if opening.others is None else opening.others.difference
    return {
        "name": opening.name,
        "moves": list(opening.moves),
        "matches": opening.count,
        "share": opening.share.value,
        "share_low": opening.share.low,
        "share_high": opening.share.high,
        "score": None if opening.score is None else opening.score.value,
        "score_low": None if opening.score is None else opening.score.low,
        "score_high": None if opening.score is None else opening.score.high,
        "effect": None if difference is None else difference.value,
        "p_value": p_value,
        "dominant": p_value is not None and p_value <= 0.05 and difference is not None and difference.value > 0,
    }


@cache
def symmetry_classes(game: Game | None) -> Mapping[str, str]:
    """For each first move the name of its class: the first of the moves that a symmetry of the board turns it into.

    A symmetry is a turn or a reflection of the drawn board that takes sites to sites and the start position to itself.
    The rules may still tell the two moves apart (another piece, a direction of play); so the symmetry must also take
    the position after one to the position after the other, and both must have the same numbers of replies, counted two
    moves deep.
    """
    if not isinstance(game, RulesGame):
        return {}
    state = game.start()
    moves = state.moves()
    if len(moves) > 400:
        return {}
    depths = {move.text: _signature(game, move) for move in moves}
    after = {move.text: _content(game, state.after(move)) for move in moves}
    names: dict[str, str] = {}
    maps = _symmetries(game)
    for move in moves:
        if move.text in names:
            continue
        names[move.text] = move.text
        for mapping in maps:
            ends = (_mapped(mapping, move.origin), _mapped(mapping, move.target))
            for other in moves:
                same = (other.origin, other.target) == ends and other.kind == move.kind
                if not same or other.text in names or depths[other.text] != depths[move.text]:
                    continue
                if (after[other.text][list(mapping)] == after[move.text]).all():
                    names[other.text] = move.text
    return names


def _mapped(mapping: tuple[int, ...], site: int | None) -> int | None:
    return mapping[site] if site is not None and site < len(mapping) else site


def _signature(game: RulesGame, move: Move) -> tuple[int, ...]:
    after = game.start().after(move)
    machine = game.machine
    position = machine.copy(after.position)
    count = machine.moves(position)
    records = [machine.record(index) for index in range(min(count, 60))]
    sizes = []
    for record in records:
        reply = machine.copy(after.position)
        machine.play(reply, record)
        sizes.append(machine.moves(reply))
    return (count, *sorted(sizes))


def _symmetries(game: RulesGame) -> list[tuple[int, ...]]:
    """The turns and reflections of the board as permutations of its sites that keep the start position."""
    board = game.compiled.equipment.board
    points = np.array(board.xy(), dtype=np.float64).reshape(-1, 2)
    if not len(points) or len(points) > 1000:
        return []
    points = points - (points.min(axis=0) + points.max(axis=0)) / 2.0
    content = _content(game, game.start())
    found = []
    for turn in range(12):
        angle = turn * np.pi / 6.0
        rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        for flip in (1.0, -1.0):
            moved = (points * np.array([flip, 1.0])) @ rotation.T
            mapping = _permutation(points, moved)
            if mapping is not None and (content[list(mapping)] == content).all():
                found.append(mapping)
    return found


def _content(game: RulesGame, state: RulesState) -> NDArray[np.int64]:
    """What stands on the sites of the board, a row a site."""
    sites = len(game.compiled.equipment.board.xy())
    start, size = game.compiled.fields["what"]
    per_site = size // game.compiled.equipment.all_sites
    return np.asarray(state.position[start : start + sites * per_site], dtype=np.int64).reshape(sites, per_site)


def _permutation(points: Numbers, moved: Numbers) -> tuple[int, ...] | None:
    places = {(round(x, 4) + 0.0, round(y, 4) + 0.0): site for site, (x, y) in enumerate(points)}
    mapping = [places.get((round(x, 4) + 0.0, round(y, 4) + 0.0), -1) for x, y in moved]
    return tuple(mapping) if -1 not in mapping and len(set(mapping)) == len(points) else None
