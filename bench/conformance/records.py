"""The files of a folder of records, read into values."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from apts.errors import AptsError
from bench.conformance.protocol import Entry, Pair

TRACE_SUFFIX = ".json.gz"


class RecordError(AptsError):
    """A folder or file of records that cannot be read."""


LARGEST_TRACE = 1 << 30
"""Bytes of a trace at most, unpacked."""


@dataclass(frozen=True)
class Start:
    """The position before the first ply."""

    sites: list[Entry]
    mover: int
    next: int
    phases: list[int]
    scores: list[int] | None

    @classmethod
    def read(cls, data: dict[str, Any]) -> Start:
        """The start of a record or of a trial."""
        return cls(data["sites"], data["mover"], data["next"], data["phases"], data.get("scores"))


@dataclass(frozen=True)
class Ply:
    """One recorded ply: the position it was chosen in, the choice, and what came of it."""

    mover: int
    count: int
    crc: int
    legal: list[tuple[int, int, int]] | None
    forced: bool
    swaps: int
    roll: list[list[int]]
    move: Pair | None
    swap: bool
    text: str
    changes: list[Entry]
    next: int
    scores: list[int] | None
    phases: list[int] | None
    pending: list[int]

    @classmethod
    def read(cls, data: dict[str, Any]) -> Ply:
        """A ply of a trace; one without ``move`` belongs to a game with simultaneous moves."""
        legal = data.get("legal")
        return cls(
            mover=data["mover"],
            count=data["n"],
            crc=data["crc"],
            legal=None if legal is None else [(row[0], row[1], row[2] if len(row) > 2 else 1) for row in legal],
            forced=bool(data.get("forced")),
            swaps=data.get("swaps", 0),
            roll=data.get("roll", []),
            move=(data["move"][0], data["move"][1]) if "move" in data else None,
            swap=bool(data.get("swap")),
            text=data.get("text", ""),
            changes=data["changes"],
            next=data["next"],
            scores=data.get("scores"),
            phases=data.get("phases"),
            pending=data.get("pending", []),
        )


@dataclass(frozen=True)
class End:
    """How a trial ended, or where its recording stopped."""

    over: bool
    kind: str
    winner: int
    ranking: list[float]
    scores: list[int] | None
    state_crc: int

    @classmethod
    def read(cls, data: dict[str, Any]) -> End:
        """The end of a trial."""
        return cls(
            over=data["over"],
            kind=data["type"],
            winner=data.get("winner", 0),
            ranking=data.get("ranking", []),
            scores=data.get("scores"),
            state_crc=data["state_crc"],
        )


@dataclass(frozen=True)
class Trial:
    """One recorded match."""

    seed: int
    own_start: bool
    start: Start
    plies: list[Ply]
    end: End


@dataclass(frozen=True)
class Record:
    """A game of the folder: its description and, when asked for, its trace."""

    slug: str
    description: Path
    trace: Path

    @cached_property
    def data(self) -> dict[str, Any]:
        """The trace as it stands in the file."""
        try:
            with gzip.open(self.trace, "rb") as file:
                text = file.read(LARGEST_TRACE + 1)
            if len(text) > LARGEST_TRACE:
                raise ValueError(f"it unpacks to more than {LARGEST_TRACE:,} bytes")
            loaded: dict[str, Any] = json.loads(text)
        except (OSError, EOFError, ValueError) as error:
            raise RecordError(f"the trace {self.trace} cannot be read: {error}") from error
        return loaded

    @cached_property
    def start(self) -> Start:
        """The start position that trials share unless they bring their own."""
        return Start.read(self.data["start"])

    @property
    def random_start(self) -> bool:
        """Whether the start position was drawn by lot, so that trials begin differently."""
        return any("start" in trial for trial in self.data["trials"])

    @property
    def drawn(self) -> bool:
        """Whether chance decides anything during the match, by dice or otherwise."""
        return "stochastic" in self.data.get("flags", ())

    @cached_property
    def trials(self) -> list[Trial]:
        """The recorded matches."""
        return [
            Trial(
                seed=trial["seed"],
                own_start="start" in trial,
                start=Start.read(trial["start"]) if "start" in trial else self.start,
                plies=[Ply.read(ply) for ply in trial["plies"]],
                end=End.read(trial["end"]),
            )
            for trial in self.data["trials"]
        ]


@dataclass(frozen=True)
class RecordFolder:
    """A folder with ``lud/<slug>.lud`` and ``traces/<slug>.json.gz``; ``index.csv`` may give the order."""

    path: Path

    def records(self, slugs: Sequence[str] = ()) -> list[Record]:
        """The games of the folder, or those named, in the order of the index."""
        available = self._slugs()
        unknown = [slug for slug in slugs if slug not in available]
        if unknown:
            raise RecordError(f"{self.path} has no record of {', '.join(unknown)}; it has {len(available)} games")
        chosen = [slug for slug in available if not slugs or slug in slugs]
        return [self.record(slug) for slug in chosen]

    def record(self, slug: str) -> Record:
        """The record of one game."""
        return Record(slug, self.path / "lud" / f"{slug}.lud", self.path / "traces" / f"{slug}{TRACE_SUFFIX}")

    def _slugs(self) -> list[str]:
        traces = self.path / "traces"
        if not traces.is_dir():
            raise RecordError(f"{self.path} is no folder of records: it has no folder named traces")
        found = sorted(file.name.removesuffix(TRACE_SUFFIX) for file in traces.glob(f"*{TRACE_SUFFIX}"))
        order = {slug: place for place, slug in enumerate(self._index())}
        return sorted(found, key=lambda slug: (order.get(slug, len(order)), slug))

    def _index(self) -> list[str]:
        index = self.path / "index.csv"
        if not index.is_file():
            return []
        with index.open(encoding="utf-8", newline="") as file:
            return [row["slug"] for row in csv.DictReader(file) if row.get("slug")]
