"""What all pages of reports share: their templates, their style and the script that steps through matches."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from apts.board.picture.drawing_style import SEATS as PIECES
from apts.board.picture.drawing_style import seat_number

# ----------------------------------------------------------------------------------------------------------------
# Colours of a report, light and dark. Charts are drawn in the light ones; the style sheet turns them over in the
# dark.

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


def seat_key(names: Sequence[str]) -> str:
    """For each seat the colour that it has in charts and that of its pieces on boards, side by side, as HTML."""
    return " ".join(
        '<span class="key"><svg class="chart key" width="34" height="16" viewBox="0 0 34 16" aria-hidden="true">'
        f'<rect x="1" y="2" width="12" height="12" fill="{seat_colour(seat)}"/>'
        f'<circle cx="25" cy="8" r="6.5" fill="{body}" stroke="{rim}"/></svg> {escape(name)}</span>'
        for seat, name in enumerate(names, 1)
        for body, rim, _ in [PIECES[seat_number(seat)]]
    )


def dark_rules() -> str:
    """The style rules that give a chart its dark colours."""
    return "".join(
        f'.chart [fill="{light}"]{{fill:{dark}}}.chart [stroke="{light}"]{{stroke:{dark}}}'
        for light, dark in DARK.items()
    )


def templates() -> Environment:
    """The templates of all pages."""
    return Environment(
        loader=PackageLoader("apts.report", "templates"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page_style() -> str:
    """The style sheet of a page, with the dark colours of its charts."""
    return _template("report.css") + f"@media screen and (prefers-color-scheme:dark){{{dark_rules()}}}"


def page_script() -> str:
    """The script of a page, which steps through matches."""
    return _template("report.js")


def _template(name: str) -> str:
    return files("apts.report").joinpath("templates", name).read_text(encoding="utf-8")
