"""Who beats whom as a game of its own: the mixture that nothing beats, and how far a table of scores is known.

A table has for each row what it scores against each column, 1/2 being what equals score. What counts is by how much a row
does better than a column does against it, so that the game has the value 0 and an equilibrium that both sides share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from apts.statistics.estimate import Estimate, StatisticsError

Table = NDArray[np.float64]
Scores = Mapping[tuple[int, int], Sequence[float] | Table]
"""Scores of a row against a column, one a unit such as a pair of matches with swapped seats."""

SLACK = 1e-7
"""What less than this is due to rounding."""


def gains(table: Table) -> Table:
    """By how much each row does better against a column than that does against the row, halved: an antisymmetric table."""
    found: Table = (table - table.T) / 2.0
    return found


def equilibrium(table: Table) -> Table:
    """The mixture of largest entropy among those that no row of a table beats.

    D. Balduzzi et al., "Re-evaluating evaluation" (NeurIPS 2018), show that there is exactly one, and that it does not
    change where a row is entered twice but for being shared between the two. The mixtures that nothing beats are the
    solutions of a linear program; the rows that take part in any are found one by one, and the entropy is raised inside.
    """
    payoff = gains(_square(table))
    size = len(payoff)
    first = _with_most_of(payoff, 0)
    if _is_only(payoff, first):
        return _clean(first)
    corners = [corner for row in range(size) if (corner := _with_most_of(payoff, row))[row] > SLACK]
    centre = np.mean(corners, axis=0)
    if max(float(np.abs(corner - centre).max()) for corner in corners) < SLACK:
        return _clean(centre)
    return _clean(_most_even(payoff, centre))


def _square(table: Table) -> Table:
    array = np.asarray(table, dtype=np.float64)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or not len(array):
        raise StatisticsError("a table of who beats whom has as many rows as columns, at least one")
    if not np.isfinite(array).all():
        raise StatisticsError("a table of who beats whom has a number in every place")
    return array


def _with_most_of(payoff: Table, row: int) -> Table:
    """A mixture that nothing beats, with as much of a row as there can be."""
    from scipy.optimize import linprog

    size = len(payoff)
    aim = np.zeros(size)
    aim[row] = -1.0
    found = linprog(
        aim, A_ub=payoff, b_ub=np.full(size, SLACK / 10.0), A_eq=np.ones((1, size)), b_eq=[1.0], bounds=(0, 1)
    )
    if found.x is None:  # every antisymmetric table has a solution (J. von Neumann, 1928)
        raise StatisticsError(f"no mixture was found: {found.message}")
    solution: Table = found.x
    return solution


def _is_only(payoff: Table, corner: Table) -> bool:
    """Whether there is no other mixture that nothing beats.

    Where exactly the rows that take part are not beaten by the mixture, no other row takes part in any, and all that do are
    even against each of them: then they solve one system of linear equations.
    """
    rows = np.flatnonzero(corner > 10 * SLACK)
    even = np.flatnonzero(payoff @ corner > -1e-6)
    return (
        bool(np.array_equal(rows, even))
        and np.linalg.matrix_rank(payoff[np.ix_(rows, rows)], tol=1e-6) == len(rows) - 1
    )


def _most_even(payoff: Table, centre: Table) -> Table:
    """The mixture of largest entropy, from one inside: only rows that take part there can."""
    from scipy.optimize import minimize

    rows = np.flatnonzero(centre > SLACK)
    part = payoff[:, rows]

    def disorder(weights: Table) -> tuple[float, Table]:
        safe = np.maximum(weights, 1e-12)
        return float((safe * np.log(safe)).sum()), np.log(safe) + 1.0

    found = minimize(
        disorder,
        centre[rows],
        jac=True,
        bounds=[(0.0, 1.0)] * len(rows),
        constraints=[
            {"type": "eq", "fun": lambda w: w.sum() - 1.0, "jac": lambda w: np.ones((1, len(w)))},
            {"type": "ineq", "fun": lambda w: SLACK - part @ w, "jac": lambda w: -part},
        ],
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 500},
    )
    mixture = np.zeros(len(payoff))
    mixture[rows] = found.x if found.success else centre[rows]
    return mixture


def _clean(mixture: Table) -> Table:
    """Without what is due to rounding."""
    kept = np.where(mixture > 10 * SLACK, mixture, 0.0)
    found: Table = kept / kept.sum()
    return found


def effective_number(mixture: Table) -> float:
    """How many equal shares a mixture is worth: the exponential of its entropy; 1 where there is one alone."""
    parts = mixture[mixture > 0.0]
    return float(np.exp(-(parts * np.log(parts)).sum()))


# ----------------------------------------------------------------------------------------------------------------
# A table of matches, its mixture, and intervals by drawing the units again.


@dataclass(frozen=True)
class MixtureEstimate:
    """The mixture of a table with the interval of each share, how many it is worth, and what each row scores against it."""

    shares: tuple[Estimate, ...]
    number: Estimate
    against: tuple[Estimate, ...]


RESAMPLES = 300


def table_of(scores: Scores, size: int) -> Table:
    """The mean scores as a table; who meets one way alone scores the rest the other way, and a row half against itself."""
    table = np.full((size, size), 0.5)
    for (row, column), values in scores.items():
        if not len(values):
            raise StatisticsError("every pair of a table needs a unit at least")
        mean = float(np.mean(values))
        table[row, column] = mean
        if (column, row) not in scores:
            table[column, row] = 1.0 - mean
    return table


def mixture_of(scores: Scores, size: int, seed: int = 1, resamples: int = RESAMPLES) -> MixtureEstimate:
    """The mixture that nothing in a table of matches beats, with 95 % intervals.

    The units of each pair are drawn again with replacement (B. Efron, "Bootstrap methods", Annals of Statistics 7, 1979) and
    the mixture is found anew. Rough below about 20 units a pair. An interval of a share may go from 0 to 1: where two rows
    are nearly equal a few matches decide which of them takes all. What a row scores against the mixture is its score against
    the one that was found, with the luck of its own matches.
    """
    table = table_of(scores, size)
    centre = equilibrium(table)
    lot = np.random.default_rng(seed)
    arrays = {pair: np.asarray(values, dtype=np.float64) for pair, values in scores.items()}
    shares, numbers, against = [], [], []
    for _ in range(resamples):
        drawn = {pair: values[lot.integers(len(values), size=len(values))] for pair, values in arrays.items()}
        again = table_of(drawn, size)
        mixture = equilibrium(again)
        shares.append(mixture)
        numbers.append(effective_number(mixture))
        against.append(0.5 + gains(again) @ centre)
    units = min((len(values) for values in arrays.values()), default=0)
    columns = zip(centre, np.array(shares).reshape(resamples, size).T, strict=True)
    known = zip(0.5 + gains(table) @ centre, np.array(against).reshape(resamples, size).T, strict=True)
    return MixtureEstimate(
        tuple(_between(float(value), column, units) for value, column in columns),
        _between(effective_number(centre), np.array(numbers), units),
        tuple(_between(float(value), column, units) for value, column in known),
    )


def _between(value: float, drawn: Table, units: int) -> Estimate:
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Estimate(value, min(value, float(low)), max(value, float(high)), units)


# ----------------------------------------------------------------------------------------------------------------
# What a table shows for sure: a circle.


def circle(sure: Mapping[int, frozenset[int]]) -> tuple[int, ...]:
    """The shortest way from a row to itself along those it surely beats; empty where there is none."""
    shortest: tuple[int, ...] = ()
    for first in sorted(sure):
        waiting: list[tuple[int, ...]] = [(first,)]
        seen = {first}
        while waiting:
            way = waiting.pop(0)
            if first in sure[way[-1]]:
                if not shortest or len(way) < len(shortest):
                    shortest = way
                break
            for after in sorted(sure[way[-1]] - seen):
                seen.add(after)
                waiting.append((*way, after))
    return shortest
