"""A contest that finds the engine of a game: searches against each other at equal work, the better one stays.

One engine at a time challenges the holder, which is the best so far. Work is counted in steps of the kernels
(:mod:`apts.search.fitting.work`), never by the clock, so that the same rules give the same engine on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from apts.agents.engines.sides import Side, side_of
from apts.engine.play.machine import Machine
from apts.engine.rules_game import RulesGame
from apts.engine.runtime.layout import OVER
from apts.search.fitting.contest import Score, play_opening_move, score_of
from apts.search.fitting.positions import results
from apts.search.fitting.work import TURN, Costs, costs_of
from apts.search.results import seat_to_move

MILLISECOND = 250_000.0
"""Steps of work that take about a thousandth of a second on a usual processor."""

WORK = 1_800 * MILLISECOND
"""Steps of work for each challenger, about."""

LEAST, MOST = 1.0 * MILLISECOND, 20 * MILLISECOND
"""Steps of work of a move, at least and at most."""

PLANNED = 14
"""Matches that the work of a duel is meant for at least, where a move can be so cheap."""

HARD_LIMIT = 1.6
"""A duel whose matches take long ends after so many times its work, however few they were."""

MOST_MATCHES = 40
FEWEST_GROUPS = 5
CLEAR = 2.0
"""Standard errors from a half at which a duel ends early."""

BETTER = 0.5
"""Standard errors above a half that a challenger has to come to if it is to take the place of the holder."""

LIMIT = 250
"""Moves after which a match counts as drawn."""

SHORTER = 0.8
"""A match of engines has about so many of the turns of a random one."""


@dataclass(frozen=True)
class Duel:
    """What an engine did against the one that held the place: its score from 0 to 1, and the work of a move in steps."""

    challenger: str
    holder: str
    score: Score
    work: float


def best_of(
    game: RulesGame, families: Sequence[Sequence[str]], seed: int, unknown: str
) -> tuple[str, tuple[Duel, ...], dict[str, float]]:
    """The best of some engines (spellings without budgets), the duels that showed it, and the steps of a unit of each.

    Engines of one way to search are a family. First the heads of the families meet, then the others of the family whose head
    was best challenge it. The first head holds the place at the beginning. Where matches are so long that none of these
    duels has enough of them to tell, the engine is ``unknown``.
    """
    machine = game.machine.twin()
    costs = costs_of(machine, seed)
    known: dict[str, Side] = {}

    def side(spec: str) -> Side:
        if spec not in known:
            known[spec] = side_of(spec, game, machine, costs)
        return known[spec]

    holder, duels = families[0][0], list[Duel]()

    def challenge(spec: str) -> str:
        duel = play_duel(machine, side(spec), side(holder), costs, seed + len(duels))
        duels.append(duel)
        return spec if duel.score.mean > 0.5 + BETTER * duel.score.error else holder

    for family in families[1:]:
        holder = challenge(family[0])
    if duels and all(duel.score.matches < FEWEST_GROUPS * game.players for duel in duels):
        side(unknown)
        return unknown, tuple(duels), {spec: made.steps for spec, made in known.items()}
    best = next(family for family in families if family[0] == holder)
    for spec in best[1:]:
        holder = challenge(spec)
    side(holder)
    return holder, tuple(duels), {spec: made.steps for spec, made in known.items()}


def play_duel(machine: Machine, challenger: Side, holder: Side, costs: Costs, seed: int) -> Duel:
    """Matches of a challenger against the holder until it is clear who is better, or the work is done.

    The work of a move is what lets so many matches be played as are planned, by the length of those so far.
    """
    players = machine.compiled.equipment.players
    least = max(LEAST, 2 * challenger.steps, 2 * holder.steps)
    turns, made = SHORTER * costs.turns, 1
    groups: list[float] = []
    done, work = 0.0, least
    while done < (WORK if len(groups) >= FEWEST_GROUPS else HARD_LIMIT * WORK) and len(groups) * players < MOST_MATCHES:
        work = max(least, min(MOST, WORK * made / (PLANNED * max(turns, 1.0))))
        total = 0.0
        for seat in range(1, players + 1):
            match = play_match(machine, (challenger, holder), seat, work, Random(f"{seed} duel {len(groups)}"))
            total += match.score
            done += match.work
            turns, made = turns + match.turns, made + 1
        groups.append(total / players)
        known = score_of(groups, players)
        if len(groups) >= FEWEST_GROUPS and abs(known.mean - 0.5) > CLEAR * known.error:
            break
    return Duel(challenger.spec, holder.spec, score_of(groups, players), work)


@dataclass(frozen=True)
class PlayedMatch:
    """A match of a contest: the score of the challenger, the turns that were searched, and the work that was done."""

    score: float
    turns: int
    work: float


def play_match(machine: Machine, sides: tuple[Side, Side], seat: int, work: float, lot: Random) -> PlayedMatch:
    """A match in which the first side has one seat and the second all others."""
    state = machine.start(lot.getrandbits(60))
    for side in sides:
        side.begin()
    opening, turn, searched, done = 1 + lot.randrange(4), 0, 0, 0.0
    while not state[OVER] and turn < LIMIT:
        count = machine.moves(state)
        if turn < opening or count == 1:
            play_opening_move(machine, state, lot, count, keep=turn < opening)
            done += TURN
        else:
            done += _moved(machine, state, sides[0 if seat_to_move(state) == seat else 1], work, lot)
            searched += 1
        turn += 1
    score = (results(machine, state)[seat - 1] + 1.0) / 2.0 if state[OVER] else 0.5
    return PlayedMatch(score, searched, done)


def _moved(machine: Machine, state: Any, side: Side, work: float, lot: Random) -> float:
    record, spent = side.choose(state, work, lot.getrandbits(60))
    machine.play(state, record)
    return spent
