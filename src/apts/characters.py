"""Signs that may stand in names and texts: control characters steer a terminal, and XML forbids most of them.

And the sign of a number.
"""

from __future__ import annotations

import re

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
