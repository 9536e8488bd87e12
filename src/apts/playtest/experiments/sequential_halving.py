"""The best of some of the legal moves, for a search that looks at all of them by itself.

The rows of a tree search do not say it: it spends its budget on the moves that look best, and ends as soon as one is
proven to win, with next to nothing known of the others. So the same budget is shared among the moves that are left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from apts.agents.agent import Agent
from apts.agents.checked_decisions import analyzed
from apts.agents.kinds.uct_agent import UctAgent
from apts.agents.seeds import derived_seed
from apts.engine.play.game import Game, Move, State


def best_of(inner: Agent, state: State, seed: int, allowed: Sequence[Move]) -> Move:
    """The move that an agent would choose if there were no others.

    A tree search with a number of iterations, in a game without chance, shares them by sequential halving: every move
    gets its part, the worse half is dropped, and so on (Z. Karnin, T. Koren and O. Somekh, "Almost optimal exploration
    in multi-armed bandits", ICML 2013). Otherwise the best row of the agent's analysis is taken, which is weaker for
    searches that look at few moves. Moves that are held for equal are drawn by lot.
    """
    if len(allowed) == 1:
        return allowed[0]
    lot = Random(derived_seed(seed, "left"))
    search = _search(inner, state.game)
    if search is not None and search.iterations is not None:
        return _halved(search, search.iterations, state, seed, lot.sample(allowed, len(allowed)))
    rows = [row for row in analyzed(inner, state, seed).moves if row.move in allowed]
    if not rows:
        return lot.choice(allowed)
    best = (rows[0].value, rows[0].visits)
    return lot.choice([row.move for row in rows if (row.value, row.visits) == best])


def _search(inner: Agent, game: Game) -> UctAgent | None:
    """The tree search behind an agent, where positions after a move can be searched without foreseeing chance."""
    if game.has_chance:
        return None
    behind = inner.playing(game)
    return behind if type(behind) is UctAgent and behind.seconds is None else None


def _halved(search: UctAgent, budget: int, state: State, seed: int, moves: list[Move]) -> Move:
    seat, left = state.mover, moves
    after = {move: state.after(move) for move in moves}
    for move, position in after.items():
        # Among proven wins the one that is over is the surest; the figures of the search would call them equal.
        if position.outcome is not None and position.outcome.utilities[seat - 1] >= 1.0:
            return move
    rounds = math.ceil(math.log2(len(moves)))
    sums = dict.fromkeys(moves, 0.0)
    spent = dict.fromkeys(moves, 0)
    for number in range(rounds):
        part = max(1, budget // (rounds * len(left)))
        reader = search.with_iterations(part)
        for place, move in enumerate(left):
            sums[move] += part * _value(reader, after[move], seat, derived_seed(seed, "left", number, place))
            spent[move] += part
        left = sorted(left, key=lambda move: -sums[move] / spent[move])[: (len(left) + 1) // 2]
    return left[0]


def _value(reader: Agent, after: State, seat: int, seed: int) -> float:
    """The expected utility of a seat."""
    if after.outcome is not None:
        return after.outcome.utilities[seat - 1]
    values = reader.decide(after, seed).values
    return values[seat - 1] if values is not None else 0.0
