"""What many random matches of a game came to."""

from __future__ import annotations

import random
from dataclasses import dataclass
from time import thread_time
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from apts.engine.outcome import Outcome, utilities

if TYPE_CHECKING:
    from apts.engine.face import Game


@dataclass(frozen=True, slots=True, eq=False)
class Playouts:
    """Random matches of a game: a row a match in ``lengths`` (moves), ``ended`` and ``ranks`` (a column a seat).

    A match that was stopped at the limit has not ended and its ranks are 0; it counts neither as won nor as drawn.
    ``seconds`` is the processor time of playing.
    """

    players: int
    lengths: NDArray[np.int64]
    ended: NDArray[np.bool_]
    ranks: NDArray[np.float64]
    seconds: float

    @property
    def count(self) -> int:
        """The number of matches."""
        return len(self.lengths)

    @property
    def wins(self) -> tuple[int, ...]:
        """How often each seat was the only first."""
        first = (self.ranks == 1.0) & self.ended[:, None]
        alone = first & (first.sum(axis=1, keepdims=True) == 1)
        return tuple(int(wins) for wins in alone.sum(axis=0))

    @property
    def draws(self) -> int:
        """The number of finished matches in which all seats share one rank; a game for one has none."""
        equal = (self.ranks == self.ranks[:, :1]).all(axis=1)
        return int((equal & self.ended).sum()) if self.players > 1 else 0

    @property
    def unfinished(self) -> int:
        """The number of matches that were stopped at the limit."""
        return int((~self.ended).sum())

    @property
    def win_rates(self) -> tuple[float, ...]:
        """The share of all matches that each seat won."""
        return tuple(wins / max(1, self.count) for wins in self.wins)

    @property
    def mean_utilities(self) -> tuple[float, ...]:
        """The mean utility of each seat over the finished matches; utilities are linear in ranks."""
        finished = self.ranks[self.ended]
        return utilities([float(rank) for rank in finished.mean(axis=0)]) if len(finished) else (0.0,) * self.players

    @property
    def mean_length(self) -> float:
        """The mean number of moves."""
        return float(self.lengths.mean()) if self.count else 0.0

    @property
    def per_second(self) -> float:
        """Matches for each second of processor time."""
        return self.count / self.seconds if self.seconds > 0 else float("inf")


def random_matches(game: Game, count: int, seed: int, limit: int | None) -> Playouts:
    """Random matches through the one face; games with kernels do the same much faster."""
    began = thread_time()
    lengths = np.zeros(count, dtype=np.int64)
    ended = np.zeros(count, dtype=np.bool_)
    ranks = np.zeros((count, game.players))
    for number in range(count):
        lengths[number], outcome = _random_match(game, f"{seed} {number}", limit)
        if outcome is not None:
            ended[number] = True
            ranks[number] = outcome.ranks
    return Playouts(game.players, lengths, ended, ranks, thread_time() - began)


def _random_match(game: Game, stream: str, limit: int | None) -> tuple[int, Outcome | None]:
    choose = random.Random(stream)
    state = game.start(choose.getrandbits(62))
    length = 0
    while state.outcome is None and (limit is None or length < limit):
        state = state.after(choose.choice(state.moves()))
        length += 1
    return length, state.outcome
