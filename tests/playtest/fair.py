"""Fair games from rules text in which every kind of finding is asked about and none is true.

They are made to be hard to acquit: shares that have a limit lie just on the right side of it, and dice alone decide, so
that nothing a seat does goes together with the result. ``python -m tests.playtest.fair`` counts false alarms.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import apts
from apts.engine.play.game import Game
from apts.playtest.evidence.evidence import Goals
from apts.playtest.findings import finding_kinds
from apts.playtest.run import Run, playtest

REMARKS = frozenset({"agents-too-weak", "not-enough-evidence"})
"""Findings about the play-test rather than about the game."""

LIMIT = 13


EQUIPMENT = """(equipment {
    (board (square 4))
    (piece "Stone" Each (move Step (to if:(is Empty (to)))))
    (piece "Shell" Each)
    (piece "Pearl" Each)
    (dice d:12 num:1)
  })"""

MOVES = """
      (move Add (piece (id "Stone" Mover)) (to (sites Empty)))
      (move Add (piece (id "Shell" Mover)) (to (intersection (sites Corners) (sites Empty))))
      (if (> (count Pips) 10) (move Add (piece (id "Pearl" Mover)) (to (sites Empty))))
      (forEach Piece "Stone")
"""

FIELDS = f"""(game "Fair Fields" (players 2)
  {EQUIPMENT}
  (rules
    (play (do (roll) next:(or {{ {MOVES} }})))
    (end {{
      (if (and (>= (count Moves) 6) (= (count Pips) 1)) (result P1 Win))
      (if (and (>= (count Moves) 6) (= (count Pips) 2)) (result P2 Win))
      (if (and (>= (count Moves) 6) (<= (count Pips) 4)) (result Mover Draw))
    }})))
"""
"""Pieces are put down and moved; from the sixth turn on a die ends one match in three.

Half of the finished matches are drawn, 3.9 % run into the limit of 13 turns, and the mean length is 7.88 turns.
"""

THREE_FIELDS = f"""(game "Fair Fields for Three" (players 3)
  {EQUIPMENT}
  (rules
    (play (do (roll) next:(or {{ {MOVES} }} (then (and {{
      (if (and (>= (count Moves) 6) (= (count Pips) 1)) (addScore P1 1))
      (if (and (>= (count Moves) 6) (= (count Pips) 2)) (addScore P2 1))
      (if (and (>= (count Moves) 6) (= (count Pips) 3)) (addScore P3 1))
    }})))))
    (end (if (and (>= (count Moves) 6) (<= (count Pips) 4)) (byScore)))))
"""
"""The same for three, of whom the die makes one the winner."""

ROPE = """(game "Fair Rope" (players 2)
  (equipment { (board (square 3)) (piece "Knot" Each) (dice d:2 num:1) })
  (rules
    (play (do (roll) next:
      (move Add (piece (id "Knot" Mover)) (to (sites Empty))
        (then (if (= (count Pips) 1) (addScore P1 1) (addScore P2 1))))))
    (end (if (>= (count Moves) 9) (byScore)))))
"""
"""A coin pulls a rope nine times; who is ahead at half-time wins often, but far from always."""

CHOICE = """(game "Fair Choice" (players 2)
  (equipment { (board (rectangle 1 2)) (piece "Gold" Each) (piece "Lead" Each) (dice d:20 num:1) })
  (rules
    (play (do (roll) next:(if (< (count Moves) 2)
      (or
        (move Add (piece (id "Gold" Mover)) (to (sites Empty)))
        (move Add (piece (id "Lead" Mover)) (to (sites Empty))))
      (move Pass))))
    (end {
      (if (and (>= (count Moves) 3)
               (<= (count Pips) (+ 10 (* 5 (- (count Pieces P1 "Gold") (count Pieces P2 "Gold"))))))
        (result P1 Win))
      (if (>= (count Moves) 3) (result P2 Win))
    })))
"""
"""Gold against lead wins three times in four: who always takes gold scores 62.5 % against who does not care."""

_ENDS = "\n".join(
    f"      (if (and (>= (count Moves) 2) (= (count Pips) {face})) (result P{2 - face % 2} Win))"
    for face in range(1, 11)
)

FACES = f"""(game "Fair Faces" (players 2)
  (equipment {{ (board (rectangle 1 3)) (piece "Stone" Each) (dice d:10 num:1) }})
  (rules
    (play (do (roll) next:(move Add (piece (id "Stone" Mover)) (to (sites Empty)))))
    (end {{
{_ENDS}
    }})))
"""
"""Ten ends, each of which a die makes the end of every tenth match: with fewer matches one of them seems out of reach."""


@dataclass(frozen=True)
class FairTest:
    """A fair game, how it is play-tested, and the kinds of findings that are true of it after all."""

    name: str
    rules: str
    agents: tuple[str, ...] = ("random",)
    matches: int = 40
    settings: dict[str, Any] = field(default_factory=dict, hash=False)
    true: frozenset[str] = frozenset()

    def run(self, seed: int) -> Run:
        """The play-test with a seed."""
        return playtest(_loaded(self.rules), self.agents, self.matches, seed, workers=1, **self.settings)


@cache
def _loaded(rules: str) -> Game:
    return apts.load(rules)


FAIR = (
    FairTest("fields for 2", FIELDS, settings={"limit": LIMIT, "goals": Goals(min_turns=7, max_turns=8)}),
    # Who holds the most fields at random often holds twice as many as the second.
    FairTest(
        "fields for 3",
        THREE_FIELDS,
        matches=30,
        settings={"limit": LIMIT, "goals": Goals(min_turns=7, max_turns=8)},
        true=frozenset({"one-sided"}),
    ),
    # What is chosen decides nothing there, and a player who knows the values sees that.
    FairTest("rope", ROPE, matches=24, settings={"evaluate": "greedy"}, true=frozenset({"no-real-choice"})),
    FairTest("faces", FACES, matches=70),
    # Who takes gold scores more: that is what makes it a game of skill.
    FairTest(
        "choice",
        CHOICE,
        ("uct:iterations=100,nodes=1000", "random"),
        true=frozenset({"successful-use", "successful-opening"}),
    ),
)


@dataclass
class Alarms:
    """For a game the runs with a finding of each kind, and the kinds that were asked about in the first few runs."""

    alarms: Counter[str] = field(default_factory=Counter)
    asked: set[str] = field(default_factory=set)


def count_alarms(test: FairTest, seeds: range) -> Alarms:
    """Play-test a fair game with every seed."""
    found = Alarms()
    for seed in seeds:
        run = test.run(seed)
        found.alarms.update({entry.kind for entry in run.findings} - REMARKS - test.true)
        if seed < seeds.start + 3:
            kinds = finding_kinds().items()
            found.asked |= {kind for kind, ask in kinds if any(True for _ in ask(run.evidence, run.metrics))}
    return found


def main(seeds: int) -> None:
    """Print a table of false alarms."""
    counted = {}
    for test in FAIR:
        begun = time.perf_counter()
        counted[test.name] = count_alarms(test, range(seeds))
        print(f"{test.name}: {seeds} runs of {test.matches} matches, {time.perf_counter() - begun:.0f} s", flush=True)
    print("| kind | " + " | ".join(counted) + " |")
    print("| --- |" + " ---: |" * len(counted))
    for kind in finding_kinds():
        cells = [
            str(found.alarms[kind]) if kind in found.asked or found.alarms[kind] else "not asked"
            for found in counted.values()
        ]
        print(f"| `{kind}` | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
