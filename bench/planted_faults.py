"""How often findings about points, leads, tables and swap rules are right: games with a planted fault, and fair ones.

``python -m bench.planted_faults [SEEDS] [MATCHES]`` plays each game from so many seeds (24 by default) with so many random
matches (100), prints a line for each, and exits with 1 where a planted fault is found in fewer than 80 of 100 runs, or a
fair game is accused in more than 5 of 100.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import apts
from apts.engine.class_game import ClassGame
from apts.playtest.findings import weigh
from bench import planted_games as planted

KINDS = frozenset(
    {
        "close-finishes",
        "one-sided",
        "one-source",
        "runaway-leader",
        "leads-fade",
        "early-elimination",
        "long-waits",
        "kingmaking",
        "always-won",
        "losses",
        "swap-rule",
    }
)
"""The kinds of findings that are looked for."""

FOUND, ACCUSED = 0.8, 0.05


@dataclass(frozen=True)
class Case:
    """A game, the fault that is planted in it, if any, and findings that are true of it besides."""

    name: str
    game: Callable[[], planted.Dice]
    fault: str = ""
    besides: frozenset[str] = frozenset()
    agent: str = "random"
    matches: float = 1.0
    """The matches of its runs, as a multiple of those of others."""


def _few(*kinds: str) -> frozenset[str]:
    return frozenset(kinds)


FAIR = (
    Case("dice, 2 seats", lambda: planted.Dice(2)),
    Case("dice, 3 seats", lambda: planted.Dice(3)),
    Case("dice, 4 seats", lambda: planted.Dice(4)),
    Case("first to forty, 3 seats", lambda: planted.FirstToForty(3)),
    Case("rich seat, 3 seats", lambda: planted.RichSeat(3)),
    Case("countdown, 1 seat", lambda: planted.Countdown(1, 12), besides=_few("losses")),
    Case("countdown, 3 seats", lambda: planted.Countdown(3, 33), besides=_few("losses")),
    Case("even offers", lambda: planted.Offers((5,), "abcd")),
    Case("offers on both sides", lambda: planted.Offers((4, 6))),
    Case(
        "own choices, searched",
        lambda: planted.OwnChoice(3),
        besides=_few("one-source"),
        agent="uct:iterations=12",
        matches=0.4,
    ),
)
PLANTED = (
    Case("level", lambda: planted.Level(3), "close-finishes"),
    Case("poor", lambda: planted.Poor(3), "one-sided"),
    Case("engine, 2 seats", lambda: planted.Engine(2), "runaway-leader"),
    Case("engine, 4 seats", lambda: planted.Engine(4), "runaway-leader"),
    Case("rubber band", lambda: planted.Rubber(3), "leads-fade"),
    Case("knockout", lambda: planted.Knockout(4), "early-elimination"),
    Case("hog", lambda: planted.Hog(3), "long-waits"),
    Case("kingmaker", lambda: planted.Kingmaker(3), "kingmaking", agent="uct:iterations=12", matches=0.4),
    Case("cliff", lambda: planted.Cliff(3, 100), "losses"),
    Case("easy countdown", lambda: planted.Countdown(3, 12), "always-won"),
    Case("one even offer", lambda: planted.Offers((5, 8, 9, 10), "a"), "swap-rule", matches=6.0),
    Case("mine", lambda: planted.Mine(3), "one-source"),
)


def kinds_found(case: Case, seed: int, matches: int) -> frozenset[str]:
    """The kinds of findings that a run of a case is sure of, of those that are looked for."""
    count = max(30, round(case.matches * matches))
    run = apts.playtest(ClassGame(case.game()), case.agent, count, seed, workers=1)
    return frozenset(one.kind for one in weigh(run.evidence) if one.state == "found") & KINDS


def shares(seeds: int, matches: int) -> Iterator[tuple[Case, float]]:
    """Of each case in how many of its runs the planted fault is found, or a fair game is accused."""
    for case in (*FAIR, *PLANTED):
        runs = [kinds_found(case, seed, matches) for seed in range(1, seeds + 1)]
        hits = [case.fault in run if case.fault else bool(run - case.besides) for run in runs]
        yield case, sum(hits) / seeds


def main() -> int:
    """Print a line for each case; the exit status is 1 where one is outside of what is promised."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 24
    matches = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    wrong = 0.0
    failed = False
    for case, share in shares(seeds, matches):
        said = f"finds {case.fault}" if case.fault else "accused"
        print(f"{case.name:26} {said:28} {share:5.0%} of {seeds} runs", flush=True)
        failed |= bool(case.fault) and share < FOUND
        wrong += 0.0 if case.fault else share / len(FAIR)
    print(f"{'fair games together':26} {'accused':28} {wrong:5.1%}")
    return int(failed or wrong > ACCUSED)


if __name__ == "__main__":
    sys.exit(main())
