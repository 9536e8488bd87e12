"""A contest from its first unit to its last, or to the end of the CPU time that it was given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path

import apts
from bench.strength.contest import SIDES, Contest, play_unit, seatings
from bench.strength.contestants import contestant
from bench.strength.named_games import NamedGame
from bench.strength.records import Results, Standing


@dataclass(frozen=True)
class Order:
    """What is to be played, and where results are kept."""

    contest: Contest
    matches: int
    results: Path
    before: Path | None = None
    cpu_minutes: float | None = None


def run(order: Order, tell: Callable[[Standing], None]) -> Standing:
    """Play what is missing of a contest, unit by unit, and tell after each what is known."""
    named = NamedGame.of(order.contest.game)
    game = named.load()
    sides = {}
    try:
        for side, spec in zip(SIDES, (order.contest.a, order.contest.b), strict=True):
            sides[side] = contestant(spec, named, game, order.before)
        contest = replace(order.contest, versions=(sides["a"].version, sides["b"].version))
        if not any(side.timed for side in sides.values()):
            contest = replace(contest, seconds=None)
        results = Results(order.results)
        units = results.units(contest)
        wanted = -(-order.matches // len(seatings(game.players)))
        spent = 0.0
        for number in range(wanted):
            if number in units:
                continue
            if order.cpu_minutes is not None and spent >= 60 * order.cpu_minutes:
                break
            matches = list(play_unit(contest, game, sides, number))
            results.add(contest, number, matches)
            units[number] = [match.to_data() for match in matches]
            spent += sum(used.seconds for match in matches for used in match.used.values())
            tell(Standing([units[one] for one in sorted(units)]))
        return Standing([units[one] for one in sorted(units) if one < wanted])
    finally:
        for player in sides.values():
            player.close()


def code_label() -> str:
    """The digest of the code and data that players are made of, so that results of two states of it are never mixed."""
    folder = Path(apts.__file__).parent
    digest = blake2b(digest_size=4)
    for file in sorted(folder.rglob("*")):
        if file.suffix in (".py", ".json", ".lud", ".toml", ".lark") and "locales" not in file.parts:
            digest.update(str(file.relative_to(folder)).encode() + file.read_bytes())
    return digest.hexdigest()
