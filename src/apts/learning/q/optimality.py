"""The proof that a table plays best: every position that it can get into, against every reply, by an exact solver."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from apts.engine.play.game import Game, Move, State


@dataclass(frozen=True)
class Proof:
    """What was looked at: positions in which the player had to move, and those in which it gave value away."""

    positions: int
    value: int
    mistakes: tuple[tuple[State, Move], ...]

    @property
    def holds(self) -> bool:
        """Whether no move gave anything away."""
        return not self.mistakes


def proof(
    game: Game,
    best_moves: Callable[[State], Sequence[Move]],
    exact: Callable[[State], int],
    key_of: Callable[[State], Hashable],
) -> Proof:
    """Follow a player through a game for two without chance, in both seats, against all replies.

    ``best_moves`` are the moves it may choose, all of which are followed; ``exact`` is the value of a position for its
    mover: 1, 0 or -1; positions with the same key are the same.
    """
    known: dict[Hashable, int] = {}

    def worth(state: State, seat: int) -> int:
        if state.outcome is not None:
            return round(state.outcome.utilities[seat - 1])
        key = key_of(state)
        if key not in known:
            known[key] = exact(state)
        return known[key] if state.mover == seat else -known[key]

    start = game.start()
    positions, mistakes = 0, []
    for seat in range(1, game.players + 1):
        waiting, seen = [start], {key_of(start)}
        while waiting:
            state = waiting.pop()
            own = state.mover == seat
            moves = best_moves(state) if own else state.moves()
            positions += own
            for move in moves:
                after = state.after(move)
                if own and worth(after, seat) < worth(state, seat):
                    mistakes.append((state, move))
                if after.outcome is None and key_of(after) not in seen:
                    seen.add(key_of(after))
                    waiting.append(after)
    return Proof(positions, worth(start, start.mover), tuple(mistakes))
