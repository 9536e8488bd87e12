"""What a page would have sent: matches played at random, as the JSON object of an export and as its text."""

from __future__ import annotations

import base64
import json
import zlib
from random import Random
from typing import Any

from apts.engine.play.game import Game
from apts.playtest.experiments.side_runs import game_hash
from apts.publish.people.sent_matches import BEGIN, END, FORMAT


def sent_match(game: Game, seed: int, seats: list[str] | None = None, /, **changes: Any) -> dict[str, Any]:
    """A whole match of people who choose at random."""
    choose = Random(seed)
    state = game.start(seed)
    moves = []
    while state.outcome is None:
        move = choose.choice(state.moves())
        moves.append(move.text)
        state = state.after(move)
    return {
        "seed": str(seed),
        "seats": seats or ["person", "level:club", "person", "person", "person", "person"][: game.players],
        "moves": moves,
        "times": [1500 + 10 * place for place in range(len(moves))],
        "started": 1_700_000_000_000 + seed,
        "ended": 1_700_000_100_000 + seed,
        "outcome": {"ranks": list(state.outcome.ranks), "reason": state.outcome.reason},
        "undone": 1,
        "hints": 2,
        "answers": {"fun": 4, "length": "right", "confusing": False, "word": "nice"},
        **changes,
    }


def sent(game: Game, matches: list[dict[str, Any]], /, **changes: Any) -> dict[str, Any]:
    """The object of an export."""
    return {
        "format": FORMAT,
        "version": 1,
        "game": game.name,
        "rules_hash": game_hash(game),
        "matches": matches,
        **changes,
    }


def as_text(document: dict[str, Any]) -> str:
    """The same as a text to be pasted into an e-mail."""
    data = zlib.compress(json.dumps(document).encode())
    letters = base64.b64encode(data).decode().rstrip("=")
    lines = [letters[at : at + 60] for at in range(0, len(letters), 60)]
    return "\n".join(["Some words before.", BEGIN, *lines, f"{END} z {zlib.crc32(data):08x}", "Bye!"])
