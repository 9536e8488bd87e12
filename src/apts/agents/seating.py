"""Who moves at the seats of a match: our own agents class by class, those of others each for itself and looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apts.agents.agent import Agent, Decision, MatchSeat, Seating
from apts.agents.checked_decisions import CheckedSeat, is_own, playing_in
from apts.engine.play.game import Game
from apts.engine.play.match_loop import Seated


@dataclass(frozen=True)
class SeatTable:
    """Those who move in a match, and for each seat the place in that list of who moves there."""

    seated: Sequence[Seated[Decision]]
    seats: Sequence[int]


def sit_down(game: Game, agents: Sequence[Agent], seed: int, limit: int, *, timed: bool) -> SeatTable:
    """Let agents, one for each seat, sit down to a match of at most so many turns; the seed is that of the match."""
    playing = [playing_in(game, agent, seat) for seat, agent in enumerate(agents, 1)]
    groups: dict[object, list[MatchSeat]] = {}
    for seat, agent in enumerate(playing, 1):
        groups.setdefault(type(agent) if is_own(agent) else seat, []).append(MatchSeat(agent, seat, seed))
    seats = {one.seat: number for number, places in enumerate(groups.values()) for one in places}
    seated = [_seated(Seating(game, tuple(places), limit, timed)) for places in groups.values()]
    return SeatTable(seated, [seats[seat] for seat in range(1, len(agents) + 1)])


def _seated(seating: Seating) -> Seated[Decision]:
    agent = seating.places[0].agent
    return type(agent).seated(seating) if is_own(agent) else CheckedSeat(seating)
