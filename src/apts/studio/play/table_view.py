"""A table as those at it are told of it: who sits where, what was played; nothing that would help one of several people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from apts.studio.frame.studio import Studio
from apts.studio.play.kept_matches import remove_match, take_in
from apts.studio.play.tables import SERVER, joined_seats, ring, topic
from apts.studio.store.matches import PERSON, StudioMatch

# ----------------------------------------------------------------------------------------------------------------
# Deleting matches that others play too: one of several cannot take a match away from the others.
#
# A match that still runs is deleted when everybody who plays it wants that; until then those at the table see who
# asks. One that has ended stays with the others, without the name and the answers of who deleted it.

Deleted = Literal["deleted", "asked", "left"]


def delete_for(studio: Studio, match: StudioMatch, person: str) -> Deleted:
    """Delete a match for one of its players; gives what became of it."""
    if others_of(match, person):
        if match.over:
            return leave(studio, match, person)
        requested = studio.matches.change(match.id, lambda own: own.noted(deleting=_agreed(own, person)))
        ring(studio, match.id)
        if not set(_sitters(requested)) <= set(requested.record["deleting"]):
            return "asked"
    remove_everywhere(studio, match.id)
    return "deleted"


def leave(studio: Studio, match: StudioMatch, person: str) -> Deleted:
    """Take a player's name and answers out of a match that stays for the others; the last one takes it along."""

    def without(own: StudioMatch) -> StudioMatch:
        seats = {str(seat) for seat, sitter in enumerate(own.sitters, 1) if sitter == person}
        sitters = tuple(None if sitter == person else sitter for sitter in own.sitters)
        answers = {seat: words for seat, words in own.record.get("answers", {}).items() if seat not in seats}
        left = sorted({*own.record.get("left", ()), *map(int, seats)})
        wanted = [one for one in own.record.get("deleting", ()) if one != person]
        return replace(own, sitters=sitters).noted(answers=answers, left=left, deleting=wanted)

    found = studio.matches.change(match.id, without)
    ring(studio, match.id)
    if not _sitters(found):
        remove_everywhere(studio, match.id)
        return "deleted"
    if found.over:
        take_in(studio, match.id)
    return "left"


def remove_everywhere(studio: Studio, id: str) -> None:
    """Delete a match, here and in the archive; whoever has its page open hears of it."""
    remove_match(studio, id)
    ring(studio, id)


def others_of(match: StudioMatch, person: str) -> tuple[str, ...]:
    """The other people at a match."""
    return tuple(sitter for sitter in _sitters(match) if sitter != person)


def wants_deleted(match: StudioMatch) -> tuple[int, ...]:
    """The seats whose players ask for the match to be deleted."""
    wanted = match.record.get("deleting", ())
    return tuple(seat for seat, sitter in enumerate(match.sitters, 1) if sitter in wanted)


def _sitters(match: StudioMatch) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sitter for sitter in match.sitters if sitter is not None))


def _agreed(match: StudioMatch, person: str) -> list[str]:
    return sorted({*match.record.get("deleting", ()), person})


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
