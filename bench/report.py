"""The table of one run, for the terminal and for files."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.samples import Samples


@dataclass(frozen=True)
class Row:
    """One game: what both sides did in a processor-second, or why APTS has no figure."""

    title: str
    floor: float
    rival: Samples
    apts: Samples | None
    absent: str = ""

    @property
    def ratio(self) -> float | None:
        """Playouts or iterations of APTS for each iteration of the other side."""
        return None if self.apts is None else self.apts.median / self.rival.median

    @property
    def met(self) -> bool:
        """Whether the floor is reached."""
        return self.ratio is not None and self.ratio >= self.floor


def conditions(rival_version: str, apts_version: str, repetitions: int, seconds: float) -> dict[str, Any]:
    """What a reader needs to judge the figures."""
    return {
        "apts": apts_version,
        "open_spiel": rival_version,
        "python": platform.python_version(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "repetitions": repetitions,
        "seconds": seconds,
    }


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


@dataclass(frozen=True)
class Subject:
    """What APTS did in a table: a heading, a phrase for the paragraph below it, and a word for the column."""

    heading: str
    phrase: str
    word: str


PLAYOUTS = Subject("Random playouts", "random playouts per processor-second", "playouts")
SEARCH = Subject(
    "Tree search",
    "iterations per processor-second of its tree search (UCT, 1,000 iterations from an empty tree, exploration 2)",
    "iterations",
)


def markdown(rows: list[Row], about: dict[str, Any], subject: Subject = PLAYOUTS) -> str:
    """The table with a paragraph on how it was measured."""
    lines = [
        f"# {subject.heading} beside OpenSpiel",
        "",
        f"APTS {about['apts']}: {subject.phrase}. OpenSpiel {about['open_spiel']}: iterations per",
        "processor-second of its C++ `MCTSBot` (1,000 simulations, 1 rollout each, exploration 2). Both on one thread,",
        f"from the start position, taking turns in one run; medians of {about['repetitions']} repetitions of",
        f"{about['seconds']:g} seconds on {about['processor']} ({about['cores']} cores), Python {about['python']}.",
        "± is the largest deviation from the median.",
        "",
        f"| game | OpenSpiel iterations/s | APTS {subject.word}/s | ratio | floor | |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
    ]
    lines += [_markdown_row(row) for row in rows]
    return "\n".join(lines) + "\n"


def _markdown_row(row: Row) -> str:
    rival = f"{row.rival.median:,.0f} ± {row.rival.spread:.0%}"
    if row.apts is None or row.ratio is None:
        return f"| {row.title} | {rival} | | | {row.floor:g}x | {row.absent} |"
    verdict = "met" if row.met else "not met"
    apts = f"{row.apts.median:,.0f} ± {row.apts.spread:.0%}"
    return f"| {row.title} | {rival} | {apts} | {row.ratio:.2f}x | {row.floor:g}x | {verdict} |"


def as_json(rows: list[Row], about: dict[str, Any]) -> str:
    """The same figures, every repetition included."""
    document = {
        "conditions": about,
        "games": [
            {
                "title": row.title,
                "floor": row.floor,
                "ratio": row.ratio,
                "met": row.met,
                "open_spiel": list(row.rival.rates),
                "apts": None if row.apts is None else list(row.apts.rates),
                "absent": row.absent,
            }
            for row in rows
        ],
    }
    return json.dumps(document, indent=1) + "\n"
