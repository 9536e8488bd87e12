"""How a game behaves in a fixed set of random matches: games that do the same there count as the same game."""

from __future__ import annotations

import hashlib
from random import Random

from apts.engine.play.game import Game
from apts.engine.play.playouts.summary import Playouts

MATCHES = 128
_WATCHED = 2
_TURNS = 8
_SEED = 20_240_229


def behaviour_digest(game: Game, limit: int = 1000, played: Playouts | None = None) -> str:
    """A text that is the same for games that behave the same, whatever their pieces and places are called.

    Some matches are followed move by move (how many moves there are, between which sites, who moves), and all are
    counted by length and result. ``played`` are the matches of :func:`sampled`, where they were played already.
    """
    played = played or sampled(game, limit)
    parts = [
        repr((played.players, played.wins, played.shared, played.draws, played.unfinished, played.rank_sums)),
        repr(sorted(played.lengths.items())),
        *(_watched(game, number) for number in range(_WATCHED)),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def sampled(game: Game, limit: int) -> Playouts:
    """The random matches that all games are judged by."""
    return game.playouts(MATCHES, seed=_SEED, limit=limit)


def _watched(game: Game, number: int) -> str:
    """One random match, turn by turn, without the names of anything.

    Sites are numbered as they come up: on a board with a row more that nothing is moved to, hands have other numbers.
    """
    choose = Random(f"{_SEED} {number}")
    state = game.start(number)
    seen: list[tuple[int, ...]] = []
    numbers: dict[int | None, int] = {None: -1}
    while state.outcome is None and len(seen) < _TURNS:
        moves = state.moves()
        index = choose.randrange(len(moves))
        move = moves[index]
        ends = [numbers.setdefault(end, len(numbers)) for end in (move.origin, move.target)]
        seen.append((state.mover, len(moves), *ends, int(move.captures)))
        state = state.after(move)
    return repr((seen, None if state.outcome is None else state.outcome.ranks))
