"""Whether the matches of two runs are as long: tests that a few long matches, seen or not, do not decide."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from apts.playtest.evidence.evidence import Numbers
from apts.statistics import compare_proportions, unit_means
from apts.statistics.checking import normal_p_value

MEDIAN = 0.5


Lengths = tuple[Numbers, Sequence[int | None]]
"""The lengths of the matches of a run, and the group of each match."""


def p_value_of_lengths(share: float, a: Lengths, b: Lengths, *, paired: bool = False) -> float:
    """The p-value of "both runs are as long", for the change of a median or decile; 1 where that is none.

    For the median by ranks (H. B. Mann and D. R. Whitney, Annals of Mathematical Statistics 18, 1947, corrected for
    ties), and where match by match the runs share their luck by the ranks of the differences (F. Wilcoxon, Biometrics
    Bulletin 1, 1945, equal lengths left out); for a decile by how many matches of each run lie beyond that of both together
    (A. M. Mood, "Introduction to the theory of statistics", 1950). Groups of matches count as one.
    """
    ends = [float(np.quantile(lengths, share, method="averaged_inverted_cdf")) for lengths, _ in (a, b)]
    if ends[0] == ends[1]:
        return 1.0
    if share == MEDIAN and paired:
        return _by_signed_ranks(unit_means(b[0] - a[0], a[1]))
    if share == MEDIAN:
        return _by_ranks(unit_means(*a), unit_means(*b))
    return _by_shares(share, a, b)


def _by_ranks(first: Numbers, second: Numbers) -> float:
    both = np.concatenate([first, second])
    _, places, counts = np.unique(both, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2.0)[places]
    n, m, total = len(first), len(second), len(both)
    ties = float((counts.astype(np.float64) ** 3 - counts).sum())
    variance = n * m / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)))
    if variance <= 0.0:
        return 1.0
    distance = abs(float(ranks[:n].sum()) - n * (total + 1.0) / 2.0)
    return normal_p_value(max(0.0, distance - 0.5) / math.sqrt(variance))


def _by_signed_ranks(changes: Numbers) -> float:
    changes = changes[changes != 0.0]
    n = len(changes)
    if n == 0:
        return 1.0
    _, places, counts = np.unique(np.abs(changes), return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2.0)[places]
    ties = float((counts.astype(np.float64) ** 3 - counts).sum())
    variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0
    distance = abs(float(ranks[changes > 0.0].sum()) - n * (n + 1.0) / 4.0)
    return normal_p_value(max(0.0, distance - 0.5) / math.sqrt(variance))


def _by_shares(share: float, a: Lengths, b: Lengths) -> float:
    """Where the decile is one length of many matches, these count as beyond it or not, whichever parts both better."""
    both = np.concatenate([a[0], b[0]])
    cut = float(np.quantile(both, share, method="inverted_cdf"))
    beyond = [np.greater, np.greater_equal]
    parted = min(beyond, key=lambda longer: abs(float(longer(both, cut).mean()) - (1.0 - share)))
    one, other = (unit_means(parted(lengths, cut).astype(np.float64), units) for lengths, units in (a, b))
    return compare_proportions(float(one.sum()), len(one), float(other.sum()), len(other)).p_value
