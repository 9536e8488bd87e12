"""How often intervals hold the truth: those of scores, and those of the balance of seats.

``python -m bench.coverage`` prints one line for each case and exits with 1 where one falls short of what is promised.
Whether an interval holds the truth is asked of the test that it inverts, for many runs at once, so that it is quick.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from apts.statistics.bounded import span, tail_probability

Numbers = NDArray[np.float64]
PROMISED = 0.94
AGAIN = 10
LEVEL = 0.05


def holds_mean(values: Numbers, counts: Numbers, truth: float) -> NDArray[np.bool_]:
    """For each row of counts whether the 95 % interval of ``bounded_mean`` holds the true mean."""
    above = refused_below(values, counts, truth, LEVEL / 2)
    return ~above & ~refused_below(1.0 - values[::-1], counts[:, ::-1], 1.0 - truth, LEVEL / 2)


def refused_below(values: Numbers, counts: Numbers, truth: float, level: float) -> NDArray[np.bool_]:
    """For each row of counts whether the lower limit of the mean lies above the truth."""
    support, table = values, counts
    if support[0] > 0.0:
        support, table = np.concatenate([[0.0], values]), np.column_stack([np.zeros(len(counts)), counts])
    means = table @ support / table.sum(axis=1)
    high = np.flatnonzero(means > truth + 1e-12) if truth > 0.0 else np.array([], dtype=np.int64)
    result = np.full(len(counts), False)
    kinds, back = np.unique(table[high], axis=0, return_inverse=True)
    if len(kinds):
        found = _tails(support, kinds, truth)
        result[high] = found[back.ravel()] < level
    return result


def _tails(support: Numbers, kinds: Numbers, truth: float) -> Numbers:
    # The values that were seen decide on which lattice a run lies.
    steps = np.array([span(support[row > 0]) for row in kinds])
    found = np.empty(len(kinds))
    for step in np.unique(steps):
        chosen = steps == step
        found[chosen] = tail_probability(support, kinds[chosen], np.full(chosen.sum(), truth), float(step))
    return found


def score_cases(sizes: tuple[int, ...]) -> Iterator[tuple[str, Numbers, Numbers, int]]:
    """Names, possible values, their probabilities, and numbers of units."""
    for n in sizes:
        for mean in (0.02, 0.05, 0.1, 0.3, 0.5, 0.6, 0.8, 0.95, 0.98):
            for draws in (0.0, 0.2, 0.4, 0.6):
                most = 2.0 * min(mean, 1.0 - mean)
                if draws <= most:
                    win = mean - draws / 2
                    chances = np.array([1.0 - win - draws, draws, win])
                    yield f"score {mean}, draws {draws}", np.array([0.0, 0.5, 1.0]), chances, n
        for mean in (0.05, 0.5, 0.95):
            pair = np.convolve([1.0 - mean, 0.0, mean], [1.0 - mean, 0.0, mean])[::2]
            yield f"pairs {mean}", np.array([0.0, 0.5, 1.0]), pair, n
        yield "six places", np.arange(6) / 5, np.array([0.02, 0.02, 0.03, 0.03, 0.1, 0.8]), n


def score_coverage(chances: Numbers, values: Numbers, n: int, runs: int, stream: np.random.Generator) -> float:
    """The share of runs whose interval holds the true mean."""
    counts = stream.multinomial(n, chances, runs).astype(np.float64)
    return float(holds_mean(values, counts, float(values @ chances)).mean())


def seat_games(players: int) -> Iterator[tuple[str, Numbers, Numbers]]:
    """Games as lists of outcomes: a row of scores for each, and their probabilities. Draws are shared by all."""
    places = np.array(list(permutations(np.linspace(0.0, 1.0, players))))
    rest = (players / 2.0 - 1.0) / (players - 1)
    single = np.full((players, players), rest) + np.eye(players) * (1.0 - rest)
    drawn = np.full((1, players), 0.5)
    tables = [("one winner", single)] + ([("places", places)] if players > 2 else [])
    for name, table in tables:
        for draws in (0.0, 0.3, 0.6):
            for tilt in (0.0, 0.3, 1.0, 3.0):
                # A seat that is better by its tilt is so much likelier to be ahead; with places the first seat is tilted.
                weights = np.exp(tilt * table[:, 0] * 2)
                chances = weights / weights.sum()
                outcomes = np.concatenate([table, drawn])
                yield f"{name}, draws {draws}, tilt {tilt}", outcomes, np.append((1 - draws) * chances, draws)
        yield f"{name}, seat 1 always first", table[[int(np.argmax(table[:, 0]))]], np.array([1.0])
    half = np.exp(1.5 * single[:, : players // 2].max(axis=1))
    yield "one winner, half of the seats better", single, half / half.sum()
    steps = np.exp(np.linspace(0.0, 2.0, players))
    yield "one winner, each seat better than the last", single, steps / steps.sum()


def balance_coverage(outcomes: Numbers, chances: Numbers, n: int, runs: int, stream: np.random.Generator) -> float:
    """The share of runs in which the interval of ``largest_difference`` holds the true one."""
    counts = stream.multinomial(n, chances, runs).astype(np.float64)
    means = chances @ outcomes
    truth, players = float(np.ptp(means)), outcomes.shape[1]
    too_high = np.full(runs, True)
    too_low = np.full(runs, False)
    for first in range(players):
        for second in range(players):
            if first == second:
                continue
            scaled = np.round((outcomes[:, first] - outcomes[:, second]) / 2 + 0.5, 12)
            values, place = np.unique(scaled, return_inverse=True)
            table = np.zeros((runs, len(values)))
            np.add.at(table.T, place, counts.T)
            too_low |= refused_below(values, table, truth / 2 + 0.5, LEVEL / (players * (players - 1)))
            too_high &= refused_below(1.0 - values[::-1], table[:, ::-1], 0.5 - truth / 2, LEVEL / 2)
    return float((~too_low & ~too_high).mean())


def main(runs: int = 2000, sizes: tuple[int, ...] = (20, 40, 100, 400, 2000), seed: int = 1) -> int:
    """Print every case; the number of those below what is promised."""
    stream = np.random.default_rng(seed)
    short = 0
    lowest = 1.0
    for name, values, chances, n in score_cases(sizes):
        held = _counted(partial(score_coverage, chances, values, n), runs, stream)
        lowest = min(lowest, held)
        short += _told(name, n, held)
    print(f"scores: at least {lowest:.3f}")
    for players in (2, 3, 4, 6):
        lowest = 1.0
        for name, outcomes, chances in seat_games(players):
            for n in sizes:
                held = _counted(partial(balance_coverage, outcomes, chances, n), runs, stream)
                lowest = min(lowest, held)
                short += _told(f"{players} seats, {name}", n, held)
        print(f"balance of {players} seats: at least {lowest:.3f}", flush=True)
    return short


def _counted(coverage: Callable[[int, np.random.Generator], float], runs: int, stream: np.random.Generator) -> float:
    """The coverage of a case; of hundreds of cases some fall short by luck, so those are counted anew with more runs."""
    held = coverage(runs, stream)
    return coverage(AGAIN * runs, stream) if held < PROMISED else held


def _told(name: str, n: int, held: float) -> int:
    print(f"{held:.3f}  n = {n:5d}  {name}", flush=True)
    return int(held < PROMISED)


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
