"""How often a default play-test says that a choice dominates: in games without real choices, and with a planted one.

``python -m bench.dominance [RUNS]`` plays every game so many times (ten by default), prints a line a game, and exits with 1
where dominance is told in more than 5 of 100 runs of games in which no choice matters, or in fewer than 80 of 100 in which
one does.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from apts import load, playtest
from apts.playtest.playtest_run import Run

DOMINANT = ("dominant-opening", "dominant-use")
MOST_FALSE, LEAST_FOUND = 0.05, 0.8


@dataclass(frozen=True)
class Case:
    """A game, and the subjects of findings any of which would be right; none where no choice matters."""

    name: str
    rules: str
    right: tuple[str, ...] = ()


def rules(name: str, play: str, end: str, *, players: int = 2, board: str = "square 3", more: str = "") -> str:
    """The text of a small game of stones."""
    return (
        f'(game "{name}" (players {players}) (equipment {{ (board ({board})) (piece "Stone" Each) {more} }}) '
        f"(rules (play {play}) (end {end})))"
    )


PUT = "(move Add (to (sites Empty)))"
LAST = "(if (>= (count Moves) {0}) (result Mover Win))"
DICE = (
    "(if (>= (count Moves) {0}) {{ (if (is Even (count Pips)) (result P1 Win)) "
    "(if (is Odd (count Pips)) (result P2 Win)) }})"
)
POINTS = "(if (>= (count Moves) {0}) (byScore))"


def put_for(condition: str, points: int = 3, otherwise: str = "") -> str:
    """Put a stone anywhere; where it meets a condition it gives points."""
    return f"(move Add (to (sites Empty)) (then (if {condition} (addScore Mover {points}) {otherwise})))"


EVEN = "(if (is Even (last To)) (addScore Mover 1))"
TWO_PIECES = (
    '(or (move Add (piece (id "Stone" Mover)) (to (sites Empty)) {0}) '
    '(move Add (piece (id "Cube" Mover)) (to (sites Empty)) {1}))'
)
CUBE = '(piece "Cube" Each)'
GIVES = "(then (addScore Mover 1))"

FREE = (
    Case("fifth stone", rules("Fifth", PUT, LAST.format(5), board="square 4")),
    Case("sixth stone", rules("Sixth", PUT, LAST.format(6))),
    Case("stones of three", rules("Three", PUT, LAST.format(7), players=3, board="square 4")),
    Case("line", rules("Line", PUT, LAST.format(4), board="rectangle 1 7")),
    Case("rings", rules("Rings", PUT, LAST.format(5), board="concentric {1 4 8}")),
    Case("hexagon", rules("Cells", PUT, LAST.format(5), board="hex 3")),
    Case("two pieces", rules("Mixed", TWO_PIECES.format("", ""), LAST.format(5), board="square 4", more=CUBE)),
    Case("all alike", rules("Even", PUT, "(if (>= (count Moves) 6) (result Mover Draw))", board="square 4")),
    Case(
        "a die decides",
        rules("Thrown", f"(do (roll) next:{PUT})", DICE.format(5), board="square 4", more="(dice d:6 num:1)"),
    ),
    Case(
        "two pieces and a die",
        rules("Thrown Pieces", f"(do (roll) next:{TWO_PIECES.format('', '')})", DICE.format(6),
        more=f"(dice d:6 num:1) {CUBE}"),
    ),
)  # fmt: skip

PLANTED = (
    Case("gold in the middle", rules("Gold", put_for("(= (last To) 4)", 3, EVEN), POINTS.format(6)), ("b2", "site b2")),
    Case(
        "gold off the middle",
        rules("Vein", put_for("(= (last To) 5)", 3, EVEN), POINTS.format(9), board="square 4"),
        ("b2", "site b2"),
    ),
    Case(
        "gold at an end",
        rules("End", put_for("(= (last To) 0)", 3, EVEN), POINTS.format(6), board="rectangle 1 8"),
        ("a", "site a"),
    ),
    Case(
        "gold among three",
        rules("Gold Three", put_for("(= (last To) 5)", 3, EVEN), POINTS.format(9), players=3, board="square 4"),
        ("b2", "site b2"),
    ),
    Case("crowns", rules("Crowns", TWO_PIECES.format("", GIVES), POINTS.format(6), more=CUBE), ("piece Cube",)),
    Case(
        "crowns on a large board",
        rules("Many Crowns", TWO_PIECES.format("", GIVES), POINTS.format(8), board="square 4", more=CUBE),
        ("piece Cube",),
    ),
    Case(
        "crowns with a die",
        rules("Thrown Crowns", f"(do (roll) next:{TWO_PIECES.format('', GIVES)})",
        "(if (>= (count Moves) 6) (byScore))", more=f"(dice d:6 num:1) {CUBE}"),
        ("piece Cube",),
    ),
    Case(
        "a first move that wins by points",
        rules("Head Start", "(if (< (count Moves) 1) (move Add (to (sites Empty)) (then (if (= (last To) 2) "
        f"(addScore Mover 4)))) {put_for('(is Even (last To))', 1)})", POINTS.format(6), board="rectangle 1 7"),
        ("c", "site c"),
    ),
    Case(
        "gold among dice",
        rules("Lucky Gold", "(do (roll) next:(move Add (to (sites Empty)) (then (and (addScore Mover (count Pips)) "
        "(if (= (last To) 4) (addScore Mover 2))))))", POINTS.format(6), more="(dice d:6 num:1)"),
        ("b2", "site b2"),
    ),
    Case(
        "building beats waiting",
        rules("Builders", f"(or (move Add (to (sites Empty)) {GIVES}) (move Pass))", POINTS.format(8), board="square 4"),
        ("move add",),
    ),
)  # fmt: skip


def told(run: Run) -> list[str]:
    """The subjects of what is surely dominant."""
    return [found.subject for found in run.findings if found.kind in DOMINANT]


def is_right(case: Case, run: Run) -> bool:
    """Whether what is told of a game is what was planted there, or nothing where nothing was."""
    found = told(run)
    return bool(found) and set(found) <= set(case.right) if case.right else not found


def main(arguments: list[str]) -> int:
    """Play every game so many times, and say how often it was told right."""
    runs = int(arguments[0]) if arguments else 10
    shares = []
    for title, cases in (("no choice matters", FREE), ("a choice dominates", PLANTED)):
        right = 0
        for case in cases:
            game = load(case.rules)
            own = [is_right(case, playtest(game, seed=seed)) for seed in range(1, runs + 1)]
            right += sum(own)
            print(f"{case.name:35} {sum(own)} of {runs} right", flush=True)
        shares.append(right / (runs * len(cases)))
        print(f"{title}: right in {right} of {runs * len(cases)} runs", flush=True)
    return int(shares[0] < 1.0 - MOST_FALSE or shares[1] < LEAST_FOUND)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
