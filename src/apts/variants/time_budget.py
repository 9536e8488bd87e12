"""Minutes that callers give to whatever plays variants by the clock."""

from __future__ import annotations

import math
from typing import Any

from apts.errors import AptsError


def check_minutes(minutes: Any) -> float:
    """A time that may be spent; what is none is refused with a sentence."""
    is_number = isinstance(minutes, int | float) and not isinstance(minutes, bool)
    if not is_number or not 0.0 < minutes < math.inf:
        raise AptsError(f"minutes are a number above 0, such as 10 or 0.5, not {minutes!r}")
    return float(minutes)
