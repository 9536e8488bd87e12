"""Two shares that are compared within strata, exactly: for small counts, and for things that one side never does."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import scipy

from apts.statistics.checking import Numbers, checked_count


def exact_p_above(strata: Iterable[tuple[int, int, int, int]]) -> float:
    """The p-value of "b has no larger share than a" from ``(successes_a, n_a, successes_b, n_b)`` of every stratum.

    With the number of successes of each stratum given, those of b are hypergeometric, and their sum over the strata is
    compared with what was seen. With one stratum it is Fisher's exact test; with several the exact form of the test of
    Mantel and Haenszel (J. J. Gart, "Point and interval estimation of the common odds ratio in the combination of 2 x 2
    tables with fixed marginals", Biometrika 57, 1970). One-sided.

    Valid for any counts of independent units; conservative where they are small. Strata without units on both sides say
    nothing and are left out. Not valid for units that come in groups, such as the seats of one match.
    """
    seen = 0
    chances: Numbers = np.ones(1)
    for successes_a, n_a, successes_b, n_b in strata:
        if n_a < 1 or n_b < 1:
            continue
        checked_count(successes_a, n_a)
        checked_count(successes_b, n_b)
        seen += successes_b
        chances = np.convolve(chances, _hypergeometric(successes_a + successes_b, n_a, n_b))
    return float(min(1.0, chances[seen:].sum()))


def _hypergeometric(successes: int, n_a: int, n_b: int) -> Numbers:
    """How likely it is that 0, 1, 2 ... of the successes fall to b."""
    k = np.arange(0, min(successes, n_b) + 1)
    possible = successes - k <= n_a
    logs = np.where(
        possible,
        _log_choices(n_b, k)
        + _log_choices(n_a, np.where(possible, successes - k, 0))
        - _log_choices(n_a + n_b, successes),
        -np.inf,
    )
    return np.asarray(np.exp(logs), dtype=np.float64)


def _log_choices(n: int, k: Numbers | np.ndarray[tuple[int], np.dtype[np.int64]] | int) -> Numbers:
    return np.asarray(
        scipy.special.gammaln(n + 1)
        - scipy.special.gammaln(np.add(k, 1))
        - scipy.special.gammaln(np.subtract(n + 1, k))
    )
