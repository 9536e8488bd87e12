"""What an iteration has found: the result of its match, a proven result, or a judgement of where its playout was cut."""

from __future__ import annotations

from typing import Any

from apts.engine.runtime.layout import MOVER, PLAYERS, RANK_AT
from apts.search.evaluation.evaluation import evaluate
from apts.search.memory import Entry, exponential, inner, moved, pointer, reals
from apts.search.trees.descent import (
    GUIDED,
    JUDGED_APART,
    PATH_UTILITIES,
    SCALE,
    SEATS,
    SOLVE,
    UTILITY,
    Columns,
    SearchMemory,
    back_up,
    has_left,
    prove,
    ranks_word,
    seat_of,
)
from apts.search.trees.tree import RANK_BITS


@inner
def conclude(
    search: SearchMemory, columns: Columns, node: int, depth: int, over: int, ended: int, moves: Entry
) -> None:
    """Let the path to a node know the result of an iteration and what follows from it.

    It is that of the node if that is proven, that of the match if it has ``ended``, or a judgement; a match that was
    ``over`` at the node itself proves it.
    """
    word = pointer(columns.proven)[node]
    if word != 0:
        read_ranks(search.settings, search.path, word)
    elif ended != 0:
        read_result(search)
        if over != 0 and pointer(search.settings)[SOLVE] != 0:
            word = ranks_word(search.data, search.state)
    else:
        read_estimate(search, moves)
    back_up(search.tree, search.settings, search.path, depth)
    if word != 0:
        prove(search.tree, search.settings, search.path, depth, word)


@inner
def read_ranks(settings: Any, path: Any, word: int) -> None:
    """Put the utilities of a proven result into the path."""
    X, U = reals(settings), reals(moved(path, PATH_UTILITIES))
    for player in range(pointer(settings)[SEATS]):
        U[player + 1] = X[UTILITY + ((word >> (RANK_BITS * player)) & 63)]


@inner
def read_result(search: SearchMemory) -> None:
    """Put the utilities of a finished match into the path."""
    D, S, X = pointer(search.data), pointer(search.state), reals(search.settings)
    U = reals(moved(search.path, PATH_UTILITIES))
    for player in range(1, D[PLAYERS] + 1):
        U[seat_of(S, player)] = X[UTILITY + S[D[RANK_AT] + player]]


@inner
def judged(search: SearchMemory, state: Any, player: int, moves: Entry) -> float:
    """The utility that a player of the rules may expect in an unfinished match.

    One who has left has his place; of the others the heuristic speaks.
    """
    D, S, X = pointer(search.data), pointer(state), reals(search.settings)
    if has_left(search.data, state, player):
        place: float = X[UTILITY + S[D[RANK_AT] + player]]
        return place
    value = evaluate(search.data, state, search.work, search.records, search.terms, search.scratch, player, moves)
    return 2.0 / (1.0 + exponential(-2.0 * value / X[SCALE])) - 1.0


@inner
def read_estimate(search: SearchMemory, moves: Entry) -> None:
    """Put what the heuristic says of an unfinished match into the path; without a heuristic it is a draw.

    Of two who share the result out, one is judged: what he gains the other loses.
    """
    S, G = pointer(search.state), pointer(search.settings)
    U = reals(moved(search.path, PATH_UTILITIES))
    if G[GUIDED] != 0 and G[GUIDED] != JUDGED_APART and G[SEATS] == 2:
        seat = seat_of(S, S[MOVER])
        U[seat] = judged(search, search.state, S[MOVER], moves)
        U[3 - seat] = -U[seat]
        return
    for player in range(1, G[SEATS] + 1):
        U[seat_of(S, player)] = 0.0
        if G[GUIDED] != 0 or has_left(search.data, search.state, player):
            U[seat_of(S, player)] = judged(search, search.state, player, moves)
    if G[GUIDED] != JUDGED_APART and G[SEATS] > 2:
        balance(search)


@inner
def balance(search: SearchMemory) -> None:
    """Bring judgements that were made seat by seat to a sum of 0, as results have it, within -1 and 1.

    The places of those who have left stay as they are.
    """
    S, seats = pointer(search.state), pointer(search.settings)[SEATS]
    U = reals(moved(search.path, PATH_UTILITIES))
    placed = 0.0
    judgements = 0.0
    playing = 0
    for player in range(1, seats + 1):
        if has_left(search.data, search.state, player):
            placed += U[seat_of(S, player)]
        else:
            judgements += U[seat_of(S, player)]
            playing += 1
    mean = -placed / playing  # of what is left to share
    widest = 0.0
    for player in range(1, seats + 1):
        if not has_left(search.data, search.state, player):
            widest = max(widest, abs(U[seat_of(S, player)] - judgements / playing))
    most = 1.0 - abs(mean)
    scale = 1.0 if widest <= most else most / widest
    for player in range(1, seats + 1):
        if not has_left(search.data, search.state, player):
            seat = seat_of(S, player)
            U[seat] = mean + (U[seat] - judgements / playing) * scale
