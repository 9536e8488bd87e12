"""How wide texts are, for pictures and pages whose places are worked out before anybody shows them."""

from __future__ import annotations

from unicodedata import normalize

# The widths of the signs from the space to the tilde in thousandths of the size, from Adobe's font metrics of Helvetica.
_WIDTHS = (
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556),
    *(556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778),
    *(722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278),
    *(278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556),
    *(556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
)
_OTHER = 556


def plain_width(text: str, size: float) -> float:
    """How wide a text is in Helvetica; a letter with an accent is as wide as the letter without."""
    return sum(_sign_width(normalize("NFD", sign)[0]) for sign in text) * size / 1000


def _sign_width(sign: str) -> int:
    return _WIDTHS[ord(sign) - 32] if 32 <= ord(sign) < 127 else _OTHER
