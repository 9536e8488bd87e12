"""Two evaluations against each other: the same search with the same work a move, from the same openings, seats exchanged."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import Any

from apts.engine.play.machine import Machine
from apts.engine.runtime.layout import OVER
from apts.search.evaluation.heuristic import Heuristic
from apts.search.fitting.positions import results, searching
from apts.search.fitting.work import SEARCH, TURN, Costs
from apts.search.minimax.alphabeta import AlphaBetaSearch
from apts.search.results import seat_to_move

LIMIT = 300
"""Moves after which a match counts as drawn."""

FEWEST = 6
"""Groups of matches before a contest may be broken off."""

SURE = 1.645
"""Standard errors above a half that a challenger has to end: by luck one of twenty that are no better does."""

CLEAR = 3.0
"""Standard errors from a half at which a contest ends early."""


@dataclass(frozen=True)
class Score:
    """The mean score of a challenger, from 0 to 1, its standard error, and the matches behind it."""

    mean: float
    error: float
    matches: int

    @property
    def low(self) -> float:
        """The lower end of the interval that a challenger is judged by."""
        return max(0.0, self.mean - SURE * self.error)

    @property
    def high(self) -> float:
        """The upper end of the same interval."""
        return min(1.0, self.mean + SURE * self.error)

    @property
    def is_better(self) -> bool:
        """Whether the challenger is surely better."""
        return self.matches > 0 and self.low > 0.5


def score_of(groups: list[float], size: int) -> Score:
    """The score of groups of matches, each with its mean."""
    count = len(groups)
    if count == 0:
        return Score(0.5, 0.5, 0)
    total = 0.0
    for value in groups:
        total += value
    mean = total / count
    squares = 0.25 / size  # as of one more group as wide as can be: few equal groups prove nothing
    for value in groups:
        squares += (value - mean) ** 2
    return Score(mean, math.sqrt(squares / count / count), count * size)


class Contest:
    """A challenger against the holder; each match has a group, in which the challenger has every seat once."""

    def __init__(self, machine: Machine, challenger: Heuristic, holder: Heuristic, costs: Costs, seed: int):
        self.machine, self.seed, self.costs = machine, seed, costs
        self.steps = [costs.node(heuristic) for heuristic in (challenger, holder)]
        self._searches = [searching(machine, heuristic) for heuristic in (challenger, holder)]
        self.players = machine.compiled.equipment.players
        self.done = 0.0

    def play(self, nodes: int, work: float, most: int = 60, *, clear: float = CLEAR) -> Score:
        """Play groups until it is clear who is better, the work is done or there were so many matches.

        It is clear when the score is so many standard errors from a half.
        """
        groups: list[float] = []
        while len(groups) * self.players < most and self.done < work:
            total = 0.0
            for seat in range(1, self.players + 1):
                total += self.match(len(groups), seat, nodes)
            groups.append(total / self.players)
            score = score_of(groups, self.players)
            if len(groups) >= FEWEST and abs(score.mean - 0.5) > clear * score.error:
                break
        return score_of(groups, self.players)

    def match(self, group: int, seat: int, nodes: int) -> float:
        """The score of the challenger at a seat; the holder has all others. ``nodes`` are those of the holder."""
        machine, lot = self.machine, Random(f"{self.seed} contest {group}")
        state = machine.start(lot.getrandbits(60))
        for search in self._searches:
            search.search.forget()
        opening, turn = 2 + lot.randrange(5), 0
        while not state[OVER] and turn < LIMIT:
            count = machine.moves(state)
            if turn < opening or count == 1:
                play_opening_move(machine, state, lot, count, keep=turn < opening)
            else:
                machine.play(state, self._chosen(state, seat, nodes, lot))
            turn += 1
            self.done += TURN
        return (results(machine, state)[seat - 1] + 1.0) / 2.0 if state[OVER] else 0.5

    def _chosen(self, state: Any, seat: int, nodes: int, lot: Random) -> tuple[int, ...]:
        side = 0 if seat_to_move(state) == seat else 1
        search: AlphaBetaSearch = self._searches[side]
        budget = max(1, round(nodes * self.steps[1] / self.steps[side]))
        choice = search.choose(state, budget, lot.getrandbits(60))
        self.done += SEARCH + choice.nodes * self.steps[side]
        return choice.record


def play_opening_move(machine: Machine, state: Any, lot: Random, count: int, *, keep: bool) -> None:
    """Play a random move of so many; with ``keep`` not one that ends the match, where there is another."""
    for _ in range(8 if keep else 1):
        after = machine.copy(state)
        machine.moves(state)
        machine.play(after, machine.record(lot.randrange(count)))
        if not after[OVER]:
            break
    state[:] = after
