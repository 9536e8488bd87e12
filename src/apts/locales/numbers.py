"""How a language writes numbers."""

from __future__ import annotations

from dataclasses import dataclass

MINUS = "\u2212"


@dataclass(frozen=True)
class Numbers:
    """The decimal sign of a language, the sign that keeps thousands apart, and how it writes per cents."""

    decimal: str
    thousands: str
    percent: str

    def written(self, value: float, decimals: int, *, grouped: bool = False) -> str:
        """A number with so many decimals; zero has no sign.

        >>> Numbers(",", ".", "{number} %").written(-1234.56, 1, grouped=True)
        '−1.234,6'
        """
        text = f"{value:,.{decimals}f}" if grouped else f"{value:.{decimals}f}"
        text = text.translate(self._signs)
        return text if text.strip(f"{MINUS}0{self.decimal}") else text.removeprefix(MINUS)

    def grouped(self, value: int) -> str:
        """A whole number, its thousands kept apart."""
        return self.written(value, 0, grouped=True)

    def in_percent(self, share: float, decimals: int, *, grouped: bool = False) -> str:
        """A share of 1 in per cent."""
        return self.percent.format(number=self.written(100.0 * share, decimals, grouped=grouped))

    def rewritten(self, english: str) -> str:
        """A number that was written in English, such as ``-1,234.5 %``."""
        return english.translate({**self._signs, ord(" "): "\u00a0"})

    @property
    def _signs(self) -> dict[int, str]:
        """What stands for the signs of numbers as programs write them."""
        return {ord(","): self.thousands, ord("."): self.decimal, ord("-"): MINUS}
