"""Functions of mathematics that have the same value on every machine, to the last bit.

Libraries of mathematics differ in the last bit, and a search that meets such a difference goes another way. These are made
of additions, multiplications and divisions alone, which are the same everywhere (IEEE 754).
"""

from __future__ import annotations

from typing import Any

from apts.search.memory import inner, reals, routine

LOG_2_HIGH = 0.6931471803691238  # so few bits that its product with an exponent is exact
LOG_2_LOW = 1.9082149292705877e-10
HALVES = 134217729.0  # 2^27 + 1: splits a real into two with half its digits (Dekker, 1971)
MOST_POWER = 700.0  # beyond it a power is as good as infinite or 0


@inner
def upper_half(x: float) -> float:
    """The upper half of the digits of a real."""
    product = HALVES * x
    return product - (product - x)


@inner
def product_error(x: float, y: float, product: float) -> float:
    """What rounding took from a product (Dekker, 1971)."""
    a, b = upper_half(x), upper_half(y)
    c, d = x - a, y - b
    return ((a * b - product) + a * d + c * b) + c * d


@inner
def logarithm(count: int) -> float:
    """The natural logarithm of a whole number from 1 to 2^52, wrong by little more than half of the last digit.

    With count = m 2^k and s = (m - 1) / (m + 1) it is k log 2 + 2 (s + s^3 / 3 + s^5 / 5 + ...); s is worked out with
    twice the digits, and the large terms are added with what rounding takes from the sum.
    """
    m = float(count)
    k = 0
    while m > 1.5:
        m *= 0.5
        k += 1
    below, above = m - 1.0, m + 1.0
    s = below / above
    back = s * above
    s_low = ((below - back) - product_error(s, above, back) - s * (1.0 - (above - m))) / above
    square = s * s
    rest = 0.0
    for odd in range(29, 1, -2):
        rest = square * (1.0 / odd + rest)
    whole = k * LOG_2_HIGH
    total = whole + 2.0 * s
    added = total - whole
    lost = (whole - (total - added)) + (2.0 * s - added)
    return total + (lost + (2.0 * (s_low + s * rest) + k * LOG_2_LOW))


@inner
def exponential(x: float) -> float:
    """The power e^x, wrong by at most one in the last digit; x is taken as at most 700 and at least -700.

    With x = k log 2 + r it is 2^k (1 + r + r^2 / 2 + r^3 / 6 + ...).
    """
    power = max(-MOST_POWER, min(MOST_POWER, x))
    k = int(power * 1.4426950408889634 + (0.5 if power >= 0.0 else -0.5))
    high = power - k * LOG_2_HIGH
    low = k * LOG_2_LOW
    r = high - low
    lost = (high - r) - low
    rest = 0.0
    for term in range(14, 2, -1):
        rest = (r / term) * (1.0 + rest)
    value = 1.0 + (r + (lost + 0.5 * r * r * (1.0 + rest)))
    for _ in range(k):
        value *= 2.0
    for _ in range(-k):
        value *= 0.5
    return value


@inner
def hyperbolic_tangent(x: float) -> float:
    """The hyperbolic tangent, wrong by less than 3e-16."""
    power = exponential(-2.0 * abs(x))
    share = (1.0 - power) / (1.0 + power)
    return share if x >= 0.0 else -share


@routine(1)
def tangent_in_place(real: Any) -> int:
    """Put the hyperbolic tangent of a real in its place."""
    R = reals(real)
    R[0] = hyperbolic_tangent(R[0])
    return 0
