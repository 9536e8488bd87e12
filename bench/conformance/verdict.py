"""One game held against its record."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

from apts.errors import AptsError, InternalError
from bench.conformance.board_terms import DescribeBoard, in_record_terms
from bench.conformance.geometry import geometry_difference
from bench.conformance.perft import perft_difference
from bench.conformance.protocol import OpenSession, Session, open_engine_session
from bench.conformance.records import Record
from bench.conformance.replay import TrialReplay

PERFT_POSITIONS = 1000
"""Depths of perft that visit more positions than this are left to the perft command."""

PASSED, FAILED, REFUSED, CRASHED = "passed", "failed", "refused", "crashed"


@dataclass(frozen=True)
class Verdict:
    """What came of one game.

    ``status`` is ``passed``, ``failed`` (``reason`` says where it first differs), ``refused`` (the engine does not play
    the description; ``reason`` names the ludeme) or ``crashed`` (an error that should not be).
    """

    slug: str
    status: str
    reason: str = ""
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether everything was as recorded."""
        return self.status == PASSED

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def verify(
    record: Record,
    open_session: OpenSession = open_engine_session,
    *,
    describe_board: DescribeBoard = in_record_terms,
    perft_positions: int = PERFT_POSITIONS,
) -> Verdict:
    """Replay everything in the record; stops at the first difference."""
    began = time.perf_counter()
    status, reason = _judge(record, open_session, describe_board, perft_positions)
    return Verdict(record.slug, status, reason, round(time.perf_counter() - began, 3))


def _judge(
    record: Record, open_session: OpenSession, describe_board: DescribeBoard, perft_positions: int
) -> tuple[str, str]:
    try:
        session = open_session(record.description)
    except InternalError as error:
        return CRASHED, f"opening: {_first_line(error)}"
    except AptsError as error:
        return REFUSED, _first_line(error)
    except Exception as error:
        return CRASHED, f"opening: {type(error).__name__}: {_first_line(error)}"
    try:
        difference = (
            numbering_difference(session, record)
            or geometry_difference(describe_board(session.board), record.data)
            or _play_difference(session, record, perft_positions)
        )
    except Exception as error:
        # A verdict is owed for every game: one that breaks must not hide the others.
        return CRASHED, f"{type(error).__name__}: {_first_line(error)}"
    return (PASSED, "") if difference is None else (FAILED, difference)


def _first_line(error: Exception) -> str:
    lines = str(error).splitlines()
    return lines[0] if lines else ""


def _play_difference(session: Session, record: Record, perft_positions: int) -> str | None:
    for trial in record.trials:
        difference = TrialReplay(session, record, trial).run()
        if difference:
            return difference
    return perft_difference(session, record, perft_positions)


def numbering_difference(session: Session, record: Record) -> str | None:
    """The first container or kind of piece that is numbered differently."""
    containers = [(owner, first, size) for _, owner, first, size in session.containers]
    recorded = [(row["owner"], row["first"], row["size"]) for row in record.data["containers"]]
    if containers != recorded:
        return f"containers (owner, first site, size) are {containers}, recorded {recorded}"
    components = [tuple(component) for component in session.components]
    recorded_components = [(row["i"], row["name"], row["owner"]) for row in record.data["components"]]
    for component, expected in zip(components, recorded_components, strict=False):
        if component != expected:
            return f"component {component}, recorded {expected}"
    if len(components) != len(recorded_components):
        return f"{len(components)} components, recorded {len(recorded_components)}"
    return None
