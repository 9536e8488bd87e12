"""Results on disk, a unit of matches a line, and what is said about them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from apts.errors import AptsError
from apts.statistics.bounded import bounded_mean
from apts.statistics.estimate import Estimate
from bench.strength.contest import SIDES, Contest, PlayedMatch, unit_score


def read_lines(file: Path) -> list[dict[str, Any]]:
    """The lines of a file; one that was cut short at the end, as a run was stopped, is left out."""
    if not file.exists():
        return []
    found = []
    lines = file.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError as error:
            if number == len(lines):
                continue
            raise AptsError(f"line {number} of {file} is no JSON: {error}") from error
    return found


class Results:
    """The units of contests in one file."""

    def __init__(self, file: Path):
        self._file = file

    def units(self, contest: Contest) -> dict[int, list[dict[str, Any]]]:
        """The units of a contest that were played already, by number."""
        data = contest.to_data()
        data["versions"] = list(contest.versions)
        return {line["unit"]: line["matches"] for line in read_lines(self._file) if line.get("contest") == data}

    def add(self, contest: Contest, number: int, matches: Sequence[PlayedMatch]) -> None:
        """Keep a unit that was played."""
        append_lines(
            self._file,
            [{"contest": contest.to_data(), "unit": number, "matches": [match.to_data() for match in matches]}],
        )


def append_lines(file: Path, lines: Iterable[dict[str, Any]]) -> None:
    """Add lines to a file; what is left of a line that was cut short goes."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    if text and not text.endswith("\n"):
        file.write_text(text[: text.rfind("\n") + 1], encoding="utf-8")
    with file.open("a", encoding="utf-8") as out:
        out.writelines(json.dumps(line) + "\n" for line in lines)


@dataclass
class Standing:
    """What is known of a contest from its units."""

    units: Sequence[Sequence[dict[str, Any]]]
    matches: list[dict[str, Any]] = field(init=False)

    def __post_init__(self) -> None:
        self.matches = [match for unit in self.units for match in unit]

    @property
    def score(self) -> Estimate:
        """The score of the first contestant with its 95 % interval; the unit is what is independent."""
        return bounded_mean([unit_score(unit) for unit in self.units])

    @property
    def draws(self) -> int:
        """Matches that nobody won."""
        return sum(not match["firsts"] for match in self.matches)

    @property
    def stopped(self) -> int:
        """Matches that were stopped after so many moves."""
        return sum(match["reason"].startswith("stopped after") for match in self.matches)

    def mean_time(self, side: str) -> float | None:
        """The mean CPU time in milliseconds that one side used for a move, moves chosen early among them."""
        moves, seconds = (sum(match["used"][side][name] for match in self.matches) for name in ("moves", "seconds"))
        return 1000 * seconds / moves if moves else None

    def typical_time(self, side: str) -> float | None:
        """The median over matches of the median time of a move in milliseconds, without moves that were chosen early."""
        times = [match["used"][side].get("typical") for match in self.matches]
        known = [time for time in times if time is not None]
        return 1000 * median(known) if known else None

    @property
    def ratio(self) -> float | None:
        """The typical CPU time of a move of the first contestant as a share of that of the second one."""
        a, b = (self.typical_time(side) for side in SIDES)
        return a / b if a and b else None

    def early_share(self, side: str) -> float:
        """The share of the moves of one side that were chosen before their time was up."""
        early, moves = (sum(match["used"][side].get(name, 0) for match in self.matches) for name in ("early", "moves"))
        return early / moves if moves else 0.0

    def replaced(self, side: str) -> int:
        """Moves of one side that were not legal here and were replaced."""
        return sum(match["used"][side].get("replaced", 0) for match in self.matches)

    @property
    def alone(self) -> dict[str, tuple[float, int]]:
        """For each contestant the share of the first place where it sat alone against several, and in how many matches."""
        found = {}
        for place, side in enumerate(SIDES):
            own = [match for match in self.matches if match["sides"].count(side) == 1 < len(match["sides"]) - 1]
            if own:
                share = sum(match["score"] if place == 0 else 1 - match["score"] for match in own) / len(own)
                found[side] = (share, len(own))
        return found


def contests_in(files: Iterable[Path]) -> list[tuple[dict[str, Any], Standing]]:
    """All contests of some files with their standings, in the order in which they first appear."""
    found: dict[str, tuple[dict[str, Any], dict[int, list[dict[str, Any]]]]] = {}
    for file in files:
        for line in read_lines(file):
            if "contest" in line:
                key = json.dumps(line["contest"], sort_keys=True)
                found.setdefault(key, (line["contest"], {}))[1][line["unit"]] = line["matches"]
    return [(contest, Standing([units[number] for number in sorted(units)])) for contest, units in found.values()]
