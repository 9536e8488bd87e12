"""Hand-made runs and matches for the tests of the archive."""

from __future__ import annotations

import random

from apts.archive import MatchRecord, RunManifest, TurnRecord
from apts.engine.play.outcome import Outcome


def manifest(**changes: object) -> RunManifest:
    """A run of Connect Four, with changes."""
    fields: dict[str, object] = {
        "game": "Connect Four",
        "players": 2,
        "rules": '(game "Connect Four" …)\n; ação',
        "agents": ("uct:iterations=1000", "random"),
        "seed": 7,
        "matches": 20,
        "options": {"Board": "Standard"},
        "parameters": {"columns": 7},
        "settings": {"turn_limit": 200, "swap": True},
        "versions": {"apts": "0.1.0"},
        "command": "apts playtest connect-four",
    }
    return RunManifest(**{**fields, **changes})  # type: ignore[arg-type]


def match(number: int, turns: int = 6) -> MatchRecord:
    """A match that depends on its number alone: values at some turns, every seventh stopped, every fifth drawn."""
    stream = random.Random(number)
    played = []
    for turn in range(turns):
        value = stream.uniform(-1, 1)
        searched = turn % 2 == 0
        played.append(
            TurnRecord(
                mover=turn % 2 + 1,
                move=stream.choice("abcdefg"),
                legal_moves=stream.randint(1, 7),
                values=(value, -value) if searched else None,
                entropy=stream.uniform(0, 2) if searched else None,
            )
        )
    outcome = (
        Outcome.drawn(2, "the board is full", 14) if number % 5 == 0 else Outcome.won_by(1, 2, "a line of four", 12)
    )
    stopped = number % 7 == 0
    return MatchRecord(
        number=number,
        seed=stream.getrandbits(64),
        seats=(0, 1) if number % 2 else (1, 0),
        turns=tuple(played),
        status="stopped" if stopped else "finished",
        outcome=None if stopped else outcome,
        pair=(number - 1) // 2,
        facts={"rules": {"12": [3, 1]}} if number == 1 else {},
    )
