"""A contest from its first unit to its last, or to the end of the CPU time that it was given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from apts.engine.play.game import Game
from apts.errors import AptsError
from bench.strength.contest import SIDES, Contest, play_unit, seatings
from bench.strength.contestant import Contestant
from bench.strength.contestants import contestant
from bench.strength.named_games import NamedGame
from bench.strength.records import Results, Standing

REHEARSAL = 0.02
"""CPU seconds a move where the time of the other side is still to be measured."""


@dataclass(frozen=True)
class Order:
    """What is to be played, and where results are kept."""

    game: NamedGame
    contest: Contest
    matches: int
    results: Path
    before: Path | None = None
    cpu_minutes: float | None = None


def run(order: Order, tell: Callable[[Standing], None]) -> Standing:
    """Play what is missing of a contest, unit by unit, and tell after each what is known."""
    named, game = order.game, order.game.load()
    sides = {}
    try:
        for side, spec in zip(SIDES, (order.contest.a, order.contest.b), strict=True):
            sides[side] = contestant(spec, named, game, order.before)
        contest = replace(order.contest, versions=(sides["a"].version, sides["b"].version))
        if not any(side.timed for side in sides.values()):
            contest = replace(contest, seconds=None)
        measure = contest.time_of
        if measure and sides[measure].timed:
            raise AptsError(f"{sides[measure].name} has no budget of its own, so its time cannot be the measure")
        results = Results(order.results)
        units = results.units(contest)
        wanted = -(-order.matches // len(seatings(game.players)))
        spent = 0.0
        for number in range(wanted):
            if number in units:
                continue
            if order.cpu_minutes is not None and spent >= 60 * order.cpu_minutes:
                break
            seconds = contest.seconds
            if measure:
                seconds = _time_of(measure, units) or _rehearsed(contest, measure, game, sides)
            matches = list(play_unit(contest, game, sides, number, seconds))
            results.add(contest, number, matches)
            units[number] = [match.to_data() for match in matches]
            spent += sum(used.seconds for match in matches for used in match.used.values())
            tell(Standing([units[one] for one in sorted(units)]))
        return Standing([units[one] for one in sorted(units) if one < wanted])
    finally:
        for player in sides.values():
            player.close()


def _time_of(side: str, units: dict[int, list[dict[str, Any]]]) -> float | None:
    """The mean CPU seconds of a move of one side in the units that were played."""
    time = Standing(list(units.values())).mean_time(side)
    return None if time is None else time / 1000


def _rehearsed(contest: Contest, side: str, game: Game, sides: dict[str, Contestant]) -> float:
    """The same from a unit that counts for nothing."""
    matches = [match.to_data() for match in play_unit(contest, game, sides, -1, REHEARSAL)]
    return _time_of(side, {-1: matches}) or REHEARSAL
