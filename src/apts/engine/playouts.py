"""Random play to the end, as fast as the kernel goes."""

from __future__ import annotations

from typing import Any

from apts.engine.jit import JIT, copy_words
from apts.engine.layout import LENGTH, MOVES, OVER, PLAYERS, RANK_AT

if JIT:
    import numba
    from numba import types

    from apts.engine.jit import WORDS

    CHOOSE = types.FunctionType(types.int64(WORDS, WORDS, WORDS, WORDS, WORDS))
    PLAY = types.FunctionType(types.int64(WORDS, WORDS, WORDS, WORDS, types.int64))
    _signature = types.int64(WORDS, WORDS, WORDS, WORDS, WORDS, WORDS, types.int64, types.int64, WORDS, CHOOSE, PLAY)

    def _compiled(function: Any) -> Any:
        return numba.njit(_signature, nogil=True, cache=True)(function)
else:

    def _compiled(function: Any) -> Any:
        return function


@_compiled
def playouts(
    D: Any, root: Any, S: Any, W: Any, M: Any, R: Any, count: int, limit: int, results: Any, choose: Any, play: Any
) -> int:
    """Play ``count`` times at random from ``root`` in ``S``, each until the end or for ``limit`` moves.

    A row of ``results`` has the number of moves, whether the match ended, and the doubled rank of each player.
    """
    width = 2 + D[PLAYERS]
    total = 0
    for number in range(count):
        copy_words(S, 0, root, 0, root[LENGTH])
        first = S[MOVES]
        while S[OVER] == 0 and S[MOVES] - first < limit:
            play(D, S, W, M, choose(D, S, W, M, R))
        row = number * width
        results[row] = S[MOVES] - first
        results[row + 1] = S[OVER]
        for player in range(1, D[PLAYERS] + 1):
            results[row + 1 + player] = S[D[RANK_AT] + player]
        total += S[MOVES] - first
    return total
