"""The short table of a run: how long matches are, who wins in which band of lengths, and where each seat moves."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from apts.playtest.evidence.evidence import Evidence, Goals
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.endings import terciles
from apts.playtest.run import Run


@dataclass(frozen=True)
class LengthBand:
    """The matches of one band of lengths: wins of each seat, and the matches that nobody won.

    ``wins`` are those of the seat alone, with its team, or with all others.
    """

    name: str
    matches: int
    wins: tuple[int, ...]
    nobody: int


@dataclass(frozen=True)
class LengthTable:
    """What the table says. ``moves`` has for each column of the board the moves of each seat into it."""

    matches: int
    minimum: int
    maximum: int
    mean: float
    median: float
    deviation: float
    bands: tuple[LengthBand, ...]
    moves: tuple[tuple[str, tuple[int, ...]], ...]
    sides: tuple[tuple[str, int], ...] = ()
    """Who wins as one, with one of the seats: every seat, every team, or all players together.

    Where a member of a team has won without the others these are the seats.
    """

    def as_data(self) -> dict[str, Any]:
        """The table as plain values."""
        data = asdict(self)
        data["sides"] = [name for name, _ in self.sides]
        data["moves"] = [{"column": column, "seats": list(counts)} for column, counts in self.moves]
        return data


def length_table(run: Run, bands: tuple[int, ...] = (20, 30)) -> LengthTable:
    """The table of a run, with lengths cut at these numbers of turns; each band includes its upper end.

    The deviation is that of a sample (n - 1). Columns are the letters that the names of the sites begin with; a game
    without sites has none.
    """
    evidence = Evidence(run.manifest, run.matches, run.game, Goals(bands=tuple(sorted(bands))))
    metrics = Metrics(evidence)
    length = metrics["length"]
    details = length.details
    return LengthTable(
        matches=evidence.n,
        minimum=details["minimum"],
        maximum=details["maximum"],
        mean=float(length.value or 0.0),
        median=details["median"],
        deviation=details["deviation"],
        bands=_bands(evidence),
        moves=_moves(metrics),
        sides=_sides(evidence),
    )


def _sides(evidence: Evidence) -> tuple[tuple[str, int], ...]:
    if evidence.cooperative:
        return (("all players", 1),)
    if any((evidence.firsts[:, list(seats)] != evidence.firsts[:, seats[:1]]).any() for seats in evidence.sides):
        return tuple((str(evidence.seat(seat)), seat) for seat in range(1, evidence.players + 1))
    return tuple((str(evidence.side_called(place)), seats[0] + 1) for place, seats in enumerate(evidence.sides))


def _bands(evidence: Evidence) -> tuple[LengthBand, ...]:
    cuts = evidence.goals.bands or terciles(evidence.lengths)
    band = np.searchsorted(np.array(cuts), evidence.lengths, side="left")
    found = []
    for index in range(len(cuts) + 1):
        firsts = evidence.firsts[band == index]
        if index == len(cuts):
            name = f"above {cuts[-1]}"
        else:
            name = f"{cuts[index - 1] + 1} to {cuts[index]}" if index else f"up to {cuts[0]}"
        wins = tuple(int(count) for count in firsts.sum(axis=0))
        found.append(LengthBand(name, len(firsts), wins, int((~firsts.any(axis=1)).sum())))
    return tuple(found)


def _moves(metrics: Metrics) -> tuple[tuple[str, tuple[int, ...]], ...]:
    use = metrics["board-use"].details
    columns: dict[str, list[int]] = {}
    seats: list[list[int]] = use.get("seats", [])
    for site, name in enumerate(use.get("names", ())):
        column = columns.setdefault(str(name).rstrip("0123456789") or str(name), [0] * len(seats))
        for seat, counts in enumerate(seats):
            column[seat] += counts[site]
    return tuple((name, tuple(counts)) for name, counts in columns.items())
