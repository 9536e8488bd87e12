"""Who sits where in which match, and from which seed: all of it follows from the number of the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apts.agents.seeds import derived_seed
from apts.errors import AptsError


@dataclass(frozen=True, slots=True)
class Appointment:
    """One match to be played: its number, its seed, the agent at each seat as an index, and its group.

    ``choosing`` is the seed of the agents where it is not that of the match.
    """

    number: int
    seed: int
    seats: tuple[int, ...]
    pair: int | None
    choosing: int | None = None

    @property
    def again(self) -> Appointment:
        """The same match with the same chance (the same n-th throw, whoever throws it), and agents that choose afresh."""
        return replace(self, choosing=derived_seed(self.seed, "again"))


def seated(specs: Sequence[str], players: int) -> tuple[str, ...]:
    """The agents for all seats: one for each, or one alone for all."""
    if len(specs) == 1:
        return tuple(specs) * players
    if len(specs) != players:
        count = f"{players} agents, one for each seat, or 1 for all" if players > 1 else "1 agent"
        raise AptsError(f"the game has {players} seats and {len(specs)} agents were given; it takes {count}")
    return tuple(specs)


def appointment(specs: Sequence[str], seed: int, number: int) -> Appointment:
    """Match ``number`` (from 1) of the run with this seed.

    Where the agents differ, as many matches in a row as there are seats belong together: in each of them everybody
    moves up one seat. Such a group has one index, which statistics resample by.
    """
    players = len(specs)
    own = derived_seed(seed, "match", number)
    if len(set(specs)) == 1:
        return Appointment(number, own, tuple(range(players)), None)
    group, turn = divmod(number - 1, players)
    return Appointment(number, own, tuple((seat + turn) % players for seat in range(players)), group)
