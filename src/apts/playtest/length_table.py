"""The short table of a run: how long matches are, who wins in which band of lengths, and where each seat moves."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from apts.playtest.evidence.evidence import Evidence, Goals
from apts.playtest.metrics import Metrics
from apts.playtest.run import Run


@dataclass(frozen=True)
class LengthBand:
    """The matches of one band of lengths: wins of each seat, and the matches that nobody won."""

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

    def as_data(self) -> dict[str, Any]:
        """The table as plain values."""
        data = asdict(self)
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
        bands=tuple(_band(row) for row in metrics["outcome-by-length"].details["bands"]),
        moves=_moves(metrics),
    )


def _band(row: dict[str, Any]) -> LengthBand:
    above, up_to = row["above"], row["up_to"]
    between = f"above {above}" if up_to is None else f"{(above or 0) + 1} to {up_to}"
    name = f"up to {up_to}" if above is None else between
    return LengthBand(name, row["matches"], tuple(row["wins"]), row["matches"] - sum(row["wins"]))


def _moves(metrics: Metrics) -> tuple[tuple[str, tuple[int, ...]], ...]:
    use = metrics["board-use"].details
    columns: dict[str, list[int]] = {}
    seats: list[list[int]] = use.get("seats", [])
    for site, name in enumerate(use.get("names", ())):
        column = columns.setdefault(str(name).rstrip("0123456789") or str(name), [0] * len(seats))
        for seat, counts in enumerate(seats):
            column[seat] += counts[site]
    return tuple((name, tuple(counts)) for name, counts in columns.items())
