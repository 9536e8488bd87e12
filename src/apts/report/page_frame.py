"""What all pages of reports share: their templates, their style and the script that steps through matches."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from os import PathLike
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from apts.atomic_files import atomic_write, hindrance
from apts.board.picture.drawing_style import SEATS as PIECES
from apts.board.picture.drawing_style import seat_number
from apts.errors import AptsError

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


# ----------------------------------------------------------------------------------------------------------------
# Reports and rules as files: looked at before matches are played, written whole or not at all.

KEPT = {".lud": "rules", ".py": "a program", ".toml": "goals or settings", ".db": "an archive"}
"""Endings of files that people write themselves or keep matches in; nothing else is written over them."""


def check_target(path: str | PathLike[str], replaced: str = "") -> Path:
    """The path of a file, if it can be written; what stands in the way is told in a sentence.

    A file that is there already and looks like somebody's own work stands in the way, unless it has the ending that may
    be ``replaced``.
    """
    target = Path(path)
    if not str(path).strip():
        raise AptsError("what is written needs the name of a file, such as report.html")
    try:
        if target.is_dir():
            raise AptsError(f"{str(target)!r} is a folder, so nothing can be written to it; name a file in it")
        if target.exists() and not target.is_file():
            return target  # a device or a pipe takes what it is given
        ending = target.suffix.lower()
        if ending in KEPT and ending != replaced and target.exists():
            raise AptsError(f"{str(target)!r} is there already and holds {KEPT[ending]}; name another file")
        hindered = hindrance(target)
        if hindered is not None:
            raise AptsError(f"{str(target)!r} cannot be written: {hindered}")
    except (OSError, ValueError) as problem:  # a name that is too long, or has a zero in it
        raise AptsError(f"{str(target)!r} cannot be written: {_reason(problem)}") from None
    return target


def write_file(path: str | PathLike[str], text: str, replaced: str = "") -> Path:
    """Write a file of text in one step, so that a reader never sees half of it; nothing is left when that fails."""
    return write_bytes(path, text.encode(), replaced)


def write_bytes(path: str | PathLike[str], content: bytes, replaced: str = "") -> Path:
    """Write a file in one step, so that a reader never sees half of it; nothing is left behind when that fails."""
    target = check_target(path, replaced)
    try:
        atomic_write(target, content)
    except OSError as problem:
        raise AptsError(f"{str(target)!r} cannot be written: {_reason(problem)}") from None
    return target


def _reason(problem: Exception) -> str:
    return getattr(problem, "strerror", None) or str(problem)
