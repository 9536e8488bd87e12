"""How often ``apts goals check`` is wrong: matches drawn by lot, whose true figures are known, looked at from many seeds.

``python -m bench.goal_errors [SEEDS]`` prints a line for each case and exits with 1 where more than 5 of 100 checks have a
wrong verdict. A check is wrong when any of its goals is: met where the truth is outside, or missed where it is inside.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from apts.archive import MatchRecord, RunManifest, TurnRecord
from apts.engine.play.outcome import Outcome
from apts.playtest.goals import read_goals
from apts.playtest.goals.looking import RARE, GoalLooks, look_times
from apts.playtest.run import Run

PROMISED = 0.05
MANY = 40_000


@dataclass(frozen=True)
class Case:
    """Matches of which seat 1 wins a share, with 3 turns and more (4 on average), and goals that all have one truth."""

    name: str
    score: float
    goals: tuple[str, ...]
    wrong: str
    matches: int = 800


CASES = (
    Case(
        "fair",
        0.5,
        (
            "seat-score between 0.45 and 0.55",
            "balance at least 0.9",
            "length between 3.8 and 4.2",
            "timeouts at most 2 %",
        ),
        "missed",
    ),
    Case(
        "rigged",
        0.6,
        (
            "seat-score between 0.45 and 0.55",
            "balance at least 0.9",
            "length at most 3.8",
            "seat-score[2] at least 0.45",
        ),
        "met",
    ),
    Case(
        "fair, on the edge of the goals",
        0.5,
        ("seat-score at most 0.5", "length at most 4", "end 'won by 2' at most 50 %", "lead-change at most TRUTH"),
        "missed",
    ),
    Case("too few matches", 0.5, ("seat-score between 0.48 and 0.52",), "missed", 60),
)


def drawn_matches(case: Case, seed: int) -> list[MatchRecord]:
    """Matches drawn by lot; who leads at a turn is drawn too."""
    rng = np.random.default_rng(seed)
    records = []
    for number in range(1, case.matches + 1):
        winner = 1 if rng.random() < case.score else 2
        utilities = (1.0, -1.0) if winner == 1 else (-1.0, 1.0)
        leader, turns = 1.0, []
        for turn in range(2 + int(rng.geometric(0.5))):
            turns.append(TurnRecord(1 + turn % 2, "a", 2, (leader, -leader), None))
            leader = -leader if rng.random() < 0.4 else leader
        ranks = (1.0, 2.0) if winner == 1 else (2.0, 1.0)
        outcome = Outcome(winner, ranks, utilities, f"won by {winner}")
        records.append(MatchRecord(number, number, (0, 1), tuple(turns), "finished", outcome))
    return records


@cache
def true_lead_change() -> float:
    """What lead changes come to in very many matches: a figure that is looked at rarely."""
    values = Run(manifest_of(1, MANY), drawn_matches(replace(CASES[0], matches=MANY), 0)).metrics["lead-change"].value
    assert values is not None
    return values


def manifest_of(seed: int, matches: int) -> RunManifest:
    """The manifest of matches drawn by lot."""
    return RunManifest("Lots", 2, "", ("random", "random"), seed, matches)


def check(case: Case, seed: int) -> tuple[list[str], int]:
    """The verdicts of all goals, and the number of matches that were looked at."""
    texts = [goal.replace("TRUTH", f"{true_lead_change():.5f}") for goal in case.goals]
    goals, records = read_goals(texts), drawn_matches(case, seed)
    looks = GoalLooks(goals.wanted, len(goals.wanted))
    target = 0
    for place, target in look_times(1, case.matches):
        run = Run(manifest_of(seed, target), records[:target], goals=goals)
        looks.look(run, rare=target == case.matches or place % RARE == 0)
        if not looks.open:
            break
    return [found.verdict for found in looks.found.values()], target


def main(seeds: int) -> int:
    """Print all cases; 1 where one is wrong too often."""
    failed = False
    for case in CASES:
        found = [check(case, seed) for seed in range(1, seeds + 1)]
        wrong = sum(case.wrong in given for given, _ in found)
        words = Counter(word for given, _ in found for word in given)
        told = ", ".join(f"{words[word]} {word}" for word in ("met", "missed", "open"))
        mean = sum(matches for _, matches in found) / seeds
        print(f"{case.name}: {wrong} of {seeds} checks wrong; verdicts: {told}; {mean:.0f} matches a check", flush=True)
        failed |= wrong > PROMISED * seeds
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
