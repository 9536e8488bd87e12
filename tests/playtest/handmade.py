"""Hand-made matches whose metrics are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from apts.archive import MatchRecord, RunManifest, Status, TurnRecord
from apts.engine.play.outcome import Outcome
from apts.playtest.evidence.evidence import Evidence, Goals
from apts.search.results import MoveValues


def manifest(agents: Sequence[str] = ("random", "random"), **changes: Any) -> RunManifest:
    """A run of a game that nobody wrote."""
    fields: dict[str, Any] = {
        "game": "Hand-made",
        "players": len(agents),
        "rules": "",
        "agents": tuple(agents),
        "seed": 1,
        "matches": 10,
    }
    return RunManifest(**{**fields, **changes})


def match(
    number: int = 1,
    winner: int | None = 1,
    *,
    values: Sequence[float | Sequence[float]] = (),
    turns: int = 4,
    players: int = 2,
    status: Status = "finished",
    legal: Sequence[int] = (),
    entropies: Sequence[float] = (),
    thoughts: Sequence[MoveValues | None] = (),
    moves: Sequence[str] = (),
    reason: str = "a rule",
    line: int | None = 7,
    pair: int | None = None,
    seats: Sequence[int] | None = None,
    **facts: Any,
) -> MatchRecord:
    """A match; ``values`` are those of seat 1, or of all seats, before each turn; ``thoughts`` those of the moves."""
    count = max(turns if not (values or legal or moves) else 0, len(values), len(legal), len(moves))
    played = []
    for turn in range(count):
        seen: tuple[float, ...] | None = None
        if values:
            value = values[turn]
            seen = (value, -value) if isinstance(value, (int, float)) else tuple(value)
        played.append(
            TurnRecord(
                turn % players + 1,
                moves[turn] if moves else "m",
                legal[turn] if legal else 3,
                seen,
                entropies[turn] if entropies else None,
                thoughts[turn] if thoughts else None,
            )
        )
    drawn = Outcome.drawn(players, reason, line)
    outcome = (
        None if status != "finished" else drawn if winner is None else Outcome.won_by(winner, players, reason, line)
    )
    chairs = tuple(seats) if seats is not None else tuple(range(players))
    return MatchRecord(number, number, chairs, tuple(played), status, outcome, pair, facts)


def evidence(
    *matches: MatchRecord, goals: Goals | None = None, agents: Sequence[str] = ("random", "random")
) -> Evidence:
    """A run of these matches."""
    return Evidence(manifest(agents), matches, None, goals)
