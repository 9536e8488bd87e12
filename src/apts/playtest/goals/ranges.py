"""Where a figure is wanted, from words: ``between 20 and 40``, ``at most 30 %``, ``in 10 % of matches``, ``higher``."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from apts.errors import AptsError
from apts.playtest.metrics import declarations
from apts.playtest.metrics.scales import Scale


class NotARange(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """Words that do not say where a figure is wanted."""


_NUMBER = r"([-+]?(?:\d+(?:\.\d*)?|\.\d+))"
_UNIT = r"\s*(%|percent\b|[a-z]+)?"
_MATCHES = r"(\s+of\s+(?:the\s+|all\s+)?matches)?"
_BETWEEN = re.compile(
    rf"(in\s+)?(?:between\s+|from\s+)?{_NUMBER}{_UNIT}\s*(?:and|to|-|–|\.\.)\s*{_NUMBER}{_UNIT}{_MATCHES}"
)
_ABOVE = r"above|over|more than|greater than|higher than|at least|from|not below|not under|>=|≥|>"
_BELOW = r"below|under|less than|fewer than|lower than|at most|up to|not above|not over|<=|≤|<"
_LIMIT = re.compile(rf"(?:is\s+)?(in\s+)?(?:({_ABOVE})|({_BELOW}))\s*{_NUMBER}{_UNIT}{_MATCHES}")
_IN = re.compile(rf"in\s+{_NUMBER}{_UNIT}{_MATCHES}")
_ONE = re.compile(rf"(?:=|is|exactly)?\s*{_NUMBER}{_UNIT}")

_PERCENT = ("%", "percent")
_SAME_UNIT = {"turn": "turns", "minute": "minutes", "min": "minutes", "move": "moves", "piece": "pieces"}


@dataclass(frozen=True)
class Wanted:
    """What the words say: a range with the unit that was written, a trend, or that something is to be used at all."""

    low: float = -math.inf
    high: float = math.inf
    unit: str = ""
    of_matches: bool = False
    trend: str | None = None
    used: bool = False

    @property
    def common_unit(self) -> str:
        """The unit as scales have it: ``minutes`` for ``min``."""
        return _SAME_UNIT.get(self.unit, self.unit)

    def on(self, scale: Scale, metric: str) -> tuple[float, float]:
        """The range in the unit of a scale; numbers that it cannot have are refused."""
        unit = self.common_unit
        if self.of_matches and not scale.is_share:
            raise NotARange(f"{metric} is counted in {scale.unit or 'its own unit'}, not in a share of matches")
        if unit in _PERCENT:
            if not scale.is_share and scale.unit:
                raise NotARange(f"{metric} is counted in {scale.unit}, not in percent")
            return self._checked(self.low / 100.0, self.high / 100.0, scale, metric)
        if unit and unit != scale.unit:
            counting = next((one.name for one in declarations() if one.scale.unit == unit), None)
            other = "" if counting is None else f"; {unit} are the metric {counting}"
            counted = "a share: a number from 0 to 1, or percent" if scale.is_share else f"counted in {scale.unit}"
            raise NotARange(f"{metric} is {counted if scale.unit else 'a number without unit'}, not {unit!r}{other}")
        return self._checked(self.low, self.high, scale, metric)

    def _checked(self, low: float, high: float, scale: Scale, metric: str) -> tuple[float, float]:
        if low > high:
            raise NotARange(f"the range ends before it begins, from {low:g} to {high:g}")
        for end in (low, high):
            if math.isfinite(end) and not scale.low <= end <= scale.high:
                meant = self._meant(end) if scale.is_share else ""
                top = f"to {scale.high:g}" if math.isfinite(scale.high) else "upwards"
                raise NotARange(f"{metric} lies from {scale.low:g} {top}, and cannot be {end:g}{meant}")
        return low, high

    def _meant(self, end: float) -> str:
        """What may have been meant by a share that there is not: percent where that is likely, else what is possible."""
        if not self.unit and 2.0 <= end <= 100.0:
            return f"; did you mean {end:g} %?"
        return "; a share is a number from 0 to 1, such as 0.9, or percent, such as 90 %"


def read_wanted(words: str) -> Wanted:
    """Where a figure is wanted."""
    text = words.strip().lower()
    if text in ("higher", "lower"):
        return Wanted(trend=text)
    if text in ("used", "is used", "happens"):
        return Wanted(used=True)
    if (found := _BETWEEN.fullmatch(text)) is not None:
        units = [unit for unit in (found[3], found[5]) if unit]
        if len(set(units)) > 1:
            raise NotARange(f"the two ends have different units, {units[0]} and {units[1]}")
        shared = bool(found[1] or found[6])
        return Wanted(float(found[2]), float(found[4]), units[0] if units else "", shared)
    if (found := _LIMIT.fullmatch(text)) is not None:
        end, shared = float(found[4]), bool(found[1] or found[6])
        low, high = (end, math.inf) if found[2] else (-math.inf, end)
        return Wanted(low, high, found[5] or "", shared)
    if (found := _IN.fullmatch(text)) is not None:
        return Wanted(float(found[1]), math.inf, found[2] or "", True)
    if (found := _ONE.fullmatch(text)) is not None:
        return Wanted(float(found[1]), float(found[1]), found[2] or "")
    raise NotARange(
        f"{words!r} does not say where it is wanted; 'between 20 and 40', 'at least 0.9', 'below 20 %', "
        "'in 30 % of matches', 'used', 'higher' or 'lower' would"
    )
