"""How people stand: ratings of all who played a game, agents among them, from the matches that the studio keeps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from apts.statistics import Estimate, glicko_ratings, pair_results
from apts.studio.store.matches import PERSON, StudioMatch

UNKNOWN = "somebody"


@dataclass(frozen=True)
class Standing:
    """Somebody's rating: ``person`` is an id, or None for an agent, whose spelling is ``who``."""

    who: str
    person: str | None
    rating: Estimate


def standings(matches: Iterable[StudioMatch]) -> tuple[Standing, ...]:
    """The ratings of those who finished matches from the start, the best first; each match is a rating period.

    Matches of people whom nobody knows again count for their opponents under one name, which is left out.
    """
    counted = [
        match for match in matches if match.over and match.record.get("outcome") and not match.record.get("given")
    ]
    ordered = sorted(counted, key=lambda match: str(match.record.get("ended") or match.changed))
    rated = glicko_ratings(pair_results(_names(match), match.record["outcome"]["ranks"]) for match in ordered)
    found = [
        Standing(
            name.partition(" ")[2], name.partition(" ")[2] if name.startswith(f"{PERSON} ") else None, one.estimate()
        )
        for name, one in rated.items()
        if not name.endswith(f" {UNKNOWN}")
    ]
    return tuple(sorted(found, key=lambda one: -one.rating.value))


def _names(match: StudioMatch) -> list[str]:
    return [
        f"{PERSON} {sitter or UNKNOWN}" if who == PERSON else f"agent {who}"
        for who, sitter in zip(match.seats, match.sitters, strict=True)
    ]
