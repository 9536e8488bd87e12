"""Racing beside full evaluation, on real games: ``python -m bench.racing [--seeds 10] [--first 1] [--most 192]``.

All variants one edit away that pass the gate race; then they are played in full, over the same matches and more. What is
counted is how often the winner is the same, how often it is as near to the goal (where several variants are inside, their
order decides which of them wins), and the share of the matches that the race took.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import cache
from statistics import median

from apts.executors import executor_of
from apts.playtest.goals import read_goals
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.variants.admission import Refusal, admit
from apts.variants.search.goal_scorer import GoalScorer
from apts.variants.search.match_runner import Budget, MatchRunner
from apts.variants.search.methods.race import Ranked, race, ranked_by
from apts.variants.variant import Variant, as_variant, value_edits

CASES = {
    "tic-tac-toe": ("random", "length between 9 and 11"),
    "breakthrough": ("random", "length between 20 and 26"),
    "connect-four": ("random", "drawishness between 5 and 10 percent"),
    "kalah": ("random", "length between 50 and 60"),
    "mail-coaches": ("random", "length between 20 and 30"),
    "nine-mens-morris": ("uct:iterations=20", "seat-score[1] between 0.5 and 0.52"),
}


@dataclass(frozen=True)
class Compared:
    """What a race found beside full evaluation."""

    same: bool
    as_good: bool
    share: float
    variants: int


def compared(name: str, seed: int, most: int) -> Compared:
    """One game from one seed."""
    agents, goal = CASES[name]
    play = PlaytestRequest(agents=agents, seed=seed)
    variants = candidates(name)
    with executor_of(play.workers, play.cluster) as executor:
        track = GoalScorer(MatchRunner(play, executor, None, None), read_goals([goal]).wanted, agents, seed)
        for variant in variants:
            track.preference(variant)
        raced = race(track, variants, most, Budget.of())  # first: later all matches of the full evaluation are there
        track.play(variants, most, Budget.of())
        full = ranked_by(track, [Ranked(one, most, track.standing(one)) for one in variants])
    assert raced.best is not None
    best = raced.best.candidate
    same = best.key == full[0].candidate.key
    as_good = round(track.standing(best).value - full[0].standing.value, 9) <= 0.0
    return Compared(same, as_good, raced.matches / (most * len(variants)), len(variants))


@cache
def candidates(name: str) -> tuple[Variant, ...]:
    """The variants with one other value that pass the gate, no two alike."""
    base, seen, found = as_variant(name), set[str](), list[Variant]()
    for edit in value_edits(base):
        passed = admit(variant := base.edited(edit), seen)
        if not isinstance(passed, Refusal):
            seen.add(passed.digest)
            found.append(variant)
    return tuple(found)


def main() -> None:
    """Compare over all games and seeds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--most", type=int, default=192)
    parser.add_argument("--games", nargs="*", default=list(CASES))
    wanted = parser.parse_args()
    print("| game | agents | goal | variants | the same best | one as near | share of the matches |")
    print("| --- | --- | --- | ---: | ---: | ---: | ---: |")
    for name in wanted.games:
        found = [compared(name, seed, wanted.most) for seed in range(wanted.first, wanted.first + wanted.seeds)]
        same, near = (sum(ones) for ones in zip(*((one.same, one.as_good) for one in found), strict=True))
        share = median(one.share for one in found)
        agents, goal = CASES[name]
        counts = f"{found[0].variants} | {same} of {len(found)} | {near} of {len(found)}"
        print(f"| {name} | {agents} | {goal} | {counts} | {share:.2f} |", flush=True)


if __name__ == "__main__":
    main()
