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
from apts.playtest.goals.judging import RARE, GoalLooks, look_times
from apts.playtest.run import Run

LIMIT = 1000
"""The turn limit of the matches whose lengths are drawn."""

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


@dataclass(frozen=True)
class Mixture:
    """Lengths that matches may have, each with its probability."""

    lengths: tuple[int, ...]
    chances: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The true mean."""
        return float(np.dot(self.lengths, self.chances))

    def quantile(self, share: float) -> tuple[int, int]:
        """The true quantile: one length, or two where the share falls between them."""
        reached = np.cumsum(self.chances)
        first = int(np.argmax(reached >= share - 1e-9))
        next_one = first + 1 if abs(reached[first] - share) < 1e-9 and first + 1 < len(self.lengths) else first
        return self.lengths[first], self.lengths[next_one]


def _mixed(rare: float, long: int) -> Mixture:
    """Matches of 18 to 22 turns, but for a share of long ones."""
    return Mixture((18, 19, 20, 21, 22, long), (*[(1.0 - rare) / 5] * 5, rare))


def _geometric(mean: float) -> Mixture:
    lengths = tuple(range(1, LIMIT + 1))
    chances = (1.0 - 1.0 / mean) ** np.arange(LIMIT) / mean
    return Mixture(lengths, tuple(chances / chances.sum()))


MIXTURES = {
    "plain": Mixture((18, 19, 20, 21, 22), (0.2,) * 5),
    "1 % of 400 turns": _mixed(0.01, 400),
    "5 % of 200 turns": _mixed(0.05, 200),
    "0.3 % at the limit": _mixed(0.003, LIMIT),
    "two lengths": Mixture((10, 50), (0.9, 0.1)),
    "mostly long": Mixture((10, 50), (0.12, 0.88)),
    "always 20": Mixture((20,), (1.0,)),
    "geometric": _geometric(25.0),
}


def length_goals(mixture: Mixture) -> dict[str, str]:
    """Goals about lengths with the verdict that is wrong of each: some are true by little, some false by little."""
    mean, (_, tenth), (median, _) = mixture.mean, mixture.quantile(0.9), mixture.quantile(0.5)
    return {
        "length[median] between 10 and 40": "missed" if 10 <= median <= 40 else "met",
        f"length at most {0.97 * mean:.3f}": "met",
        f"length at most {mean:.3f}": "missed",
        f"length at least {1.03 * mean:.3f}": "met",
        f"length[median] at most {mixture.quantile(0.5)[0] - 1}": "met",
        f"length[decile 9] at most {tenth}": "missed",
        "length[decile 9] at most 40": "missed" if mixture.quantile(0.9)[0] <= 40 else "met",
    }


def length_check(mixture: Mixture, seed: int, matches: int = 800) -> tuple[dict[str, tuple[str, int]], list[str]]:
    """For each goal about lengths its verdict and the matches that it took, and the goals that are judged wrongly."""
    rng = np.random.default_rng(seed)
    drawn = rng.choice(mixture.lengths, size=matches, p=mixture.chances)
    turns = (TurnRecord(1, "a", 2, None, None),) * LIMIT
    outcome = Outcome(1, (1.0, 2.0), (1.0, -1.0), "won")
    records = [
        MatchRecord(number, number, (0, 1), turns[:length], "finished", outcome)
        for number, length in enumerate(drawn.tolist(), 1)
    ]
    wanted = length_goals(mixture)
    goals = read_goals(list(wanted))
    looks, taken = GoalLooks(goals.wanted, len(goals.wanted)), dict[str, int]()
    for place, target in look_times(1, matches):
        run = Run(replace(manifest_of(seed, target), settings={"turn_limit": LIMIT}), records[:target], goals=goals)
        before = looks.open
        looks.look(run, rare=target == matches or place % RARE == 0)
        taken |= {str(goal): target for goal in before}
    words: dict[str, tuple[str, int]] = {
        str(goal): (found.verdict, taken[str(goal)]) for goal, found in looks.found.items()
    }
    return words, [text for goal, text in zip(goals.wanted, wanted, strict=True) if words[str(goal)][0] == wanted[text]]


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
    for name, mixture in MIXTURES.items():
        judged = [length_check(mixture, seed) for seed in range(1, seeds + 1)]
        wrong = sum(bool(texts) for _, texts in judged)
        print(f"lengths, {name}: {wrong} of {seeds} checks wrong; {_took(judged)}", flush=True)
        failed |= wrong > PROMISED * seeds
    return int(failed)


def _took(judged: list[tuple[dict[str, tuple[str, int]], list[str]]]) -> str:
    """After how many matches the goals about the median and the ninth decile were decided, in the middle of all checks."""
    told = []
    for goal in ("length[median] between 10 and 40", "length[decile 9] at most 40"):
        rows = [words[goal] for words, _ in judged]
        words = Counter(word for word, _ in rows)
        told.append(f"'{goal}' {words.most_common(1)[0][0]} after {float(np.median([n for _, n in rows])):.0f} matches")
    return ", ".join(told)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
