"""What comes from others, checked before it is used: JSON and packed bytes within bounds, whole numbers, and the
characters of names."""

from __future__ import annotations

import json
import math
import re
import zlib
from collections.abc import Iterator
from operator import index
from typing import Any

from apts.errors import AptsError

# ----------------------------------------------------------------------------------------------------------------
# JSON that came from elsewhere: what could not be written again is refused, and so is what would fill the memory.
#
# Python's reader takes ``NaN``, numbers beyond all bounds and halves of characters, none of which can be written
# to a file or a page later. And a list of empty lists takes twenty-five times the memory of its text, so that
# packed text of a few kilobytes could take a gigabyte.

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
    apts.input_checks.Unreadable: it has an incomplete character, or a number that is too large
    """
    read = text if isinstance(text, str) else text.decode("utf-8-sig")
    if bounded and is_too_much(read):
        raise Unreadable(f"it has more than {MOST_LISTS:,} lists or {MOST_VALUES:,} values")
    document = json.loads(read, parse_constant=_no_constant)
    if _SUSPECT.search(read):
        try:
            json.dumps(document, ensure_ascii=False, allow_nan=False).encode()
        except ValueError:
            raise Unreadable("it has an incomplete character, or a number that is too large") from None
    return document


def _no_constant(word: str) -> Any:
    """What JSON makes of ``NaN`` and ``Infinity``, which are no JSON: a refusal."""
    raise Unreadable(f"{word} is not a number")


# ----------------------------------------------------------------------------------------------------------------
# Packed bytes that came from elsewhere: unpacked to a bound, since a few kilobytes can stand for gigabytes.

_PART = 1 << 20


class TooLarge(ValueError):  # noqa: N818 - named after what is wrong, like the other errors
    """Packed bytes stand for more than they may."""


def unpacked_parts(data: bytes, most: int) -> Iterator[bytes]:
    """What zlib packed, a megabyte at a time and of at most so many bytes. Damage is a ``zlib.error``."""
    unpacking, waiting, total = zlib.decompressobj(), data, 0
    while not unpacking.eof:
        part = unpacking.decompress(waiting, _PART)
        waiting = unpacking.unconsumed_tail
        total += len(part)
        if total > most:
            raise TooLarge(f"it unpacks to more than {most:,} bytes")
        if not part and not waiting and not unpacking.eof:
            raise zlib.error("it is cut off")
        yield part


def unpacked_bytes(data: bytes, most: int) -> bytes:
    """What zlib packed, of at most so many bytes; nothing beyond them is unpacked. Damage is a ``zlib.error``.

    >>> unpacked_bytes(zlib.compress(b"abc"), 3)
    b'abc'
    """
    unpacking = zlib.decompressobj()
    found = unpacking.decompress(data, most + 1)
    if len(found) > most:
        raise TooLarge(f"it unpacks to more than {most:,} bytes")
    if not unpacking.eof:
        raise zlib.error("it is cut off")
    return found


# ----------------------------------------------------------------------------------------------------------------
# Whole numbers that callers give: counts, seeds, limits. What is none is refused with a sentence.

LARGEST = (1 << 63) - 1
"""What compiled code and databases hold; nothing is counted beyond it, and only seeds may be larger."""

MOST_MATCHES = 10_000_000
"""Matches that a run can be asked to have; beyond that they cannot be kept one by one."""


def whole_number(what: str, given: Any, lowest: int | None = None, highest: int | None = None) -> int:
    """A number that was given, as an ``int``; ``what`` says in the sentence of a refusal what it is.

    Where nothing is said of its highest (or lowest) value, it is what a word of the machine holds.
    """
    number = _index(given)
    beyond = number is not None and abs(number) > LARGEST
    if beyond:
        lowest = -LARGEST if lowest is None else lowest
        highest = LARGEST if highest is None else highest
    if number is None or (lowest is not None and number < lowest) or (highest is not None and number > highest):
        raise AptsError(f"{what} is a whole number{_bounds(lowest, highest)}, not {given!r}")
    return number


def round_up_to_multiple(number: int, size: int, fewest: int = 1) -> int:
    """A number of things rounded up to whole groups of a size, of which there are at least so many."""
    return max(fewest, -(-number // size)) * size


def check_seed(given: Any) -> int:
    """A seed as an ``int``: any whole number, however large."""
    number = _index(given)
    if number is None:
        raise AptsError(f"a seed is a whole number, not {given!r}")
    return number


def _index(given: Any) -> int | None:
    try:
        return None if isinstance(given, bool) else index(given)
    except TypeError:
        return None


def _bounds(lowest: int | None, highest: int | None) -> str:
    least = "" if lowest is None else f" of at least {lowest:,}"
    most = "" if highest is None else f" of at most {highest:,}"
    return f" from {lowest:,} to {highest:,}" if lowest is not None and highest is not None else least + most


# ----------------------------------------------------------------------------------------------------------------
# Signs that may stand in names and texts: control characters steer a terminal, and XML forbids most of them.
#
# And the sign of a number.

# C0 and C1 controls, the separators of lines and paragraphs, the signs that turn the direction of writing, half
# characters, and what is no character at all.
_UNSHOWN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def is_printable(text: str) -> bool:
    """Whether a text is one line without signs that steer a terminal or break a picture."""
    return _UNSHOWN.search(text) is None


def control_character(text: str) -> str | None:
    """The first sign of a text that cannot be shown, such as ``U+001B``; None where all can."""
    found = _UNSHOWN.search(text)
    return f"U+{ord(found[0]):04X}" if found else None


def shown(text: str, *, lines: bool = False) -> str:
    """The text with signs that cannot be shown written out, as ``\\\\x1b``; with ``lines`` ends of lines and tabs stay."""
    return _UNSHOWN.sub(lambda found: found[0] if lines and found[0] in "\n\t" else _escape(found[0]), text)


def _escape(sign: str) -> str:
    number = ord(sign)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"


def signed(value: float, form: str) -> str:
    """A number in a form such as ``.2f`` with its sign; what is written as 0 has none."""
    text = format(value, f"+{form}")
    return text if float(text) else text[1:]


# ----------------------------------------------------------------------------------------------------------------
# Minutes that callers give to whatever plays variants by the clock.


def check_minutes(minutes: Any) -> float:
    """A time that may be spent; what is none is refused with a sentence."""
    is_number = isinstance(minutes, int | float) and not isinstance(minutes, bool)
    if not is_number or not 0.0 < minutes < math.inf:
        raise AptsError(f"minutes are a number above 0, such as 10 or 0.5, not {minutes!r}")
    return float(minutes)
