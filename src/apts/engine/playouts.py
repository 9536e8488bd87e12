"""Random play to the end, as fast as the kernel goes."""

from __future__ import annotations

from typing import Any

from apts.engine.jit import JIT, copy_words, pointer
from apts.engine.layout import LENGTH, MOVES, OVER, PLAYERS, RANK_AT

if JIT:
    import numba
    from numba import types

    ENTRY_OF_FIVE = types.FunctionType(types.int64(*[types.int64] * 5))
    _signature = types.int64(*[types.int64] * 9, ENTRY_OF_FIVE, ENTRY_OF_FIVE)

    def _compiled(function: Any) -> Any:
        return numba.njit(_signature, nogil=True, cache=True)(function)
else:

    def _compiled(function: Any) -> Any:
        return function


@_compiled
def playouts(
    data: Any,
    root: Any,
    state: Any,
    work: Any,
    records: Any,
    stream: Any,
    count: int,
    limit: int,
    results: Any,
    choose: Any,
    play: Any,
) -> int:
    """Play ``count`` times at random from ``root`` in ``S``, each until the end or for ``limit`` moves.

    A row of ``results`` has the number of moves, whether the match ended, and the doubled rank of each player.
    """
    D, S, first_state, rows = pointer(data), pointer(state), pointer(root), pointer(results)
    width = 2 + D[PLAYERS]
    total = 0
    for number in range(count):
        copy_words(S, 0, first_state, 0, first_state[LENGTH])
        first = S[MOVES]
        while S[OVER] == 0 and S[MOVES] - first < limit:
            play(data, state, work, records, choose(data, state, work, records, stream))
        row = number * width
        rows[row] = S[MOVES] - first
        rows[row + 1] = S[OVER]
        for player in range(1, D[PLAYERS] + 1):
            rows[row + 1 + player] = S[D[RANK_AT] + player]
        total += S[MOVES] - first
    return total
