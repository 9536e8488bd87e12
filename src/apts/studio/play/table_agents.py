"""Agents at tables: they decide on the server, one match at a time, and what goes wrong is told at the table."""

from __future__ import annotations

import threading
from contextlib import suppress

from apts.engine.play.recorded_chance import without_stream
from apts.errors import AptsError
from apts.studio.frame.studio import Studio
from apts.studio.play.opponents import real_agent
from apts.studio.play.tables import DEVICE, OutOfTurn, put_down, ring, rules_of
from apts.studio.store.matches import PERSON, StudioMatch

_THINKING: set[str] = set()
_THINKING_LOCK = threading.Lock()


def let_agents_move(studio: Studio, id: str, *, on_request: bool = False) -> bool:
    """Let agents decide until a person is to move or the match ends; gives whether it ended now.

    Those that think on the player's device do so here only where the player has asked for it. Only one does so for a
    match at a time. What goes wrong is kept with the match as a sentence, and tried again when
    somebody opens the page.
    """
    with _THINKING_LOCK:
        if id in _THINKING:
            return False
        _THINKING.add(id)
    try:
        return _agents_moved(studio, id, on_request)
    except AptsError as problem:
        sentence = without_stream(str(problem))
        with suppress(AptsError):
            studio.matches.change(id, lambda own: own.noted(trouble=sentence))
            ring(studio, id)
        return False
    finally:
        with _THINKING_LOCK:
            _THINKING.discard(id)


def _agents_moved(studio: Studio, id: str, on_request: bool) -> bool:
    match = studio.matches.match(id)
    stored_game = studio.game_store.game(match.game, match.version)
    while waits_for_agent(match, on_request=on_request):
        at, seat = len(match.moves), int(match.record["mover"])
        spec = real_agent(studio, stored_game, match.seats[seat - 1])
        mind = match.record.get("minds", {}).get(str(seat))
        data = studio.workers.ask(
            "agent_turn", game=rules_of(studio, match), agent=spec, moves=match.moves, seed=match.seed,
            agent_seed=match.seed + at, memory=mind and {name: mind[name] for name in mind if name != "at"},
        )  # fmt: skip
        try:
            match = put_down(studio, id, [seat], at, data)
        except OutOfTurn:  # a move was taken back, or somebody gave up meanwhile
            match = studio.matches.match(id)
        if match.record.get("trouble"):
            match = studio.matches.change(id, lambda own: own.noted(trouble=None))
        if match.over:
            return True
    return False


def waits_for_agent(match: StudioMatch, *, on_request: bool = False) -> bool:
    """Whether an agent is to move that thinks on the server, or that was asked to."""
    here = on_request or match.record.get("thinks") != DEVICE
    return match.shared and here and not match.over and match.seats[int(match.record["mover"]) - 1] != PERSON
