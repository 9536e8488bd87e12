"""The rising curve that lies nearest to weighted values: neighbours that fall are joined until nothing falls.

SciPy has the same; but its part for optimisation, where that lies, takes longer to import than all of this to run.
"""

from __future__ import annotations

from collections.abc import Sequence


def rising_curve(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The values made to rise, with the least sum of weighted squares of what they are moved by.

    >>> rising_curve([1.0, 3.0, 2.0, 4.0], [1.0, 1.0, 1.0, 1.0])
    [1.0, 2.5, 2.5, 4.0]
    """
    means: list[float] = []
    masses: list[float] = []
    ends: list[int] = []
    place, count = 0, len(values)
    while place < count:
        mean, mass = float(values[place]), float(weights[place])
        if means and means[-1] >= mean:
            before, held = means.pop(), masses.pop()
            ends.pop()
            total = held * before + mass * mean
            mass += held
            mean = total / mass
            while place + 1 < count and mean >= values[place + 1]:
                place += 1
                total += float(weights[place]) * float(values[place])
                mass += float(weights[place])
                mean = total / mass
            while means and means[-1] >= mean:
                held = masses.pop()
                ends.pop()
                total += held * means.pop()
                mass += held
                mean = total / mass
        place += 1
        means.append(mean)
        masses.append(mass)
        ends.append(place)
    starts = [0, *ends[:-1]]
    return [mean for mean, start, end in zip(means, starts, ends, strict=True) for _ in range(start, end)]
