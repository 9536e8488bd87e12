"""Matches and turns as rows of a table, for spreadsheets and data frames."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from apts.archive.records import MatchRecord, RunManifest

Cell = str | int | float | None
Row = list[Cell]
Columns = dict[str, type[str] | type[int] | type[float]]
"""The names of the columns and what is in them; any field may be empty."""


def match_columns(manifest: RunManifest) -> Columns:
    """The columns of the table of matches."""
    seats = range(1, manifest.players + 1)
    columns: Columns = {"number": int, "seed": int, "pair": int, "status": str, "length": int}
    columns |= {"winner": int, "reason": str, "line": int}
    columns |= {f"agent_{seat}": str for seat in seats}
    columns |= {f"rank_{seat}": float for seat in seats}
    columns |= {f"utility_{seat}": float for seat in seats}
    columns["moves"] = str
    return columns


def match_rows(match: MatchRecord, manifest: RunManifest) -> Iterator[Row]:
    """The row of a match; its moves are separated by spaces."""
    outcome = match.outcome
    nothing: list[Cell] = [None] * manifest.players
    yield [
        match.number,
        match.seed,
        match.pair,
        match.status,
        match.length,
        match.winner,
        None if outcome is None else outcome.reason,
        None if outcome is None else outcome.line,
        *(manifest.agents[agent] for agent in match.seats),
        *(nothing if outcome is None else outcome.ranks),
        *(nothing if outcome is None else outcome.utilities),
        " ".join(match.moves),
    ]


def turn_columns(manifest: RunManifest) -> Columns:
    """The columns of the table of turns."""
    columns: Columns = {"number": int, "turn": int, "mover": int, "move": str, "legal_moves": int, "entropy": float}
    return columns | {f"value_{seat}": float for seat in range(1, manifest.players + 1)}


def turn_rows(match: MatchRecord, manifest: RunManifest) -> Iterator[Row]:
    """A row for each turn of a match; turns count from 1."""
    nothing: list[Cell] = [None] * manifest.players
    for number, turn in enumerate(match.turns, 1):
        values = nothing if turn.values is None else turn.values
        yield [match.number, number, turn.mover, turn.move, turn.legal_moves, turn.entropy, *values]


TABLES: dict[str, tuple[Callable[[RunManifest], Columns], Callable[[MatchRecord, RunManifest], Iterator[Row]]]] = {
    "matches": (match_columns, match_rows),
    "turns": (turn_columns, turn_rows),
}
