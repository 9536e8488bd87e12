"""JSON that came from elsewhere: what could not be written again is refused, and so is what would fill the memory.

Python's reader takes ``NaN``, numbers beyond all bounds and halves of characters, none of which can be written to a file
or a page later. And a list of empty lists takes twenty-five times the memory of its text, so that packed text of a few
kilobytes could take a gigabyte.
"""

from __future__ import annotations

import json
import re
from typing import Any

MOST_LISTS, MOST_VALUES = 1 << 20, 1 << 22
"""How many lists and objects, and how many values, the text of a document from elsewhere may have."""

_SUSPECT = re.compile(r"\\u[dD][89a-fA-F]|\d[eE]\+?\d\d|\d{100}")
"""Halves of characters, and numbers that may be too large; few honest texts have such, and then they are looked at."""


class Unreadable(ValueError):  # noqa: N818 - named after what is wrong, like the other errors
    """A text is JSON, and is not taken all the same."""


def is_too_much(text: str) -> bool:
    """Whether the text of a document has more in it than is taken in."""
    return text.count("[") + text.count("{") > MOST_LISTS or text.count(",") > MOST_VALUES


def foreign_json(text: bytes | str, *, bounded: bool = True) -> Any:
    """What a JSON text from elsewhere stands for; a ``ValueError`` or ``RecursionError`` where nobody can read it.

    A file that is as large as it is need not be ``bounded``: what was packed, or pasted, is.

    >>> foreign_json(b'{"seats": [0, 1]}')
    {'seats': [0, 1]}
    >>> foreign_json('{"name": "\\\\ud800"}')
    Traceback (most recent call last):
        ...
    apts.foreign_json.Unreadable: it has half a character, or a number that is too large
    """
    read = text if isinstance(text, str) else text.decode("utf-8-sig")
    if bounded and is_too_much(read):
        raise Unreadable(f"it has more than {MOST_LISTS:,} lists or {MOST_VALUES:,} values")
    document = json.loads(read, parse_constant=_no_constant)
    if _SUSPECT.search(read):
        try:
            json.dumps(document, ensure_ascii=False, allow_nan=False).encode()
        except ValueError:
            raise Unreadable("it has half a character, or a number that is too large") from None
    return document


def _no_constant(word: str) -> Any:
    """What JSON makes of ``NaN`` and ``Infinity``, which are no JSON: a refusal."""
    raise Unreadable(f"{word} is no number")
