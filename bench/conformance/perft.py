"""Counting the recorded numbers of move sequences, as far as that is cheap."""

from __future__ import annotations

from bench.conformance.protocol import Session
from bench.conformance.records import Record


def count_sequences(session: Session, depth: int) -> int:
    """The number of sequences of ``depth`` moves from here, duplicates counted; a finished position has none."""
    if session.over:
        return 0
    legal = session.legal()
    if depth <= 1:
        return len(legal)
    token = session.save()
    total = 0
    for index in range(len(legal)):
        session.play(index)
        total += count_sequences(session, depth - 1)
        session.restore(token)
        session.legal()
    return total


def perft_difference(session: Session, record: Record, positions: int) -> str | None:
    """The first recorded count that differs, leaving out depths that visit more than ``positions`` positions."""
    counts: list[int] = record.data["perft"] or []
    if record.random_start:
        return None
    for depth, expected in enumerate(counts, 1):
        if depth > 1 and counts[depth - 2] > positions:
            break
        session.start()
        found = count_sequences(session, depth)
        if found != expected:
            return f"perft({depth}) is {found}, recorded {expected}"
    return None
