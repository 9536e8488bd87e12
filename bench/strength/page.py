"""The page of results, ``bench/results/strength.md``, and its figures as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from bench.strength.contest import SIDES
from bench.strength.records import Standing, contests_in, read_lines

_HEAD = """# Strength of players

Made by `python -m bench.strength`; [measuring players](../../docs/measuring-players.md) says how.
"""
_MATCHES = """
## Matches

The score is that of the first player, with its 95 % interval; pairs of matches (groups, with three and more seats) are
what is independent. CPU time of a move on each side, in milliseconds: the median of moves that used their time, and in
brackets the mean of all, some of which are made early because the value is proven; moves without a choice do not count.

| game | first | second | score | matches | drawn | CPU of the first | CPU of the second |
| --- | --- | --- | --- | ---: | ---: | ---: | ---: |
"""
_SOLVED = """
## Solved positions

How often the move chosen keeps the value of the position, with the 95 % interval, in positions where a mistake is possible.

| positions | player | keeps the value | positions | CPU a move |
| --- | --- | --- | ---: | ---: |
"""


def write_page(files: Sequence[Path], target: Path) -> None:
    """Write the page of the results in some files, and its figures beside it."""
    contests, solved = contests_in(files), solved_in(files)
    text = _HEAD
    if contests:
        text += _MATCHES + "".join(_match_row(contest, standing) for contest, standing in contests)
    if solved:
        text += _SOLVED + "".join(_solved_row(line) for line in solved)
    target.write_text(text, encoding="utf-8")
    figures = {"matches": [_figures(*one) for one in contests], "solved": solved}
    target.with_suffix(".json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def solved_in(files: Iterable[Path]) -> list[dict[str, Any]]:
    """The latest line of each player about each set of positions and time."""
    found = {}
    for file in files:
        for line in read_lines(file):
            if "solved" in line:
                found[line["solved"], line["player"], line["seconds"]] = line
    return list(found.values())


def _match_row(contest: dict[str, Any], standing: Standing) -> str:
    score = standing.score
    game = contest["game"].rpartition("/")[2].removesuffix(".lud")
    cells = [
        game,
        *(f"`{contest[side]}`" for side in SIDES),
        f"{score.value:.2f} ({score.low:.2f} to {score.high:.2f})",
        str(len(standing.matches)),
        str(standing.draws),
        *(_times(standing, side) for side in SIDES),
    ]
    return f"| {' | '.join(cells)} |\n"


def _times(standing: Standing, side: str) -> str:
    typical, mean = standing.typical_time(side), standing.mean_time(side)
    return "" if typical is None or mean is None else f"{typical:.1f} ({mean:.1f})"


def _figures(contest: dict[str, Any], standing: Standing) -> dict[str, Any]:
    score = standing.score
    return {
        **contest,
        "score": round(score.value, 4),
        "low": round(score.low, 4),
        "high": round(score.high, 4),
        "matches": len(standing.matches),
        "units": score.n,
        "drawn": standing.draws,
        "stopped": standing.stopped,
        "milliseconds": {side: [standing.typical_time(side), standing.mean_time(side)] for side in SIDES},
    }


def _solved_row(line: dict[str, Any]) -> str:
    return (
        f"| {line['solved']} | `{line['player']}` | {line['kept']:.2f} ({line['low']:.2f} to {line['high']:.2f}) | "
        f"{line['positions']} | {line['milliseconds']:.1f} |\n"
    )
