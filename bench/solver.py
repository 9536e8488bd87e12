"""The exact solver of this tree beside that of another: ``python -m bench.solver OTHER/src [CASE ..]``.

``OTHER`` is a checkout of the commit to compare with (``git worktree add OTHER COMMIT``). Each tree has a process; they take
turns, position by position, so that whatever disturbs the machine meets both. Time is that of the processor. The
positions come from random matches of small games, and from the published Connect Four positions where these are there. What
one side proves and the other one proves too must be the same.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TRUTH = ROOT.parent / "shared" / "truth" / "connect4" / "Test_L2_R1.txt"
RESULTS = ROOT / "bench" / "results" / "solver.md"
ROUNDS = 3
SECONDS = 20.0
"""What a position may take; where that does not suffice it counts as so much time."""


@dataclass(frozen=True)
class Case:
    """Positions of one game: so many, after random moves; ``changes`` are made in the text of a game of the library."""

    title: str
    game: str
    changes: tuple[tuple[str, str], ...] = ()
    moves: int = 0
    count: int = 1


PUBLISHED = "Connect Four, the first 40 published positions of Test_L2_R1"

CASES = (
    Case("Tic-Tac-Toe", "tic-tac-toe"),
    Case("Tic-Tac-Toe, who makes the line loses", "tic-tac-toe", (("<Win>", "<Loss>"),)),
    Case("Tic-Tac-Toe 4x4, four in a row", "tic-tac-toe", (("<3> <3>", "<4> <4>"),)),
    Case("Connect Four 5x4", "connect-four", (("<7> <6>", "<5> <4>"),)),
    Case("Connect Four 5x5", "connect-four", (("<7> <6>", "<5> <5>"),)),
    Case("Connect Four 7x6, after 18 moves", "connect-four", (), 18, 6),
    Case("Hex 3x3 with swap", "hex", (("<11>", "<3>"),)),
    Case("Hex 4x4 with swap", "hex", (("<11>", "<4>"),)),
    Case("Hex 5x5, after 4 moves", "hex", (("<11>", "<5>"),), 4, 4),
    Case("Breakthrough 4x4", "breakthrough", (("<8> <8>", "<4> <4>"),)),
    Case("Breakthrough 5x4 (five rows)", "breakthrough", (("<8> <8>", "<5> <4>"),)),
    Case("Breakthrough 6x6, after 24 moves", "breakthrough", (("<8> <8>", "<6> <6>"),), 24, 6),
    Case("Kalah, four pits of two", "kalah", (("<6> \"Six", "<4> \"Six"), ("<4> \"Four seeds", "<2> \"Four seeds"))),
    Case("Kalah, four pits of three, after 6 moves", "kalah",
         (("<6> \"Six", "<4> \"Six"), ("<4> \"Four seeds", "<3> \"Four seeds")), 6, 6),
    Case("Othello 4x4", "othello", (("<8>", "<4>"),)),
    Case("Othello 8x8, after 50 moves", "othello", (), 50, 6),
    Case("Gomoku 5x5, four in a row", "tic-tac-toe", (("<3> <3>", "<5> <4>"),)),
    Case("Nine Men's Morris with three men each", "nine-mens-morris", (("<9>", "<3>"),), 4, 4),
    Case("1D Chess", "1d-chess"),
)  # fmt: skip


# ----------------------------------------------------------------------------------------------------------------
# A side: the process of one tree. It knows nothing but the public functions of the package, so that any version will do.


def positions(case: Case) -> list[Any]:
    """The positions of a case."""
    import apts

    shipped = Path(apts.__file__).parent / "games" / "shipped" / f"{case.game}.lud"
    text = shipped.read_text(encoding="utf-8")
    for old, new in case.changes:
        assert old in text, (case.title, old)
        text = text.replace(old, new, 1)
    start, found = apts.load(text).start(), []
    for seed in range(case.count):
        chance, state = random.Random(seed), start
        for _ in range(case.moves):
            after = state.after(chance.choice(state.moves()))
            if after.outcome is not None:
                break
            state = after
        found.append(state)
    return found


def published() -> list[Any]:
    """The first 40 published positions of the middle game."""
    import apts

    found = []
    for line in TRUTH.read_text(encoding="utf-8").split("\n")[:40]:
        state = apts.load("connect-four").start()
        for sign in line.split()[0]:
            state = state.play("abcdefg"[int(sign) - 1])
        found.append(state)
    return found


def answer_questions() -> None:
    """Solve the positions that are asked for: a title and a number a line."""
    import apts
    from apts.search.exact.solver import Solver

    titles = {case.title: case for case in CASES}
    known: dict[str, list[Any]] = {}
    for line in sys.stdin:
        title, number = json.loads(line)
        if title not in known:
            known[title] = published() if title == PUBLISHED else positions(titles[title])
            apts.solve(known[title][0], 0.01)  # compiles what is not on the disk yet
        if number < 0:
            print(json.dumps(len(known[title])), flush=True)
            continue
        state = known[title][number]
        began = process_time()
        found = Solver(state.game.machine).solve(state.position, SECONDS)
        print(json.dumps([found.value, found.moves, found.nodes, process_time() - began]), flush=True)


# ----------------------------------------------------------------------------------------------------------------
# Both sides in turns, and what is told of them.


class Side:
    """The process of a tree."""

    def __init__(self, source: Path):
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--answer"],
            env={**os.environ, "PYTHONPATH": str(source)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, title: str, number: int) -> Any:
        """What the process says of a position, or for -1 how many there are."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([title, number]) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


