"""What Schemathesis does with each request: it comes from one of many addresses, as behind a proxy, and is counted."""

from __future__ import annotations

import os
from itertools import count
from typing import Any

import schemathesis

_NUMBERS = count()


@schemathesis.hook  # type: ignore[untyped-decorator]  # it ships no types where it is not installed
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """Send it from another address than the last ones, so that no rate is reached."""
    number = next(_NUMBERS)
    case.headers["X-Forwarded-For"] = f"10.{number // 65536 % 256}.{number // 256 % 256}.{number % 256}"
    with open(os.environ["APTS_COUNTED"], "ab") as counted:
        counted.write(b".")
