"""Colours of a report, light and dark. Charts are drawn in the light ones; the style sheet turns them over in the dark."""

from __future__ import annotations

INK = "#24292f"
FAINT = "#6e7781"
RULE = "#d0d7de"
DRAW = "#9aa0a8"
STOPPED = "#c9a227"
ACCENT = "#0b62a8"

SEATS = ("#0f6cbd", "#d1570b", "#1d8a5b", "#b0418d", "#7a5ac2", "#8a6d00", "#147d8f", "#c03744")
"""Told apart by people who see fewer colours too; further seats go round again."""

WIN, LOSS = SEATS[6], SEATS[7]

DARK = {
    INK: "#e6e8eb",
    FAINT: "#a2abb6",
    RULE: "#3a424c",
    DRAW: "#868d97",
    STOPPED: "#e3c35a",
    ACCENT: "#6cb6ff",
    SEATS[0]: "#5aa9f0",
    SEATS[1]: "#ff9350",
    SEATS[2]: "#4cc38f",
    SEATS[3]: "#e588c7",
    SEATS[4]: "#ab93ee",
    SEATS[5]: "#d9b93b",
    SEATS[6]: "#4fbccd",
    SEATS[7]: "#f2808a",
}
"""The dark colour of each light one."""


def seat_colour(seat: int) -> str:
    """The colour of a seat, from 1."""
    return SEATS[(seat - 1) % len(SEATS)]


def dark_rules() -> str:
    """The style rules that give a chart its dark colours."""
    return "".join(
        f'.chart [fill="{light}"]{{fill:{dark}}}.chart [stroke="{light}"]{{stroke:{dark}}}'
        for light, dark in DARK.items()
    )
