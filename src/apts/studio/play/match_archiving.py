"""The way of people's matches into the archive and out of it, so that reports show them beside those of agents."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import replace
from typing import Any

from apts.archive import UnknownRun
from apts.errors import AptsError
from apts.studio.frame.studio import Studio, text_of
from apts.studio.store.matches import NoSuchMatch, StudioMatch
from apts.studio.workers.pool import Refused

_ONE_AT_A_TIME = threading.Lock()

NOT_TAKEN = ""
"""The run of a match that the rules do not accept."""


def take_in(studio: Studio, id: str) -> None:
    """Put a match that has ended into the archive, or take one out that goes on after all; it may be in or out before."""
    with _ONE_AT_A_TIME, suppress(NoSuchMatch):
        match = studio.matches.match(id)
        if not match.over:
            _take_out(studio, match)
            studio.matches.change(id, lambda own: replace(own, archived=None).noted(number=None))
            return
        if not match.people:
            return
        run, number, refused = _stored(studio, match)
        studio.matches.change(id, lambda own: replace(own, archived=run).noted(number=number, refused=refused))


def take_in_waiting(studio: Studio) -> int:
    """Put matches into the archive whose turn never came, as after a power cut; gives how many."""
    waiting = studio.matches.not_archived()
    for match in waiting:
        take_in(studio, match.id)
    return len(waiting)


def remove_match(studio: Studio, id: str) -> None:
    """Delete a match, here and in the archive."""
    with _ONE_AT_A_TIME:
        _take_out(studio, studio.matches.match(id))
        studio.matches.remove(id)


def _stored(studio: Studio, match: StudioMatch) -> tuple[str | None, int | None, str | None]:
    """The run and the number in the archive; or why the rules refuse the match. A busy studio does it another time."""
    try:
        game = text_of(studio.game_store.game(match.game, match.version), match.settings)
        kept = studio.workers.ask(
            "take_in", game=game, archive=studio.settings.archive_place, match=sent(match), run=match.archived or None,
            number=match.record.get("number"),
        )  # fmt: skip
    except Refused as problem:
        return NOT_TAKEN, None, str(problem)
    except AptsError:
        return match.archived, match.record.get("number"), None
    return str(kept["run"]), int(kept["number"]), None


def _take_out(studio: Studio, match: StudioMatch) -> None:
    number = match.record.get("number")
    if match.archived and number is not None:
        with suppress(UnknownRun):
            studio.archive.discard(match.archived, [number])


def sent(match: StudioMatch) -> dict[str, Any]:
    """A match as published pages send it; of several people the one at the first seat that answered speaks."""
    record = match.record
    answers: dict[str, Any] = next((given for _, given in sorted(record.get("answers", {}).items()) if given), {})
    outcome = record.get("outcome")
    return {
        "seed": str(match.seed),
        "seats": list(match.seats),
        "moves": list(match.moves),
        "times": list(match.times) if len(match.times) == len(match.moves) else [],
        "given": record.get("given", 0),
        "started": record.get("started"),
        "outcome": None if outcome is None else {"ranks": outcome["ranks"]},
        "resigned": record.get("resigned"),
        "undone": record.get("undone", 0),
        "hints": record.get("hints", 0),
        "answers": answers,
    }
