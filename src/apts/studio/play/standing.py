"""How people stand: ratings of all who played a game, agents among them, from the matches that the studio keeps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from apts.statistics import Estimate, glicko_ratings, pair_results
from apts.studio.store.matches import PERSON, MatchResult

UNKNOWN = "somebody"


@dataclass(frozen=True)
class PlayerStanding:
    """Somebody's rating: ``person`` is an id, or None for an agent, whose spelling is ``who``."""

    who: str
    person: str | None
    rating: Estimate


def standings(results: Iterable[MatchResult]) -> tuple[PlayerStanding, ...]:
    """The ratings of those who finished matches, the best first; each match is a rating period.

    Matches of people whom nobody knows again count for their opponents under one name, which is left out.
    """
    rated = glicko_ratings(pair_results(_names(one), one.ranks) for one in results if len(one.ranks) == len(one.seats))
    found = [
        PlayerStanding(who, who if kind == PERSON else None, one.estimate())
        for (kind, _, who), one in ((name.partition(" "), one) for name, one in rated.items())
        if who != UNKNOWN
    ]
    return tuple(sorted(found, key=lambda one: -one.rating.value))


def _names(result: MatchResult) -> list[str]:
    return [
        f"{PERSON} {sitter or UNKNOWN}" if who == PERSON else f"agent {who}"
        for who, sitter in zip(result.seats, result.sitters, strict=True)
    ]