def measured(sides: Sequence[Side], title: str, report: Callable[[str], None]) -> str:
    """A line of the table: solved positions, nodes and processor-seconds of both sides."""
    count = max(side.ask(title, -1) for side in sides)
    nodes: list[list[int]] = [[], []]
    times: list[list[float]] = [[], []]
    solved = [0, 0]
    for number in range(count):
        spent: list[list[float]] = [[], []]
        rounds = ROUNDS
        values = []
        while len(spent[1]) < rounds:
            for place, side in enumerate(sides):
                value, moves, seen, seconds = side.ask(title, number)
                spent[place].append(seconds)
                if len(spent[place]) == 1:
                    nodes[place].append(seen)
                    solved[place] += value is not None
                    values.append((value, moves))
                    if seconds > 2.0:
                        rounds = 1
        assert None in [value for value, _ in values] or values[0] == values[1], (title, number, values)
        for place in (0, 1):
            times[place].append(median(spent[place]))
    ratio = median(old / new for old, new in zip(*times, strict=True))
    cells = [title, str(count), f"{solved[0]}", f"{solved[1]}"]
    cells += [f"{median(nodes[0]):,.0f}", f"{median(nodes[1]):,.0f}"]
    cells += [_milliseconds(median(times[0])), _milliseconds(median(times[1])), f"{ratio:.1f}"]
    report(" | ".join(cells))
    return f"| {' | '.join(cells)} |"


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:,.2f}" if seconds < 0.1 else f"{1000 * seconds:,.0f}"


HEAD = """# The solver beside the one before

Written by `python -m bench.solver OTHER/src`: a fresh `Solver` gives the value, the distance and a line of play, in at most
20 processor-seconds a position; medians over the positions of a case, the median of three turns each where a position takes
less than two seconds. A position that was not solved counts as the time it was given. *Ratio*: the median of time before to
time after, position by position.

| positions | number | solved before | after | nodes before | after | milliseconds before | after | ratio |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""


def main(arguments: Sequence[str]) -> int:
    """Compare two trees and write the table."""
    if arguments == ["--answer"]:
        answer_questions()
        return 0
    if not arguments or not (Path(arguments[0]) / "apts").is_dir():
        print("usage: python -m bench.solver OTHER/src [CASE ..]", file=sys.stderr)
        return 2
    titles = [*([PUBLISHED] if TRUTH.exists() else []), *[case.title for case in CASES]]
    chosen = [title for title in titles if not arguments[1:] or any(part in title for part in arguments[1:])]
    sides = [Side(Path(arguments[0])), Side(ROOT / "src")]
    lines = [measured(sides, title, print) for title in chosen]
    if len(chosen) == len(titles):
        RESULTS.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
