"""Options and parameters in addresses: ``/games/connect-four?set.Grid=8x7&set.rules.end.if.is+Line.length=5``.

Every page of a game that takes settings takes them so, and leads on with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request

Setting = str | int | bool
Settings = Mapping[str, Setting]

PREFIX = "set."
_NUMBER = re.compile(r"0|-?[1-9]\d{0,8}")
_TRUTHS = {"True": True, "False": False}
MOST_SETTINGS = 200


def settings_in(request: Request) -> dict[str, Setting]:
    """The settings in the address of a request; numbers and truth values as such."""
    return settings_among(request.query_params.multi_items())


def settings_among(pairs: Iterable[tuple[str, Any]]) -> dict[str, Setting]:
    """The settings among names and texts, of an address or of a form; of a name that comes twice the last counts.

    >>> settings_among([("set.length", "5"), ("set.Swap", "Off"), ("q", "x"), ("set.exact", "False"), ("set.exact", "True")])
    {'length': 5, 'Swap': 'Off', 'exact': True}
    """
    found = {
        name.removeprefix(PREFIX): read_setting(text)
        for name, text in pairs
        if name.startswith(PREFIX) and isinstance(text, str)
    }
    return dict(list(found.items())[:MOST_SETTINGS])


def read_setting(text: str) -> Setting:
    """A setting as it is written in an address."""
    if text in _TRUTHS:
        return _TRUTHS[text]
    return int(text) if _NUMBER.fullmatch(text) else text


def with_settings(address: str, settings: Settings, **more: Any) -> str:
    """An address with settings behind it, and other values that are not None."""
    pairs = [(f"{PREFIX}{name}", str(value)) for name, value in settings.items()]
    pairs += [(name, str(value)) for name, value in more.items() if value is not None]
    return f"{address}?{urlencode(pairs)}" if pairs else address
