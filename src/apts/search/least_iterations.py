"""How many iterations a tree search needs at least to say something about a game: a few for every legal move."""

from __future__ import annotations

from random import Random
from weakref import WeakKeyDictionary

from apts.engine.play.game import Game
from apts.errors import AptsError

TRIES_A_MOVE = 4
"""Iterations that a search should have for each legal move."""

WALKS = 4
WALK_LIMIT = 200
"""Random matches, and moves of each, in which it is looked how many legal moves there are."""

_WIDEST: WeakKeyDictionary[Game, int] = WeakKeyDictionary()


def most_moves(game: Game) -> int:
    """The largest number of legal moves in the start position and in a few random matches."""
    if game not in _WIDEST:
        _WIDEST[game] = max(_widest(game, seed) for seed in range(WALKS))
    return _WIDEST[game]


def least_iterations(game: Game) -> int:
    """The fewest iterations of a tree search that a command chooses for a game."""
    return TRIES_A_MOVE * most_moves(game)


def _widest(game: Game, seed: int) -> int:
    """The largest number of legal moves in one random match, up to an error that breaks it off."""
    lot, widest = Random(seed), 1
    try:
        state = game.start(seed)
        for _ in range(WALK_LIMIT):
            if state.outcome is not None:
                break
            moves = state.moves()
            widest = max(widest, len(moves))
            state = state.after(lot.choice(moves))
    except AptsError:
        return widest  # what breaks matches off is told when they are played
    return widest
