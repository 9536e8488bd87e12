"""Weights from samples: logistic regression that is drawn towards weights known before, the same on every machine.

Figures are whole numbers, and so are the sums that are made of them, so that no order of adding matters; what is left is
a small system of equations, solved by additions, multiplications and divisions alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from apts.engine.native.jit import address, words
from apts.search.evaluation.evaluation import POINT
from apts.search.memory import hyperbolic_tangent, pointer, routine

SCALE = 100.0
"""Points that are a clear advantage: the value of a position is the hyperbolic tangent of its points by these."""

FINE = 1 << 14
"""Steps of a point in weights while they are sought."""

CURVES = 1 << 12
TARGETS = 1 << 20
STEPS = 5
"""Newton's steps; the sums change little after that."""

# The head of the sums that a pass over the rows makes; a gradient and a matrix follow.
LOSS = 0
SUMS_HEAD = 1


@routine(6)
def pass_over(rows: Any, targets: Any, weights: Any, sums: Any, count: int, width: int) -> int:
    """Add up the squared errors, the gradient and the matrix of curvature of a weighting, in whole numbers."""
    X, Y, W, S = pointer(rows), pointer(targets), pointer(weights), pointer(sums)
    matrix = SUMS_HEAD + width
    for place in range(matrix + width * width):
        S[place] = 0
    for row in range(count):
        at = row * width
        total = 0
        for one in range(width):
            total += X[at + one] * W[one]
        share = hyperbolic_tangent(total / (100.0 * 100.0 * 16384.0))
        chance = 0.5 + 0.5 * share
        error = Y[row] - int(chance * 1048576.0)
        curve = int(chance * (1.0 - chance) * 4096.0) + 1
        S[LOSS] += (error >> 4) * (error >> 4)
        for one in range(width):
            figure = X[at + one]
            if figure != 0:
                S[SUMS_HEAD + one] += figure * error
                for other in range(one + 1):
                    S[matrix + one * width + other] += figure * curve * X[at + other]
    return count


@dataclass(frozen=True)
class Rows:
    """Samples as arrays: a row of figures and a target for each."""

    figures: Any
    targets: Any

    @classmethod
    def of(cls, figures: Sequence[Sequence[int]], targets: Sequence[float]) -> Rows:
        """Figures, and for each row a value from -1 to 1."""
        width = len(figures[0]) if figures else 0
        table = words(len(figures) * width)
        table[:] = np.array(figures, dtype=np.int64).reshape(-1)
        aims = words(len(targets))
        aims[:] = np.array([round((1.0 + target) / 2.0 * TARGETS) for target in targets], dtype=np.int64)
        return cls(table, aims)

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.targets)


def spreads(rows: Rows, width: int) -> list[float]:
    """The mean square of each figure, in points of a weight of 1."""
    table = np.asarray(rows.figures).reshape(-1, width)
    squares = [int(total) for total in (table * table).sum(axis=0)]
    return [square / max(1, rows.count) / POINT / POINT for square in squares]


@dataclass(frozen=True)
class Sums:
    """What a pass over the rows gives: mean squared error, gradient and curvature by points of the weights."""

    loss: float
    gradient: list[float]
    matrix: list[list[float]]


def sums_of(rows: Rows, weights: Sequence[float]) -> Sums:
    """One pass over the rows with these weights."""
    width = len(weights)
    fine = words(width)
    fine[:] = np.array([round(weight * FINE) for weight in weights], dtype=np.int64)
    sums = words(SUMS_HEAD + width + width * width)
    pass_over(address(rows.figures), address(rows.targets), address(fine), address(sums), rows.count, width)
    found = [int(word) for word in sums]
    per_point = 2.0 / SCALE / POINT  # the logit of a chance by hundredths of a figure
    gradient = [total / TARGETS * per_point for total in found[SUMS_HEAD : SUMS_HEAD + width]]
    lower = found[SUMS_HEAD + width :]
    matrix = [
        [lower[max(a, b) * width + min(a, b)] / CURVES * per_point * per_point for b in range(width)]
        for a in range(width)
    ]
    loss = found[LOSS] / max(1, rows.count) / (TARGETS >> 4) ** 2
    return Sums(loss, gradient, matrix)


def fitted_weights(rows: Rows, prior: Sequence[float], spread: Sequence[float], pull: float) -> list[float]:
    """The weights that fit the rows, each drawn towards its prior by so many samples of average information."""
    weights = list(prior)
    per_point = 2.0 / SCALE
    pulls = [pull * square * per_point * per_point + 1e-12 for square in spread]
    for _ in range(STEPS):
        sums = sums_of(rows, weights)
        matrix = [list(row) for row in sums.matrix]
        for place, strength in enumerate(pulls):
            matrix[place][place] += strength
        aims = [
            slope - strength * (weight - before)
            for slope, strength, weight, before in zip(sums.gradient, pulls, weights, prior, strict=True)
        ]
        weights = [weight + step for weight, step in zip(weights, solved(matrix, aims), strict=True)]
    return weights


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a symmetric positive system, by elimination; both lists are used up."""
    size = len(right)
    for pivot in range(size):
        row, head = matrix[pivot], matrix[pivot][pivot]
        for below in range(pivot + 1, size):
            share = matrix[below][pivot] / head
            if share != 0.0:
                other = matrix[below]
                for place in range(pivot, size):
                    other[place] -= share * row[place]
                right[below] -= share * right[pivot]
    for pivot in range(size - 1, -1, -1):
        total = right[pivot]
        for place in range(pivot + 1, size):
            total -= matrix[pivot][place] * right[place]
        right[pivot] = total / matrix[pivot][pivot]
    return right


def best_multiple(rows: Rows, prior: Sequence[float]) -> float:
    """By how much weights have to be multiplied so that their values are the chances that the rows show."""
    best, least = 1.0, sums_of(rows, prior).loss
    multiple = 1.0 / 64.0
    for _ in range(25):
        loss = sums_of(rows, [weight * multiple for weight in prior]).loss
        if loss < least:
            best, least = multiple, loss
        multiple *= 1.5
    return best


PULLS = (30_000.0, 10_000.0, 3_000.0, 1_000.0, 300.0, 100.0, 30.0)


def chosen_pull(learnt: Rows, held: Rows, prior: Sequence[float], spread: Sequence[float]) -> float:
    """How strongly to draw towards the prior, so that rows that were held back are foretold best."""
    losses = [(sums_of(held, fitted_weights(learnt, prior, spread, pull)).loss, -pull) for pull in PULLS]
    return -min(losses)[1]
