"""Many questions at once: p-values raised so that false alarms stay as rare as promised."""

from __future__ import annotations

import numpy as np

from apts.statistics.checking import Numbers, StatisticsError, Values, numbers


def holm(p_values: Values) -> Numbers:
    """Adjusted p-values, in the order given: rejecting those up to alpha raises *any* false alarm at most alpha often.

    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
    Valid however the questions depend on each other. For hundreds of questions it finds little.
    """
    array, order = _sorted_values(p_values)
    count = len(array)
    raised = array[order] * np.arange(count, 0, -1)
    return _back(np.maximum.accumulate(raised), order)


def benjamini_hochberg(p_values: Values) -> Numbers:
    """Adjusted p-values, in the order given: of those up to q, on average at most the share q are false alarms.

    Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", JRSS B 57 (1995). Valid for independent
    questions and for positively dependent ones (Benjamini and Yekutieli 2001). Shares that add up to one, such as those
    of openings, push each other down; the promise is then not proved, though hardly ever broken by much.
    """
    array, order = _sorted_values(p_values)
    count = len(array)
    raised = array[order] * (count / np.arange(1, count + 1))
    return _back(np.minimum.accumulate(raised[::-1])[::-1], order)


def _sorted_values(p_values: Values) -> tuple[Numbers, np.ndarray[tuple[int], np.dtype[np.intp]]]:
    array = numbers(p_values, 0, "A correction")
    if ((array < 0.0) | (array > 1.0)).any():
        raise StatisticsError("A p-value lies between 0 and 1.")
    return array, np.argsort(array, kind="stable")


def _back(adjusted: Numbers, order: np.ndarray[tuple[int], np.dtype[np.intp]]) -> Numbers:
    result = np.empty(len(adjusted))
    result[order] = np.minimum(adjusted, 1.0)
    return result
