"""Hints and analyses at tables: for whoever plays agents alone, and for everybody when the match is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apts.studio.frame.studio import Studio
from apts.studio.play.tables import OutOfTurn, rules_of
from apts.studio.store.matches import StudioMatch

ADVISER = "level:strong"
"""Who is asked for advice."""


def analysed(studio: Studio, match: StudioMatch, at: int) -> Mapping[str, Any]:
    """What a strong player thinks of a position of a match: ``rows`` of moves, the best first."""
    check_fair(match)
    found = studio.workers.ask(
        "analysis", game=rules_of(studio, match), agent=ADVISER, moves=match.moves[:at], seed=match.seed, agent_seed=1
    )  # fmt: skip
    rows = [
        {"text": row["move"], **{name: row[name] for name in ("value", "visits", "proven", "line")}}
        for row in found["moves"]
    ]
    return {"rows": rows, **{name: found[name] for name in ("value", "proven", "iterations", "mover")}}


def note_hint(studio: Studio, match: StudioMatch) -> StudioMatch:
    """Keep that somebody was helped once more."""
    check_fair(match)
    return studio.matches.change(match.id, lambda own: own.noted(hints=own.record.get("hints", 0) + 1))


def check_fair(match: StudioMatch) -> None:
    """Refuse help where it would be help against other people."""
    if match.sealed:
        raise OutOfTurn("other people play at this table, so hints and analyses have to wait until the match is over")
