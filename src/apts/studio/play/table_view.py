"""A table as those at it are told of it: who sits where, what was played; nothing that would help one of several people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apts.studio.frame.studio import Studio
from apts.studio.play.leaving import wants_deleted
from apts.studio.play.tables import SERVER, joined_seats, topic
from apts.studio.store.matches import PERSON, StudioMatch


def table_data(studio: Studio, match: StudioMatch, seats: Sequence[int]) -> dict[str, Any]:
    """A match as a page of some seats is told of it.

    While several people play, chance is told by what it decided and the seed by nobody: it would tell the next throw.
    """
    names, there, joined = (
        studio.people.nicknames(match.sitters),
        studio.presence.there(topic(match.id)),
        joined_seats(match),
    )
    record = match.record
    return {
        "id": match.id,
        "title": match.title,
        "changed": match.changed,
        "status": match.status,
        "seed": None if match.sealed else str(match.seed),
        "lots": record.get("lots"),
        "seats": [
            {
                "who": who,
                "mine": seat in seats,
                "name": names.get(sitter or "", ""),
                "joined": who != PERSON or joined[seat - 1],
                "there": who != PERSON or seat in there,
            }
            for seat, (who, sitter) in enumerate(zip(match.seats, match.sitters, strict=True), 1)
        ],
        "alone": match.alone,
        "helps": not match.sealed,
        "thinks": record.get("thinks", SERVER),
        "moves": list(match.moves),
        "times": list(match.times),
        "given": record.get("given", 0),
        "undone": record.get("undone", 0),
        "hints": record.get("hints", 0),
        "started": record.get("started"),
        "ended": record.get("ended"),
        "mover": record.get("mover", 1),
        "outcome": record.get("outcome"),
        "resigned": record.get("resigned"),
        "trouble": record.get("trouble"),
        "deleting": list(wants_deleted(match)),
        "left": list(record.get("left", ())),
        "answered": any(record.get("answers", {}).get(str(seat)) for seat in seats),
    }
